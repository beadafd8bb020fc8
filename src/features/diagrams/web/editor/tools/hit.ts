/** What lies under a pointer, by geometry alone: outlines, lines and texts as the renderer draws them. */
import type { ConnectorObject, DiagramObject, DiagramPage, Point } from '#diagrams/model/document.ts'
import { ancestorsOf, canHold, inverse } from '#diagrams/operations/tree.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { labelArea as areaOfLabel } from '#diagrams/render/label.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import { boundsOfObject, isBoxed, isConnector, outlineOf, type BoxedObject, type Placed, type Scene } from '#diagrams/render/scene.ts'
import { textAreaOf } from '#diagrams/render/text-area.ts'
import { layoutText, plainText } from '#diagrams/render/text-layout.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { connectorBounds, connectorPoints, placeBounds } from '../canvas/live-scene.ts'
import { boundsOfRect, grown, holdsBounds, holdsPoint } from './bounds.ts'

/** How far the labels of a connector may be from it and still be looked for, px. */
const LABEL_REACH = 300

export interface HitOptions {
  /** Distance from a line that still meets it, px of the page. */
  tolerance: number
  /** Ids that are looked through. */
  except?: ReadonlySet<string>
}

/**
 * The topmost object at a place of the page; groups are never met, what they hold is. What is hollow, without a text, is
 * met at its line, and within it only where nothing else is. Objects of locked layers are looked through.
 */
