/** Labels: runs and position relative to the shape. */
import type { Box, Paragraph, ShapeObject, TextBlock } from '../../model/document.ts'
import { layoutText, widestWord } from '../../render/text-layout.ts'
import type { Rect } from '../../shapes/contract.ts'
import { findShape } from '../../shapes/library.ts'
import { htmlParagraphs, familyOf, plainParagraphs, type RunStyle } from './html.ts'
import { colourOf, isOn, numberIn, withAlpha, type Style } from './style.ts'

/** draw.io's distance between a label and its shape's edge. */
const SPACING = 2

export function runStyle(style: Style): RunStyle {
  const marks = numberIn(style, 'fontStyle', 0)
  const background = colourOf(style.values.get('labelBackgroundColor'), '#ffffff')
  const colour = colourOf(style.values.get('fontColor'), '#000000') ?? '#000000'
  return {
    font: familyOf(style.values.get('fontFamily') ?? ''),
    size: Math.min(500, Math.max(1, numberIn(style, 'fontSize', 12))),
    colour: withAlpha(colour, numberIn(style, 'textOpacity', 100) / 100),
    ...(marks & 1 && { bold: true }),
    ...(marks & 2 && { italic: true }),
    ...(marks & 4 && { underline: true }),
    ...(marks & 8 && { strike: true }),
    ...(background && { background }),
  }
}

export function paragraphsOf(value: string, style: Style, align: Paragraph['align']): Paragraph[] {
  if (value === '' || isOn(style, 'noLabel')) return []
  // Old files' style sheets omit html and contain markup all the same.
  return isOn(style, 'html')
    ? htmlParagraphs(value, runStyle(style), align)
    : plainParagraphs(value, runStyle(style), align)
}

/** Label of a shape, if any. */
export function labelOf(
  value: string,
  style: Style,
  { width, height }: Box,
  shape: Pick<ShapeObject, 'shape' | 'parameters'>,
): TextBlock | undefined {
  const align = oneOf(style.values.get('align'), ['left', 'center', 'right'], 'center')
  const paragraphs = paragraphsOf(value, style, align)
  if (paragraphs.length === 0) return undefined
  // A label that fills its shape begins at the top, but for tables, which share the height among their rows.
  const fills = style.values.get('overflow') === 'fill' && !value.includes('<table')
  const vertical = oneOf(style.values.get('verticalAlign'), ['top', 'middle', 'bottom'], fills ? 'top' : 'middle')
  const text: TextBlock = { paragraphs, vertical }
  const wanted = wantedArea(text, style, align, width, height)
  const area = areaOf(shape, width, height)
  const clips = style.values.get('overflow') === 'hidden' || style.values.get('overflow') === 'fill'
  return {
    ...text,
    padding: {
      top: round(wanted.y - area.y),
      left: round(wanted.x - area.x),
      right: round(area.x + area.width - wanted.x - wanted.width),
      bottom: round(area.y + area.height - wanted.y - wanted.height),
    },
    ...(clips && { overflow: 'clip' as const }),
  }
}

/** draw.io's label area, from the shape's corner. */
function wantedArea(text: TextBlock, style: Style, align: Paragraph['align'], width: number, height: number): Rect {
  const room = labelRoom(style, width, height)
  const spacing = numberIn(style, 'spacing', SPACING)
  const wraps = style.values.get('whiteSpace') === 'wrap'
  const inset = {
    left: spacing + numberIn(style, 'spacingLeft', 0),
    right: spacing + numberIn(style, 'spacingRight', 0),
    top: (text.vertical === 'top' ? spacing : 0) + numberIn(style, 'spacingTop', 0),
    bottom: (text.vertical === 'bottom' ? spacing : 0) + numberIn(style, 'spacingBottom', 0),
  }
  const area = {
    x: room.x + inset.left,
    y: room.y + inset.top,
    width: Math.max(0, room.width - inset.left - inset.right),
    height: room.height - inset.top - inset.bottom,
  }
  if (wraps) {
    // Words never break, at any width.
    const more = Math.max(0, Math.min(Math.ceil(widestWord(text)), 20_000) - area.width)
    return { ...area, x: area.x - more * shareOf(align), width: area.width + more }
  }
  // Lines are as long as needed and overflow opposite to their alignment.
  const needed = Math.ceil(layoutText({ ...text, vertical: 'top' }, Number.POSITIVE_INFINITY, 0).width) + 1
  const more = Math.max(0, Math.min(needed, 20_000) - area.width)
  return { ...area, x: area.x - more * shareOf(align), width: area.width + more }
}

function shareOf(align: Paragraph['align']): number {
  return { left: 0, center: 0.5, right: 1 }[align]
}

/** Whether the label is in a title: of lanes, and of tables and rows that have one. */
export function hasTitle(style: Style): boolean {
  const shape = style.values.get('shape')
  return shape === 'swimlane' || ((shape === 'table' || shape === 'tableRow') && numberIn(style, 'startSize', 0) > 0)
}

/** Thickness of a title, px. */
export function titleHeight(style: Style): number {
  return Math.min(Math.max(0, numberIn(style, 'startSize', 23)), 2000)
}

/** Label's area: the shape, its title, or beside it. */
function labelRoom(style: Style, width: number, height: number): Rect {
  if (style.values.get('shape') === 'umlLifeline')
    return { x: 0, y: 0, width, height: Math.min(height, Math.max(0, numberIn(style, 'size', 40))) }
  if (style.values.get('shape') === 'umlFrame')
    return {
      x: 0,
      y: 0,
      width: Math.min(width, Math.max(10, numberIn(style, 'width', 60))),
      height: Math.min(height, Math.max(15, numberIn(style, 'height', 30))),
    }
  if (hasTitle(style)) {
    const title = titleHeight(style)
    return style.values.get('horizontal') === '0'
      ? { x: 0, y: 0, width: title, height }
      : { x: 0, y: 0, width, height: title }
  }
  const across = style.values.get('labelPosition')
  const down = style.values.get('verticalLabelPosition')
  return {
    x: across === 'left' ? -width : across === 'right' ? width : 0,
    width,
    y: down === 'top' ? -height : down === 'bottom' ? height : 0,
    height,
  }
}

/** Text area of our shape, the base of padding. */
function areaOf({ shape, parameters }: Pick<ShapeObject, 'shape' | 'parameters'>, width: number, height: number): Rect {
  const definition = findShape(shape)
  const values = Object.fromEntries(
    (definition?.parameters ?? []).map(({ name, min, max, default: usual }) => [
      name,
      Math.min(max, Math.max(min, parameters?.[name] ?? usual)),
    ]),
  )
  return definition?.textArea?.({ width, height }, values) ?? { x: 0, y: 0, width, height }
}

function oneOf<const Value extends string>(
  value: string | undefined,
  values: readonly Value[],
  fallback: Value,
): Value {
  return values.find(known => known === value) ?? fallback
}

function round(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
