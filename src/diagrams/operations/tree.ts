/** Object tree and geometry of immutable pages. */
import { connectorGeometry } from '../render/connector.ts'
import { apply, boxMatrix, IDENTITY, invert, multiply, type Matrix } from '../model/geometry/matrix.ts'
import { corners, include, NOTHING, type Bounds } from '../model/geometry/outline.ts'
import { flatten } from '../model/geometry/path.ts'
import { createScene, isConnector, type BoxedObject, type Scene } from '../render/scene.ts'
import type { Rect } from '../shapes/contract.ts'
import { documentOf } from '../model/blank.ts'
import {
  LIMITS,
  type ConnectorEnd,
  type ConnectorObject,
  type DiagramObject,
  type DiagramPage,
  type Point,
} from '../model/document.ts'
import { childrenOf, objectOf } from '../model/order.ts'

export { childrenOf, objectOf, ordersFor, topOrder } from '../model/order.ts'

const ALPHABET = '0123456789abcdefghijklmnopqrstuv'

/** A new random id of 70 bits. Needs no secure context, which a wiki over http lacks. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(14)), byte => ALPHABET[byte % ALPHABET.length]).join('')
}

export function isBox(object: DiagramObject | undefined): object is BoxedObject {
  return object !== undefined && object.kind !== 'connector'
}

/** Whether an object can be a parent. */
export function canHold(object: DiagramObject | undefined): object is BoxedObject {
  return object !== undefined && (object.kind === 'group' || (object.kind === 'shape' && object.container === true))
}

/** Ancestors, the nearest first. */
export function ancestorsOf(page: DiagramPage, id: string): BoxedObject[] {
  const ancestors: BoxedObject[] = []
  let at = objectOf(page, id)
  while (at && at.parent !== null && ancestors.length <= LIMITS.depth) {
    at = objectOf(page, at.parent)
    if (isBox(at)) ancestors.push(at)
  }
  return ancestors
}

/** Ids without those whose ancestor is among them; unique, in the given order. */
export function rootsOf(page: DiagramPage, ids: Iterable<string>): string[] {
  const all = new Set(ids)
  return [...all].filter(id => objectOf(page, id) && !ancestorsOf(page, id).some(ancestor => all.has(ancestor.id)))
}

/** Descendants of objects in drawing order, without the objects themselves. */
export function descendantsOf(page: DiagramPage, ids: Iterable<string>): DiagramObject[] {
  return [...ids].flatMap(id => childrenOf(page, id).flatMap(child => [child, ...descendantsOf(page, [child.id])]))
}

/** Ids in drawing order. */
export function inDrawingOrder(page: DiagramPage, ids: Iterable<string>): string[] {
  const wanted = new Set(ids)
  return descendantsWithin(page, null).flatMap(({ id }) => (wanted.has(id) ? [id] : []))
}

function descendantsWithin(page: DiagramPage, parent: string | null): DiagramObject[] {
  return childrenOf(page, parent).flatMap(child => [child, ...descendantsWithin(page, child.id)])
}

/** Whether an object, one of its ancestors or its layer is locked. */
export function isLocked(page: DiagramPage, id: string): boolean {
  const object = objectOf(page, id)
  if (!object) return false
  const isLayerLocked = page.layers.some(layer => layer.locked && layer.id === object.layer)
  return isLayerLocked || Boolean(object.locked) || ancestorsOf(page, id).some(({ locked }) => locked)
}

/** The unlocked {@link rootsOf}. */
export function changeableRoots(page: DiagramPage, ids: Iterable<string>): string[] {
  return rootsOf(page, ids).filter(id => !isLocked(page, id))
}

/** From an object's parent coordinates to the page's. */
export function matrixTo(page: DiagramPage, id: string): Matrix {
  return ancestorsOf(page, id).reduce((inner, ancestor) => multiply(boxMatrix(ancestor), inner), IDENTITY)
}

/** From an object's own coordinates (a connector's: its parent's) to the page's. */
export function matrixOf(page: DiagramPage, id: string): Matrix {
  const object = objectOf(page, id)
  const outer = matrixTo(page, id)
  return isBox(object) ? multiply(outer, boxMatrix(object)) : outer
}

