/** Builders of SVG path data for shapes, in px from the shape's corner. The output is absolute M, L, C and Z only. */
import { parsePath } from '../model/geometry/path.ts'
import type { ShapePath } from './contract.ts'

/** Control point distance of a quarter circle, in radii. */
const KAPPA = 0.5523
/** The same for a single quadratic curve, as Gliffy rounds its corners. */
const FULLER = 2 / 3

/** A number to hundredths. */
const n = (value: number): string => String(Math.round(value * 100) / 100)

const move = (x: number, y: number): string => `M${n(x)} ${n(y)}`
const to = (x: number, y: number): string => `L${n(x)} ${n(y)}`
const curve = (x1: number, y1: number, x2: number, y2: number, x: number, y: number): string =>
  `C${n(x1)} ${n(y1)} ${n(x2)} ${n(y2)} ${n(x)} ${n(y)}`

/** Straight lines through x, y, x, y, … */
export function polyline(...coordinates: number[]): string {
  let d = ''
  for (let at = 0; at + 1 < coordinates.length; at += 2) {
    d += (at === 0 ? move : to)(coordinates[at] ?? 0, coordinates[at + 1] ?? 0)
  }
  return d
}

/** Closed {@link polyline}. */
export const polygon = (...coordinates: number[]): string => `${polyline(...coordinates)}Z`

export const line = (x1: number, y1: number, x2: number, y2: number): string => polyline(x1, y1, x2, y2)

export const rect = (x: number, y: number, width: number, height: number): string =>
  polygon(x, y, x + width, y, x + width, y + height, x, y + height)

/** @param radius of all corners, or clockwise from the upper left; at most half a side */
export function roundRect(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number | readonly [number, number, number, number],
): string {
  const most = Math.min(width, height) / 2
  const [a, b, c, e] = (typeof radius === 'number' ? [radius, radius, radius, radius] : radius).map(one =>
    Math.max(0, Math.min(one, most)),
  ) as [number, number, number, number]
  const [right, bottom] = [x + width, y + height]
  // Gliffy's curve for corners; a true half circle where a side is all corner.
  const k = (r: number): number => r * (1 - (r < most * 0.9 ? FULLER : KAPPA))
  let d = move(x + a, y) + to(right - b, y)
  if (b > 0) d += curve(right - k(b), y, right, y + k(b), right, y + b)
  d += to(right, bottom - c)
  if (c > 0) d += curve(right, bottom - k(c), right - k(c), bottom, right - c, bottom)
  d += to(x + e, bottom)
  if (e > 0) d += curve(x + k(e), bottom, x, bottom - k(e), x, bottom - e)
  d += to(x, y + a)
  if (a > 0) d += curve(x, y + k(a), x + k(a), y, x + a, y)
  return `${d}Z`
}

/** @param hollow reverses the direction, for a hole */
export function ellipse(cx: number, cy: number, rx: number, ry: number, hollow = false): string {
  const sign = hollow ? -1 : 1
  const [kx, ky] = [rx * KAPPA, ry * KAPPA * sign]
  return (
    `${move(cx - rx, cy)}${curve(cx - rx, cy - ky, cx - kx, cy - ry * sign, cx, cy - ry * sign)}` +
    curve(cx + kx, cy - ry * sign, cx + rx, cy - ky, cx + rx, cy) +
    curve(cx + rx, cy + ky, cx + kx, cy + ry * sign, cx, cy + ry * sign) +
    `${curve(cx - kx, cy + ry * sign, cx - rx, cy + ky, cx - rx, cy)}Z`
  )
}

export const oval = (x: number, y: number, width: number, height: number): string =>
  ellipse(x + width / 2, y + height / 2, width / 2, height / 2)

export const circle = (cx: number, cy: number, radius: number, hollow = false): string =>
  ellipse(cx, cy, radius, radius, hollow)

/**
 * Elliptic arc between two angles: degrees, clockwise from the right.
 * @param joined begins with a line instead of a move
 */
