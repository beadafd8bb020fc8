import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { accountsNamed, type Predicate } from '#features/search/server/index.ts'

/** True for contents that one of the named users watches. */
export function contentWatched(ctx: Context, predicate: Predicate): RawBuilder<SqlBool> {
  return sql`content.id in (select content_watch.content_id from content_watch
    where content_watch.account_id in ${watchers(ctx, predicate)})`
}

/** True for spaces that one of the named users watches as a whole. */
export function spaceWatched(ctx: Context, predicate: Predicate): RawBuilder<SqlBool> {
  return sql`space.id in (select space_watch.space_id from space_watch
    where space_watch.scope = 'all' and space_watch.account_id in ${watchers(ctx, predicate)})`
}

/** Ids of the contents that the viewer watches, as a subquery. */
export function watchedContents({ viewer }: Context): RawBuilder<number> {
  return sql`(select content_watch.content_id from content_watch where content_watch.account_id = ${viewer.userId ?? 0})`
}

/** Ids of the spaces that the viewer watches as a whole, as a subquery. */
export function watchedSpaces({ viewer }: Context): RawBuilder<number> {
  return sql`(select space_watch.space_id from space_watch
    where space_watch.account_id = ${viewer.userId ?? 0} and space_watch.scope = 'all')`
}

/** Watches of others are for administrators to ask; everyone else finds themselves alone. */
function watchers({ viewer }: Context, predicate: Predicate): RawBuilder<number> {
  const accounts = accountsNamed(predicate.kind === 'users' ? predicate.users : [])
  if (viewer.isAdmin) return accounts
  return sql`(select account.id from account where account.id = ${viewer.userId ?? 0} and account.id in ${accounts})`
}
