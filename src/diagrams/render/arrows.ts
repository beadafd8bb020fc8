/** Geometry of arrowheads for a stroke width. */
import type { Arrow } from '../model/document.ts'

/**
 * An arrowhead in a frame with its origin at the connector's end and the x axis back along the line. `filled` is
 * painted in the stroke's colour, `lines` are stroked.
 */
export interface ArrowHead {
  filled: string
  lines: string
  /** Length of the line that the head replaces, px. */
  back: number
  /** Radius around the origin that contains it, px. */
  reach: number
}

/** Half the height of a triangle over its length. */
const SLOPE = 0.55
const NONE: ArrowHead = { filled: '', lines: '', back: 0, reach: 0 }

export function arrowHead(arrow: Arrow, width: number): ArrowHead {
  const stroke = Math.min(Math.max(width, 0.5), 200)
  const size = 8 + 3 * stroke
  const half = SLOPE * size
  /** Length of a filled triangle, as in Gliffy: 8.5 px for a line of 1 px, 13 for one of 2. */
  const solid = 4 + 4.5 * stroke
  const inner = stroke / 2
  /** Tip of an outline, set back so that the stroke's outer edge ends at the origin. */
  const tip = inner / Math.sin(Math.atan(SLOPE))
  switch (arrow) {
    case 'none':
      return NONE
    case 'open':
      return head({ lines: line([size, -half + inner], [tip, 0], [size, half - inner]), back: tip, reach: size })
    case 'half':
      return head({ lines: line([size, -half + inner], [tip, 0]), back: tip, reach: size })
    case 'filled':
      return head({ filled: triangle(0, solid), back: solid * 0.8, reach: solid })
    case 'double-filled':
      return head({ filled: triangle(0, solid) + triangle(solid, solid), back: solid * 1.8, reach: 2 * solid })
    case 'hollow':
      return head({ lines: shape([tip, 0], [size, -half + inner], [size, half - inner]), back: size, reach: size })
    case 'diamond':
      return head({ filled: rhombus(0, 1.5 * size, 0.42 * size), back: 0.75 * size, reach: 1.5 * size })
    case 'hollow-diamond':
      return head({
        lines: rhombus(1.2 * stroke, 1.5 * size - stroke, 0.42 * size - inner),
        back: 1.5 * size - stroke,
        reach: 1.5 * size,
      })
    case 'circle':
      return head({ filled: circle(0.4 * size, 0.4 * size), back: 0.4 * size, reach: 0.8 * size })
    case 'hollow-circle':
      return head({ lines: circle(0.4 * size, 0.4 * size - inner), back: 0.8 * size - inner, reach: 0.8 * size })
    case 'square':
      return head({ filled: box(0, 0.8 * size, 0.4 * size), back: 0.4 * size, reach: size })
    case 'hollow-square':
      return head({
        lines: box(inner, 0.8 * size - inner, 0.4 * size - inner),
        back: 0.8 * size - inner,
        reach: size,
      })
    case 'cross':
      return head({
        lines:
          line([0.3 * size, -0.4 * size], [1.1 * size, 0.4 * size]) +
          line([0.3 * size, 0.4 * size], [1.1 * size, -0.4 * size]),
        reach: 1.2 * size,
      })
    case 'slash':
      return head({ lines: line([0.3 * size, 0.45 * size], [1.1 * size, -0.45 * size]), reach: 1.2 * size })
    case 'half-circle':
      return head({ lines: arc(0.7 * size - inner), back: 0.7 * size - inner, reach: 0.7 * size })
    case 'circle-plus':
      return head({
        lines:
          circle(0.5 * size, 0.5 * size - inner) +
          line([inner, 0], [size - inner, 0]) +
          line([0.5 * size, inner - 0.5 * size], [0.5 * size, 0.5 * size - inner]),
        back: size - inner,
        reach: size,
      })
    default:
      return crowsFoot(arrow, size, half, inner)
  }
}

/** Crow's foot notation: a foot for many, bars for one, a circle for zero. */
function crowsFoot(arrow: Arrow, size: number, half: number, inner: number): ArrowHead {
  const foot = line([size, 0], [0, -half]) + line([size, 0], [0, half])
  const bar = (x: number) => line([x, -half], [x, half])
  const radius = 0.4 * size
  switch (arrow) {
    case 'one':
      return head({ lines: bar(0.7 * size), reach: size })
    case 'only-one':
      return head({ lines: bar(0.6 * size) + bar(1.1 * size), reach: 1.3 * size })
    case 'many':
      return head({ lines: foot, reach: size })
    case 'one-or-many':
      return head({ lines: foot + bar(1.15 * size), reach: 1.3 * size })
    case 'zero-or-one':
      return head({
        lines: `${line([0, 0], [size, 0])}${bar(0.6 * size)}${circle(size + radius, radius - inner)}`,
        back: size + 2 * radius - inner,
        reach: 2 * size,
      })
    case 'zero-or-many':
      return head({
        lines: `${foot}${line([0, 0], [size, 0])}${circle(size + radius, radius - inner)}`,
        back: size + 2 * radius - inner,
        reach: 2 * size,
      })
    default:
      return NONE
  }
}

function head(parts: Partial<ArrowHead>): ArrowHead {
  return { ...NONE, ...parts }
}

type Place = readonly [x: number, y: number]

function line(...points: Place[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')
}

function shape(...points: Place[]): string {
  return `${line(...points)}Z`
}

function triangle(from: number, length: number): string {
  const half = 0.53 * length
  return shape([from, 0], [from + length, -half], [from + length, half])
}

function rhombus(from: number, to: number, half: number): string {
  const middle = (from + to) / 2
  return shape([from, 0], [middle, -half], [to, 0], [middle, half])
}

function box(from: number, to: number, half: number): string {
  return shape([from, -half], [to, -half], [to, half], [from, half])
}

function circle(x: number, radius: number): string {
  const [start, end, r] = [short(x - radius), short(x + radius), short(radius)]
  return `M${start} 0A${r} ${r} 0 1 1 ${end} 0A${r} ${r} 0 1 1 ${start} 0Z`
}

/** A half circle around the origin, open away from the line. */
function arc(radius: number): string {
  const r = short(radius)
  return `M0 ${-r}A${r} ${r} 0 0 1 0 ${r}`
}

function short(value: number): number {
  return Math.round(value * 100) / 100
}
