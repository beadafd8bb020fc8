import type { Box, Point } from '../document.ts'

/** Affine transform as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
}

export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** Applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  }
}

/** Mirrors a box of this size in place. */
export function mirror({ width, height }: Pick<Box, 'width' | 'height'>, flipX = false, flipY = false): Matrix {
  return { a: flipX ? -1 : 1, b: 0, c: 0, d: flipY ? -1 : 1, e: flipX ? width : 0, f: flipY ? height : 0 }
}

export function apply({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

/** Whether it only translates. */
export function isMoveOnly({ a, b, c, d }: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1
}

/** The inverse; null for a singular matrix. */
export function invert({ a, b, c, d, e, f }: Matrix): Matrix | null {
  const determinant = a * d - b * c
  if (!determinant || !Number.isFinite(determinant)) return null
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  }
}

/** From a box's own coordinates (px from its corner) to its parent's: flips, then rotation, about its middle. */
export function boxMatrix(box: Box): Matrix {
  const { x, y, width, height, rotation = 0, flipX, flipY } = box
  if (!rotation && !flipX && !flipY) return { ...IDENTITY, e: x, f: y }
  // Exact quarter turns, so that edges stay sharp.
  const turn = (rotation * Math.PI) / 180
  const cos = rotation % 90 === 0 ? Math.round(Math.cos(turn)) : Math.cos(turn)
  const sin = rotation % 90 === 0 ? Math.round(Math.sin(turn)) : Math.sin(turn)
  const [sx, sy] = [flipX ? -1 : 1, flipY ? -1 : 1]
  const [halfWidth, halfHeight] = [width / 2, height / 2]
  const [a, b, c, d] = [cos * sx, sin * sx, -sin * sy, cos * sy]
  return {
    a,
    b,
    c,
    d,
    e: x + halfWidth - a * halfWidth - c * halfHeight,
    f: y + halfHeight - b * halfWidth - d * halfHeight,
  }
}
