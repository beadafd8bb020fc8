import { sql, type RawBuilder } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'

/** An account's unpublished changes of a published page or post. */
export async function editDraft(db: Queries, contentId: number, accountId: number) {
  return db
    .selectFrom('edit_draft')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/**
 * Condition on `content`: a page or post that was begun and has neither title nor text nor files. The editor makes a
 * draft as soon as it opens, so that files have a place; until something is written it holds no work.
 */
export function isEmptyDraft(): RawBuilder<boolean> {
  return sql<boolean>`(content.status = 'draft' and content.type in ('page', 'blogpost') and content.title = ''
    and exists (select 1 from content_version where content_version.content_id = content.id
      and content_version.number = content.version and content_version.storage = '')
    and not exists (select 1 from content as held where held.container_id = content.id))`
}

/** Empty drafts: that of an id, if it is one, or those untouched since then (epoch milliseconds); held on PostgreSQL. */
export async function lockEmptyDrafts(
  tx: WriteTransaction,
  { id, untouchedSince }: { id?: number | undefined; untouchedSince?: number | undefined },
  limit: number,
): Promise<number[]> {
  let found = tx.db
    .selectFrom('content')
    .select('content.id')
    .where('content.status', '=', 'draft')
    .where(isEmptyDraft())
  if (id !== undefined) found = found.where('content.id', '=', id)
  if (untouchedSince !== undefined) found = found.where('content.updated_at', '<', untouchedSince)
  // A user who writes in one of them at this moment waits, or has written already.
  if (tx.engine === 'postgres') found = found.forUpdate()
  return (await found.limit(limit).execute()).map(row => row.id)
}

/**
 * Whether the current text of a page or post, or a draft of one of its editors, has these characters.
 * @param words letters, digits and hyphens
 */
export async function isInTexts(db: Queries, contentId: number, words: string): Promise<boolean> {
  const pattern = `%${words}%`
  const versions = db
    .selectFrom('content_version')
    .innerJoin('content', join =>
      join
        .onRef('content.id', '=', 'content_version.content_id')
        .onRef('content.version', '=', 'content_version.number'),
    )
    .select('content_version.content_id')
    .where('content_version.content_id', '=', contentId)
    .where('content_version.storage', 'like', pattern)
  const drafts = db
    .selectFrom('edit_draft')
    .select('edit_draft.content_id')
    .where('edit_draft.content_id', '=', contentId)
    .where('edit_draft.storage', 'like', pattern)
  return (await versions.unionAll(drafts).limit(1).executeTakeFirst()) !== undefined
}
