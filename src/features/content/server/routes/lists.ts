import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { contentsAfter, trashedIn, trashOf, type ContentType } from '#features/content-core/server/read.ts'
import { removeForGood } from '#features/content-core/server/write.ts'
import { mayInSpace, requireSpace, type Space } from '#features/spaces/server/index.ts'
import { emptyTrash, listDrafts, listTrash, recentlyUpdated, scanContent } from '../../versions-contract.ts'
import { draftsOf, recentChanges } from '../view/recent.ts'
import { windowFor } from '../wire/window.ts'
import { contentWire } from '../wire/wire.ts'

const BATCH = 200
const TYPES: readonly ContentType[] = ['page', 'blogpost', 'comment', 'attachment']

/** The trash as one of the kinds of content of a space. */
const TRASH_ALIAS = '/rest/api/space/:key/content/trash'

/** Lists that belong to no page: a space's trash, all content in one scan, what changed lately, the reader's drafts. */
export function listRoutes({ http }: App): void {
  http.handle(
    listTrash,
    async ({ ctx, params, query, request }) => {
      const space = await administered(ctx, params.key)
      const expand = parseExpand(query.expand)
      const window = windowFor(query, expand)
      const rows = await trashOf(ctx, space.id, window.start, window.limit + 1)
      const page = pageOf(request, ctx.app, window, rows)
      return { ...page, results: await contentWire(ctx, page.results, expand) }
    },
    { aliases: [TRASH_ALIAS] },
  )

  http.handle(
    emptyTrash,
    async ({ ctx, params }) => {
      const space = await administered(ctx, params.key)
      for (;;) {
        const removed = await ctx.app.database.transaction(async tx => {
          const rows = await trashedIn(tx, space.id, BATCH)
          await removeForGood(
            tx,
            ctx.app,
            rows.map(row => row.id),
            { actorId: ctx.viewer.userId },
          )
          for (const row of rows) {
            tx.append({ kind: `${row.type}.purged`, actorId: ctx.viewer.userId, spaceId: space.id, contentId: row.id })
          }
          return rows.length
        })
        if (removed < BATCH) return Answer.empty()
      }
    },
    { aliases: [TRASH_ALIAS] },
  )

  http.handle(scanContent, async ({ ctx, query, request }) => {
    const type = TYPES.find(candidate => candidate === query.type)
    if (!type)
      throw badRequest('"{{type}}" is not a content type', {
        field: 'type',
        values: { type: query.type.slice(0, 40) },
        forPrograms: true,
      })
    if (query.status !== 'current')
      throw badRequest('only current content can be scanned', {
        field: 'status',
        forPrograms: true,
      })
    const after = cursorValue(query.cursor)
    const expand = parseExpand(query.expand)
    const limit = Math.max(1, windowFor(query, expand).limit)
    const spaceId = query.spaceKey ? (await requireSpace(ctx, query.spaceKey)).id : undefined
    const rows = await contentsAfter(ctx, { type, spaceId, after, limit: limit + 1 })
    const results = rows.slice(0, limit)
    const url = new URL(request.url, 'http://local')
    url.searchParams.set('cursor', `content:${results.at(-1)?.id ?? 0}`)
    return {
      results: await contentWire(ctx, results, expand),
      cursor: query.cursor ?? '',
      limit,
      size: results.length,
      ...(rows.length > limit ? { nextCursor: `content:${results.at(-1)!.id}` } : {}),
      _links: {
        self: ctx.app.baseUrl + request.url,
        base: ctx.app.baseUrl,
        context: '',
        ...(rows.length > limit ? { next: url.pathname + url.search } : {}),
      },
    }
  })

  http.handle(recentlyUpdated, ({ ctx, query }) => recentChanges(ctx, query))
  http.handle(listDrafts, async ({ ctx, query, request }) =>
    pageOf(request, ctx.app, query, await draftsOf(ctx, query.start, query.limit + 1)),
  )
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