export function arc(cx: number, cy: number, rx: number, ry: number, from: number, end: number, joined = false): string {
  const pieces = Math.max(1, Math.ceil(Math.abs(end - from) / 90))
  const step = ((end - from) / pieces) * (Math.PI / 180)
  const k = (4 / 3) * Math.tan(step / 4)
  const at = (angle: number): [number, number] => [Math.cos(angle), Math.sin(angle)]
  let angle = from * (Math.PI / 180)
  let [cos, sin] = at(angle)
  let d = (joined ? to : move)(cx + rx * cos, cy + ry * sin)
  for (let piece = 0; piece < pieces; piece++) {
    const [nextCos, nextSin] = at(angle + step)
    d += curve(
      cx + rx * (cos - k * sin),
      cy + ry * (sin + k * cos),
      cx + rx * (nextCos + k * nextSin),
      cy + ry * (nextSin - k * nextCos),
      cx + rx * nextCos,
      cy + ry * nextSin,
    )
    angle += step
    ;[cos, sin] = [nextCos, nextSin]
  }
  return d
}

/** Regular polygon or star stretched to a box, the first corner at the top. */
export function regular(corners: number, width: number, height: number, inner = 1): string {
  const points: number[] = []
  const steps = inner === 1 ? corners : corners * 2
  const unit = Array.from({ length: steps }, (_, index) => {
    const angle = (index / steps) * 2 * Math.PI - Math.PI / 2
    const radius = index % 2 === 1 && inner !== 1 ? inner : 1
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const
  })
  // Stretched to touch all sides.
  const xs = unit.map(([x]) => x)
  const ys = unit.map(([, y]) => y)
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  for (const [x, y] of unit) points.push(((x - left) / (right - left)) * width, ((y - top) / (bottom - top)) * height)
  return polygon(...points)
}

/** A dashed line, whatever the style; at most 500 dashes. */
export function dashed(x1: number, y1: number, x2: number, y2: number, period = 12): string {
  const count = Math.min(500, Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / period)))
  const at = (part: number): [number, number] => [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]
  return Array.from({ length: count }, (_, index) => line(...at(index / count), ...at((index + 0.6) / count))).join('')
}

const templates = new Map<string, ReturnType<typeof parsePath>>()

/**
 * Path data of a square unit box, stretched to a box.
 * @param d any SVG path data; must be a constant, as its parse is cached
 * @param unit side of the source box
 */
export function fit(d: string, x: number, y: number, width: number, height: number, unit = 100): string {
  let subpaths = templates.get(d)
  if (!subpaths) templates.set(d, (subpaths = parsePath(d)))
  const [sx, sy] = [width / unit, height / unit]
  let out = ''
  for (const segments of subpaths) {
    const [first, last] = [segments[0], segments.at(-1)]
    if (!first || !last) continue
    out += move(x + first.from.x * sx, y + first.from.y * sy)
    for (const segment of segments) {
      const { to: end } = segment
      out +=
        segment.kind === 'line'
          ? to(x + end.x * sx, y + end.y * sy)
          : curve(
              x + segment.c1.x * sx,
              y + segment.c1.y * sy,
              x + segment.c2.x * sx,
              y + segment.c2.y * sy,
              x + end.x * sx,
              y + end.y * sy,
            )
    }
    if (first.from.x === last.to.x && first.from.y === last.to.y) out += 'Z'
  }
  return out
}

export const whole = (width: number, height: number): string => rect(0, 0, width, height)

/** Filled and stroked. */
export const body = (d: string): ShapePath => ({ d, fill: 'fill', stroke: true })
/** Filled, not stroked. */
export const area = (d: string): ShapePath => ({ d, fill: 'fill', stroke: false })
/** Filled with the darker shade, stroked. */
export const dark = (d: string): ShapePath => ({ d, fill: 'shade', stroke: true })
/** Stroked only. */
export const strokes = (...d: string[]): ShapePath => ({ d: d.join(''), fill: 'none', stroke: true })
/** Filled with the stroke's colour. */
export const ink = (...d: string[]): ShapePath => ({ d: d.join(''), fill: 'stroke', stroke: false })
