import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import { countSiblings, placesAmongOwnSiblings, placesAmongSiblings, visibleSibling } from '../store/siblings.ts'
import type { Place } from '../writer.ts'
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
  const ids = rows.map(row => row.id)
  const found =
    groups.length === rows.length
      ? await placesAmongOwnSiblings[group](ctx, { ids })
      : await placesAmongSiblings[group](ctx, { groups, ids })
  return found.map(row => [row.id, Number(row.place)])
}

/** Place of siblings: below a page, or at the top of a space. */
interface TargetPlace {
  spaceId: number
  parentId: number | null
}

/**
 * The place by its number among the siblings that the viewer may see, last where there are fewer; undefined where the
 * page is there already.
 */
export async function placeByNumber(
  tx: WriteTransaction,
  ctx: Context,
  page: ContentRow,
  target: TargetPlace,
  number: number,
): Promise<Place | undefined> {
  const among = { ...target, except: page.id }
  const next = await visibleSibling(tx, ctx.viewer, among, number)
  const stays = target.spaceId === page.space_id && target.parentId === page.parent_id
  if (stays && page.status === 'current') {
    const before = await countSiblings(tx, ctx.viewer, among, page)
    if (before === number || (!next && before === (await countSiblings(tx, ctx.viewer, among)))) return undefined
  }
  return placeBefore(tx, next, target, page.id)
}

/** The place of a new page by its number among the siblings that the viewer may see, last if there are fewer. */
export async function newPlaceByNumber(
  tx: WriteTransaction,
  ctx: Context,
  target: TargetPlace,
  number: number,
): Promise<Place> {
  return placeBefore(tx, await visibleSibling(tx, ctx.viewer, { ...target, except: NO_PAGE }, number), target, NO_PAGE)
}

/** The id of no content. */
const NO_PAGE = 0

function placeBefore(
  tx: WriteTransaction,
  next: ContentRow | undefined,
  { spaceId, parentId }: TargetPlace,
  movedId: number,
): Promise<Place> {
  return next ? resolvePlacement(tx.db, { at: 'above', target: next }, movedId) : placeLast(tx.db, spaceId, parentId)
}
