/** The scene of the page as it is shown, kept from one change to the next: only what changed is placed and routed anew. */
import type { ConnectorObject, DiagramObject, Point } from '../../../model/document.ts'
import { connectorGeometry } from '../../../render/connector.ts'
import type { Matrix } from '../../../render/matrix.ts'
import { CLEARANCE } from '../../../render/orthogonal.ts'
import { boundsOf, type Bounds } from '../../../render/outline.ts'
import { flatten } from '../../../render/path.ts'
import { boundsOfObject, createScene, isBoxed, type Placed, type Scene } from '../../../render/scene.ts'
import type { Editor } from '../store/editor.ts'
import { grown, overlap } from '../tools/bounds.ts'

const scenes = new WeakMap<Editor, Scene>()

/** Scene of the page that is drawn on, with the step that is under way. Objects that stayed keep their {@link Placed}. */
export function sceneOf(editor: Editor): Scene {
  const { shown, page } = editor
  const last = scenes.get(editor)
  if (last?.page === page && last.document === shown) return last
  const fresh = createScene(shown, page)
  const scene = last && last.page.id === page.id && last.page.layers === page.layers ? reuse(last, fresh) : fresh
  scenes.set(editor, scene)
  return scene
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
    if (isConnector(place) && !touched.has(id) && isRerouted(last, place, touched, areas)) {
      const renewed = fresh.placed.get(id)
      if (renewed) places.set(id, renewed)
    }
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

export function isConnector(place: Placed | undefined): place is Placed<ConnectorObject> {
  return place?.object.kind === 'connector'
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
