import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOfDeadProcess, temporaryName } from '#platform/server/temporary-names.ts'

const PREFIX = 'import-'
/** A folder of a process that cannot be asked about is left over after this time, ms. */
const STALE_MS = 24 * 60 * 60 * 1000

/** Makes a folder for the temporary files of an import. */
export async function makeImportFolder(within: string): Promise<string> {
  const folder = join(within, `${PREFIX}${temporaryName()}`)
  await mkdir(folder, { mode: 0o700 })
  return folder
}

/** Removes the folders that imports left whose processes were killed. */
export async function removeLeftFolders(home: string): Promise<void> {
  for (const entry of await readdir(home, { withFileTypes: true })) {
    if (!entry.isDirectory() || !entry.name.startsWith(PREFIX)) continue
    const path = join(home, entry.name)
    const facts = await stat(path).catch(() => undefined)
    const isStale = facts && Date.now() - facts.mtimeMs > STALE_MS
    if (isStale || isOfDeadProcess(entry.name.slice(PREFIX.length))) await rm(path, { recursive: true, force: true })
  }
}
