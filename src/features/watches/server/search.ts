import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { accountsNamed, cqlCollections, cqlFields, type Predicate } from '#features/search/server/index.ts'

/** `watcher = …`, `watchedContent()` and `watchedSpaces()` of CQL. */
export function watchSearch(app: App): void {
  const { extensions } = app
  extensions.add(
    cqlFields,
    {
      field: 'watcher',
      entity: 'content',
      compile: (ctx, predicate) => sql<SqlBool>`content.id in (select content_watch.content_id from content_watch
      where content_watch.account_id in ${watchers(ctx, predicate)})`,
    },
    {
      field: 'watcher',
      entity: 'space',
      compile: (ctx, predicate) => sql<SqlBool>`space.id in (select space_watch.space_id from space_watch
      where space_watch.scope = 'all' and space_watch.account_id in ${watchers(ctx, predicate)})`,
    },
  )
  extensions.add(
    cqlCollections,
    {
      collection: 'watchedContent',
      ids: ctx =>
        sql`(select content_watch.content_id from content_watch where content_watch.account_id = ${ctx.viewer.userId ?? 0})`,
    },
    {
      collection: 'watchedSpaces',
      ids: ctx => sql`(select space_watch.space_id from space_watch
      where space_watch.account_id = ${ctx.viewer.userId ?? 0} and space_watch.scope = 'all')`,
    },
  )
}

/** What others watch is for administrators to ask; everyone else finds themselves alone. */
function watchers(ctx: Context, predicate: Predicate): RawBuilder<number> {
  const accounts = accountsNamed(predicate.kind === 'users' ? predicate.users : [])
  if (ctx.viewer.isAdmin) return accounts
  return sql`(select account.id from account where account.id = ${ctx.viewer.userId ?? 0} and account.id in ${accounts})`
}
