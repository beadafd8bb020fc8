import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { accountMarks, type ImportedMark, type WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'

/** Spaces that users have starred. */
export const favourites = accountMarks('space_favourite', {
  limit: {
    most: 1000,
    refuse: most =>
      new HttpError(400, 'You have starred {{most}} spaces, which is the most there can be', { values: { most } }),
  },
})

/** Stars an imported space for the users who had saved it. */
export function importStars(tx: WriteTransaction, spaceId: number, imported: readonly ImportedMark[]): Promise<void> {
  return favourites.import(tx, { space_id: spaceId }, imported)
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
