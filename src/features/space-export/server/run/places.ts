import type { Context } from '#platform/server/context.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { placesAfter, type PlaceRow } from '../store/contents.ts'

const PORTION = 1000

/** Position of a page. */
export interface Place {
  readonly parentId: number | null
  /** Among its siblings, from 0. */
  readonly position: number
}

/** The pages of a space, each after the one above it, then its posts, with the places of pages: numbers alone. */
export interface Places {
  readonly order: readonly number[]
  readonly of: ReadonlyMap<number, Place>
}

/** The pages and posts of a space that the viewer may see. */
export async function placesOf(ctx: Context, space: Space): Promise<Places> {
  const pages = await allPlaces(ctx, space, 'page')
  const of = new Map<number, Place>()
  for (const siblings of Map.groupBy(pages, page => page.parent_id).values()) {
    siblings.sort(bySiblings)
    for (const [position, { id, parent_id: parentId }] of siblings.entries()) of.set(id, { parentId, position })
  }
  const posts = await allPlaces(ctx, space, 'blogpost')
  return { order: [...parentsFirst(of), ...posts.map(post => post.id)], of }
}

async function allPlaces(ctx: Context, space: Space, type: 'page' | 'blogpost'): Promise<PlaceRow[]> {
  const places: PlaceRow[] = []
  for (;;) {
    const rows = await placesAfter(ctx, space.id, type, { after: places.at(-1)?.id ?? 0, limit: PORTION })
    places.push(...rows)
    if (rows.length < PORTION) return places
  }
}

function bySiblings(one: PlaceRow, other: PlaceRow): number {
  if (one.position === other.position) return one.id - other.id
  return one.position < other.position ? -1 : 1
}

function parentsFirst(places: ReadonlyMap<number, Place>): Set<number> {
  const ordered = new Set<number>()
  for (const id of places.keys()) {
    const chain: number[] = []
    for (let at: number | null = id; at !== null && !ordered.has(at);) {
      const place = places.get(at)
      if (!place) break
      chain.push(at)
      at = place.parentId
    }
    for (const above of chain.toReversed()) ordered.add(above)
  }
  return ordered
}
