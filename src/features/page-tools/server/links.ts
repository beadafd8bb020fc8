import type { Context } from '#platform/server/context.ts'
import { contentPath, contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { PageLinkEnd } from '../contract.ts'
import { contentsLinkingTo, linksFrom } from './store.ts'

export interface Window {
  start: number
  limit: number
}

/** Contents that link to the page, last changed first; one more than `limit` when more follow. */
export async function incomingLinks(ctx: Context, page: ContentRow, { start, limit }: Window): Promise<PageLinkEnd[]> {
  return ends(ctx, await contentsLinkingTo(ctx, page, start, limit + 1))
}

/** Pages that the page links to, by title, then addresses elsewhere; one more than `limit` when more follow. */
export async function outgoingLinks(ctx: Context, page: ContentRow, { start, limit }: Window): Promise<PageLinkEnd[]> {
  const rows = await linksFrom(ctx, page.id, start, limit + 1)
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
