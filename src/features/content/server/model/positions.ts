import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { preparedForViewer, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import { unguarded } from '../visibility.ts'
import type { Place } from '../write.ts'
import { placeLast, resolvePlacement } from './tree.ts'

/**
 * The places of published pages among those siblings that the viewer may see, from 0, by id: what is hidden must not be
 * counted by the gaps. At most two queries, over the siblings of all rows.
 */
export async function positionsOf(ctx: Context, rows: readonly ContentRow[]): Promise<ReadonlyMap<number, number>> {
  const pages = rows.filter(row => row.type === 'page' && row.status === 'current')
  const below = pages.filter(row => row.parent_id !== null)
  const top = pages.filter(row => row.parent_id === null)
  const [inside, atTop] = await Promise.all([
    ordered(
      ctx,
      'parent_id',
      below.map(row => row.parent_id),
      below,
    ),
    ordered(
      ctx,
      'space_id',
      top.map(row => row.space_id),
      top,
    ),
  ])
  return new Map([...inside, ...atTop])
}

async function ordered(
  ctx: Context,
  group: 'parent_id' | 'space_id',
  values: readonly (number | null)[],
  rows: readonly ContentRow[],
): Promise<[number, number][]> {
  if (rows.length === 0) return []
  const groups = [...new Set(values.filter(value => value !== null))]
  const found = await PLACES[group](ctx, { groups, ids: rows.map(row => row.id) })
  return found.map(row => [row.id, Number(row.place)])
}

const placesIn = (group: 'parent_id' | 'space_id') =>
  preparedForViewer(
    ({ db, dialect, viewer }, { groups, ids }: { groups: readonly number[]; ids: readonly number[] }) => {
      let siblings = db
        .selectFrom('content')
        .select([
          'id',
          sql<number>`row_number() over (partition by ${sql.ref(group)} order by position, id) - 1`.as('place'),
        ])
        .where(group, 'in', dialect.inIntegers(groups))
        .where('type', '=', 'page')
        .where('status', '=', 'current')
        .where(unguarded(dialect, viewer))
      if (group === 'space_id') siblings = siblings.where('parent_id', 'is', null)
      return db.selectFrom(siblings.as('sibling')).select(['id', 'place']).where('id', 'in', dialect.inIntegers(ids))
    },
  )

const PLACES = { parent_id: placesIn('parent_id'), space_id: placesIn('space_id') }

/**
 * The place by its number among the siblings that the viewer may see, last where there are fewer; undefined where the
 * page is there already.
 */
export async function placeByNumber(
  tx: WriteTransaction,
  ctx: Context,
  page: ContentRow,
  target: { spaceId: number; parentId: number | null },
  number: number,
): Promise<Place | undefined> {
  const siblings = tx.db
    .selectFrom('content')
    .where('space_id', '=', target.spaceId)
    .where('parent_id', target.parentId === null ? 'is' : '=', target.parentId)
    .where('type', '=', 'page')
    .where('status', '=', 'current')
    .where('id', '<>', page.id)
    .where(unguarded(tx.dialect, ctx.viewer))
  const next = await siblings.selectAll().orderBy('position').orderBy('id').offset(number).limit(1).executeTakeFirst()
  const stays = target.spaceId === page.space_id && target.parentId === page.parent_id
  if (stays && page.status === 'current') {
    const before = await siblings
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where(eb =>
        eb.or([
          eb('position', '<', page.position),
          eb.and([eb('position', '=', page.position), eb('id', '<', page.id)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    const count = Number(before.count)
    if (count === number) return undefined
    if (
      !next &&
      count ===
        Number((await siblings.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count)
    )
      return undefined
  }
  return next
    ? resolvePlacement(tx.db, { at: 'above', target: next }, page.id)
    : placeLast(tx.db, target.spaceId, target.parentId)
}
