/** Matching of objects of two documents: by id, else by what they show. */
import { apply, type Matrix } from '../../model/geometry/matrix.ts'
import { plainText } from '../../render/text-layout.ts'
import type {
  ConnectorEnd,
  ConnectorObject,
  DiagramDocument,
  DiagramObject,
  DiagramPage,
  Point,
} from '../../model/document.ts'
import { ancestorsOf, childrenOf, objectOf, sceneOf } from '../tree.ts'

/** Parts of the earlier state and of the later one that are the same, by id each way. */
export class Pairs {
  readonly later = new Map<string, string>()
  readonly earlier = new Map<string, string>()

  add(before: string, after: string): void {
    this.later.set(before, after)
    this.earlier.set(after, before)
  }
}

interface Named {
  id: string
  name: string
}

/** Pages or layers: by id, then by name; a single one is always the same. */
export function pairNamed(before: readonly Named[], after: readonly Named[]): Pairs {
  const pairs = new Pairs()
  const open = () =>
    [before.filter(({ id }) => !pairs.later.has(id)), after.filter(({ id }) => !pairs.earlier.has(id))] as const
  pairBy(pairs, ...open(), ({ id }) => id)
  pairBy(pairs, ...open(), ({ name }) => name)
  const [one, other] = [before[0], after[0]]
  if (before.length === 1 && after.length === 1 && one && other) pairs.add(one.id, other.id)
  return pairs
}

/** Pairs those with equal keys, in their order; undefined is no key. */
function pairBy<Part extends { id: string }>(
  pairs: Pairs,
  before: readonly Part[],
  after: readonly Part[],
  keyOf: (part: Part, isAfter: boolean) => string | undefined,
): void {
  const waiting = new Map<string, Part[]>()
  for (const part of after.toReversed()) {
    const key = keyOf(part, true)
    const known = key === undefined ? undefined : waiting.get(key)
    if (known) known.push(part)
    else if (key !== undefined) waiting.set(key, [part])
  }
  for (const part of before) {
    const key = keyOf(part, false)
    const found = key === undefined ? undefined : waiting.get(key)?.pop()
    if (found) pairs.add(part.id, found.id)
  }
}

/** A page of a document, for what its objects look like. */
export interface Sheet {
  document: DiagramDocument
  page: DiagramPage
}

/**
 * Matches objects of two states of a page: by id and kind; the others, as after cut and paste or a repeated import, by
 * equal look and position, then by equal text, then by position alone. Lines follow by what they connect, groups by
 * what they hold.
 */
export function pairObjects(before: Sheet, after: Sheet): Pairs {
  const pairs = new Pairs()
  for (const [id, object] of Object.entries(before.page.objects)) {
    if (objectOf(after.page, id)?.kind === object.kind) pairs.add(id, id)
  }
  const survived = pairs.later.size > 0
  const rest = (isKind: (object: DiagramObject) => boolean) =>
    [
      inPlaceOrder(before.page, object => isKind(object) && !pairs.later.has(object.id)),
      inPlaceOrder(after.page, object => isKind(object) && !pairs.earlier.has(object.id)),
    ] as const
  const pair = (
    isKind: (object: DiagramObject) => boolean,
    keyOf: (object: DiagramObject, at: Sheet) => string | undefined,
  ) => {
    const [old, fresh] = rest(isKind)
    if (old.length > 0 && fresh.length > 0)
      pairBy(pairs, old, fresh, (object, isAfter) => keyOf(object, isAfter ? after : before))
  }
  const isSolid = ({ kind }: DiagramObject) => kind === 'shape' || kind === 'image'
  pair(isSolid, (object, at) => `${shownBy(object, at.document)} ${textOf(object)} ${placeOf(object, at.page)}`)
  pair(isSolid, (object, at) => textOf(object) && `${shownBy(object, at.document)} ${textOf(object)}`)
  if (!survived) pair(isSolid, (object, at) => `${shownBy(object, at.document)} ${placeOf(object, at.page)}`)
  pairGroups(pairs, before.page, after.page)
  const isLine = ({ kind }: DiagramObject) => kind === 'connector'
  const ends = (object: DiagramObject, at: Sheet) =>
    object.kind === 'connector' ? endsOf(object, at === before ? pairs.later : undefined) : undefined
  pair(isLine, (object, at) => `${ends(object, at)} ${textOf(object)} ${placeOf(object, at.page)}`)
  pair(isLine, (object, at) => ends(object, at) && `${ends(object, at)} ${textOf(object)}`)
  if (!survived) pair(isLine, ends)
  return pairs
}

