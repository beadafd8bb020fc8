/** Automatic layout of a page's objects, as one change. */
import { compose, type Change } from '../model/changes.ts'
import type { Arrow, ConnectorObject, DiagramPage, Point } from '../model/document.ts'
import { pageAfter } from '../operations/settle.ts'
import { sceneOf } from '../operations/tree.ts'
import { labelArea } from '../render/label.ts'
import { apply, IDENTITY, invert, type Matrix } from '../model/geometry/matrix.ts'
import { boundsOf, corners, include, NOTHING, type Bounds } from '../model/geometry/outline.ts'
import { boundsOfObject, isBoxed, type Scene } from '../render/scene.ts'
import type { Rect, Size } from '../shapes/contract.ts'
import { force, layered, tree } from './algorithms.ts'
import { LayoutError } from './elk.ts'
import { toHalf, type Direction, type Graph, type GraphEdge, type Placement } from './graph.ts'
import { org } from './org.ts'
import { isCentral, routed, type Laid } from './routes.ts'
import { linesOf, unitsOf, type Line, type Selection, type Unit } from './units.ts'

export const LAYOUTS = ['layered', 'tree', 'org', 'force'] as const
export type Layout = (typeof LAYOUTS)[number]

export interface ArrangeOptions {
  /** Direction of the levels; by default that of most connectors, down for org charts. */
  direction?: Direction
  /** Aborts the layout; the promise rejects with the signal's reason. */
  signal?: AbortSignal
}

/** Maximum of objects in one layout. */
export const MOST_OBJECTS = 2000
/** Padding of a container, px. */
const HOLDER_PADDING = 16
/** Arrowheads at the more general end: of a superclass, or of a whole. */
const GENERAL: ReadonlySet<Arrow> = new Set(['hollow', 'diamond', 'hollow-diamond'])
/** Arrowheads for several. */
const MANY: ReadonlySet<Arrow> = new Set(['many', 'one-or-many', 'zero-or-many'])

/**
 * Lays objects out by their connectors. The content of groups and containers, and objects on a shape, move with it; a
 * single container is laid out inside and grows. The result begins in the objects' corner. Locked and hidden objects
 * stay. Connectors are rerouted.
 * @param ids objects to lay out, or all of the page
 * @returns the change; an empty list when there is nothing to lay out
 * @throws LayoutError when there are too many objects or the engine gives up; or the signal's reason
 */
export async function arrangeAutomatically(
  page: DiagramPage,
  ids: Iterable<string> | 'all',
  layout: Layout,
  { direction, signal }: ArrangeOptions = {},
): Promise<Change> {
  const scene = sceneOf(page)
  const changes: Change[] = []
  let now = scene
  for (const selection of unitsOf(scene, ids)) {
    if (selection.units.length > MOST_OBJECTS) {
      throw new LayoutError('There are {{count}} objects; at most {{most}} can be arranged at a time.', {
        count: selection.units.length,
        most: MOST_OBJECTS,
      })
    }
    const change = await arrange(now, selection, layout, direction, signal)
    changes.push(change)
    now = sceneOf(pageAfter(now.page, change))
  }
  return compose(...changes)
}

async function arrange(
  scene: Scene,
  { units: all, holder }: Selection,
  layout: Layout,
  direction: Direction | undefined,
  signal: AbortSignal | undefined,
): Promise<Change> {
  const lines = linesOf(scene, all)
  const units = withoutTitles(scene, all, lines)
  if (units.length < 2) return compose()
  const between = lines.filter(
    ({ from, to }) => from && to && from !== to && units.includes(from) && units.includes(to),
  )
  const graph = graphOf(units, between)
  const way = layout === 'org' ? 'down' : (direction ?? prevailing(graph))
  const sorted = inReadingOrder(graph, way)
  const placement =
    layout === 'layered'
      ? await layered(sorted, way, signal)
      : layout === 'tree'
        ? await tree(sorted, way, signal)
        : layout === 'org'
          ? await org(sorted, signal)
          : await force(sorted, signal)
  const laid = anchored(units, placement)
  const move = compose(
    ...units.flatMap(unit => movedUnit(scene, unit, laid.moves.get(unit.id) ?? { x: 0, y: 0 })),
    ...(holder === null ? [] : grown(scene, holder, units, laid)),
  )
  return compose(
    move,
    ...routed(pageAfter(scene.page, move), lines, laid, { isOrthogonal: layout === 'org', isReversed }),
  )
}

/** An unconnected text above everything is the title: it stays. */
function withoutTitles({ placed }: Scene, units: readonly Unit[], lines: readonly Line[]): Unit[] {
  const connected = new Set(lines.flatMap(({ from, to }) => [from, to]))
  const top = Math.min(...units.filter(unit => connected.has(unit)).map(({ bounds }) => bounds.top))
  return units.filter(unit => {
    const object = placed.get(unit.id)?.object
    return !(
      object?.kind === 'shape' &&
      object.shape === 'basic.text' &&
      !connected.has(unit) &&
      unit.bounds.bottom <= top
    )
  })
}

function graphOf(units: readonly Unit[], lines: readonly Line[]): Graph {
  const nodes = units.map(({ id, bounds: { left, top, right, bottom } }) => ({
    id,
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  }))
  const edges = lines.flatMap(({ place: { object }, from, to }): GraphEdge[] => {
    if (!from || !to) return []
    const [above, below] = isReversed(object) ? [to, from] : [from, to]
    return [
      {
        id: object.id,
        from: above.id,
        to: below.id,
        labels: object.labels.filter(isCentral).map(label => sizeOfLabel(object, label)),
        isOrthogonal: object.route === 'orthogonal',
      },
    ]
  })
  return { nodes, edges }
}

