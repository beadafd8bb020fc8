import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { authorships, type ContentRow } from '#features/content-core/server/read.ts'

/** Authors of a content's versions with their number of versions, most first. */
export async function versionsByAuthor({ database }: App, contentId: number, limit: number) {
  return database.read
    .selectFrom(authorships(database, [contentId]))
    .select(['author_id', eb => eb.fn.countAll<number>().as('versions')])
    .groupBy('author_id')
    .orderBy('versions', 'desc')
    .limit(limit)
    .execute()
}

/** How many versions a content has. */
export async function countVersions({ database }: App, contentId: number): Promise<number> {
  const { versions } = await database.read
    .selectFrom('content_version')
    .select(eb => eb.fn.countAll<number>().as('versions'))
    .where('content_id', '=', contentId)
    .executeTakeFirstOrThrow()
  return Number(versions)
}

/** The contents visible to the viewer that link to a page by its title or id, last changed first. */
export async function contentsLinkingTo(
  ctx: Context,
  page: ContentRow,
  start: number,
  limit: number,
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  const byTitle = read
    .selectFrom('content_link')
    .select('from_id')
    .where('kind', '=', page.type)
    .where('space_id', '=', page.space_id)
    .where('target_key', '=', page.title_key)
  const byId = read
    .selectFrom('content_link')
    .select('from_id')
    .where('target_id', '=', page.id)
    .where('kind', 'in', ['content', 'attachment'])
  return read
    .selectFrom('content')
    .selectAll()
    .where('status', '=', 'current')
    .where('id', '<>', page.id)
    .where('id', 'in', byTitle.unionAll(byId))
    .where(visible(dialect, ctx.viewer))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit)
    .execute()
}

/**
 * Links of a page: contents that the viewer may see with their title, by title, then addresses elsewhere, which have no
 * id.
 */
export async function linksFrom(ctx: Context, pageId: number, start: number, limit: number) {
  const { read, dialect } = ctx.app.database
  const { rows } = await sql<{ label: string; id: number | null }>`
    with link as (select kind, space_id, target_key, target_id from content_link where from_id = ${pageId}),
      meant(id) as (
        select target.id from link cross join content as target where link.kind in ('page', 'blogpost')
          and target.title_key = link.target_key and target.space_id = link.space_id and target.type = link.kind
        union select link.target_id from link where link.kind in ('content', 'attachment'))
    select 0 as is_url, target.title as label, target.id as id from meant cross join content as target
      where target.id = meant.id and target.status = 'current' and target.id <> ${pageId} and ${visible(dialect, ctx.viewer, 'target')}
    union select 1, link.target_key, cast(null as bigint) from link where link.kind = 'url'
    order by is_url, label, id limit ${limit} offset ${start}`.execute(read)
  return rows
}
