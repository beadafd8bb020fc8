/** Shapes written as path data in a box of 100 by 100, which is stretched to the object's. */
import type { ShapeDefinition, ShapePath } from './contract.ts'
import { beneath, shape } from './define.ts'
import { area, body, dark, fit, ink, strokes, whole } from './paths.ts'

/**
 * Name in the category, English label, default size, search words, and the parts in painting order, separated by ` | `:
 * path data after `b` (fill and line), `d` (darker fill and line), `a` (fill), `s` (line) or `i` (filled in the line's
 * colour). The text is beneath, or in the shape where the last is true.
 */
export type SketchRow = readonly [
  name: string,
  label: string,
  size: readonly [number, number],
  keywords: string,
  parts: string,
  inside?: true,
]

/** An ellipse by its middle and radii. */
export const o = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`

/** A rectangle by its corner and size. */
export const r = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}H${x + width}V${y + height}H${x}Z`

const PARTS: Readonly<Record<string, (d: string) => ShapePath>> = {
  b: body,
  d: dark,
  a: area,
  s: strokes,
  i: ink,
}

export function sketches(category: string, rows: readonly SketchRow[]): ShapeDefinition[] {
  return rows.map(([name, label, size, keywords, parts, inside]) => {
    const drawn = parts.split(' | ').map(part => [PARTS[part.charAt(0)] ?? body, part.slice(1)] as const)
    return shape(
      `${category}.${name}`,
      label,
      size,
      (width, height) => drawn.map(([paint, d]) => paint(fit(d, 0, 0, width, height))),
      { keywords, outline: whole, ...(!inside && { text: beneath }) },
    )
  })
}
