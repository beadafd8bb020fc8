import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'

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

/** How many spaces an account has starred. */
export async function countFavourites(tx: WriteTransaction, accountId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('space_favourite')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stars a space. @returns whether it was not starred before */
export async function insertFavourite(tx: WriteTransaction, accountId: number, spaceId: number): Promise<boolean> {
  const added = await tx.db
    .insertInto('space_favourite')
    .values({ account_id: accountId, space_id: spaceId, at: Date.now() })
    .onConflict(conflict => conflict.columns(['account_id', 'space_id']).doNothing())
    .returning('space_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Takes the star off a space. @returns whether it was starred */
export async function deleteFavourite(tx: WriteTransaction, accountId: number, spaceId: number): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('space_favourite')
    .where('account_id', '=', accountId)
    .where('space_id', '=', spaceId)
    .returning('space_id')
    .executeTakeFirst()
  return gone !== undefined
}
