/** Files that several users change at once, such as diagrams. Other features say what is in them. */
import type * as Y from 'yjs'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { liveEngine } from './loading.ts'
import { appendUpdates, removeAuthors, setBase } from './store.ts'

/** A kind of files with a shared document. */
export interface SharedFiles {
  /** The state of a new document, of the file's newest version; undefined for files of another kind or too large. */
  create: (ctx: Context, row: ContentRow) => Promise<Uint8Array | undefined>
  /**
   * Checks an update before anything of it is applied.
   * @returns whether it inserts anything
   * @throws Error if it is malformed
   */
  check: (update: Uint8Array, doc: Y.Doc) => { inserts: boolean }
  /** Whether the version that the document contains has all its changes. */
  isSaved: (doc: Y.Doc) => boolean
}

/** Kinds of files with a shared document, each loaded with Yjs when the first editor connects. */
export const sharedFiles = extensionPoint<() => Promise<SharedFiles>>('live-editing.shared-files')

/** The shared document of a file as it is stored. */
export interface StoredFile {
  incarnation: string
  /** Version of the file that the document contains. */
  baseVersion: number
  /** Number of its last update. */
  seq: number
  doc: Y.Doc
}

/** The shared document of a file; undefined if it has none. */
export async function storedFile(app: App, contentId: number): Promise<StoredFile | undefined> {
  const found = await (await liveEngine(app).load()).readStored(app, contentId)
  if (!found) return undefined
  const { row, doc } = found
  return { incarnation: row.incarnation, baseVersion: row.base_version, seq: row.seq, doc }
}

/**
 * Notes in the transaction of a version that it was made of the shared document, if that is still there.
 * @param update tells the editors so
 */
export async function noteFileSaved(
  tx: WriteTransaction,
  contentId: number,
  { incarnation, seq }: StoredFile,
  { version, update }: { version: number; update: Uint8Array },
): Promise<void> {
  const isSame = (await appendUpdates(tx, contentId, incarnation, [{ data: update, accountId: null }])) !== undefined
  // Discarded meanwhile; a new document was made of the version before.
  if (!isSame) return
  await setBase(tx, contentId, version)
  await removeAuthors(tx, contentId, seq)
}

/** Sends the editors of a file what was stored beside their connections. */
export async function tellFileSaved(app: App, contentId: number): Promise<void> {
  await (await liveEngine(app).load()).changedBeside(app, contentId)
}
