import { sql } from 'kysely'
import type { Queries } from '#platform/server/database/index.ts'

/** A text that refers to something that is not here. */
export interface BrokenText {
  /** The page, post or comment. */
  id: number
  /** The page or post that it is, or is on. */
  page_id: number
  title: string
  space_key: string
  storage: string
}

/** A reference of a text to something that is not here. */
export interface BrokenLink {
  from_id: number
  kind: string
  /** Folded title, file name or id. */
  target_key: string
}

/** Conditions on `content_link`: it leads to no current page or post, to no content, or to no file. */
const isBroken = sql<boolean>`(
  (content_link.kind in ('page', 'blogpost') and not exists (
    select 1 from content target where target.space_id = content_link.space_id
      and target.title_key = content_link.target_key and target.type = content_link.kind and target.status = 'current'))
  or (content_link.kind = 'content' and not exists (
    select 1 from content target where target.id = content_link.target_id and target.status = 'current'))
  or (content_link.kind = 'attachment' and not exists (
    select 1 from content target where target.container_id = content_link.target_id and target.type = 'attachment'
      and target.status = 'current' and target.title = content_link.target_key)))`

/** The next texts of a space, by id, that refer to something that is not here. */
export async function brokenTexts(
  db: Queries,
  spaceId: number,
  { after, limit }: { after: number; limit: number },
): Promise<BrokenText[]> {
  const { rows } = await sql<BrokenText>`
    select content.id, coalesce(page.id, content.id) as page_id, coalesce(page.title, content.title) as title,
        space.key as space_key, content_version.storage
      from content
      join space on space.id = content.space_id
      join content_version on content_version.content_id = content.id and content_version.number = content.version
      left join content page on page.id = content.container_id
      where content.space_id = ${spaceId} and content.status = 'current' and content.type <> 'attachment'
        and content.id > ${after}
        and exists (select 1 from content_link where content_link.from_id = content.id and ${isBroken})
      order by content.id limit ${limit}`.execute(db)
  return rows
}

/** References of some texts to things that are not here. */
export async function brokenLinks(db: Queries, ids: readonly number[]): Promise<BrokenLink[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('content_link')
    .select(['from_id', 'kind', 'target_key'])
    .where('from_id', 'in', ids)
    .where(isBroken)
    .execute()
}
