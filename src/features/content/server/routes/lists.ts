import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { mayInSpace, requireSpace, spacesById, type Space } from '#features/spaces/server/index.ts'
import { emptyTrash, listTrash, recentlyUpdated, scanContent } from '../../versions-contract.ts'
import { contentPath } from '../model/urls.ts'
import { removeForGood } from '../service/lifecycle.ts'
import type { ContentRow } from '../store.ts'
import { personView } from '../view/page-view.ts'
import { visible } from '../visibility.ts'
import { contentWire } from '../wire/wire.ts'

const BATCH = 200
const TYPES: readonly string[] = ['page', 'blogpost', 'comment', 'attachment']

export function listRoutes({ http }: App): void {
  http.handle(listTrash, async ({ ctx, params, query, request }) => {
    const space = await administered(ctx, params.key)
    const rows = await ctx.app.database.read.selectFrom('content').selectAll()
      .where('space_id', '=', space.id).where('status', '=', 'trashed')
      .orderBy('trashed_at', 'desc').orderBy('id', 'desc').offset(query.start).limit(query.limit + 1).execute()
    const page = pageOf(request, ctx.app, query, rows)
    return { ...page, results: await contentWire(ctx, page.results, parseExpand(query.expand)) }
  })

  http.handle(emptyTrash, async ({ ctx, params }) => {
    const space = await administered(ctx, params.key)
    for (;;) {
      const removed = await ctx.app.database.transaction(async tx => {
        const rows = await tx.db.selectFrom('content').select(['id', 'type']).where('space_id', '=', space.id)
          .where('status', '=', 'trashed').orderBy('id').limit(BATCH).execute()
        await removeForGood(tx, ctx.app, rows.map(row => row.id))
        for (const row of rows) {
          tx.append({ kind: `${row.type}.purged`, actorId: ctx.viewer.userId, spaceId: space.id, contentId: row.id })
        }
        return rows.length
      })
      if (removed < BATCH) return Answer.empty()
    }
  })

  http.handle(scanContent, async ({ ctx, query, request }) => {
    if (!TYPES.includes(query.type)) throw badRequest(`type: "${query.type.slice(0, 40)}" is not a content type`)
    if (query.status !== 'current') throw badRequest('status: only current content can be scanned')
    const after = cursorValue(query.cursor)
    const { read, dialect } = ctx.app.database
    let select = read.selectFrom('content').selectAll().where('type', '=', query.type as ContentRow['type'])
      .where('status', '=', 'current').where('id', '>', after).where(visible(dialect, ctx.viewer))
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

  http.handle(recentlyUpdated, async ({ ctx, query }) => {
    const [beforeAt, beforeId] = (query.cursor ?? '').split('-').map(Number)
    const { read, dialect } = ctx.app.database
    let select = read.selectFrom('content').selectAll().where('status', '=', 'current')
      .where('type', 'in', ['page', 'blogpost']).where(visible(dialect, ctx.viewer))
    if (query.spaceKey) select = select.where('space_id', '=', (await requireSpace(ctx, query.spaceKey)).id)
    if (beforeAt && beforeId) {
      select = select.where(eb => eb.or([
        eb('updated_at', '<', beforeAt), eb.and([eb('updated_at', '=', beforeAt), eb('id', '<', beforeId)]),
      ]))
    }
    const rows = await select.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(query.limit + 1).execute()
    const shown = rows.slice(0, query.limit)
    const [people, spaces] = await Promise.all([
      accountsById(ctx.app, shown.map(row => row.updater_id)), spacesById(ctx.app, shown.map(row => row.space_id)),
    ])
    const last = shown.at(-1)
    return {
      results: shown.map(row => {
        const space = spaces.get(row.space_id)
        return {
          id: String(row.id), type: row.type, title: row.title, url: contentPath(row, space?.key ?? ''),
          space: { key: space?.key ?? '', name: space?.name ?? '' },
          updatedAt: isoTime(row.updated_at), updatedBy: personView(ctx, people.get(row.updater_id ?? 0)), version: row.version,
        }
      }),
      nextCursor: rows.length > query.limit && last ? `${last.updated_at}-${last.id}` : null,
    }
  })
}

function cursorValue(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0
  const match = /^content:(\d{1,15})$/.exec(cursor)
  if (!match) throw badRequest('cursor: this is not a cursor that a scan gave')
  return Number(match[1])
}

async function administered(ctx: Context, key: string): Promise<Space> {
  const space = await requireSpace(ctx, key)
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, 'administer:space'))) {
    throw forbidden('Only a space administrator may see the trash')
  }
  return space
}
