import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders within folders. */
const MOST_DEPTH = 50

/** A file below the folder. */
export interface FoundFile {
  /** Path below the folder, with `/`. */
  path: string
  /** Names of the folders that contain it. */
  folders: readonly string[]
  name: string
  /** Why it is passed over unread. */
  reason?: string
}

/** Files below a folder in a fixed order, whatever the file system's, without hidden ones. */
export async function* filesIn(root: string, folders: readonly string[] = []): AsyncGenerator<FoundFile> {
  const entries = await readdir(join(root, ...folders), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry
    if (name.startsWith('.')) continue
    const file = { path: [...folders, name].join('/'), folders, name }
    if (entry.isFile()) yield file
    else if (entry.isSymbolicLink()) yield { ...file, reason: 'Links to other files are not followed.' }
    else if (!entry.isDirectory()) yield { ...file, reason: 'It is no file.' }
    else if (folders.length >= MOST_DEPTH)
      yield { ...file, reason: `More than ${MOST_DEPTH} folders lie in each other.` }
    else yield* filesIn(root, [...folders, name])
  }
}

/** How many files there are below a folder. */
export async function countFiles(root: string): Promise<number> {
  let count = 0
  for await (const _ of filesIn(root)) count++
  return count
}
