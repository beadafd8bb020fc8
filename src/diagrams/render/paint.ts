/** SVG attributes of colours, fills and strokes. */
import { LIMITS, type Fill, type Stroke } from '../model/document.ts'
import type { ShapePath } from '../shapes/contract.ts'
import { round } from '../model/geometry/path.ts'
import { attributes, type Definitions } from './svg.ts'

const COLOUR = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i
const MAX_DASHES = 16
/** Shorter dash patterns, px, are drawn solid, as they would look so. */
const MIN_PATTERN = 0.5
/** Brightness factor of shaded areas. */
const SHADE = 0.85

interface Paint {
  colour: string
  opacity?: number
}

/** Colour and opacity for SVG; null for none. */
export function paintOf(colour: string): Paint | null {
  const [, rgb, alpha] = COLOUR.exec(colour) ?? []
  if (!rgb) return null
  if (!alpha || alpha.toLowerCase() === 'ff') return { colour: `#${rgb.toLowerCase()}` }
  return { colour: `#${rgb.toLowerCase()}`, opacity: Number.parseInt(alpha, 16) / 255 }
}

export function fillAttributes(colour: string): string {
  const paint = paintOf(colour)
  return paint ? attributes({ fill: paint.colour, 'fill-opacity': paint.opacity }) : ' fill="none"'
}

/** Fill attributes of a shape's path. */
export function pathFill(kind: ShapePath['fill'], fill: Fill, stroke: Stroke, definitions: Definitions): string {
  if (kind === 'none' || (kind !== 'stroke' && fill.kind === 'none')) return ' fill="none"'
  if (kind === 'stroke') return fillAttributes(stroke.colour)
  if (fill.kind === 'gradient' && kind === 'fill') return ` fill="url(#${gradient(fill, definitions)})"`
  const colour = fill.kind === 'gradient' ? fill.to : fill.kind === 'solid' ? fill.colour : 'none'
  return fillAttributes(kind === 'shade' ? darker(colour) : colour)
}

function darker(colour: string): string {
  const [, rgb, alpha = ''] = COLOUR.exec(colour) ?? []
  if (!rgb) return colour
  const parts = [0, 2, 4].map(at =>
    Math.round(Number.parseInt(rgb.slice(at, at + 2), 16) * SHADE)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}${alpha}`
}

function gradient({ from, to, angle }: Fill & { kind: 'gradient' }, definitions: Definitions): string {
  const turn = ((Number.isFinite(angle) ? (angle ?? 90) : 90) * Math.PI) / 180
  const [x, y] = [Math.cos(turn) / 2, Math.sin(turn) / 2]
  const stops = [from, to].map((colour, index) => {
    const paint = paintOf(colour)
    return `<stop${attributes({ offset: index, 'stop-color': paint?.colour ?? '#ffffff', 'stop-opacity': paint ? paint.opacity : 0 })}/>`
  })
  const line = attributes({ x1: 0.5 - x, y1: 0.5 - y, x2: 0.5 + x, y2: 0.5 + y })
  return definitions.add('linearGradient', `${line}>${stops.join('')}</linearGradient>`)
}

/** Whether a stroke is visible. */
export function isDrawn({ colour, width }: Stroke): boolean {
  return colour !== 'none' && width > 0 && width <= LIMITS.length && paintOf(colour) !== null
}

/** Stroke attributes; none for an invisible one. */
export function strokeAttributes(stroke: Stroke, dashed = true): string {
  const paint = paintOf(stroke.colour)
  if (!paint || !isDrawn(stroke)) return ''
  return attributes({
    stroke: paint.colour,
    'stroke-opacity': paint.opacity,
    'stroke-width': stroke.width,
    'stroke-dasharray': dashed ? dashes(stroke) : undefined,
  })
}

function dashes({ dash, width }: Stroke): string | undefined {
  const lengths = (dash ?? []).slice(0, MAX_DASHES).map(part => (Number.isFinite(part) ? round(part * width) : -1))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const isUsable = lengths.every(length => length >= 0) && total >= MIN_PATTERN
  return isUsable ? lengths.join(' ') : undefined
}

/** Value of the opacity attribute; undefined for 1. */
export function opacityOf(opacity: number | undefined): number | undefined {
  if (opacity === undefined || !Number.isFinite(opacity) || opacity >= 1) return undefined
  return Math.max(0, opacity)
}
