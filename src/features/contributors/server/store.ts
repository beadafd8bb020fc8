import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { authorships } from '#features/content-core/server/read.ts'

/** Contributions of one person; null for visitors who were not signed in. */
export interface ContributionRow {
  account_id: number | null
  total: number | string
  /** Epoch milliseconds. */
  last: number | string
}

/** Authors of these contents with their number of versions and the time of the last; the busiest first. */
export async function versionsByPerson(
  { app }: Context,
  ids: readonly number[],
  limit: number,
): Promise<ContributionRow[]> {
  return app.database.read
    .selectFrom(authorships(app.database, ids))
    .select(eb => ['author_id as account_id', eb.fn.countAll<number>().as('total'), eb.fn.max('at').as('last')])
    .groupBy('author_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(limit)
    .execute()
}

/** Authors of comments on these contents that the viewer may see, with number and time of the last; busiest first. */
export async function commentsByPerson(
  ctx: Context,
  ids: readonly number[],
  limit: number,
): Promise<ContributionRow[]> {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('content')
    .select(eb => [
      'creator_id as account_id',
      eb.fn.countAll<number>().as('total'),
      eb.fn.max('created_at').as('last'),
    ])
    .where('container_id', 'in', dialect.inIntegers(ids))
    .where('type', '=', 'comment')
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .groupBy('creator_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(limit)
    .execute()
}
