import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { mayInSpace, requireSpace, type Space } from '#features/spaces/server/index.ts'
import { emptyTrash, listDrafts, listTrash, recentlyUpdated, scanContent } from '../../versions-contract.ts'
import { removeForGood } from '../service/lifecycle.ts'
import type { ContentRow } from '../store.ts'
import { draftsOf, recentChanges } from '../view/recent.ts'
import { holderPresent, standsAlone, visible } from '../visibility.ts'
import { contentWire } from '../wire/wire.ts'

const BATCH = 200
const TYPES: readonly string[] = ['page', 'blogpost', 'comment', 'attachment']

/** The trash as one of the kinds of content of a space. */
const TRASH_ALIAS = '/rest/api/space/:key/content/trash'

/** Lists that belong to no page: a space's trash, all content in one scan, what changed lately, the reader's drafts. */
export function listRoutes({ http }: App): void {
  http.handle(listTrash, async ({ ctx, params, query, request }) => {
    const space = await administered(ctx, params.key)
    const { read, dialect } = ctx.app.database
    // Who administers a space need not see every page of it, and sees no more of them in the trash.
    const rows = await read.selectFrom('content').selectAll()
      .where('space_id', '=', space.id).where('status', '=', 'trashed').where(visible(dialect, ctx.viewer))
      .orderBy('trashed_at', 'desc').orderBy('id', 'desc').offset(query.start).limit(query.limit + 1).execute()
    const page = pageOf(request, ctx.app, query, rows)
    return { ...page, results: await contentWire(ctx, page.results, parseExpand(query.expand)) }
  }, { aliases: [TRASH_ALIAS] })

  http.handle(emptyTrash, async ({ ctx, params }) => {
    const space = await administered(ctx, params.key)
    for (;;) {
      const removed = await ctx.app.database.transaction(async tx => {
        const rows = await tx.db.selectFrom('content').select(['id', 'type']).where('space_id', '=', space.id)
          .where('status', '=', 'trashed').orderBy('id').limit(BATCH).execute()
        await removeForGood(tx, ctx.app, rows.map(row => row.id), { actorId: ctx.viewer.userId })
        for (const row of rows) {
          tx.append({ kind: `${row.type}.purged`, actorId: ctx.viewer.userId, spaceId: space.id, contentId: row.id })
        }
        return rows.length
      })
      if (removed < BATCH) return Answer.empty()
    }
  }, { aliases: [TRASH_ALIAS] })

  http.handle(scanContent, async ({ ctx, query, request }) => {
    if (!TYPES.includes(query.type)) throw badRequest('"{{type}}" is not a content type', {
      field: 'type', values: { type: query.type.slice(0, 40) }, forPrograms: true,
    })
    if (query.status !== 'current') throw badRequest('only current content can be scanned', {
      field: 'status', forPrograms: true,
    })
    const after = cursorValue(query.cursor)
    const { read, dialect } = ctx.app.database
    let select = read.selectFrom('content').selectAll().where('type', '=', query.type as ContentRow['type'])
      .where('status', '=', 'current').where('id', '>', after)
      .where(visible(dialect, ctx.viewer)).where(holderPresent())
    if (query.type === 'page' || query.type === 'blogpost') select = select.where(standsAlone())
    if (query.spaceKey) select = select.where('space_id', '=', (await requireSpace(ctx, query.spaceKey)).id)
    const limit = Math.max(1, query.limit)
    const rows = await select.orderBy('id').limit(limit + 1).execute()
    const results = rows.slice(0, limit)
    const url = new URL(request.url, 'http://local')
    url.searchParams.set('cursor', `content:${results.at(-1)?.id ?? 0}`)
    return {
      results: await contentWire(ctx, results, parseExpand(query.expand)),
      cursor: query.cursor ?? '', limit, size: results.length,
      ...(rows.length > limit ? { nextCursor: `content:${results.at(-1)!.id}` } : {}),
      _links: {
        self: ctx.app.baseUrl + request.url, base: ctx.app.baseUrl, context: '',
        ...(rows.length > limit ? { next: url.pathname + url.search } : {}),
      },
    }
  })

  http.handle(recentlyUpdated, ({ ctx, query }) => recentChanges(ctx, query))
  http.handle(listDrafts, async ({ ctx, query, request }) =>
    pageOf(request, ctx.app, query, await draftsOf(ctx, query.start, query.limit + 1)))
}

function cursorValue(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0
  const match = /^content:(\d{1,15})$/.exec(cursor)
  if (!match) throw badRequest('this is not a cursor that a scan gave', { field: 'cursor', forPrograms: true })
  return Number(match[1])
}

async function administered(ctx: Context, key: string): Promise<Space> {
  const space = await requireSpace(ctx, key)
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, 'administer:space'))) {
    throw forbidden('Only a space administrator may see the trash')
  }
  return space
}
