/** The scene of the page as it is shown, kept from one change to the next: only what changed is placed and routed anew. */
import type { ConnectorObject, DiagramDocument, DiagramObject, DiagramPage, Point } from '#diagrams/model/document.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { IDENTITY, type Matrix } from '#diagrams/model/geometry/matrix.ts'
import { CLEARANCE } from '#diagrams/render/orthogonal.ts'
import { boundsOf, type Bounds } from '#diagrams/model/geometry/outline.ts'
import { flatten } from '#diagrams/model/geometry/path.ts'
import { boundsOfObject, createScene, isBoxed, isConnector, placeIn, type Placed, type Scene } from '#diagrams/render/scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { grown, overlap } from '../tools/bounds.ts'

const PAGE: Omit<Placed, 'object'> = { matrix: IDENTITY, flipX: false, flipY: false }

/** Scene of the page that is drawn on, with the step that is under way. Objects that stayed keep their {@link Placed}. */
export function sceneOf(editor: EditorContext): Scene {
  const { shown, page, lastScene: last } = editor
  if (last?.page === page && last.document === shown) return last
  const isSamePage = last !== undefined && last.page.id === page.id && last.page.layers === page.layers
  const fresh = isSamePage && hasSameTree(last.page, page) ? placedAgain(last, shown, page) : createScene(shown, page)
  const scene = isSamePage ? reuse(last, fresh) : fresh
  editor.lastScene = scene
  return scene
}

/** Whether what lies in what, above what, and what is seen stayed as it was. */
function hasSameTree(last: DiagramPage, page: DiagramPage): boolean {
  let count = 0
  for (const id in page.objects) {
    count++
    const [before, now] = [last.objects[id], page.objects[id]]
    if (before === now) continue
    if (!before || !now || before.kind !== now.kind || before.parent !== now.parent || before.order !== now.order
      || before.layer !== now.layer || Boolean(before.hidden) !== Boolean(now.hidden)) return false
  }
  for (const _ in last.objects) count--
  return count === 0
}

/** The scene of a page whose tree is the last one's: its objects are placed in the same order, without sorting. */
function placedAgain(last: Scene, document: DiagramDocument, page: DiagramPage): Scene {
  const placed = new Map<string, Placed>()
  // Parents come before what lies in them.
  for (const [id, before] of last.placed) {
    const object = page.objects[id]
    if (!object) continue
    const parent = object.parent === null ? undefined : placed.get(object.parent)
    const isUnmoved = object === before.object && (object.parent === null || parent === last.placed.get(object.parent))
    const place = isUnmoved ? before : placeIn(parent ?? PAGE, object)
    if (!Number.isFinite(place.matrix.e + place.matrix.f)) return createScene(document, page)
    placed.set(id, place)
  }
  return { document, page, placed, drawn: last.drawn.flatMap(({ object }) => placed.get(object.id) ?? []), outlines: new Map(), boxes: new Map() }
}

/** The fresh scene with what the last one knows of all that stayed as it was. */
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
    // What is hidden with its group is no longer in any connector's way.
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
    // Ways are remembered by their place: another one is found anew.
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

/** Whether a connector that stayed runs another way: one of its ends moved, or what it goes around. */
function isRerouted(last: Scene, place: Placed<ConnectorObject>, touched: ReadonlySet<string>, areas: readonly Bounds[]): boolean {
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

/** The way of a connector as a polyline in page coordinates. */
export function connectorPoints(scene: Scene, place: Placed<ConnectorObject>): readonly Point[] {
  return lineOf(scene, place).points
}

/** Bounds of a connector's way in page coordinates, without heads and labels. */
export function connectorBounds(scene: Scene, place: Placed<ConnectorObject>): Bounds {
  return lineOf(scene, place).bounds
}

/** Bounds of any object on the page. */
export function placeBounds(scene: Scene, place: Placed): Bounds {
  return isConnector(place) ? connectorBounds(scene, place) : isBoxed(place) ? boundsOfObject(scene, place) : boundsOf([])
}

/** The objects of ids that are placed on the page, in drawing order. */
export function placesOf(scene: Scene, ids: ReadonlySet<string>): Placed<DiagramObject>[] {
  return [...ids].flatMap(id => scene.placed.get(id) ?? [])
}
