import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { DIALOG_LIKES } from '../shared.ts'
import { likesEntity, likesOf, requireLikable, setFollow, setLike } from './service.ts'
import { popular } from './store.ts'

/** Calls about likes, about whom users follow, and the list of popular pages. */
export function likeRoutes({ http }: App): void {
  http.handle(contract.listLikes, async ({ ctx, params, query }) => {
    requireUse(ctx)
    const row = await requireLikable(ctx, params.id)
    return likesEntity(ctx, row, {
      people: parseExpand(query.expand).children.has('user'),
      comments: query.commentLikes ?? false,
      max: query.max,
    })
  })
  const plain = { people: false, comments: false, max: DIALOG_LIKES }
  http.handle(contract.likeContent, async ({ ctx, params }) => {
    const row = await requireLikable(ctx, params.id)
    await setLike(ctx, row, true)
    return likesEntity(ctx, row, plain)
  })
  http.handle(contract.unlikeContent, async ({ ctx, params }) => {
    const row = await requireLikable(ctx, params.id)
    await setLike(ctx, row, false)
    return likesEntity(ctx, row, plain)
  })
  http.handle(contract.followUser, async ({ ctx, params, query }) => {
    await setFollow(ctx, params.user, query.username, true)
    return Answer.empty()
  })
  http.handle(contract.unfollowUser, async ({ ctx, params, query }) => {
    await setFollow(ctx, params.user, query.username, false)
    return Answer.empty()
  })
  http.handle(contract.getLikes, async ({ ctx, params }) => {
    const row = await requireLikable(ctx, params.id)
    const [likes] = (await likesOf(ctx, [row])).values()
    return likes!
  })
  http.handle(contract.listPopular, async ({ ctx, query, request }) => {
    requireUse(ctx)
    return pageOf(request, ctx.app, query, await popular(ctx, query))
  })
}
