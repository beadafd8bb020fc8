/** The differences between two states of a diagram. */
import { byReading } from '../../render/reading.ts'
import { boundsOfObject, isBoxed, isConnector } from '../../render/scene.ts'
import { apply } from '../../model/geometry/matrix.ts'
import type { DiagramDocument, DiagramObject, DiagramPage, Point } from '../../model/document.ts'
import { childrenOf, objectOf, sceneOf } from '../tree.ts'
import type {
  DiagramComparison,
  LayerAspect,
  LayerDifference,
  ObjectDifference,
  PageAspect,
  PageComparison,
} from './contract.ts'
import { lookAspects } from './looks.ts'
import { pairNamed, pairObjects, type Pairs, type Sheet } from './match.ts'
import { Placements } from './placement.ts'
import { same } from './same.ts'

/**
 * Compares two documents, the earlier with the later. Both must be immutable: what is known of their pages is cached.
 * Comparing them the other way gives the same differences, with added and removed, before and after exchanged.
 */
export function compareDocuments(before: DiagramDocument, after: DiagramDocument): DiagramComparison {
  const pairs = pairNamed(before.pages, after.pages)
  const pageOf = (id: string | undefined) => before.pages.find(page => page.id === id)
  const pages: PageComparison[] = after.pages.map(page => {
    const old = pageOf(pairs.earlier.get(page.id))
    return old
      ? comparePages({ document: before, page: old }, { document: after, page })
      : { after: page, aspects: [], layers: [], objects: [] }
  })
  for (const page of before.pages)
    if (!pairs.later.has(page.id)) pages.push({ before: page, aspects: [], layers: [], objects: [] })
  const isReordered = isOtherOrder(before.pages, after.pages, pairs)
  return { pages, isReordered, count: pages.reduce((sum, page) => sum + countOf(page), Number(isReordered)) }
}

/** Number of differences of a page; a page that is in one document only is one. */
export function countOf({ before, after, aspects, layers, objects }: PageComparison): number {
  return before && after ? aspects.length + layers.length + objects.length : 1
}

function comparePages(before: Sheet, after: Sheet): PageComparison {
  const [old, fresh] = [before.page, after.page]
  const layers = pairNamed(old.layers, fresh.layers)
  const aspects: PageAspect[] = []
  if (old.name !== fresh.name) aspects.push('renamed')
  if (old.width !== fresh.width || old.height !== fresh.height) aspects.push('resized')
  if (old.background !== fresh.background) aspects.push('background')
  if (isOtherOrder(old.layers, fresh.layers, layers)) aspects.push('layers')
  return {
    before: old,
    after: fresh,
    aspects,
    layers: layerDifferences(old, fresh, layers),
    objects: objectDifferences(before, after, layers),
  }
}

function isOtherOrder(before: readonly { id: string }[], after: readonly { id: string }[], pairs: Pairs): boolean {
  const old = before.flatMap(({ id }) => pairs.later.get(id) ?? [])
  const fresh = after.flatMap(({ id }) => (pairs.earlier.has(id) ? id : []))
  return !same(old, fresh)
}

function layerDifferences(before: DiagramPage, after: DiagramPage, pairs: Pairs): LayerDifference[] {
  const differences: LayerDifference[] = []
  for (const layer of after.layers) {
    const old = before.layers.find(({ id }) => id === pairs.earlier.get(layer.id))
    if (!old) {
      differences.push({ status: 'added', after: layer, aspects: [] })
      continue
    }
    const aspects: LayerAspect[] = []
    if (old.name !== layer.name) aspects.push('renamed')
    if (old.visible !== layer.visible) aspects.push('visibility')
    if (old.locked !== layer.locked) aspects.push('lock')
    if (aspects.length > 0) differences.push({ status: 'changed', before: old, after: layer, aspects })
  }
  for (const layer of before.layers)
    if (!pairs.later.has(layer.id)) differences.push({ status: 'removed', before: layer, aspects: [] })
  return differences
}

function objectDifferences(before: Sheet, after: Sheet, layers: Pairs): ObjectDifference[] {
  const pairs = pairObjects(before, after)
  const places = new Placements(before.page, after.page, pairs)
  const reordered = objectsInOtherOrder(before.page, after.page, pairs)
  const differences: ObjectDifference[] = []
  for (const object of Object.values(after.page.objects)) {
    const old = objectOf(before.page, pairs.earlier.get(object.id) ?? '')
    if (!old) {
      differences.push({ status: 'added', after: object, aspects: [] })
      continue
    }
    const aspects = [
      ...places.of(old.id, object.id),
      ...lookAspects(old, object, { before: before.document, after: after.document }),
      ...(isInOther(before.page, after.page, pairs, old, object) ? (['parent'] as const) : []),
      ...(isOnOtherLayer(before.page, after.page, layers, old, object) ? (['layer'] as const) : []),
      ...(reordered.has(object.id) ? (['order'] as const) : []),
    ]
    if (aspects.length > 0) differences.push({ status: 'changed', before: old, after: object, aspects })
  }
  for (const object of Object.values(before.page.objects))
    if (!pairs.later.has(object.id)) differences.push({ status: 'removed', before: object, aspects: [] })
  return inReadingOrder(before.page, after.page, differences)
}

