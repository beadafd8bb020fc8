import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { contentPath, contentsById, visible, type ContentRow } from '#features/content/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { PageLinkEnd } from '../contract.ts'

export interface Window {
  start: number
  limit: number
}

/** What links to the page, last changed first; one more than `limit` when more follow. */
export async function incomingLinks(ctx: Context, page: ContentRow, { start, limit }: Window): Promise<PageLinkEnd[]> {
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
  const rows = await read
    .selectFrom('content')
    .selectAll()
    .where('status', '=', 'current')
    .where('id', '<>', page.id)
    .where('id', 'in', byTitle.unionAll(byId))
    .where(visible(dialect, ctx.viewer))
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return ends(ctx, rows)
}

/** Pages that the page links to, by title, then addresses elsewhere; one more than `limit` when more follow. */
export async function outgoingLinks(ctx: Context, page: ContentRow, { start, limit }: Window): Promise<PageLinkEnd[]> {
  const { read, dialect } = ctx.app.database
  const { rows } = await sql<{ label: string; id: number | null }>`
    with link as (select kind, space_id, target_key, target_id from content_link where from_id = ${page.id}),
      meant(id) as (
        select target.id from link cross join content as target where link.kind in ('page', 'blogpost')
          and target.title_key = link.target_key and target.space_id = link.space_id and target.type = link.kind
        union select link.target_id from link where link.kind in ('content', 'attachment'))
    select 0 as is_url, target.title as label, target.id as id from meant cross join content as target
      where target.id = meant.id and target.status = 'current' and target.id <> ${page.id} and ${visible(dialect, ctx.viewer, 'target')}
    union select 1, link.target_key, cast(null as bigint) from link where link.kind = 'url'
    order by is_url, label, id limit ${limit + 1} offset ${start}`.execute(read)
  const pages = await contentsById(
    ctx,
    rows.flatMap(row => (row.id === null ? [] : [Number(row.id)])),
  )
  const byId = new Map((await ends(ctx, pages)).map((end, index) => [pages[index]?.id, end]))
  return rows.flatMap(row =>
    row.id === null
      ? [{ kind: 'url' as const, title: row.label, url: row.label, space: null }]
      : (byId.get(Number(row.id)) ?? []),
  )
}

async function ends(ctx: Context, rows: readonly ContentRow[]): Promise<PageLinkEnd[]> {
  const spaces = await spacesById(
    ctx.app,
    rows.map(row => row.space_id),
  )
  return rows.map(row => {
    const space = spaces.get(row.space_id)
    return {
      kind: row.type === 'attachment' ? ('page' as const) : row.type,
      title: row.title,
      url: contentPath(row, space?.key ?? ''),
      space: space ? { key: space.key, name: space.name } : null,
    }
  })
}
