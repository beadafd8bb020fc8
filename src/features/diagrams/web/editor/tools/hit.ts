/** Hit testing by geometry: outlines, lines and texts as rendered. */
import type { ConnectorObject, DiagramObject, DiagramPage, Point } from '#diagrams/model/document.ts'
import { ancestorsOf, canHold, inverse } from '#diagrams/operations/tree.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { labelArea as areaOfLabel } from '#diagrams/render/label.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import {
  boundsOfObject,
  isBoxed,
  isConnector,
  outlineOf,
  type BoxedObject,
  type Placed,
  type Scene,
} from '#diagrams/render/scene.ts'
import { textAreaOf } from '#diagrams/render/text-area.ts'
import { textFrame } from '#diagrams/render/turned.ts'
import { layoutText, plainText } from '#diagrams/render/text-layout.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { connectorBounds, connectorPoints, placeBounds } from '../scene/live-scene.ts'
import { boundsOfRect, grown, holdsBounds, holdsPoint } from '../scene/bounds.ts'

/** Search distance of labels from their connector, px. */
const LABEL_REACH = 300

export interface HitOptions {
  /** Tolerance of lines, px of the page. */
  tolerance: number
  /** Ids to ignore. */
  except?: ReadonlySet<string>
}

/**
 * Topmost object at a position, inside groups. A hollow object without text is hit at its line; within it only as a
 * last resort. Ignores locked layers.
 */
export function objectAt(scene: Scene, at: Point, { tolerance, except }: HitOptions): Placed | null {
  const locked = lockedLayers(scene.page)
  let within: Placed | null = null
  let smallest = Infinity
  for (let index = scene.drawn.length - 1; index >= 0; index--) {
    const place = scene.drawn[index]
    if (!place || place.object.kind === 'group' || locked.has(place.object.layer) || except?.has(place.object.id))
      continue
    if (isConnector(place)) {
      if (isOnLine(scene, place, at, tolerance) || labelAt(scene, place, at) !== null) return place
    } else if (isBoxed(place)) {
      const kind = hitKind(scene, place, at, tolerance)
      if (kind === 'solid') return place
      const { left, top, right, bottom } = boundsOfObject(scene, place)
      if (kind === 'hollow' && (right - left) * (bottom - top) < smallest) {
        within = place
        smallest = (right - left) * (bottom - top)
      }
    }
  }
  return within
}

function lockedLayers({ layers }: DiagramPage): Set<string> {
  return new Set(layers.filter(({ locked }) => locked).map(({ id }) => id))
}

function hitKind(scene: Scene, place: Placed<BoxedObject>, at: Point, tolerance: number): 'solid' | 'hollow' | null {
  if (!holdsPoint(grown(boundsOfObject(scene, place), tolerance), at)) return isOnText(place, at) ? 'solid' : null
  const outline = outlineOf(scene, place)
  if (distanceTo(outline, at) <= tolerance) return 'solid'
  if (!isInside(outline, at)) return isOnText(place, at) ? 'solid' : null
  return isHollow(place.object) && !isOnText(place, at) ? 'hollow' : 'solid'
}

/** Whether an object has neither fill nor text. */
function isHollow(object: BoxedObject): boolean {
  return (
    object.kind === 'shape' &&
    object.style.fill.kind === 'none' &&
    (!object.text || plainText(object.text).trim() === '')
  )
}

/** Whether a position is on a shape's text, which may be outside of it. */
function isOnText({ object, matrix }: Placed<BoxedObject>, at: Point): boolean {
  if (object.kind !== 'shape' || !object.text) return false
  const area = textAreaOf(object, object.text)
  const local = apply(inverse(matrix), at)
  if (!holdsPoint(boundsOfRect(area), local)) return false
  const frame = textFrame(area, object.text)
  const own = apply(inverse(frame.matrix), local)
  return layoutText(object.text, frame.area.width, frame.area.height).lines.some(({ x, y, width, height }) =>
    holdsPoint(boundsOfRect({ x: frame.area.x + x, y: frame.area.y + y, width, height }), own),
  )
}

function isOnLine(scene: Scene, place: Placed<ConnectorObject>, at: Point, tolerance: number): boolean {
  const reach = tolerance + place.object.stroke.width / 2
  if (!holdsPoint(grown(connectorBounds(scene, place), reach), at)) return false
  return distanceToLine(connectorPoints(scene, place), at) <= reach
}

/** Index of a connector's label at a position, or null. */
export function labelAt(scene: Scene, place: Placed<ConnectorObject>, at: Point): number | null {
  if (place.object.labels.length === 0 || !holdsPoint(grown(connectorBounds(scene, place), LABEL_REACH), at))
    return null
  const index = place.object.labels.findIndex((_, label) => {
    const area = labelArea(scene, place, label)
    return area !== null && holdsPoint(grown(boundsOfRect(area), 2), at)
  })
  return index < 0 ? null : index
}