/** Inverse of a box matrix, which is never singular. */
export function inverse(matrix: Matrix): Matrix {
  return invert(matrix) ?? IDENTITY
}

/** Middle of a box in its own coordinates. */
export function middleOf({ width, height }: { width: number; height: number }): Point {
  return { x: width / 2, y: height / 2 }
}

/** A coordinate for documents: clamped, without rounding errors. */
export function coordinate(value: number): number {
  const rounded = Math.round(value * 10_000) / 10_000
  return Number.isFinite(rounded) ? Math.min(LIMITS.length, Math.max(-LIMITS.length, rounded)) + 0 : 0
}

export function pointAt({ x, y }: Point): Point {
  return { x: coordinate(x), y: coordinate(y) }
}

const scenes = new WeakMap<DiagramPage, Scene>()

/** Cached scene of a page, for geometry of connectors and outlines. */
export function sceneOf(page: DiagramPage): Scene {
  let scene = scenes.get(page)
  if (!scene) {
    scene = createScene(documentOf(page), page)
    scenes.set(page, scene)
  }
  return scene
}

/** Ends and corners of a connector as drawn, in page coordinates. */
export function drawnPoints(page: DiagramPage, id: string): Point[] {
  const place = sceneOf(page).placed.get(id)
  return isConnector(place) ? connectorGeometry(sceneOf(page), place).points : []
}

/** Bounding box of objects on the page; null for none. */
export function pageBounds(page: DiagramPage, ids: Iterable<string>): Rect | null {
  return boundsIn(page, ids, IDENTITY)
}

/** As {@link pageBounds}, in other coordinates. @param frame from the page's coordinates to those */
export function boundsIn(page: DiagramPage, ids: Iterable<string>, frame: Matrix): Rect | null {
  const bounds = { ...NOTHING }
  for (const id of ids) {
    const object = objectOf(page, id)
    // Only lines need the scene: measuring happens with every move of a drag.
    const place = object?.kind === 'connector' ? sceneOf(page).placed.get(id) : undefined
    if (isConnector(place)) {
      const { points, segments } = connectorGeometry(sceneOf(page), place)
      for (const point of [...points, ...flatten(segments)]) include(bounds, apply(frame, point))
    } else if (object) includeObject(bounds, page, object, frame)
  }
  return rectOf(bounds)
}

/** As {@link boundsIn}, by stored points of connectors instead of drawn ones, so independent of the position. */
export function contentBounds(page: DiagramPage, ids: Iterable<string>, frame: Matrix): Rect | null {
  const bounds = { ...NOTHING }
  for (const id of ids) {
    const object = objectOf(page, id)
    if (object) includeObject(bounds, page, object, frame)
  }
  return rectOf(bounds)
}

function includeObject(bounds: Bounds, page: DiagramPage, object: DiagramObject, frame: Matrix): void {
  if (object.kind === 'connector') {
    const matrix = multiply(frame, matrixTo(page, object.id))
    for (const point of [...freeEnds(object), ...object.waypoints]) include(bounds, apply(matrix, point))
    return
  }
  if (object.kind === 'group') {
    const inner = { ...NOTHING }
    for (const child of childrenOf(page, object.id)) includeObject(inner, page, child, frame)
    const { left, top, right, bottom } = inner
    include(bounds, { x: left, y: top })
    include(bounds, { x: right, y: bottom })
    if (left <= right) return
  }
  const matrix = multiply(frame, matrixOf(page, object.id))
  for (const corner of corners(0, 0, object.width, object.height)) include(bounds, apply(matrix, corner))
}

function freeEnds({ from, to }: ConnectorObject): Point[] {
  return [from, to].filter((end: ConnectorEnd) => !end.attached).map(({ at }) => at)
}

function rectOf({ left, top, right, bottom }: Bounds): Rect | null {
  return right < left || bottom < top ? null : { x: left, y: top, width: right - left, height: bottom - top }
}