/** Groups that hold a common object, the innermost first. */
function pairGroups(pairs: Pairs, before: DiagramPage, after: DiagramPage): void {
  const groups = Object.values(before.objects)
    .filter(({ id, kind }) => kind === 'group' && !pairs.later.has(id))
    .map(({ id }) => ({ id, depth: ancestorsOf(before, id).length }))
    .toSorted((a, b) => b.depth - a.depth)
  for (const { id } of groups) {
    for (const child of childrenOf(before, id)) {
      const holder = objectOf(after, pairs.later.get(child.id) ?? '')?.parent ?? ''
      if (objectOf(after, holder)?.kind !== 'group' || pairs.earlier.has(holder)) continue
      pairs.add(id, holder)
      break
    }
  }
}

/** Those of one kind from top to bottom, so that equal ones are paired in their order. */
function inPlaceOrder(page: DiagramPage, isWanted: (object: DiagramObject) => boolean): DiagramObject[] {
  return Object.values(page.objects)
    .filter(isWanted)
    .map(object => ({ object, at: originOf(object, page) }))
    .toSorted((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)
    .map(({ object }) => object)
}

function originOf(object: DiagramObject, page: DiagramPage): Point {
  const matrix = sceneOf(page).placed.get(object.id)?.matrix
  return matrix ? apply(matrix, object.kind === 'connector' ? object.from.at : { x: 0, y: 0 }) : { x: 0, y: 0 }
}

/** Kind of the visible object. */
function shownBy(object: DiagramObject, { media }: DiagramDocument): string {
  if (object.kind === 'shape') return object.shape
  return object.kind === 'image' ? (media[object.media]?.data ?? '') : object.kind
}

/** All text of an object; empty for none. */
export function textOf(object: DiagramObject): string {
  if (object.kind === 'group') return ''
  if (object.kind === 'connector') return object.labels.map(({ text }) => plainText(text)).join('\n')
  return object.text ? plainText(object.text) : ''
}

function placeOf(object: DiagramObject, page: DiagramPage): string {
  const matrix = sceneOf(page).placed.get(object.id)?.matrix
  if (!matrix) return ''
  if (object.kind !== 'connector') return `${matrixKey(matrix)} ${round(object.width)} ${round(object.height)}`
  const free = [object.from, object.to].filter(({ attached }) => !attached).map(({ at }) => at)
  return [...free, ...object.waypoints]
    .map(point => apply(matrix, point))
    .map(({ x, y }) => `${round(x)},${round(y)}`)
    .join(' ')
}

function matrixKey(matrix: Matrix): string {
  return Object.values(matrix).map(round).join(' ')
}

/** To whole px: what a program writes of a place may be rounded. */
function round(value: number): number {
  return Math.round(value) + 0
}

/** The objects that a line connects, by the later ids; undefined for nothing. */
function endsOf({ from, to }: ConnectorObject, later: ReadonlyMap<string, string> | undefined): string | undefined {
  const target = ({ attached }: ConnectorEnd) =>
    attached ? (later ? (later.get(attached.objectId) ?? '?') : attached.objectId) : '-'
  return from.attached || to.attached ? `${target(from)} ${target(to)}` : undefined
}