export function objectAt(scene: Scene, at: Point, { tolerance, except }: HitOptions): Placed | null {
  const locked = lockedLayers(scene.page)
  let within: Placed | null = null
  let smallest = Infinity
  for (let index = scene.drawn.length - 1; index >= 0; index--) {
    const place = scene.drawn[index]
    if (!place || place.object.kind === 'group' || locked.has(place.object.layer) || except?.has(place.object.id)) continue
    if (isConnector(place)) {
      if (isOnLine(scene, place, at, tolerance) || labelAt(scene, place, at) !== null) return place
    } else if (isBoxed(place)) {
      const met = meets(scene, place, at, tolerance)
      if (met === 'solid') return place
      const { left, top, right, bottom } = boundsOfObject(scene, place)
      if (met === 'hollow' && (right - left) * (bottom - top) < smallest) {
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

function meets(scene: Scene, place: Placed<BoxedObject>, at: Point, tolerance: number): 'solid' | 'hollow' | null {
  if (!holdsPoint(grown(boundsOfObject(scene, place), tolerance), at)) return isOnText(place, at) ? 'solid' : null
  const outline = outlineOf(scene, place)
  if (distanceTo(outline, at) <= tolerance) return 'solid'
  if (!isInside(outline, at)) return isOnText(place, at) ? 'solid' : null
  return isHollow(place.object) && !isOnText(place, at) ? 'hollow' : 'solid'
}

/** What one looks through: neither filled nor written on. */
function isHollow(object: BoxedObject): boolean {
  return object.kind === 'shape' && object.style.fill.kind === 'none' && (!object.text || plainText(object.text).trim() === '')
}

/** Whether a place is on the text of a shape, which may stand below or beside it. */
function isOnText({ object, matrix }: Placed<BoxedObject>, at: Point): boolean {
  if (object.kind !== 'shape' || !object.text) return false
  const area = textAreaOf(object, object.text)
  const local = apply(inverse(matrix), at)
  if (!holdsPoint(boundsOfRect(area), local)) return false
  return layoutText(object.text, area.width, area.height).lines.some(({ x, y, width, height }) =>
    holdsPoint(boundsOfRect({ x: area.x + x, y: area.y + y, width, height }), local))
}

function isOnLine(scene: Scene, place: Placed<ConnectorObject>, at: Point, tolerance: number): boolean {
  const reach = tolerance + place.object.stroke.width / 2
  if (!holdsPoint(grown(connectorBounds(scene, place), reach), at)) return false
  return distanceToLine(connectorPoints(scene, place), at) <= reach
}

/** Index of the label of a connector at a place; null for none. */
export function labelAt(scene: Scene, place: Placed<ConnectorObject>, at: Point): number | null {
  if (place.object.labels.length === 0 || !holdsPoint(grown(connectorBounds(scene, place), LABEL_REACH), at)) return null
  const index = place.object.labels.findIndex((_, label) => {
    const area = labelArea(scene, place, label)
    return area !== null && holdsPoint(grown(boundsOfRect(area), 2), at)
  })
  return index < 0 ? null : index
}

/** Where a label of a connector stands on the page; null when there is none of that index. */
export function labelArea(scene: Scene, place: Placed<ConnectorObject>, index: number): Rect | null {
  const label = place.object.labels[index]
  if (!label) return null
  return areaOfLabel(place.object, label, connectorGeometry(scene, place).segments)
}

/** Whether a place is inside polygons, by the even-odd rule. */
export function isInside(polygons: readonly (readonly Point[])[], { x, y }: Point): boolean {
  let inside = false
  for (const polygon of polygons) {
    for (let index = 0, last = polygon.length - 1; index < polygon.length; last = index++) {
      const [a, b] = [polygon[index], polygon[last]]
      if (a && b && a.y > y !== b.y > y && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}

/** Distance from the edge of polygons. */
export function distanceTo(polygons: readonly (readonly Point[])[], at: Point): number {
  return Math.min(...polygons.map(polygon => {
    const [first] = polygon
    return first ? distanceToLine([...polygon, first], at) : Infinity
  }))
}

function distanceToLine(points: readonly Point[], at: Point): number {
  return nearestOnLine(points, at)?.distance ?? Infinity
}

export interface LineFoot {
  at: Point
  /** Share of the line's length before it, 0 to 1. */
  along: number
  /** Signed distance: positive to the right of the line's direction. */
  across: number
  distance: number
  /** Index of the point before it. */
  index: number
}

/** The place of a line that is nearest to a point; null for a line of fewer than two points. */
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
  return best && { at: best.at, across: best.across, distance: best.distance, index: best.index, along: before > 0 ? best.before / before : 0.5 }
}

/**
 * What a click on an object selects: the outermost group around it, or, within a group in which something is selected
 * already, the next one inside.
 */
export function selectableOf(page: DiagramPage, id: string, selection: ReadonlySet<string>): string {
  const groups = ancestorsOf(page, id).filter(({ kind }) => kind === 'group')
  const entered = new Set([...selection].flatMap(selected => ancestorsOf(page, selected).map(ancestor => ancestor.id)))
  // From the outermost: the first that was not entered.
  return groups.findLast(group => !entered.has(group.id))?.id ?? id
}

/** As {@link selectableOf}, one step further in: what a double click on a group selects. */
export function innerOf(page: DiagramPage, id: string, selection: ReadonlySet<string>): string {
  const chain = [id, ...ancestorsOf(page, id).filter(({ kind }) => kind === 'group').map(group => group.id)]
  const at = chain.findIndex(one => selection.has(one))
  return chain[Math.max(0, at - 1)] ?? id
}

/** Ids of what lies wholly in a part of the page, as a click would select them. */
export function objectsIn(scene: Scene, area: Bounds): string[] {
  const locked = lockedLayers(scene.page)
  const found = new Set<string>()
  for (const place of scene.drawn) {
    const { object } = place
    if (locked.has(object.layer) || object.locked || ancestorsOf(scene.page, object.id).some(({ kind, locked: isHeld }) => kind === 'group' || isHeld)) continue
    if (holdsBounds(area, placeBounds(scene, place))) found.add(object.id)
  }
  // What a container holds goes with it.
  return [...found].filter(id => !ancestorsOf(scene.page, id).some(ancestor => found.has(ancestor.id)))
}

/** The container that something dropped at a place would lie in; null for none. */
export function containerAt(scene: Scene, at: Point, except: ReadonlySet<string>): Placed<BoxedObject> | null {
  const locked = lockedLayers(scene.page)
  const isMoving = (object: DiagramObject) => except.has(object.id) || ancestorsOf(scene.page, object.id).some(({ id }) => except.has(id))
  return scene.drawn.findLast((place): place is Placed<BoxedObject> =>
    isBoxed(place) && place.object.kind === 'shape' && canHold(place.object) && !place.object.locked && !locked.has(place.object.layer)
    && holdsPoint(boundsOfObject(scene, place), at) && isInside(outlineOf(scene, place), at) && !isMoving(place.object)) ?? null
}
