import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { WatchState } from '../contract.ts'
import { mayManageWatchers } from './policies.ts'
import { spaceScopes } from './store.ts'

/** The viewer's watches of a page or post and its space. @param watchingPage whether they watch the page itself */
export async function watchStateOf(ctx: Context, row: ContentRow, watchingPage: boolean): Promise<WatchState> {
  const accountId = ctx.viewer.userId ?? 0
  const [space, scopes, isAdmin] = await Promise.all([
    spacesById(ctx.app, [row.space_id]),
    ctx.app.facts.get(`watched ${row.space_id} ${accountId}`, () => spaceScopes(ctx, row.space_id, accountId), {
      sources: [`account ${accountId}`],
    }),
    mayManageWatchers(ctx, row.space_id),
  ])
  const { key = '', name = '' } = space.get(row.space_id) ?? {}
  return {
    pageId: String(row.id),
    spaceKey: key,
    spaceName: name,
    watchingPage,
    watchingBlogs: scopes.has('blogpost'),
    watchingSpace: scopes.has('all'),
    isBlogPost: row.type === 'blogpost',
    isAdmin,
  }
}
