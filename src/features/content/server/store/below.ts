import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '../store.ts'
import type { ContentType } from '../tables.ts'
import { visible } from '../visibility.ts'

export type ChildType = 'page' | 'comment' | 'attachment'

/** Contents of a type below each row: `limit` of each, `most` in all, in one query. */
export async function firstBelow(
  ctx: Context,
  rows: readonly ContentRow[],
  type: ChildType,
  limit: number,
  most: number,
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  const order = type === 'attachment' ? 'title_key' : 'position'
  const ids = dialect.inIntegers(rows.map(row => row.id))
  const below = read
    .selectFrom('content')
    .where(
      eb =>
        ({
          page: eb('parent_id', 'in', ids),
          attachment: eb('container_id', 'in', ids),
          // A union and no "or": SQLite would go through all content to judge it.
          comment: eb(
            'id',
            'in',
            eb
              .selectFrom('content as answer')
              .select('answer.id')
              .where('answer.parent_id', 'in', ids)
              .unionAll(
                eb
                  .selectFrom('content as first')
                  .select('first.id')
                  .where('first.container_id', 'in', ids)
                  .where('first.parent_id', 'is', null),
              ),
          ),
        })[type],
    )
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
  // Below one row an index leads to the last that is shown; of several, everything below has to be numbered.
  if (rows.length === 1) return below.selectAll().orderBy(order).orderBy('id').limit(limit).execute()
  const holder = {
    page: sql`parent_id`,
    attachment: sql`container_id`,
    comment: sql`coalesce(parent_id, container_id)`,
  }[type]
  const place = sql<number>`row_number() over (partition by ${holder} order by ${sql.ref(order)}, id)`
  return read
    .with('below', () => below.select(['id', place.as('place')]))
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', eb => eb.selectFrom('below').select('below.id').where('place', '<=', limit))
    .orderBy(order)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Everything of a type below a page, ordered by id. */
export async function descendants(
  ctx: Context,
  pageId: number,
  type: ContentType,
  start: number,
  limit: number,
): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  // The page itself among them: what belongs to it is found by the same index as what belongs to those below.
  const pages = read.withRecursive('below(id)', cte =>
    cte
      .selectFrom('content')
      .select('id')
      .where('id', '=', pageId)
      // A cross join holds SQLite to this order. Left to choose, it may walk all content for each page found.
      .unionAll(
        cte
          .selectFrom('below')
          .crossJoin('content')
          .select('content.id')
          .whereRef('content.parent_id', '=', 'below.id')
          .where('content.type', '=', 'page')
          .where('content.status', '=', 'current'),
      ),
  )
  const found = pages.selectFrom('below').crossJoin('content').selectAll('content')
  const query =
    type === 'page'
      ? found.whereRef('content.id', '=', 'below.id').where('content.id', '<>', pageId)
      : found.whereRef('content.container_id', '=', 'below.id').where('content.type', '=', type)
  return query
    .where('content.status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .orderBy('content.id')
    .offset(start)
    .limit(limit)
    .execute()
}
