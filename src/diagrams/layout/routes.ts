/** Connectors after a layout: routed by it, by the renderer, or translated. */
import type { Change } from '../model/changes.ts'
import type { ConnectorEnd, ConnectorLabel, ConnectorObject, DiagramPage, Point } from '../model/document.ts'
import { sceneOf } from '../operations/tree.ts'
import { connectorGeometry } from '../render/connector.ts'
import { apply, invert } from '../model/geometry/matrix.ts'
import { simplify } from '../render/orthogonal.ts'
import { distance, flatten, mix, type Segment } from '../model/geometry/path.ts'
import { boundsOfObject, isBoxed, isConnector, type Placed, type Scene } from '../render/scene.ts'
import type { EdgeRoute } from './graph.ts'
import type { Line, Unit } from './units.ts'

/** A layout in page coordinates. */
export interface Laid {
  /** Translations by unit. */
  moves: Map<string, Point>
  /** By connector, from the node above to the one below. */
  routes: Map<string, EdgeRoute>
}

interface Options {
  /** Makes all routed connectors orthogonal. */
  isOrthogonal: boolean
  /** Whether a connector was drawn upwards. */
  isReversed(connector: ConnectorObject): boolean
}

const STILL: Point = { x: 0, y: 0 }
/** Distance of parallel connectors, px. */
const PARALLEL_GAP = 28
/** Tolerance for equal routes, px. */
const SAME = 1.5

/**
 * Changes of all connectors of moved units.
 * @param page with the units in their new positions, and the old connectors
 */
export function routed(page: DiagramPage, lines: readonly Line[], laid: Laid, options: Options): Change[] {
  const free = new Map<string, ConnectorObject>()
  for (const line of lines) {
    const { object } = line.place
    free.set(
      object.id,
      isCarried(line) ? carried(line, laid) : released(line, options.isOrthogonal && laid.routes.has(object.id)),
    )
  }
  bow(lines, free, laid)
  // The renderer's own routes, to store only different ones.
  const after = sceneOf({ ...page, objects: { ...page.objects, ...Object.fromEntries(free) } })
  return lines.flatMap(line => {
    const { object } = line.place
    const connector = free.get(object.id)
    const place = after.placed.get(object.id)
    if (!connector || !isConnector(place)) return []
    const route = laid.routes.get(object.id)
    const settled =
      route && !isCarried(line)
        ? settle(after, place, options.isReversed(object) ? turned(route) : route, line)
        : connector
    return changeOf(page.id, object, settled)
  })
}

/** Whether it moves with its unit: both ends on it, or one free. */
function isCarried({ from, to, place: { object } }: Line): boolean {
  return from === to || (!from && !object.from.attached) || (!to && !object.to.attached)
}

function carried({ from, to, place: { object, matrix } }: Line, { moves }: Laid): ConnectorObject {
  const unit = from ?? to
  const by = unit ? (moves.get(unit.id) ?? STILL) : STILL
  // Inside the unit it moves already.
  if (unit && isInside(object, unit)) return object
  const back = invert({ ...matrix, e: 0, f: 0 })
  const local = back ? apply(back, by) : by
  const shift = ({ x, y }: Point) => ({ x: x + local.x, y: y + local.y })
  return {
    ...object,
    waypoints: object.waypoints.map(shift),
    from: { ...object.from, at: shift(object.from.at) },
    to: { ...object.to, at: shift(object.to.at) },
  }
}

function isInside({ parent }: ConnectorObject, { members }: Unit): boolean {
  return parent !== null && members.includes(parent)
}

/** Ends float where the layout moved them, and old corners are removed. */
function released({ from, to, place: { object } }: Line, isOrthogonal: boolean): ConnectorObject {
  return {
    ...object,
    waypoints: [],
    from: from ? gliding(object.from) : object.from,
    to: to ? gliding(object.to) : object.to,
    ...(isOrthogonal && { route: 'orthogonal' as const }),
  }
}

function gliding(end: ConnectorEnd): ConnectorEnd {
  return end.attached ? { ...end, attached: { ...end.attached, anchor: null } } : end
}

/** Spreads unrouted parallel connectors. */
function bow(lines: readonly Line[], free: Map<string, ConnectorObject>, laid: Laid): void {
  const parallel = Map.groupBy(
    lines.filter(line => !isCarried(line) && !laid.routes.has(line.place.object.id)),
    ({ from, to }) => JSON.stringify([from?.id ?? '', to?.id ?? ''].toSorted()),
  )
  for (const group of parallel.values()) {
    if (group.length < 2) continue
    group.forEach(({ from, to, place }, index) => {
      const connector = free.get(place.object.id)
      if (!from || !to || !connector || connector.route === 'orthogonal') return
      const [a, b] = [middleAfter(from, laid), middleAfter(to, laid)]
      const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
      // The same side for both directions.
      const away = (index - (group.length - 1) / 2) * PARALLEL_GAP * (from.id < to.id ? 1 : -1)
      const point = {
        x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * away,
        y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * away,
      }
      const back = invert(place.matrix)
      if (back && away !== 0)
        free.set(place.object.id, { ...connector, route: 'curved', waypoints: [rounded(apply(back, point))] })
    })
  }
}

