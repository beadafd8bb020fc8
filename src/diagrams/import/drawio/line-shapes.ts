/** draw.io's shapes that are only a line across their box, as lines: a box would hide what it crosses. */
import type { Box, ShapeObject, ShapeStyle } from '../../model/document.ts'
import { shapeStyleOf } from './paint.ts'
import { isOn, numberIn, type Style } from './style.ts'

type Corner = 'NE' | 'SE' | 'SW' | 'NW'
interface Line {
  shape: 'basic.line-horizontal' | 'basic.arrow-right' | 'basic.arrow-double'
  /** End, from the opposite corner. */
  to: Corner
  dashed?: true
}

/** By the name after `mxgraph.aws3d.`, variants numbered. */
const LINES: Readonly<Record<string, Line>> = {
  arrowNE: { shape: 'basic.arrow-right', to: 'NE' },
  arrowSE: { shape: 'basic.arrow-right', to: 'SE' },
  arrowSW: { shape: 'basic.arrow-right', to: 'SW' },
  arrowNW: { shape: 'basic.arrow-right', to: 'NW' },
  arrowlessNE: { shape: 'basic.line-horizontal', to: 'NE' },
  flatEdge: { shape: 'basic.arrow-right', to: 'NE' },
  flatDoubleEdge: { shape: 'basic.arrow-double', to: 'SE' },
  dashedEdge: { shape: 'basic.line-horizontal', to: 'NE', dashed: true },
  dashedEdgeDouble: { shape: 'basic.line-horizontal', to: 'NE', dashed: true },
  dashedArrowlessEdge: { shape: 'basic.line-horizontal', to: 'NE', dashed: true },
  edge: { shape: 'basic.line-horizontal', to: 'SE' },
}
export const LINE_SHAPES: readonly string[] = [...new Set(Object.values(LINES).map(({ shape }) => shape))]
const LIBRARY = 'mxgraph.aws3d.'
/** Thickness of an arrow, px, and its shaft's share. */
const THICKNESS = 14
const SHAFT = 0.25
const DASH = [4, 4]

/**
 * Line object for a shape.
 * @param corner upper left corner of the box, in the parent's coordinates
 * @returns null for other shapes
 */
export function lineOf(
  name: string,
  style: Style,
  corner: { x: number; y: number },
  { width, height }: { width: number; height: number },
): (Box & Pick<ShapeObject, 'shape' | 'parameters' | 'style'>) | null {
  const key = name.startsWith(LIBRARY) ? name.slice(LIBRARY.length).replace(/\d+$/, '') : ''
  const line = Object.hasOwn(LINES, key) ? LINES[key] : undefined
  if (!line) return null
  const across = (line.to.endsWith('E') ? width : -width) * (isOn(style, 'flipH') ? -1 : 1)
  const down = (line.to.startsWith('S') ? height : -height) * (isOn(style, 'flipV') ? -1 : 1)
  const length = Math.hypot(width, height)
  const thick = Math.min(THICKNESS, length)
  const rotation = ((Math.atan2(down, across) * 180) / Math.PI + numberIn(style, 'rotation', 0) + 360) % 360
  const isArrow = line.shape !== 'basic.line-horizontal'
  return {
    x: corner.x + (width - length) / 2,
    y: corner.y + (height - thick) / 2,
    width: length,
    height: thick,
    ...(rotation !== 0 && { rotation }),
    shape: line.shape,
    ...(isArrow && { parameters: { head: Math.min(0.5, (1.2 * thick) / Math.max(1, length)), shaft: SHAFT } }),
    style: lookOf(style, line, isArrow),
  }
}

/** Style in its single colour, usually called fill. */
function lookOf(style: Style, { dashed }: Line, isArrow: boolean): ShapeStyle {
  const { fill, stroke, ...rest } = shapeStyleOf(style)
  const filled = style.values.has('fillColor') && fill.kind === 'solid' ? fill.colour : null
  const colour = filled ?? stroke.colour
  return {
    ...rest,
    fill: isArrow && colour !== 'none' ? { kind: 'solid', colour } : { kind: 'none' },
    stroke: isArrow
      ? { colour: 'none', width: 0 }
      : { colour, width: Math.max(2, stroke.width), ...(dashed && { dash: DASH }) },
  }
}