/** Area of a connector's label on the page, or null. */
export function labelArea(scene: Scene, place: Placed<ConnectorObject>, index: number): Rect | null {
  const label = place.object.labels[index]
  if (!label) return null
  return areaOfLabel(place.object, label, connectorGeometry(scene, place).segments)
}

/** Whether a position is inside polygons (even-odd rule). */
export function isInside(polygons: readonly (readonly Point[])[], { x, y }: Point): boolean {
  let inside = false
  for (const polygon of polygons) {
    for (let index = 0, last = polygon.length - 1; index < polygon.length; last = index++) {
      const [a, b] = [polygon[index], polygon[last]]
      if (a && b && a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}

/** Distance from the edges of polygons. */
export function distanceTo(polygons: readonly (readonly Point[])[], at: Point): number {
  return Math.min(
    ...polygons.map(polygon => {
      const [first] = polygon
      return first ? distanceToLine([...polygon, first], at) : Infinity
    }),
  )
}

function distanceToLine(points: readonly Point[], at: Point): number {
  return nearestOnLine(points, at)?.distance ?? Infinity
}

export interface LineFoot {
  at: Point
  /** Share of the line's length, 0 to 1. */
  along: number
  /** Signed distance, positive to the right of the direction. */
  across: number
  distance: number
  /** Index of the point before it. */
  index: number
}

/** The position on a line nearest to a point; null for fewer than two points. */
export function nearestOnLine(points: readonly Point[], to: Point): LineFoot | null {
  let best: (Omit<LineFoot, 'along'> & { before: number }) | null = null
  let before = 0
  for (let index = 0; index + 1 < points.length; index++) {
    const [a, b] = [points[index], points[index + 1]]
    if (!a || !b) continue
    const length = distance(a, b)
    const [dx, dy] = length > 0 ? [(b.x - a.x) / length, (b.y - a.y) / length] : [1, 0]
    const share = Math.min(length, Math.max(0, (to.x - a.x) * dx + (to.y - a.y) * dy))
    const at = { x: a.x + dx * share, y: a.y + dy * share }
    const far = distance(at, to)
    if (!best || far < best.distance) {
      const side = dx * (to.y - a.y) - dy * (to.x - a.x)
      best = { at, across: far * (side < 0 ? -1 : 1), distance: far, index, before: before + share }
    }
    before += length
  }
  return (
    best && {
      at: best.at,
      across: best.across,
      distance: best.distance,
      index: best.index,
      along: before > 0 ? best.before / before : 0.5,
    }
  )
}

/** Object selected by a click: the outermost group, or within a group with a selection, the next one inside. */
export function selectableOf(page: DiagramPage, id: string, selection: ReadonlySet<string>): string {
  const groups = ancestorsOf(page, id).filter(({ kind }) => kind === 'group')
  const entered = new Set([...selection].flatMap(selected => ancestorsOf(page, selected).map(ancestor => ancestor.id)))
  // From the outermost: the first that was not entered.
  return groups.findLast(group => !entered.has(group.id))?.id ?? id
}

/** As {@link selectableOf}, one level deeper: for a double click on a group. */
export function innerOf(page: DiagramPage, id: string, selection: ReadonlySet<string>): string {
  const chain = [
    id,
    ...ancestorsOf(page, id)
      .filter(({ kind }) => kind === 'group')
      .map(group => group.id),
  ]
  const at = chain.findIndex(one => selection.has(one))
  return chain[Math.max(0, at - 1)] ?? id
}

/** Ids of objects wholly in a part of the page, as a click would select them. */
export function objectsIn(scene: Scene, area: Bounds): string[] {
  const locked = lockedLayers(scene.page)
  const found = new Set<string>()
  for (const place of scene.drawn) {
    const { object } = place
    if (
      locked.has(object.layer) ||
      object.locked ||
      ancestorsOf(scene.page, object.id).some(({ kind, locked: isHeld }) => kind === 'group' || isHeld)
    )
      continue
    if (holdsBounds(area, placeBounds(scene, place))) found.add(object.id)
  }
  // Without the content of selected containers.
  return [...found].filter(id => !ancestorsOf(scene.page, id).some(ancestor => found.has(ancestor.id)))
}

/** Container at a position, for drops, or null. */
export function containerAt(scene: Scene, at: Point, except: ReadonlySet<string>): Placed<BoxedObject> | null {
  const locked = lockedLayers(scene.page)
  const isMoving = (object: DiagramObject) =>
    except.has(object.id) || ancestorsOf(scene.page, object.id).some(({ id }) => except.has(id))
  return (
    scene.drawn.findLast(
      (place): place is Placed<BoxedObject> =>
        isBoxed(place) &&
        place.object.kind === 'shape' &&
        canHold(place.object) &&
        !place.object.locked &&
        !locked.has(place.object.layer) &&
        holdsPoint(boundsOfObject(scene, place), at) &&
        isInside(outlineOf(scene, place), at) &&
        !isMoving(place.object),
    ) ?? null
  )
}
