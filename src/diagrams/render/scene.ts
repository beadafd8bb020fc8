/** Scenes: a page prepared for drawing, with tree, transforms and visibility. */
import {
  LIMITS,
  type Box,
  type ConnectorObject,
  type DiagramDocument,
  type DiagramObject,
  type DiagramPage,
  type Point,
} from '../model/document.ts'
import { treeOf } from '../model/order.ts'
import { findShape } from '../shapes/library.ts'
import type { ShapeDefinition, Size } from '../shapes/contract.ts'
import { apply, boxMatrix, IDENTITY, multiply, type Matrix } from '../model/geometry/matrix.ts'
import { boundsOf, corners, type Bounds } from '../model/geometry/outline.ts'
import { flattenPath } from '../model/geometry/path.ts'

export type BoxedObject = Exclude<DiagramObject, ConnectorObject>

/** An object with its transform. */
export interface Placed<Kind extends DiagramObject = DiagramObject> {
  object: Kind
  /** From the object's own coordinates (a connector's: its parent's) to the page's. */
  matrix: Matrix
  /** Mirrored an odd number of times, including its ancestors; text is turned back. */
  flipX: boolean
  flipY: boolean
}

export interface Scene {
  document: DiagramDocument
  page: DiagramPage
  /** Bottom to top. */
  drawn: Placed[]
  /** By id, without objects unreachable from a layer. */
  placed: ReadonlyMap<string, Placed>
  /** Outlines in page coordinates, computed lazily. */
  outlines: Map<string, Point[][]>
  boxes: Map<string, Bounds>
}

/** Recursion limit; valid documents never reach it. */
const MAX_DEPTH = 100

/** @param layers ids of visible layers; default as in the document */
export function createScene(document: DiagramDocument, page: DiagramPage, layers?: ReadonlySet<string>): Scene {
  const shown = layers ?? new Set(page.layers.filter(({ visible }) => visible).map(({ id }) => id))
  const children = treeOf(page)
  const placed = new Map<string, Placed>()
  const drawn: Placed[] = []
  const visit = (
    siblings: readonly DiagramObject[],
    parent: Omit<Placed, 'object'>,
    visible: boolean,
    depth: number,
  ) => {
    for (const object of siblings) {
      const place = placeObject(parent, object)
      const isVisible = visible && !object.hidden && shown.has(object.layer)
      // Not drawn, and nothing attaches to it.
      if (!isFiniteMatrix(place.matrix)) continue
      placed.set(object.id, place)
      if (isVisible) drawn.push(place)
      const inner = children.get(object.id)
      if (inner && depth < MAX_DEPTH) visit(inner, place, visible && !object.hidden, depth + 1)
    }
  }
  visit(children.get(null) ?? [], { matrix: IDENTITY, flipX: false, flipY: false }, true, 0)
  return { document, page, drawn, placed, outlines: new Map(), boxes: new Map() }
}

/** An object's transform within its parent's. */
export function placeObject(parent: Omit<Placed, 'object'>, object: DiagramObject): Placed {
  if (object.kind === 'connector') return { ...parent, object }
  return {
    object,
    matrix: multiply(parent.matrix, boxMatrix({ ...object, ...sizeOf(object) })),
    flipX: parent.flipX !== Boolean(object.flipX),
    flipY: parent.flipY !== Boolean(object.flipY),
  }
}

function isFiniteMatrix({ a, b, c, d, e, f }: Matrix): boolean {
  return Number.isFinite(a + b + c + d + e + f)
}

/** Size of a box for drawing, clamped to the document's limits. */
export function sizeOf({ width, height }: Box): Size {
  return { width: finite(width), height: finite(height) }
}

function finite(length: number): number {
  return Number.isFinite(length) ? Math.min(Math.max(0, length), LIMITS.length) : 0
}

/** A shape's parameters, including defaults. */
export function parametersOf(
  definition: ShapeDefinition,
  own: Readonly<Record<string, number>> | undefined,
): Record<string, number> {
  const values: Record<string, number> = {}
  for (const { name, min, max, default: standard } of definition.parameters ?? []) {
    const value = own && Object.hasOwn(own, name) ? own[name] : undefined
    values[name] = value !== undefined && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : standard
  }
  return values
}

/** Outline polygons in page coordinates, for connectors, hit tests and links. */
export function outlineOf(scene: Scene, { object, matrix }: Placed<BoxedObject>): Point[][] {
  const known = scene.outlines.get(object.id)
  if (known) return known
  const size = sizeOf(object)
  const data = object.kind === 'shape' ? shapeOutline(object.shape, object.parameters, size) : null
  const own = data ? flattenPath(data) : []
  const polygons = (own.length > 0 ? own : [corners(0, 0, size.width, size.height)]).map(points =>
    points.map(point => apply(matrix, point)),
  )
  scene.outlines.set(object.id, polygons)
  return polygons
}

function shapeOutline(shape: string, own: Record<string, number> | undefined, size: Size): string | null {
  const definition = findShape(shape)
  if (!definition) return null
  const parameters = parametersOf(definition, own)
  return definition.outline?.(size, parameters) ?? definition.paths(size, parameters)[0]?.d ?? null
}

/** Bounding box of an object on the page. */
export function boundsOfObject(scene: Scene, { object, matrix }: Placed<BoxedObject>): Bounds {
  const known = scene.boxes.get(object.id)
  if (known) return known
  const { width, height } = sizeOf(object)
  const bounds = boundsOf(corners(0, 0, width, height).map(point => apply(matrix, point)))
  scene.boxes.set(object.id, bounds)
  return bounds
}

export function isBoxed(place: Placed | undefined): place is Placed<BoxedObject> {
  return place !== undefined && place.object.kind !== 'connector'
}

export function isConnector(place: Placed | undefined): place is Placed<ConnectorObject> {
  return place?.object.kind === 'connector'
}
