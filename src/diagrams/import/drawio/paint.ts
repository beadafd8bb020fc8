import type { Arrow, Fill, ShapeStyle, Stroke } from '../../model/document.ts'
import { colourOf, isOn, numberIn, withAlpha, type Style } from './style.ts'

const ANGLES = new Map([
  ['east', 0],
  ['south', 90],
  ['west', 180],
  ['north', 270],
])

export function fillOf(style: Style): Fill {
  const alpha = numberIn(style, 'fillOpacity', 100) / 100
  const swimlane = ['swimlane', 'umlFrame'].includes(style.values.get('shape') ?? '')
    ? style.values.get('swimlaneFillColor')
    : undefined
  const colour = colourOf(swimlane ?? style.values.get('fillColor') ?? 'default', '#ffffff')
  if (!colour) return { kind: 'none' }
  const to = colourOf(style.values.get('gradientColor'), '#ffffff')
  if (!to) return { kind: 'solid', colour: withAlpha(colour, alpha) }
  const angle = ANGLES.get(style.values.get('gradientDirection') ?? 'south') ?? 90
  return { kind: 'gradient', from: withAlpha(colour, alpha), to: withAlpha(to, alpha), ...(angle !== 90 && { angle }) }
}

export function strokeOf(style: Style): Stroke {
  const colour = colourOf(style.values.get('strokeColor') ?? 'default', '#000000')
  // draw.io draws no line thinner.
  const width = Math.min(500, Math.max(1, numberIn(style, 'strokeWidth', 1)))
  const alpha = numberIn(style, 'strokeOpacity', 100) / 100
  const dash = isOn(style, 'dashed') ? dashOf(style, width) : []
  return { colour: colour ? withAlpha(colour, alpha) : 'none', width, ...(dash.length > 0 && { dash }) }
}

/** In units of the width; px with `fixDash`. */
function dashOf(style: Style, width: number): number[] {
  const lengths = (style.values.get('dashPattern') ?? '')
    .split(/[\s,]+/)
    .slice(0, 16)
    .map(Number)
    .filter(length => length > 0 && length <= 500)
  const unit = isOn(style, 'fixDash') && width > 0 ? 1 / width : 1
  return (lengths.length > 0 ? lengths : [3, 3]).map(length => Math.min(1000, length * unit))
}

export function shapeStyleOf(style: Style): ShapeStyle {
  const opacity = numberIn(style, 'opacity', 100) / 100
  return {
    fill: fillOf(style),
    stroke: strokeOf(style),
    ...(opacity < 1 && { opacity: Math.max(0, opacity) }),
    ...(isOn(style, 'shadow') && { shadow: true }),
  }
}

/** Arrowheads by name: filled and hollow. */
const HEADS: Record<string, readonly [filled: Arrow, hollow: Arrow]> = {
  none: ['none', 'none'],
  classic: ['filled', 'hollow'],
  classicThin: ['filled', 'hollow'],
  block: ['filled', 'hollow'],
  blockThin: ['filled', 'hollow'],
  open: ['open', 'open'],
  openThin: ['open', 'open'],
  openAsync: ['half', 'half'],
  async: ['half', 'half'],
  oval: ['circle', 'hollow-circle'],
  circle: ['hollow-circle', 'hollow-circle'],
  diamond: ['diamond', 'hollow-diamond'],
  diamondThin: ['diamond', 'hollow-diamond'],
  box: ['square', 'hollow-square'],
  cross: ['cross', 'cross'],
  dash: ['slash', 'slash'],
  baseDash: ['one', 'one'],
  halfCircle: ['half-circle', 'half-circle'],
  circlePlus: ['circle-plus', 'circle-plus'],
  doubleBlock: ['double-filled', 'double-filled'],
  manyOptional: ['many', 'many'],
  ERone: ['one', 'one'],
  ERmandOne: ['only-one', 'only-one'],
  ERmany: ['many', 'many'],
  ERoneToMany: ['one-or-many', 'one-or-many'],
  ERzeroToOne: ['zero-or-one', 'zero-or-one'],
  ERzeroToMany: ['zero-or-many', 'zero-or-many'],
}

/** @returns the arrowhead, and whether it is exact */
export function headOf(style: Style, end: 'start' | 'end'): { arrow: Arrow; known: boolean } {
  const name = style.values.get(`${end}Arrow`) || (end === 'end' ? 'classic' : 'none')
  const heads = Object.hasOwn(HEADS, name) ? HEADS[name] : undefined
  if (!heads) return { arrow: 'open', known: false }
  return { arrow: heads[style.values.get(`${end}Fill`) === '0' ? 1 : 0], known: true }
}