/** Whether an object is in another group or container. Created and dissolved groups are differences themselves. */
function isInOther(
  before: DiagramPage,
  after: DiagramPage,
  pairs: Pairs,
  old: DiagramObject,
  fresh: DiagramObject,
): boolean {
  const [from, to] = [holderOf(before, old, pairs.later), holderOf(after, fresh, pairs.earlier)]
  return from === null || to === null ? from !== to : pairs.later.get(from) !== to
}

/** The nearest holder that is no group of one state only; null for none. */
function holderOf(page: DiagramPage, object: DiagramObject, paired: ReadonlyMap<string, string>): string | null {
  let holder = object.parent === null ? undefined : objectOf(page, object.parent)
  for (let depth = 0; holder?.kind === 'group' && !paired.has(holder.id) && depth < 100; depth++)
    holder = holder.parent === null ? undefined : objectOf(page, holder.parent)
  return holder?.id ?? null
}

/** Whether an object is on another layer than before, and not because what holds it is. */
function isOnOtherLayer(
  before: DiagramPage,
  after: DiagramPage,
  layers: Pairs,
  old: DiagramObject,
  fresh: DiagramObject,
): boolean {
  if (layers.later.get(old.layer) === fresh.layer) return false
  const [from, to] = [objectOf(before, old.parent ?? ''), objectOf(after, fresh.parent ?? '')]
  return !(from && to && from.layer === old.layer && to.layer === fresh.layer)
}

/**
 * Later ids of objects whose order changed relative to some sibling. Order keys alone are rewritten where there is no
 * room between two.
 */
function objectsInOtherOrder(before: DiagramPage, after: DiagramPage, pairs: Pairs): Set<string> {
  const found = new Set<string>()
  const ranks = ranksOf(before)
  const families = new Map<string, { id: string; rank: number; isOther: boolean }[]>()
  for (const [key, siblings] of siblingsOf(after)) {
    for (const { id, order } of siblings) {
      const old = ranks.get(pairs.earlier.get(id) ?? '')
      if (!old) continue
      const family = `${key} ${old.family}`
      const member = { id, rank: old.rank, isOther: old.order !== order }
      const known = families.get(family)
      if (known) known.push(member)
      else families.set(family, [member])
    }
  }
  for (const members of families.values()) {
    const lowest: number[] = []
    let least = Infinity
    for (let at = members.length - 1; at >= 0; at--) {
      lowest[at] = least
      least = Math.min(least, members[at]?.rank ?? Infinity)
    }
    let highest = -Infinity
    members.forEach(({ id, rank, isOther }, at) => {
      if (isOther && (highest > rank || (lowest[at] ?? Infinity) < rank)) found.add(id)
      highest = Math.max(highest, rank)
    })
  }
  return found
}

/** Siblings of one parent and layer, bottom first. */
function siblingsOf(page: DiagramPage): Map<string, DiagramObject[]> {
  const families = new Map<string, DiagramObject[]>()
  for (const parent of [null, ...Object.keys(page.objects)]) {
    for (const child of childrenOf(page, parent)) {
      const key = JSON.stringify([parent, child.layer])
      const known = families.get(key)
      if (known) known.push(child)
      else families.set(key, [child])
    }
  }
  return families
}

function ranksOf(page: DiagramPage): Map<string, { family: string; rank: number; order: string }> {
  const ranks = new Map<string, { family: string; rank: number; order: string }>()
  for (const [family, siblings] of siblingsOf(page))
    siblings.forEach(({ id, order }, rank) => ranks.set(id, { family, rank, order }))
  return ranks
}

/** From top to bottom, by the later place; lines after what they connect. */
function inReadingOrder(before: DiagramPage, after: DiagramPage, differences: ObjectDifference[]): ObjectDifference[] {
  return differences
    .map(difference => {
      const object = difference.after ?? difference.before
      const at = startOf(difference.after ? after : before, object.id)
      return { difference, at, isLine: object.kind === 'connector', id: object.id }
    })
    .toSorted(
      (a, b) =>
        Number(a.isLine) - Number(b.isLine) || byReading(a.at, b.at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    )
    .map(({ difference }) => difference)
}

function startOf(page: DiagramPage, id: string): Point {
  const scene = sceneOf(page)
  const place = scene.placed.get(id)
  if (isConnector(place)) return apply(place.matrix, place.object.from.at)
  if (!isBoxed(place)) return { x: 0, y: 0 }
  const { left, top } = boundsOfObject(scene, place)
  return { x: left, y: top }
}