/** Whether a connector was drawn upwards, by its arrowheads. */
function isReversed({ startArrow, endArrow }: ConnectorObject): boolean {
  if (GENERAL.has(startArrow) || MANY.has(endArrow)) return false
  if (GENERAL.has(endArrow) || MANY.has(startArrow)) return true
  return endArrow === 'none' && startArrow !== 'none'
}

/** Size of a label with its margin. */
function sizeOfLabel(connector: ConnectorObject, label: ConnectorObject['labels'][number]): Size {
  const { width, height } = labelArea(connector, label, [])
  return { width: width + 8, height: height + 4 }
}

/** Direction of most edges; down when undecided. */
function prevailing({ nodes, edges }: Graph): Direction {
  const places = new Map(nodes.map(node => [node.id, node]))
  let [across, down] = [0, 0]
  for (const { from, to } of edges) {
    const [a, b] = [places.get(from), places.get(to)]
    if (!a || !b || overlap(a, b)) continue
    const [x, y] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2]
    const length = Math.hypot(x, y) || 1
    across += Math.abs(x) / length
    down += Math.abs(y) / length
  }
  // Never up or left: that is seldom intended.
  return across > down * 1.2 ? 'right' : 'down'
}

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Nodes ordered across the direction, so that the layout can preserve this order. */
function inReadingOrder({ nodes, edges }: Graph, direction: Direction): Graph {
  const isUpright = direction === 'down' || direction === 'up'
  const sorted = nodes.toSorted((a, b) => (isUpright ? a.x - b.x || a.y - b.y : a.y - b.y || a.x - b.x))
  const place = new Map(sorted.map(({ id }, index) => [id, index]))
  const rank = (id: string) => place.get(id) ?? 0
  return { nodes: sorted, edges: edges.toSorted((a, b) => rank(a.from) - rank(b.from) || rank(a.to) - rank(b.to)) }
}

/** Moves the result to the objects' corner; computes the units' translations. */
function anchored(units: readonly Unit[], { places, routes }: Placement): Laid {
  const before = { ...NOTHING }
  const after = { ...NOTHING }
  for (const { id, bounds } of units) {
    include(before, { x: bounds.left, y: bounds.top })
    const at = places.get(id)
    if (at) include(after, at)
  }
  const by = { x: before.left - after.left, y: before.top - after.top }
  const shift = (point: Point) => ({ x: toHalf(point.x + by.x), y: toHalf(point.y + by.y) })
  const moves = new Map(
    units.map(({ id, bounds }) => {
      const at = places.get(id)
      return [id, at ? { x: toHalf(at.x + by.x - bounds.left), y: toHalf(at.y + by.y - bounds.top) } : { x: 0, y: 0 }]
    }),
  )
  return {
    moves,
    routes: new Map(
      [...routes].map(([id, route]) => [
        id,
        { ...route, points: route.points.map(shift), labels: route.labels.map(shift) },
      ]),
    ),
  }
}

function movedUnit(scene: Scene, { members }: Unit, by: Point): Change[] {
  if (by.x === 0 && by.y === 0) return []
  return members.flatMap((id): Change[] => {
    const place = scene.placed.get(id)
    if (!isBoxed(place)) return []
    const { object } = place
    const { x, y } = apply(directionsInto(scene, object.parent), by)
    return [{ type: 'update-object', pageId: scene.page.id, id, fields: { x: object.x + x, y: object.y + y } }]
  })
}

/** From directions on the page to an object's parent coordinates. */
function directionsInto(scene: Scene, parent: string | null): Matrix {
  const place = parent === null ? undefined : scene.placed.get(parent)
  return (place && invert({ ...place.matrix, e: 0, f: 0 })) ?? IDENTITY
}

/** Resizes the units' holder: a group to fit exactly, others to be large enough. */
function grown(scene: Scene, holder: string, units: readonly Unit[], { moves }: Laid): Change[] {
  const place = scene.placed.get(holder)
  if (!isBoxed(place)) return []
  const { object, matrix } = place
  // The far side of a rotated or mirrored box is not its right or lower one.
  if (object.rotation || matrix.a <= 0 || matrix.b !== 0 || matrix.d <= 0) return []
  const needed: Bounds = { ...NOTHING }
  for (const { id, members } of units) {
    const by = moves.get(id) ?? { x: 0, y: 0 }
    for (const member of members) {
      const one = scene.placed.get(member)
      if (!isBoxed(one)) continue
      const { left, top, right, bottom } = boundsOfObject(scene, one)
      for (const { x, y } of corners(left, top, right - left, bottom - top))
        include(needed, { x: x + by.x, y: y + by.y })
    }
  }
  const back = invert(matrix)
  if (!back) return []
  const inside = boundsOf(
    corners(needed.left, needed.top, needed.right - needed.left, needed.bottom - needed.top).map(point =>
      apply(back, point),
    ),
  )
  const isGroup = object.kind === 'group'
  const width = isGroup ? inside.right : Math.max(object.width, inside.right + HOLDER_PADDING)
  const height = isGroup ? inside.bottom : Math.max(object.height, inside.bottom + HOLDER_PADDING)
  if (!(width > 0 && height > 0) || (width === object.width && height === object.height)) return []
  return [{ type: 'update-object', pageId: scene.page.id, id: holder, fields: { width, height } }]
}
