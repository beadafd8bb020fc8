/**
 * Paths as line and cubic Bézier segments: parsed from SVG path data, measured, split and flattened. Arcs are
 * converted as in SVG 2, appendix B.2.4.
 */
import type { Point } from '../document.ts'

export type Segment =
  | { kind: 'line'; from: Point; to: Point }
  | { kind: 'curve'; from: Point; c1: Point; c2: Point; to: Point }

const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
const COMMAND = /[\s,]*([mlhvcsqtaz])/iy
const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy
/** An arc's flags need no separator. */
const FLAG = /[\s,]*([01])/y
/** Segments of a flattened curve. */
const CURVE_STEPS = 12

/** Subpaths of SVG path data; closed ones end with a line to their start. A syntax error ends the path. */
export function parsePath(d: string): Segment[][] {
  const reader = new PathReader()
  readCommands(d, (command, args) => reader.take(command, args))
  return reader.subpaths.filter(({ length }) => length > 0)
}

/** Path data translated by `x` and `y` px. A syntax error ends it. */
export function movedPath(d: string, { x, y }: Point): string {
  if (x === 0 && y === 0) return d
  let text = ''
  readCommands(d, (command, args) => {
    // Relative commands are unchanged, except the first move, which is absolute.
    const isFixed = command === command.toUpperCase() || text === ''
    text += `${command}${args.map((argument, index) => round(argument + (isFixed ? shiftOf(command.toLowerCase(), index, x, y) : 0))).join(' ')}`
  })
  return text
}

/** Translation of a command's argument. */
function shiftOf(command: string, index: number, x: number, y: number): number {
  if (command === 'h') return x
  if (command === 'v') return y
  // Radii, rotation and flags of an arc are independent of its position.
  if (command === 'a') return index === 5 ? x : index === 6 ? y : 0
  return index % 2 === 0 ? x : y
}

/** Parses path data into commands with their arguments; a syntax error ends it. */
function readCommands(d: string, take: (command: string, args: readonly number[]) => void): void {
  let at = 0
  const next = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(d)
    if (found) at = pattern.lastIndex
    return found?.[1] ?? null
  }
  for (let command = next(COMMAND); command; command = next(COMMAND)) {
    const wanted = ARGUMENTS[command.toLowerCase()] ?? 0
    if (wanted === 0) take(command, [])
    for (let more = wanted > 0; more;) {
      const args: number[] = []
      while (args.length < wanted) {
        const isFlag = wanted === 7 && (args.length === 3 || args.length === 4)
        const argument = next(isFlag ? FLAG : NUMBER)
        if (argument === null) break
        args.push(Number(argument))
      }
      more = args.length === wanted
      if (more) take(command, args)
      // Further pairs after a move are lines.
      if (command === 'm') command = 'l'
      if (command === 'M') command = 'L'
    }
  }
}

class PathReader {
  readonly subpaths: Segment[][] = []
  #current: Segment[] = []
  #at: Point = { x: 0, y: 0 }
  #start: Point = { x: 0, y: 0 }
  /** Last control point, which `S` and `T` mirror. */
  #control: { point: Point; kind: 'cubic' | 'quadratic' } | null = null

  take(letter: string, args: readonly number[]): void {
    const command = letter.toLowerCase()
    const relative = letter === command
    const point = (index: number): Point => ({
      x: (args[index] ?? 0) + (relative ? this.#at.x : 0),
      y: (args[index + 1] ?? 0) + (relative ? this.#at.y : 0),
    })
    const control = this.#control
    this.#control = null
    switch (command) {
      case 'm':
        return this.#move(point(0))
      case 'z':
        return this.#close()
      case 'l':
        return this.#line(point(0))
      case 'h':
        return this.#line({ x: point(0).x, y: this.#at.y })
      case 'v':
        return this.#line({ x: this.#at.x, y: (args[0] ?? 0) + (relative ? this.#at.y : 0) })
      case 'c':
        return this.#cubic(point(0), point(2), point(4))
      case 's':
        return this.#cubic(this.#mirrored(control, 'cubic'), point(0), point(2))
      case 'q':
        return this.#quadratic(point(0), point(2))
      case 't':
        return this.#quadratic(this.#mirrored(control, 'quadratic'), point(0))
      default:
        return this.#arc(args, point(5))
    }
  }

  #begin(): Segment[] {
    if (this.#current.length === 0) this.subpaths.push(this.#current)
    return this.#current
  }

  #move(to: Point): void {
    this.#current = []
    this.#at = this.#start = to
  }

  #line(to: Point): void {
    this.#begin().push({ kind: 'line', from: this.#at, to })
    this.#at = to
  }

  #close(): void {
    if (this.#at.x !== this.#start.x || this.#at.y !== this.#start.y) this.#line(this.#start)
    this.#move(this.#start)
  }

  #cubic(c1: Point, c2: Point, to: Point): void {
    this.#begin().push({ kind: 'curve', from: this.#at, c1, c2, to })
    this.#control = { point: c2, kind: 'cubic' }
    this.#at = to
  }

  #quadratic(control: Point, to: Point): void {
    this.#begin().push(quadratic(this.#at, control, to))
    this.#control = { point: control, kind: 'quadratic' }
    this.#at = to
  }

  #mirrored(control: { point: Point; kind: string } | null, kind: string): Point {
    if (control?.kind !== kind) return this.#at
    return { x: 2 * this.#at.x - control.point.x, y: 2 * this.#at.y - control.point.y }
  }

  #arc([rx = 0, ry = 0, turn = 0, large = 0, sweep = 0]: readonly number[], to: Point): void {
    const curves = arcCurves(
      this.#at,
      { rx: Math.abs(rx), ry: Math.abs(ry), turn, large: large !== 0, sweep: sweep !== 0 },
      to,
    )
    this.#begin().push(...curves)
    this.#at = to
  }
}

