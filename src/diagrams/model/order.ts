/** Tree and z-order of siblings. */
import { generateNKeysBetween } from 'fractional-indexing'
import type { DiagramObject, DiagramPage } from './document.ts'

/** Maximum length of an order; siblings with longer ones are all renumbered. */
const MAX_ORDER = 500
const LONG_ORDER = 200
const KEY = /^[A-Za-z][0-9A-Za-z]+$/

export function objectOf(page: DiagramPage, id: string): DiagramObject | undefined {
  return Object.hasOwn(page.objects, id) ? page.objects[id] : undefined
}

/** Children by parent, null for the top: by layer, then by order, bottom first. */
export function treeOf(page: DiagramPage): Map<string | null, DiagramObject[]> {
  const layerPlace = new Map(page.layers.map(({ id }, index) => [id, index]))
  const children = new Map<string | null, DiagramObject[]>()
  for (const object of Object.values(page.objects)) {
    const parent = object.parent !== null && Object.hasOwn(page.objects, object.parent) ? object.parent : null
    const siblings = children.get(parent)
    if (siblings) siblings.push(object)
    else children.set(parent, [object])
  }
  const place = ({ layer }: DiagramObject) => layerPlace.get(layer) ?? -1
  for (const siblings of children.values()) {
    siblings.sort((a, b) => place(a) - place(b) || compare(a.order, b.order) || compare(a.id, b.id))
  }
  return children
}

/** Cache for immutable pages. */
const trees = new WeakMap<DiagramPage, ReadonlyMap<string | null, readonly DiagramObject[]>>()

/**
 * Children of an object, or of the page, in drawing order.
 * @param page must be immutable: the tree is cached
 */
export function childrenOf(page: DiagramPage, parentId: string | null): readonly DiagramObject[] {
  let tree = trees.get(page)
  if (!tree) trees.set(page, (tree = treeOf(page)))
  return tree.get(parentId) ?? []
}

/** Orders for new objects above all siblings of a parent and layer, bottom first. */
export function topOrder(page: DiagramPage, parent: string | null, layer: string, count: number): string[] {
  const last = childrenOf(page, parent).findLast(object => object.layer === layer)?.order ?? null
  return keysBetween(last, null, count) ?? keysAbove(last ?? '', count)
}

/**
 * Orders that bring siblings into a sequence.
 * @param sequence all siblings of one parent and layer, bottom first
 * @param moved ids of the moved ones; the others are in their old sequence
 * @returns new orders by id: of the moved ones, or of all where there is no room between
 */
export function ordersFor(
  sequence: readonly Pick<DiagramObject, 'id' | 'order'>[],
  moved: ReadonlySet<string>,
): Map<string, string> {
  const orders = new Map<string, string>()
  for (let start = 0; start < sequence.length; start++) {
    if (!moved.has(sequence[start]?.id ?? '')) continue
    let end = start
    while (end < sequence.length && moved.has(sequence[end]?.id ?? '')) end++
    const keys = keysBetween(sequence[start - 1]?.order ?? null, sequence[end]?.order ?? null, end - start)
    if (!keys) return renumbered(sequence)
    keys.forEach((key, index) => orders.set(sequence[start + index]?.id ?? '', key))
    start = end
  }
  return orders
}

function renumbered(sequence: readonly Pick<DiagramObject, 'id' | 'order'>[]): Map<string, string> {
  const keys = generateNKeysBetween(null, null, sequence.length)
  return new Map(sequence.map(({ id }, index) => [id, keys[index] ?? 'a0']))
}

/** Null when there is no room between, as for orders of other programs. */
function keysBetween(before: string | null, after: string | null, count: number): string[] | null {
  if (
    ![before, after].every(key => key === null || KEY.test(key)) ||
    (before !== null && after !== null && before >= after)
  )
    return null
  try {
    const keys = generateNKeysBetween(before, after, count)
    return keys.every(key => key.length <= LONG_ORDER) ? keys : null
  } catch {
    // Only looks like a key.
    return null
  }
}

/** Orders above one that is not a key of `fractional-indexing`. */
function keysAbove(last: string, count: number): string[] {
  const first = generateNKeysBetween(null, null, count)
  if (last < 'a0') return first
  const head = String.fromCharCode(last.charCodeAt(0) + 1)
  // The least key of the next head: two digits follow `b`, three `c`, and so on.
  if (head <= 'z') return generateNKeysBetween(head + '0'.repeat(head.charCodeAt(0) - 96), null, count)
  return first.map(key => (last + key).slice(0, MAX_ORDER))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
