import type { Queries } from '#platform/server/database/index.ts'
import { findPageByTitle, type ContentRow } from '../store.ts'
import { postOfDay } from './lists.ts'

/** Pages at the top of a space that were restored while this parent was in the trash, with their place below it. */
export async function pagesAwaiting(
  db: Queries,
  parent: Pick<ContentRow, 'id' | 'space_id'>,
): Promise<(ContentRow & { place_below: string })[]> {
  return db
    .selectFrom('awaited_parent')
    .innerJoin('content', 'content.id', 'awaited_parent.content_id')
    .selectAll('content')
    .select('awaited_parent.position as place_below')
    .where('awaited_parent.parent_id', '=', parent.id)
    .where('content.parent_id', 'is', null)
    .where('content.space_id', '=', parent.space_id)
    .orderBy('content.id')
    .execute()
}

/** Whether another page, post or file has the title of one in the trash. */
export async function isTitleTaken(db: Queries, row: ContentRow): Promise<boolean> {
  const { space_id: spaceId, title_key: key, posting_day } = row
  if (row.type === 'page') return (await findPageByTitle(db, spaceId, key)) !== undefined
  if (row.type === 'blogpost')
    return (await postOfDay(db, { spaceId, key, postingDay: posting_day ?? '' })) !== undefined
  if (row.type !== 'attachment' || row.container_id === null) return false
  const file = await db
    .selectFrom('content')
    .select('id')
    .where('container_id', '=', row.container_id)
    .where('type', '=', 'attachment')
    .where('status', '<>', 'trashed')
    .where('title_key', '=', key)
    .where('title', '=', row.title)
    .executeTakeFirst()
  return file !== undefined
}