interface Arc {
  rx: number
  ry: number
  turn: number
  large: boolean
  sweep: boolean
}

function arcCurves(from: Point, { rx, ry, turn, large, sweep }: Arc, to: Point): Segment[] {
  if (!rx || !ry || (from.x === to.x && from.y === to.y)) return [{ kind: 'line', from, to }]
  const phi = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)]
  const [dx, dy] = [(from.x - to.x) / 2, (from.y - to.y) / 2]
  const [x, y] = [cos * dx + sin * dy, cos * dy - sin * dx]
  const scale = Math.max(1, Math.sqrt((x / rx) ** 2 + (y / ry) ** 2))
  const [a, b] = [rx * scale, ry * scale]
  const under = Math.max(0, ((a * b) ** 2 - (a * y) ** 2 - (b * x) ** 2) / ((a * y) ** 2 + (b * x) ** 2))
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(under)
  const [cx, cy] = [(factor * a * y) / b, (-factor * b * x) / a]
  const centre = { x: cos * cx - sin * cy + (from.x + to.x) / 2, y: sin * cx + cos * cy + (from.y + to.y) / 2 }
  const start = Math.atan2((y - cy) / b, (x - cx) / a)
  let sweepAngle = Math.atan2((-y - cy) / b, (-x - cx) / a) - start
  if (sweep && sweepAngle < 0) sweepAngle += 2 * Math.PI
  if (!sweep && sweepAngle > 0) sweepAngle -= 2 * Math.PI
  const parts = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-9))
  const step = sweepAngle / parts
  const handle = (4 / 3) * Math.tan(step / 4)
  const on = (u: number, v: number): Point => ({
    x: centre.x + cos * a * u - sin * b * v,
    y: centre.y + sin * a * u + cos * b * v,
  })
  return Array.from({ length: parts }, (_, index): Segment => {
    const [t0, t1] = [start + index * step, start + (index + 1) * step]
    return {
      kind: 'curve',
      from: index === 0 ? from : on(Math.cos(t0), Math.sin(t0)),
      c1: on(Math.cos(t0) - handle * Math.sin(t0), Math.sin(t0) + handle * Math.cos(t0)),
      c2: on(Math.cos(t1) + handle * Math.sin(t1), Math.sin(t1) - handle * Math.cos(t1)),
      to: index === parts - 1 ? to : on(Math.cos(t1), Math.sin(t1)),
    }
  })
}

/** A quadratic curve as a cubic one. */
export function quadratic(from: Point, control: Point, to: Point): Segment {
  return { kind: 'curve', from, c1: mix(from, control, 2 / 3), c2: mix(to, control, 2 / 3), to }
}

/** Interpolated point between two. */
export function mix(from: Point, to: Point, t: number): Point {
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }
}

/** Point of a segment at its parameter, 0 to 1. */
export function pointAt(segment: Segment, t: number): Point {
  if (segment.kind === 'line') return mix(segment.from, segment.to, t)
  return split(segment, t)[0].to
}

/** Splits a segment at its parameter (de Casteljau). */
export function split(segment: Segment, t: number): [Segment, Segment] {
  if (segment.kind === 'line') {
    const middle = mix(segment.from, segment.to, t)
    return [
      { kind: 'line', from: segment.from, to: middle },
      { kind: 'line', from: middle, to: segment.to },
    ]
  }
  const [p, q, r] = [mix(segment.from, segment.c1, t), mix(segment.c1, segment.c2, t), mix(segment.c2, segment.to, t)]
  const [u, v] = [mix(p, q, t), mix(q, r, t)]
  const middle = mix(u, v, t)
  return [
    { kind: 'curve', from: segment.from, c1: p, c2: u, to: middle },
    { kind: 'curve', from: middle, c1: v, c2: r, to: segment.to },
  ]
}

/** A chain of points; curves in equal steps of their parameter. */
export function flatten(segments: readonly Segment[]): Point[] {
  const first = segments[0]
  if (!first) return []
  const points = [first.from]
  for (const segment of segments) {
    if (segment.kind === 'curve') {
      for (let step = 1; step < CURVE_STEPS; step++) points.push(pointAt(segment, step / CURVE_STEPS))
    }
    points.push(segment.to)
  }
  return points
}

/** Path data as polygons; see {@link flatten}. */
export function flattenPath(d: string): Point[][] {
  return parsePath(d).map(flatten)
}

export function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y)
}

export function segmentLength(segment: Segment): number {
  if (segment.kind === 'line') return distance(segment.from, segment.to)
  const points = flatten([segment])
  let length = 0
  for (let at = 1; at < points.length; at++)
    length += distance(points[at - 1] ?? segment.from, points[at] ?? segment.to)
  return length
}

/** Path data of connected segments, to hundredths of a px. */
export function pathData(segments: readonly Segment[], transform: (point: Point) => Point = point => point): string {
  let text = ''
  let at: Point | null = null
  for (const segment of segments) {
    if (!at || at.x !== segment.from.x || at.y !== segment.from.y) text += `M${pair(transform(segment.from))}`
    if (segment.kind === 'line') text += `L${pair(transform(segment.to))}`
    else text += `C${pair(transform(segment.c1))} ${pair(transform(segment.c2))} ${pair(transform(segment.to))}`
    at = segment.to
  }
  return text
}

function pair({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`
}

/** A number in SVG: hundredths, no exponent, always finite. */
export function round(value: number): number {
  const rounded = Math.round(value * 100) / 100
  return Number.isFinite(rounded) && Math.abs(rounded) < 1e7 ? rounded + 0 : 0
}
