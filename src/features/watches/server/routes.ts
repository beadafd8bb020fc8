import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { personOf, requireUser } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { requireSpace } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { requireManageWatchers, watcherOf } from './policies.ts'
import { contentWatchers, setContentWatch, setSpaceWatch, spaceScopes, spaceWatchers, watchesContent } from './store.ts'
import type { SpaceWatchScope } from './tables.ts'
import { watchStateOf } from './watch-state.ts'

/** Calls about watches of contents and of spaces. */
export function watchRoutes(app: App): void {
  contentCalls(app)
  spaceCalls(app)
  app.http.handle(contract.getWatchState, async ({ ctx, params }) => {
    requireUser(ctx)
    const row = await requireContent(ctx, params.id)
    return watchStateOf(ctx, row, await watchesContent(ctx, row.id, ctx.viewer.userId ?? 0))
  })
}

function contentCalls({ http }: App): void {
  const target = async (
    ctx: Context,
    id: number,
    query: { key?: string | undefined; username?: string | undefined },
  ) => {
    requireUser(ctx)
    const row = await requireContent(ctx, id)
    return { row, accountId: await watcherOf(ctx, row.space_id, query) }
  }
  http.handle(contract.getContentWatch, async ({ ctx, params, query }) => {
    const { row, accountId } = await target(ctx, params.id, query)
    return { watching: await watchesContent(ctx, row.id, accountId) }
  })
  http.handle(contract.watchContent, async ({ ctx, params, query }) => {
    const { row, accountId } = await target(ctx, params.id, query)
    await setContentWatch(ctx, row, accountId, true)
    return Answer.empty()
  })
  http.handle(contract.unwatchContent, async ({ ctx, params, query }) => {
    const { row, accountId } = await target(ctx, params.id, query)
    await setContentWatch(ctx, row, accountId, false)
    return Answer.empty()
  })
  http.handle(contract.listContentWatchers, async ({ ctx, params, query, request }) => {
    requireUser(ctx)
    const row = await requireContent(ctx, params.id)
    if (row.type !== 'page' && row.type !== 'blogpost') throw badRequest('Only pages and blog posts have watchers')
    await requireManageWatchers(ctx, row.space_id)
    const people = (await contentWatchers(ctx, row.id, query)).map(account => ({ ...personOf(ctx.app, account) }))
    return pageOf(request, ctx.app, query, people)
  })
}

function spaceCalls({ http }: App): void {
  const target = async (
    ctx: Context,
    key: string,
    query: { key?: string | undefined; username?: string | undefined; contentType?: string | undefined },
  ) => {
    requireUser(ctx)
    const space = await requireSpace(ctx, key)
    return { space, scope: scopeOf(query.contentType), accountId: await watcherOf(ctx, space.id, query) }
  }
  http.handle(contract.getSpaceWatch, async ({ ctx, params, query }) => {
    const { space, scope, accountId } = await target(ctx, params.key, query)
    return { watching: (await spaceScopes(ctx, space.id, accountId)).has(scope) }
  })
  http.handle(contract.watchSpace, async ({ ctx, params, query }) => {
    const { space, scope, accountId } = await target(ctx, params.key, query)
    await setSpaceWatch(ctx, space, scope, accountId, true)
    return Answer.empty()
  })
  http.handle(contract.unwatchSpace, async ({ ctx, params, query }) => {
    const { space, scope, accountId } = await target(ctx, params.key, query)
    await setSpaceWatch(ctx, space, scope, accountId, false)
    return Answer.empty()
  })
  http.handle(contract.listSpaceWatchers, async ({ ctx, params, query, request }) => {
    requireUser(ctx)
    const space = await requireSpace(ctx, params.key)
    await requireManageWatchers(ctx, space.id)
    const people = (await spaceWatchers(ctx, space.id, query)).map(account => ({ ...personOf(ctx.app, account) }))
    return pageOf(request, ctx.app, query, people)
  })
}

function scopeOf(contentType: string | undefined): SpaceWatchScope {
  if (contentType === undefined || contentType === '') return 'all'
  if (contentType === 'blogpost') return 'blogpost'
  throw badRequest('only blogpost can be watched by itself; leave it out for the whole space', {
    field: 'contentType',
    forPrograms: true,
  })
}
