import type { Context } from '#platform/server/context.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import type { Space } from './store.ts'
import { favourites } from './store/favourites.ts'

/** Stars a space for the viewer or takes the star off. @throws HttpError 401 for a visitor who has not signed in */
export async function setFavourite(ctx: Context, space: Space, favourite: boolean): Promise<void> {
  const userId = requireUser(ctx)
  await ctx.app.database.transaction(async tx => {
    if (!(await favourites.set(tx, { account_id: userId, space_id: space.id }, favourite))) return
    const kind = favourite ? 'space.starred' : 'space.unstarred'
    const changes = [`account ${userId}`] as const
    tx.append({ kind, actorId: userId, spaceId: space.id, data: { key: space.key }, changes })
  })
}
