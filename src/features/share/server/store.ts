import type { Context } from '#platform/server/context.ts'
import type { Queries } from '#platform/server/database/index.ts'
import type { Account, Group } from '#features/accounts/server/index.ts'

/** Active members of groups, once each; at most `limit`. */
export async function membersOf(ctx: Context, groups: readonly Group[], limit: number): Promise<Account[]> {
  if (groups.length === 0) return []
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('account')
    .selectAll('account')
    .where('active', '=', 1)
    .where('id', 'in', eb =>
      eb
        .selectFrom('membership')
        .select('account_id')
        .where('group_id', 'in', dialect.inIntegers(groups.map(group => group.id))),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** An account that may still be used. */
export async function activeAccount(db: Queries, id: number): Promise<Account | undefined> {
  return db.selectFrom('account').selectAll().where('id', '=', id).where('active', '=', 1).executeTakeFirst()
}
