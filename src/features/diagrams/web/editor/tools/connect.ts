/** Connector ends: snapping and attachments. */
import type { ConnectorEnd, Point } from '#diagrams/model/document.ts'
import { coordinate, inverse, pointAt } from '#diagrams/operations/tree.ts'
import { apply, IDENTITY, type Matrix } from '#diagrams/model/geometry/matrix.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import {
  boundsOfObject,
  isBoxed,
  outlineOf,
  sizeOf,
  type BoxedObject,
  type Placed,
  type Scene,
} from '#diagrams/render/scene.ts'
import type { ConnectionPoint } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { grown, holdsPoint } from '../scene/bounds.ts'
import { distanceTo, isInside, nearestOnLine } from './hit.ts'

export const SIDES = ['right', 'bottom', 'left', 'top'] as const
export type Side = (typeof SIDES)[number]
/** Anchor of each side's middle. */
export const SIDE_ANCHORS: Readonly<Record<Side, Point>> = {
  right: { x: 1, y: 0.5 },
  bottom: { x: 0.5, y: 1 },
  left: { x: 0, y: 0.5 },
  top: { x: 0.5, y: 0 },
}
const MIDDLES: readonly ConnectionPoint[] = SIDES.map(side => SIDE_ANCHORS[side])

/** A potential attachment. */
export interface Target {
  objectId: string
  /** On the object's box, 0 to 1 each way; null floats along the outline. */
  anchor: Point | null
}

/** Snap points of an object. */
export function connectionPointsOf(object: BoxedObject): readonly ConnectionPoint[] {
  const own = object.kind === 'shape' ? findShape(object.shape)?.connectionPoints : undefined
  return own && own.length > 0 ? own : MIDDLES
}

export function anchorOnPage({ object, matrix }: Placed<BoxedObject>, anchor: Point): Point {
  const { width, height } = sizeOf(object)
  return apply(matrix, { x: anchor.x * width, y: anchor.y * height })
}

export interface TargetOptions {
  /** Snap distance, px of the page. */
  reach: number
  /** Ids excluded as targets. */
  except?: ReadonlySet<string>
  /** False anchors exactly at the pointer. */
  snaps?: boolean
}

/**
 * Attachment of an end at a position: a connection point nearby, else the outline nearby, else, within a shape, its
 * floating outline. Containers are hit at their edge only.
 */
export function targetAt(scene: Scene, at: Point, { reach, except, snaps = true }: TargetOptions): Target | null {
  const locked = new Set(scene.page.layers.filter(layer => layer.locked).map(({ id }) => id))
  for (let index = scene.drawn.length - 1; index >= 0; index--) {
    const place = scene.drawn[index]
    if (
      !isBoxed(place) ||
      place.object.kind === 'group' ||
      locked.has(place.object.layer) ||
      except?.has(place.object.id)
    )
      continue
    if (!holdsPoint(grown(boundsOfObject(scene, place), reach), at)) continue
    const target = targetOn(scene, place, at, reach, snaps)
    if (target) return target
  }
  return null
}

function targetOn(scene: Scene, place: Placed<BoxedObject>, at: Point, reach: number, snaps: boolean): Target | null {
  const { object } = place
  const objectId = object.id
  const outline = outlineOf(scene, place)
  const inside = isInside(outline, at)
  const far = distanceTo(outline, at)
  if (!snaps) return inside || far <= reach ? { objectId, anchor: anchorAt(place, at) } : null
  const [nearest] = connectionPointsOf(object)
    .map(({ x, y }) => ({ anchor: { x, y }, far: distance(anchorOnPage(place, { x, y }), at) }))
    .toSorted((a, b) => a.far - b.far)
  if (nearest && nearest.far <= reach) return { objectId, anchor: nearest.anchor }
  if (far <= reach / 2) return { objectId, anchor: anchorAt(place, nearestOf(outline, at)) }
  const isContainer = object.kind === 'shape' && object.container === true
  return inside && !isContainer ? { objectId, anchor: null } : null
}

function nearestOf(outline: readonly (readonly Point[])[], at: Point): Point {
  const feet = outline.flatMap(polygon => nearestOnLine([...polygon, ...polygon.slice(0, 1)], at) ?? [])
  return feet.toSorted((a, b) => a.distance - b.distance)[0]?.at ?? at
}

/** Position on an object's box, 0 to 1 each way. */
function anchorAt({ object, matrix }: Placed<BoxedObject>, at: Point): Point {
  const { width, height } = sizeOf(object)
  const local = apply(inverse(matrix), at)
  const share = (value: number, length: number) =>
    length > 0 ? coordinate(Math.min(1, Math.max(0, value / length))) : 0.5
  return { x: share(local.x, width), y: share(local.y, height) }
}

/**
 * The stored end.
 * @param at in page coordinates
 * @param outer from the connector's coordinates to the page's
 */
export function endAt(scene: Scene, at: Point, target: Target | null, outer: Matrix = IDENTITY): ConnectorEnd {
  const place = target ? scene.placed.get(target.objectId) : undefined
  const spot = target?.anchor && isBoxed(place) ? anchorOnPage(place, target.anchor) : at
  const written = pointAt(apply(inverse(outer), spot))
  return target ? { at: written, attached: { objectId: target.objectId, anchor: target.anchor } } : { at: written }
}
