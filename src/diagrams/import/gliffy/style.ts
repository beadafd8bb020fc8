/** Colours, fills, strokes and dashes of Gliffy. */
import type { Arrow, Colour, Fill, ShapeStyle, Stroke } from '../../model/document.ts'
import { CSS_COLOURS } from '../css-colours.ts'
import { numberAt, numberOf, textAt, within, type Fields } from './json.ts'

const MAX_COLOUR = 64
const MAX_DASHES = 32

/**
 * A colour of CSS or Gliffy: `#rgb`, `#rrggbb`, the same without `#`, `rgb()`, `rgba()`, a common name.
 * @returns null for `none`, `transparent`, or an invalid one
 */
export function colourOf(value: unknown): Colour | null {
  if (typeof value !== 'string' || value.length > MAX_COLOUR) return null
  const text = value.trim().toLowerCase()
  const named = Object.hasOwn(CSS_COLOURS, text) ? CSS_COLOURS[text] : undefined
  if (named) return named
  const hex = /^#?(?:0x)?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1]
  if (hex) return `#${hex.length === 3 ? [...hex].map(digit => digit + digit).join('') : hex}`
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
    .map(part => numberOf(part))
  if (!parts || parts.length < 3) return null
  const [red, green, blue, alpha = 1] = parts.map(part => part ?? 0)
  if (alpha <= 0) return null
  const bytes = [red, green, blue, ...(alpha < 1 ? [alpha * 255] : [])]
  return `#${bytes
    .map(byte =>
      Math.round(within(byte ?? 0, 0, 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/**
 * Stroke of a shape or connector.
 * @param dashUnit connectors have dashes in widths of the line, shapes in px
 */
export function strokeOf(graphic: Fields, dashUnit: 'width' | 'px'): Stroke {
  const width = within(numberAt(graphic, 'strokeWidth') ?? 1, 0, 1000)
  const dash = dashOf(textAt(graphic, 'dashStyle'), dashUnit === 'px' && width > 0 ? width : 1)
  return { colour: width > 0 ? (colourOf(graphic['strokeColor']) ?? 'none') : 'none', width, ...(dash && { dash }) }
}

/** Parses `8,2` into units of the line's width. */
function dashOf(style: string | undefined, unit: number): number[] | undefined {
  if (!style || style.length > 400) return undefined
  const parts = style.split(',').map(part => numberOf(part))
  if (parts.length === 0 || parts.length > MAX_DASHES) return undefined
  const lengths = parts.map(part => within((part ?? -1) / unit, -1, 1000))
  return lengths.every(length => length >= 0) && lengths.some(length => length > 0) ? lengths : undefined
}

export function shapeStyleOf(graphic: Fields): ShapeStyle {
  const opacity = within(numberAt(graphic, 'opacity') ?? 1, 0, 1)
  return {
    fill: fillOf(graphic),
    stroke: strokeOf(graphic, 'px'),
    ...(opacity < 1 && { opacity }),
    ...(graphic['dropShadow'] === true && { shadow: true }),
  }
}

function fillOf(graphic: Fields): Fill {
  const colour = colourOf(graphic['fillColor'])
  if (!colour) return { kind: 'none' }
  if (graphic['gradient'] !== true) return { kind: 'solid', colour }
  return { kind: 'gradient', from: lighter(colour), to: colour }
}

/** White in a gradient's upper colour: Gliffy's reaches pure white half of the shape's height above it. */
const LIGHTER = 2 / 3

function lighter(colour: Colour): Colour {
  const parts = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  const mixed = parts.map(part =>
    Math.round(part + (255 - part) * LIGHTER)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}${colour.slice(7)}`
}

/** Arrowheads by Gliffy's codes for class, sequence and entity-relationship lines. */
const ARROW_CODES: Readonly<Record<number, Arrow>> = {
  0: 'none',
  1: 'open',
  2: 'filled',
  3: 'hollow',
  4: 'hollow',
  5: 'hollow-diamond',
  6: 'open',
  7: 'diamond',
  8: 'filled',
  9: 'zero-or-many',
  10: 'one-or-many',
  11: 'only-one',
  12: 'one',
  13: 'zero-or-one',
  14: 'many',
  15: 'hollow-circle',
  16: 'slash',
  17: 'filled',
  18: 'filled',
  19: 'half',
}

/** @returns null for an unknown code */
export function arrowOf(code: unknown): Arrow | null {
  if (code === undefined || code === null) return 'none'
  const number = numberOf(code)
  return number !== undefined && Object.hasOwn(ARROW_CODES, number) ? (ARROW_CODES[number] ?? null) : null
}
