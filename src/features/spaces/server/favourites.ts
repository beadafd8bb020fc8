import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import type { Space } from './store.ts'
import { countFavourites, deleteFavourite, insertFavourite } from './store/favourites.ts'

/** Most spaces that one user may star. */
const MAX_FAVOURITES = 1000

/** Stars a space for the viewer or takes the star off. @throws HttpError 401 for a visitor who has not signed in */
export async function setFavourite(ctx: Context, space: Space, favourite: boolean): Promise<void> {
  const userId = requireUser(ctx)
  await ctx.app.database.transaction(async tx => {
    if (!favourite) {
      const gone = await deleteFavourite(tx, userId, space.id)
      if (gone) tx.append({ kind: 'space.unstarred', actorId: userId, spaceId: space.id, data: { key: space.key } })
      return
    }
    if ((await countFavourites(tx, userId)) >= MAX_FAVOURITES) {
      throw new HttpError(400, 'You have starred {{most}} spaces, which is the most there can be', {
        values: { most: MAX_FAVOURITES },
      })
    }
    const added = await insertFavourite(tx, userId, space.id)
    if (added) tx.append({ kind: 'space.starred', actorId: userId, spaceId: space.id, data: { key: space.key } })
  })
}
