import type { Context } from '#platform/server/context.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { importContent, importVersions, type ImportContent } from '#features/content-core/server/write.ts'
import { insertFileVersion } from '../store.ts'
import { columnsOf, type NewFile } from '../upload/new-files.ts'

/** A version of a file of another wiki; its bytes are stored. */
export interface ImportedFileVersion {
  number: number
  authorId: number | null
  /** Epoch milliseconds. */
  at: number
  file: NewFile
}

/** A file of another wiki. */
export interface ImportedFile extends Pick<ImportContent, 'id' | 'space' | 'body' | 'creatorId' | 'createdAt'> {
  title: string
  /** The oldest first, of growing numbers; the last is the current one. */
  versions: readonly ImportedFileVersion[]
}

/** Attaches a file with its history to a page that is imported in the same transaction. */
export async function importFile(
  tx: WriteTransaction,
  ctx: Context,
  container: ContentRow,
  given: ImportedFile,
): Promise<ContentRow> {
  for (const { file } of given.versions) await claimBlob(tx, ctx.app, file.blob.sha256)
  const row = await importContent(tx, ctx.viewer.userId, {
    ...given,
    type: 'attachment',
    status: 'current',
    spaceId: container.space_id,
    parentId: null,
    containerId: container.id,
    position: '',
    guardId: container.guard_id,
    postingDay: null,
    versions: textsOf(given),
  })
  for (const [index, { number, authorId, at, file }] of given.versions.entries()) {
    const version = { content_id: row.id, number, author_id: authorId, at }
    await insertFileVersion(tx, version, columnsOf(file), { isFirst: index === 0 })
  }
  return row
}

/** Adds versions that a file got in the other wiki after it was imported. The caller has locked its row. */
export async function importFileVersions(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  given: Pick<ImportedFile, 'versions' | 'body'>,
): Promise<void> {
  for (const { file } of given.versions) await claimBlob(tx, ctx.app, file.blob.sha256)
  await importVersions(tx, ctx, row, { versions: textsOf({ ...given, title: row.title }), body: given.body })
  for (const { number, authorId, at, file } of given.versions)
    await insertFileVersion(tx, { content_id: row.id, number, author_id: authorId, at }, columnsOf(file), {
      isFirst: false,
    })
}

/** The versions of a file as those of a content. */
function textsOf({ title, versions }: Pick<ImportedFile, 'title' | 'versions'>): ImportContent['versions'] {
  return versions.map(({ number, authorId, at, file }) => ({
    number,
    authorId,
    at,
    message: file.comment,
    minor: file.minor,
    title,
    storage: '',
  }))
}
