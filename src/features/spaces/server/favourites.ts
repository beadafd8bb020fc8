import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import type { Space } from './store.ts'

/** Most spaces that one user may star. */
const MAX_FAVOURITES = 1000

/** Stars a space for the viewer or takes the star off. @throws HttpError 401 for a visitor who has not signed in */
export async function setFavourite(ctx: Context, space: Space, favourite: boolean): Promise<void> {
  const userId = requireUser(ctx)
  await ctx.app.database.transaction(async tx => {
    if (!favourite) {
      const gone = await tx.db
        .deleteFrom('space_favourite')
        .where('account_id', '=', userId)
        .where('space_id', '=', space.id)
        .returning('space_id')
        .executeTakeFirst()
      if (gone) tx.append({ kind: 'space.unstarred', actorId: userId, spaceId: space.id, data: { key: space.key } })
      return
    }
    const { count } = await tx.db
      .selectFrom('space_favourite')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_FAVOURITES) {
      throw new HttpError(400, 'You have starred {{most}} spaces, which is the most there can be', {
        values: { most: MAX_FAVOURITES },
      })
    }
    const added = await tx.db
      .insertInto('space_favourite')
      .values({ account_id: userId, space_id: space.id, at: Date.now() })
      .onConflict(conflict => conflict.columns(['account_id', 'space_id']).doNothing())
      .returning('space_id')
      .executeTakeFirst()
    if (added) tx.append({ kind: 'space.starred', actorId: userId, spaceId: space.id, data: { key: space.key } })
  })
}

/** A predicate over `space`: the viewer has starred it. */
export function starredBy(userId: number | null): RawBuilder<SqlBool> {
  if (userId === null) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`space.id in (select space_id from space_favourite where account_id = ${userId})`
}

/** Which of the spaces the viewer has starred. */
export async function favouritesAmong(ctx: Context, spaceIds: readonly number[]): Promise<Set<number>> {
  const { userId } = ctx.viewer
  if (userId === null || spaceIds.length === 0) return new Set()
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom('space_favourite')
    .select('space_id')
    .where('account_id', '=', userId)
    .where('space_id', 'in', dialect.inIntegers(spaceIds))
    .execute()
  return new Set(rows.map(row => row.space_id))
}
