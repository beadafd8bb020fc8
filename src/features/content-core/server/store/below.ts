import { sql } from 'kysely'
import type { Context, Viewer } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import type { ContentType } from '../tables.ts'
import { visible } from './visibility.ts'

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

/** Pages directly below others that the viewer may see, in the order of their siblings. */
export async function pagesBelow(ctx: Context, parents: readonly number[], limit: number): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('content')
    .selectAll()
    .where('parent_id', 'in', dialect.inIntegers(parents))
    .where('type', '=', 'page')
    .where('status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Pages directly below others that are not in the trash, in the order of their siblings. */
export async function livePagesBelow(
  { db, dialect }: WriteTransaction,
  parents: readonly number[],
): Promise<ContentRow[]> {
  return db
    .selectFrom('content')
    .selectAll()
    .where('parent_id', 'in', dialect.inIntegers(parents))
    .where('type', '=', 'page')
    .where('status', '<>', 'trashed')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Pages directly below others, of any status; on PostgreSQL, held until the change commits. */
export async function lockPagesBelow({ db, dialect, engine }: WriteTransaction, parents: readonly number[]) {
  let query = db
    .selectFrom('content')
    .select(['id', 'title', 'title_key', 'status', 'type'])
    .where('parent_id', 'in', dialect.inIntegers(parents))
    .where('type', '=', 'page')
    .orderBy('id')
  if (engine === 'postgres') query = query.forUpdate()
  return query.execute()
}

/** How many of these contents a viewer may see. */
export async function countVisible(
  { db, dialect }: WriteTransaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<number> {
  const { n } = await db
    .selectFrom('content')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('id', 'in', dialect.inIntegers(ids))
    .where(visible(dialect, viewer))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Comments and files that belong to one of these. */
export async function idsContainedIn(tx: WriteTransaction, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.db
    .selectFrom('content')
    .select('id')
    .where('container_id', 'in', tx.dialect.inIntegers(ids))
    .execute()
  return rows.map(row => row.id)
}