function middleAfter({ id, bounds: { left, top, right, bottom } }: Unit, { moves }: Laid): Point {
  const by = moves.get(id) ?? STILL
  return { x: (left + right) / 2 + by.x, y: (top + bottom) / 2 + by.y }
}

/** Takes the layout's route where the renderer's own differs or crosses shapes. */
function settle(after: Scene, place: Placed<ConnectorObject>, route: EdgeRoute, line: Line): ConnectorObject {
  const { object, matrix } = place
  const own = connectorGeometry(after, place)
  const back = invert(matrix)
  const [start, goal] = [route.points[0], route.points.at(-1)]
  if (!back || !start || !goal || !reachesTheUnits(object, line)) return object
  const into = (point: Point) => rounded(apply(back, point))
  const isOrthogonal = object.route === 'orthogonal'
  const points = isOrthogonal ? simplify(route.points) : route.points
  const isOwn = isOrthogonal ? isSame(points, own.points) : isClear(after, own.segments, object)
  const corners = points.slice(1, -1)
  // A straight route off the middle needs a corner to stay there.
  const held =
    corners.length === 0 && isOrthogonal ? [{ x: (start.x + goal.x) / 2, y: (start.y + goal.y) / 2 }] : corners
  return {
    ...object,
    // Only an orthogonal line can avoid shapes.
    ...(!isOwn && object.route === 'straight' && route.isOrthogonal && { route: 'orthogonal' as const }),
    from: { ...object.from, at: into(start) },
    to: { ...object.to, at: into(goal) },
    waypoints: isOwn ? [] : held.map(into),
    labels: placedLabels(object.labels, route),
  }
}

/** Whether both ends are at the units' own objects, not inside them. */
function reachesTheUnits({ from, to }: ConnectorObject, line: Line): boolean {
  return from.attached?.objectId === line.from?.id && to.attached?.objectId === line.to?.id
}

function isSame(a: readonly Point[], b: readonly Point[]): boolean {
  return (
    a.length === b.length &&
    a.every((point, index) => {
      const other = b[index]
      return other && Math.abs(point.x - other.x) < SAME && Math.abs(point.y - other.y) < SAME
    })
  )
}

/** Whether a line crosses no other shape. */
function isClear(scene: Scene, segments: readonly Segment[], { from, to }: ConnectorObject): boolean {
  const points = flatten(segments)
  for (const place of scene.drawn) {
    if (!isBoxed(place) || place.object.kind === 'group') continue
    if (place.object.id === from.attached?.objectId || place.object.id === to.attached?.objectId) continue
    if (place.object.kind === 'shape' && place.object.container) continue
    const box = boundsOfObject(scene, place)
    for (let index = 1; index < points.length; index++) {
      const [a, b] = [points[index - 1], points[index]]
      if (a && b && crosses(box, a, b)) return false
    }
  }
  return true
}

/** Whether a segment crosses a box (Liang and Barsky). */
function crosses({ left, top, right, bottom }: ReturnType<typeof boundsOfObject>, a: Point, b: Point): boolean {
  let [enters, leaves] = [0, 1]
  const [x, y] = [b.x - a.x, b.y - a.y]
  for (const [step, room] of [
    [-x, a.x - left],
    [x, right - a.x],
    [-y, a.y - top],
    [y, bottom - a.y],
  ] as const) {
    if (step === 0 && room < 0) return false
    if (step < 0) enters = Math.max(enters, room / step)
    if (step > 0) leaves = Math.min(leaves, room / step)
  }
  return enters < leaves
}

/** Whether a label is near the middle of its line, unlike multiplicities at the ends. */
export function isCentral({ along }: ConnectorLabel): boolean {
  return along > 0.25 && along < 0.75
}

/** Moves central labels to the points of the route nearest to the layout's positions. */
function placedLabels(labels: readonly ConnectorLabel[], { points, labels: places }: EdgeRoute): ConnectorLabel[] {
  let next = 0
  return labels.map(label => {
    const at = isCentral(label) ? places[next++] : undefined
    const along = at && shareOf(points, at)
    return along === undefined ? label : { ...label, along }
  })
}

/** Share of the length nearest to a point. */
function shareOf(points: readonly Point[], at: Point): number | undefined {
  let [walked, best, nearest] = [0, 0, Infinity]
  for (let index = 1; index < points.length; index++) {
    const [a, b] = [points[index - 1], points[index]]
    if (!a || !b) continue
    const length = distance(a, b)
    const share =
      length === 0
        ? 0
        : Math.min(1, Math.max(0, ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length ** 2))
    const far = distance(at, mix(a, b, share))
    if (far < nearest) [best, nearest] = [walked + length * share, far]
    walked += length
  }
  return walked > 0 ? Math.round((best / walked) * 1000) / 1000 : undefined
}

function turned({ points, ...rest }: EdgeRoute): EdgeRoute {
  return { ...rest, points: points.toReversed() }
}

function rounded({ x, y }: Point): Point {
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 }
}

function changeOf(pageId: string, before: ConnectorObject, after: ConnectorObject): Change[] {
  const { from, to, waypoints, route, labels } = after
  const isSameAsBefore =
    JSON.stringify([from, to, waypoints, route, labels]) ===
    JSON.stringify([before.from, before.to, before.waypoints, before.route, before.labels])
  return isSameAsBefore
    ? []
    : [{ type: 'update-object', pageId, id: before.id, fields: { from, to, waypoints, route, labels } }]
}
