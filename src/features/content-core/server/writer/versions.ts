import { preparedInsert, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentVersionRow } from '../store.ts'

/** A version of a content's text. */
export interface NewVersion {
  number: number
  authorId: number | null
  /** Epoch milliseconds. */
  at: number
  message: string
  minor?: boolean | undefined
  storage: string
}

/**
 * Replaces rows of the same numbers: a draft's first version is written again when it is published.
 * @returns the rows as they are stored
 */
export async function insertVersions(
  tx: WriteTransaction,
  contentId: number,
  versions: readonly (NewVersion & { title: string })[],
): Promise<ContentVersionRow[]> {
  const rows = versions.map(({ number, authorId, at, message, minor, title, storage }) => ({
    content_id: contentId,
    number,
    author_id: authorId,
    at,
    message,
    minor: minor ? 1 : 0,
    title,
    storage,
  }))
  await putVersions(tx.db, rows)
  return rows
}

const putVersions = preparedInsert(
  'content_version',
  ['content_id', 'number', 'author_id', 'at', 'message', 'minor', 'title', 'storage'],
  { replaces: ['content_id', 'number'] },
)
