import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { importContent, type ImportContent } from '#features/content-core/server/write.ts'
import { insertComment } from './store.ts'
import type { CommentTable } from './tables.ts'

/** The subject of a comment of another wiki: a reply has the subject of the comment that it answers. */
export type ImportedPlace = Omit<CommentTable, 'content_id' | 'client_key' | 'serialized_highlights'>

/** A comment of another wiki. */
export interface ImportedComment extends Pick<
  ImportContent,
  'id' | 'space' | 'body' | 'creatorId' | 'createdAt' | 'versions'
> {
  /** The imported comment that it answers. */
  parentId: number | null
  place: ImportedPlace
}

/** Adds a comment with its history to a page or file that is imported in the same transaction. */
export async function importComment(
  tx: WriteTransaction,
  actorId: number | null,
  container: ContentRow,
  { place, ...given }: ImportedComment,
): Promise<ContentRow> {
  const title = `Re: ${container.title}`
  const row = await importContent(tx, actorId, {
    ...given,
    type: 'comment',
    status: 'current',
    spaceId: container.space_id,
    containerId: container.id,
    title,
    position: '',
    guardId: container.guard_id,
    postingDay: null,
    versions: given.versions.map(version => ({ ...version, title })),
  })
  await insertComment(tx, { ...place, content_id: row.id, client_key: null })
  return row
}
