import { sql } from 'kysely'
import type { Viewer } from '#platform/server/context.ts'
import { preparedForViewer, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import { unguarded } from './visibility.ts'

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

/** Places among the siblings that the viewer may see, from 0: of pages below others, and of those at the top of spaces. */
export const placesAmongSiblings = { parent_id: placesIn('parent_id'), space_id: placesIn('space_id') }

const placesAloneIn = (group: 'parent_id' | 'space_id') =>
  preparedForViewer(({ db, dialect, viewer }, { ids }: { ids: readonly number[] }) =>
    db
      .selectFrom('content as page')
      .select(['page.id'])
      .select(eb => {
        const before = eb
          .selectFrom('content as sibling')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef(`sibling.${group}`, '=', `page.${group}`)
          .where('sibling.type', '=', 'page')
          .where('sibling.status', '=', 'current')
          .where(sql<boolean>`(sibling.position, sibling.id) < (page.position, page.id)`)
          .where(unguarded(dialect, viewer, 'sibling'))
        return (group === 'space_id' ? before.where('sibling.parent_id', 'is', null) : before).as('place')
      })
      .where('page.id', 'in', dialect.inIntegers(ids)),
  )

/** As {@link placesAmongSiblings}, by counting those before each page: sooner for pages that are no siblings. */
export const placesAmongOwnSiblings = { parent_id: placesAloneIn('parent_id'), space_id: placesAloneIn('space_id') }

/** Pages below one, or at the top of a space, without one of them. */
interface Siblings {
  spaceId: number
  parentId: number | null
  except: number
}

/** The published sibling at a place, from 0, among those that a viewer may see. */
export async function visibleSibling(
  tx: WriteTransaction,
  viewer: Viewer,
  siblings: Siblings,
  place: number,
): Promise<ContentRow | undefined> {
  return visibleSiblings(tx, viewer, siblings)
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .offset(place)
    .limit(1)
    .executeTakeFirst()
}

/** How many published siblings a viewer may see, of those before a page or of all. */
export async function countSiblings(
  tx: WriteTransaction,
  viewer: Viewer,
  siblings: Siblings,
  before?: Pick<ContentRow, 'id' | 'position'>,
): Promise<number> {
  let query = visibleSiblings(tx, viewer, siblings)
  if (before) {
    query = query.where(eb =>
      eb.or([
        eb('position', '<', before.position),
        eb.and([eb('position', '=', before.position), eb('id', '<', before.id)]),
      ]),
    )
  }
  const { count } = await query.select(eb => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

function visibleSiblings({ db, dialect }: WriteTransaction, viewer: Viewer, { spaceId, parentId, except }: Siblings) {
  return db
    .selectFrom('content')
    .where('space_id', '=', spaceId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('type', '=', 'page')
    .where('status', '=', 'current')
    .where('id', '<>', except)
    .where(unguarded(dialect, viewer))
}

/** The position of the page just above or below another in the tree, without one that moves there; null for none. */
export async function neighbourOf(
  db: Queries,
  page: ContentRow,
  side: 'above' | 'below',
  movedId = 0,
): Promise<string | null> {
  const [comparison, order] = side === 'above' ? (['<', 'desc'] as const) : (['>', 'asc'] as const)
  const neighbour = await db
    .selectFrom('content')
    .select('position')
    .where('space_id', '=', page.space_id)
    .where('parent_id', page.parent_id === null ? 'is' : '=', page.parent_id)
    .where('type', '=', 'page')
    .where('status', 'in', ['current', 'draft'])
    .where('id', '<>', movedId)
    .where('position', comparison, page.position)
    .orderBy('position', order)
    .limit(1)
    .executeTakeFirst()
  return neighbour?.position ?? null
}
