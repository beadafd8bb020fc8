/** Incremental scene of the visible page: only changed objects are placed and routed again. */
import type { ConnectorObject, DiagramDocument, DiagramObject, DiagramPage, Point } from '#diagrams/model/document.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { IDENTITY, type Matrix } from '#diagrams/model/geometry/matrix.ts'
import { CLEARANCE } from '#diagrams/render/orthogonal.ts'
import { boundsOf, type Bounds } from '#diagrams/model/geometry/outline.ts'
import { flatten } from '#diagrams/model/geometry/path.ts'
import {
  boundsOfObject,
  createScene,
  isBoxed,
  isConnector,
  placeObject,
  type Placed,
  type Scene,
} from '#diagrams/render/scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { grown, overlap } from './bounds.ts'

const PAGE: Omit<Placed, 'object'> = { matrix: IDENTITY, flipX: false, flipY: false }

/** Scene of the current page with the preview. Unchanged objects retain their {@link Placed}. */
export function sceneOf(editor: EditorContext): Scene {
  const { shown, page, lastScene: last } = editor
  if (last?.page === page && last.document === shown) return last
  const isSamePage = last !== undefined && last.page.id === page.id && last.page.layers === page.layers
  const fresh = isSamePage && hasSameTree(last.page, page) ? movedScene(last, shown, page) : createScene(shown, page)
  const scene = isSamePage ? reuse(last, fresh) : fresh
  editor.lastScene = scene
  return scene
}

/** Whether tree, z-order and visibility are unchanged. */
function hasSameTree(last: DiagramPage, page: DiagramPage): boolean {
  let count = 0
  for (const id in page.objects) {
    count++
    const [before, now] = [last.objects[id], page.objects[id]]
    if (before === now) continue
    if (
      !before ||
      !now ||
      before.kind !== now.kind ||
      before.parent !== now.parent ||
      before.order !== now.order ||
      before.layer !== now.layer ||
      Boolean(before.hidden) !== Boolean(now.hidden)
    )
      return false
  }
  for (const _ in last.objects) count--
  return count === 0
}

/** Scene of a page with an unchanged tree: reuses the order without sorting. */
function movedScene(last: Scene, document: DiagramDocument, page: DiagramPage): Scene {
  const placed = new Map<string, Placed>()
  // Parents precede their children.
  for (const [id, before] of last.placed) {
    const object = page.objects[id]
    if (!object) continue
    const parent = object.parent === null ? undefined : placed.get(object.parent)
    const isUnmoved = object === before.object && (object.parent === null || parent === last.placed.get(object.parent))
    const place = isUnmoved ? before : placeObject(parent ?? PAGE, object)
    if (!Number.isFinite(place.matrix.e + place.matrix.f)) return createScene(document, page)
    placed.set(id, place)
  }
  return {
    document,
    page,
    placed,
    drawn: last.drawn.flatMap(({ object }) => placed.get(object.id) ?? []),
    outlines: new Map(),
    boxes: new Map(),
  }
}

/** The fresh scene with cached data of unchanged objects. */
function reuse(last: Scene, fresh: Scene): Scene {
  const places = new Map<string, Placed>()
  const touched = new Set<string>()
  const areas: Bounds[] = []
  const scene: Scene = { ...fresh, placed: places }
  for (const [id, place] of fresh.placed) {
    const before = last.placed.get(id)
    if (before && isSamePlace(before, place)) {
      places.set(id, before)
      const [outline, box] = [last.outlines.get(id), last.boxes.get(id)]
      if (outline) scene.outlines.set(id, outline)
      if (box) scene.boxes.set(id, box)
      continue
    }
    // Objects hidden with their group are no longer obstacles.
    if (before?.object.kind === 'group' && Boolean(before.object.hidden) !== Boolean(place.object.hidden)) return fresh
    places.set(id, place)
    touched.add(id)
    if (isBoxed(place)) areas.push(boundsOfObject(fresh, place))
    if (isBoxed(before)) areas.push(boundsOfObject(last, before))
  }
  for (const [id, before] of last.placed) {
    if (fresh.placed.has(id)) continue
    touched.add(id)
    if (isBoxed(before)) areas.push(boundsOfObject(last, before))
  }
  for (const [id, place] of places) {
    // Routes are cached by object: a new one is routed again.
    if (isConnector(place) && !touched.has(id) && isRerouted(last, place, touched, areas)) places.set(id, { ...place })
  }
  return { ...scene, drawn: fresh.drawn.map(place => places.get(place.object.id) ?? place) }
}

function isSamePlace(a: Placed, b: Placed): boolean {
  return a.object === b.object && a.flipX === b.flipX && a.flipY === b.flipY && isSameMatrix(a.matrix, b.matrix)
}

function isSameMatrix(a: Matrix, b: Matrix): boolean {
  return a.a === b.a && a.b === b.b && a.c === b.c && a.d === b.d && a.e === b.e && a.f === b.f
}

/** Whether an unchanged connector is routed differently: an end or an obstacle moved. */
function isRerouted(
  last: Scene,
  place: Placed<ConnectorObject>,
  touched: ReadonlySet<string>,
  areas: readonly Bounds[],
): boolean {
  const { from, to, route, waypoints } = place.object
  if ([from, to].some(({ attached }) => attached && touched.has(attached.objectId))) return true
  if (route !== 'orthogonal' || waypoints.length > 0 || areas.length === 0) return false
  const reach = grown(connectorBounds(last, place), 2 * CLEARANCE)
  return areas.some(area => overlap(reach, area))
}

const lines = new WeakMap<Placed, { points: Point[]; bounds: Bounds }>()

function lineOf(scene: Scene, place: Placed<ConnectorObject>): { points: Point[]; bounds: Bounds } {
  const known = lines.get(place)
  if (known) return known
  const { segments, points: ends } = connectorGeometry(scene, place)
  const points = segments.length > 0 ? flatten(segments) : ends
  const line = { points, bounds: boundsOf(points) }
  lines.set(place, line)
  return line
}

/** A connector as a polyline in page coordinates. */
export function connectorPoints(scene: Scene, place: Placed<ConnectorObject>): readonly Point[] {
  return lineOf(scene, place).points
}

/** Bounds of a connector in page coordinates, without arrowheads and labels. */
export function connectorBounds(scene: Scene, place: Placed<ConnectorObject>): Bounds {
  return lineOf(scene, place).bounds
}

/** Bounds of any object on the page. */
export function placeBounds(scene: Scene, place: Placed): Bounds {
  return isConnector(place)
    ? connectorBounds(scene, place)
    : isBoxed(place)
      ? boundsOfObject(scene, place)
      : boundsOf([])
}

/** Objects by id, in drawing order. */
export function placesOf(scene: Scene, ids: ReadonlySet<string>): Placed<DiagramObject>[] {
  return [...ids].flatMap(id => scene.placed.get(id) ?? [])
}
