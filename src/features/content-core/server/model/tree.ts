import { generateKeyBetween } from 'fractional-indexing'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { ancestorIds, lastPosition, MAX_DEPTH, type ContentRow } from '../store.ts'
import { neighbourOf } from '../store/siblings.ts'
import type { Place } from '../writer.ts'

/** Destination of a page: as last child of a page, just above or below a sibling, or last at the top of a space. */
export type Placement =
  | { at: 'append'; target: ContentRow }
  | { at: 'above' | 'below'; target: ContentRow }
  | { at: 'topLevel'; spaceId: number }

/** Position after all siblings: the place of a new page. */
export async function placeLast(db: Queries, spaceId: number, parentId: number | null): Promise<Place> {
  return { spaceId, parentId, position: generateKeyBetween(await lastPosition(db, spaceId, parentId), null) }
}

/** Works out the place without touching any sibling. */
export async function resolvePlacement(db: Queries, placement: Placement, movedId?: number): Promise<Place> {
  if (placement.at === 'topLevel') return placeLast(db, placement.spaceId, null)
  const { target } = placement
  if (placement.at === 'append') return placeLast(db, target.space_id, target.id)
  const neighbour = await neighbourOf(db, target, placement.at, movedId)
  const position =
    placement.at === 'above'
      ? generateKeyBetween(neighbour, target.position)
      : generateKeyBetween(target.position, neighbour)
  return { spaceId: target.space_id, parentId: target.parent_id, position }
}

/**
 * Refuses a place inside the page's own subtree, or too deep.
 * @throws HttpError 400
 */
export async function checkPlace(tx: WriteTransaction, page: ContentRow, place: Place): Promise<void> {
  if (place.parentId === null) return
  const above = await ancestorIds(tx.db, place.parentId)
  if (above.includes(page.id)) throw badRequest('A page cannot be moved below itself')
  if (above.length >= MAX_DEPTH)
    throw badRequest('Pages nest at most {{most}} levels deep', {
      values: { most: MAX_DEPTH },
    })
}
