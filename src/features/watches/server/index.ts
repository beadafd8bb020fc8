import type { App, ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { personOf, requireUser } from '#features/accounts/server/index.ts'
import { pageParts, requireContent, type ContentRow } from '#features/content/server/index.ts'
import { requireSpace, spacesById } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { migrations } from './migrations.ts'
import { mayManageWatchers, requireManageWatchers, watcherOf } from './policies.ts'
import { watchSearch } from './search.ts'
import { contentWatchers, setContentWatch, setSpaceWatch, spaceScopes, spaceWatchers, watchesContent } from './store.ts'
import type { SpaceWatchScope } from './tables.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Who wants to hear of changes: watches on pages, posts and spaces. */
export const watchesFeature: ServerFeature = {
  name: 'watches',
  messages: { de },
  migrations,
  register(app) {
    contentCalls(app)
    spaceCalls(app)
    app.http.handle(contract.getWatchState, async ({ ctx, params }) => {
      requireUser(ctx)
      return watchStateOf(ctx, await requireContent(ctx, params.id))
    })
    app.extensions.add(pageParts, {
      name: 'watch',
      load: async (ctx, row) => (ctx.viewer.userId === null ? null : watchStateOf(ctx, row)),
    })
    watchSearch(app)
  },
}

function contentCalls({ http }: App): void {
  const target = async (ctx: Context, id: number, query: { key?: string | undefined; username?: string | undefined }) => {
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
    const accounts = await contentWatchers(ctx, row.id, query)
    return pageOf(request, ctx.app, query, accounts.map(account => ({ ...personOf(ctx.app, account) })))
  })
}

function spaceCalls({ http }: App): void {
  const target = async (ctx: Context, key: string, query: { key?: string | undefined; username?: string | undefined; contentType?: string | undefined }) => {
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
    const accounts = await spaceWatchers(ctx, space.id, query)
    return pageOf(request, ctx.app, query, accounts.map(account => ({ ...personOf(ctx.app, account) })))
  })
}

function scopeOf(contentType: string | undefined): SpaceWatchScope {
  if (contentType === undefined || contentType === '') return 'all'
  if (contentType === 'blogpost') return 'blogpost'
  throw badRequest('only blogpost can be watched by itself; leave it out for the whole space', {
    field: 'contentType', forPrograms: true,
  })
}

async function watchStateOf(ctx: Context, row: ContentRow): Promise<contract.WatchState> {
  const accountId = ctx.viewer.userId ?? 0
  const [space, scopes, watchingPage, isAdmin] = await Promise.all([
    spacesById(ctx.app, [row.space_id]),
    ctx.app.facts.remember(`watched ${row.space_id} ${accountId}`, () => spaceScopes(ctx, row.space_id, accountId)),
    watchesContent(ctx, row.id, accountId), mayManageWatchers(ctx, row.space_id),
  ])
  const { key = '', name = '' } = space.get(row.space_id) ?? {}
  return {
    pageId: String(row.id), spaceKey: key, spaceName: name, watchingPage,
    watchingBlogs: scopes.has('blogpost'), watchingSpace: scopes.has('all'), isBlogPost: row.type === 'blogpost', isAdmin,
  }
}
