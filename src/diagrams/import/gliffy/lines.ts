/** Gliffy's lines as connectors with their routes. */
import {
  LIMITS,
  type ConnectorEnd,
  type ConnectorLabel,
  type ConnectorObject,
  type Point,
} from '../../model/document.ts'
import { apply, boxMatrix, invert } from '../../model/geometry/matrix.ts'
import { foreignOf } from './foreign.ts'
import {
  coordinate,
  fieldsAt,
  isFields,
  lengthOf,
  listAt,
  numberAt,
  numberOf,
  textAt,
  within,
  type Fields,
} from './json.ts'
import type { ImportState, PageState, PendingLine, Target } from './state.ts'
import { arrowOf, strokeOf } from './style.ts'
import { paragraphsOf } from './text.ts'

/** Tolerance for an attached end, px. */
const NEAR = 2
/** Tolerance for collinear corners, px. */
const STRAIGHT = 0.05

export function connectorOf(state: ImportState, page: PageState, line: PendingLine): ConnectorObject {
  const { object, graphic, context, id, order } = line
  const points = routeOf(object, graphic)
  const first = points[0] ?? { x: 0, y: 0 }
  const last = points.at(-1) ?? first
  const { route, waypoints } = wayOf(graphic, points)
  const radius = numberAt(graphic, 'cornerRadius') ?? 0
  const hop = textAt(graphic, 'hopType')
  const startArrow = arrowOf(graphic['startArrow'])
  const endArrow = arrowOf(graphic['endArrow'])
  if (!startArrow || !endArrow)
    state.note(`${context.path}.graphic.Line`, 'The line has a head that is not known here; a filled arrow is drawn.')
  return {
    kind: 'connector',
    id,
    parent: context.parent,
    layer: page.layerOf(object, context.layer),
    order,
    from: endOf(page, line, 'start', first),
    to: endOf(page, line, 'end', last),
    route,
    waypoints,
    stroke: strokeOf(graphic, 'width'),
    startArrow: startArrow ?? 'filled',
    endArrow: endArrow ?? 'filled',
    ...(radius > 0 && { cornerRadius: lengthOf(radius) }),
    ...(hop && hop !== 'none' && { jumps: true }),
    ...(object['hidden'] === true && { hidden: true }),
    ...(object['lockShape'] === true && { locked: true }),
    labels: labelsOf(state, page, object, context.path),
    ...foreignOf(object, {
      ...(hop && { hopType: hop }),
      ...(isFields(graphic['lockSegments']) &&
        Object.keys(graphic['lockSegments']).length > 0 && { lockSegments: graphic['lockSegments'] }),
    }),
  }
}

/** Points of the line in its parent's coordinates. */
function routeOf(object: Fields, graphic: Fields): Point[] {
  const [x, y] = [coordinate(numberAt(object, 'x')), coordinate(numberAt(object, 'y'))]
  const rotation = numberAt(object, 'rotation') ?? 0
  const turn = boxMatrix({
    x,
    y,
    width: lengthOf(numberAt(object, 'width')),
    height: lengthOf(numberAt(object, 'height')),
    rotation: within(rotation, -36_000, 36_000),
  })
  const points: Point[] = []
  for (const pair of listAt(graphic, 'controlPath').slice(0, LIMITS.waypoints + 2)) {
    if (!Array.isArray(pair)) continue
    const [px, py] = [numberOf(pair[0]), numberOf(pair[1])]
    if (px === undefined || py === undefined) continue
    const at = apply(turn, { x: coordinate(px), y: coordinate(py) })
    points.push({ x: coordinate(at.x), y: coordinate(at.y) })
  }
  return points
}

