/**
 * Routes of draw.io's edges that differ from ours: elbows, and ends that face each other squarely. Source:
 * mxEdgeStyle.ElbowConnector and mxPerimeter of mxGraph (https://jgraph.github.io/mxgraph/docs/js-api).
 */
import type { Point } from '../../model/document.ts'
import type { Rect } from '../../shapes/contract.ts'
import { numberIn, type Style } from './style.ts'

/** An end of an edge, in page coordinates. */
export interface RoutedEnd {
  /** Of the shape; null for a loose end. */
  box: Rect | null
  /** Required end; null for anywhere on the shape. */
  fixed: Point | null
}

/** Corners of an elbow that a waypoint moves, in page coordinates. */
export function elbowCorners(style: Style, from: RoutedEnd, to: RoutedEnd, hint: Point): Point[] {
  let [vertical, horizontal] = [false, false]
  const [a, b] = [from.box, to.box]
  if (a && b) {
    vertical = hint.y < Math.min(a.y, b.y) || hint.y > Math.max(a.y + a.height, b.y + b.height)
    horizontal = hint.x < Math.min(a.x, b.x) || hint.x > Math.max(a.x + a.width, b.x + b.width)
  }
  const [start, goal] = [from, to].map(({ box, fixed }) =>
    fixed ? { ...fixed, width: 0, height: 0 } : (box ?? { ...hint, width: 0, height: 0 }),
  ) as [Rect, Rect]
  return !horizontal && (vertical || style.values.get('elbow') === 'vertical')
    ? sideToSide(turned(start), turned(goal), flipped(hint)).map(flipped)
    : sideToSide(start, goal, hint)
}

/** Leaves both ends sideways and goes up or down at the waypoint. */
function sideToSide(from: Rect, to: Rect, hint: Point): Point[] {
  const level = (box: Rect) => (hint.y >= box.y && hint.y <= box.y + box.height ? hint.y : box.y + box.height / 2)
  const corners = [level(from), level(to)]
    .map(y => ({ x: hint.x, y }))
    .filter(point => !holds(from, point) && !holds(to, point))
  const [first, second] = corners
  if (first && second && first.y === second.y) return [first]
  if (corners.length === 1 && !holds(from, hint) && !holds(to, hint)) return [...corners, hint]
  return corners
}

/** Whether a point is in a box that is more than a point. */
export function holds({ x, y, width, height }: Rect, point: Point): boolean {
  return width > 0 && height > 0 && point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}

const flipped = ({ x, y }: Point): Point => ({ x: y, y: x })
const turned = ({ x, y, width, height }: Rect): Rect => ({ x: y, y: x, width: height, height: width })

/**
 * End of an edge on a shape whose perimeter projects squarely, as shares of its box; null for other perimeters.
 * @param towards the next corner, or the middle of the other end
 */
export function squareAnchor(style: Style, box: Rect, towards: Point): Point | null {
  const { x, y, width, height } = box
  if (width <= 0 || height <= 0) return null
  const perimeter =
    style.values.get('perimeter') ?? (style.values.get('shape') === 'umlLifeline' ? 'lifelinePerimeter' : '')
  if (perimeter === 'lifelinePerimeter') {
    const head = Math.min(height, Math.max(0, numberIn(style, 'size', 40)))
    return { x: 0.5, y: clamp((towards.y - y) / height, head / height, 1) }
  }
  if (perimeter !== 'orthogonalPerimeter') return null
  const [cx, cy] = [x + width / 2, y + height / 2]
  const [dx, dy] = [towards.x - cx, towards.y - cy]
  const isBeside = Math.abs(dx) * height > Math.abs(dy) * width
  const at = isBeside
    ? { x: dx < 0 ? 0 : 1, y: 0.5 + (dy * width) / Math.abs(dx) / 2 / height }
    : { x: dy === 0 ? 0.5 : 0.5 + (dx * height) / Math.abs(dy) / 2 / width, y: dy < 0 ? 0 : 1 }
  const isAbove = towards.x >= x && towards.x <= x + width
  if (isAbove) return { x: (towards.x - x) / width, y: dy < 0 ? 0 : 1 }
  if (towards.y >= y && towards.y <= y + height) return { x: dx < 0 ? 0 : 1, y: (towards.y - y) / height }
  return {
    x: towards.x < x ? 0 : towards.x > x + width ? 1 : clamp(at.x, 0, 1),
    y: towards.y < y ? 0 : towards.y > y + height ? 1 : clamp(at.y, 0, 1),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