function wayOf(graphic: Fields, points: readonly Point[]): Pick<ConnectorObject, 'route' | 'waypoints'> {
  const inner = points.slice(1, -1)
  if (graphic['interpolationType'] === 'quadratic' && inner.length > 0) return { route: 'curved', waypoints: inner }
  const corners = inner.filter((point, index) => isCorner(points[index] ?? point, point, points[index + 2] ?? point))
  if (
    graphic['ortho'] !== true ||
    !points.every((point, index) => index === 0 || isUpright(points[index - 1] ?? point, point))
  ) {
    return { route: 'straight', waypoints: corners }
  }
  // Without any corner it would be rerouted.
  return corners.length > 0 ? { route: 'orthogonal', waypoints: corners } : { route: 'straight', waypoints: [] }
}

function isUpright(from: Point, to: Point): boolean {
  return Math.abs(from.x - to.x) < 0.5 || Math.abs(from.y - to.y) < 0.5
}

function isCorner(before: Point, at: Point, after: Point): boolean {
  const length = Math.hypot(after.x - before.x, after.y - before.y)
  if (length < STRAIGHT) return Math.hypot(at.x - before.x, at.y - before.y) > STRAIGHT
  const off = Math.abs((after.x - before.x) * (at.y - before.y) - (after.y - before.y) * (at.x - before.x)) / length
  const along = ((after.x - before.x) * (at.x - before.x) + (after.y - before.y) * (at.y - before.y)) / length
  return off > STRAIGHT || along < -STRAIGHT || along > length + STRAIGHT
}

function endOf(page: PageState, { object, context }: PendingLine, side: 'start' | 'end', at: Point): ConnectorEnd {
  const name = side === 'start' ? 'StartPositionConstraint' : 'EndPositionConstraint'
  const constraint = fieldsAt(fieldsAt(fieldsAt(object, 'constraints'), `${side}Constraint`), name)
  const target = page.target(constraint['nodeId'])
  if (!target) return { at }
  const anchor = anchorOf(target, apply(context.matrix, at), numberAt(constraint, 'px'), numberAt(constraint, 'py'))
  return anchor ? { at, attached: { objectId: target.id, anchor } } : { at }
}

/**
 * Anchor on the target's box: of the drawn end, which may float, or the constraint's. An end drawn elsewhere stays
 * there, unattached.
 */
function anchorOf(target: Target, at: Point, px = 0.5, py = 0.5): Point | null {
  const back = invert(target.matrix)
  if (!back || target.width <= 0 || target.height <= 0) return null
  const stated = { x: within(px, 0, 1), y: within(py, 0, 1) }
  const there = apply(target.matrix, { x: stated.x * target.width, y: stated.y * target.height })
  if (Math.hypot(there.x - at.x, there.y - at.y) < STRAIGHT) return stated
  const local = apply(back, at)
  const drawn = { x: within(local.x / target.width, 0, 1), y: within(local.y / target.height, 0, 1) }
  const reached = apply(target.matrix, { x: drawn.x * target.width, y: drawn.y * target.height })
  return Math.hypot(reached.x - at.x, reached.y - at.y) <= NEAR ? drawn : null
}

function labelsOf(state: ImportState, page: PageState, object: Fields, path: string): ConnectorLabel[] {
  const labels: ConnectorLabel[] = []
  listAt(object, 'children').forEach((child, index) => {
    const graphic = isFields(child) ? fieldsAt(child, 'graphic') : {}
    if (!isFields(child) || child['hidden'] === true || graphic['type'] !== 'Text') return
    const text = fieldsAt(graphic, 'Text')
    const paragraphs = paragraphsOf(textAt(text, 'html') ?? '')
    if (paragraphs.length === 0) return
    if (labels.length >= LIMITS.labels) {
      state.note(`${path}.children[${index}]`, `A line has at most ${LIMITS.labels} labels; this one is left out.`)
      return
    }
    const width = textAt(text, 'overflow') === 'none' ? numberAt(child, 'width') : undefined
    // The label hides the line.
    for (const { runs } of paragraphs) for (const run of runs) run.background ??= page.background
    labels.push({
      text: { paragraphs, vertical: 'middle' },
      along: within(numberAt(text, 'lineTValue') ?? 0.5, 0, 1),
      across: coordinate(numberAt(text, 'linePerpValue')),
      ...(width && width > 10 && { width: lengthOf(width) }),
    })
  })
  return labels
}
