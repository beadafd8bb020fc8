/** Gliffy's positions of text in, above, below or beside its object. */
import type { TextBlock } from '../../model/document.ts'
import { verticalMetrics } from '../../render/fonts.ts'
import { layoutText } from '../../render/text-layout.ts'
import type { Rect, Size } from '../../shapes/contract.ts'
import { coordinate, lengthOf, numberAt, textAt, type Fields } from './json.ts'
import { paragraphsOf } from './text.ts'

/** Extra width, so that rounding does not wrap a line. */
const SLACK = 1

/**
 * Text block of a `Text` graphic in a shape's area.
 * @param graphic fields of the graphic
 * @param child the text object's rectangle in the shape, or the shape's whole box
 * @param box size of the shape
 * @param area text area of our shape
 * @returns undefined for empty text
 */
export function textBlockOf(graphic: Fields, child: Rect, box: Size, area: Rect): TextBlock | undefined {
  const paragraphs = paragraphsOf(textAt(graphic, 'html') ?? '')
  if (paragraphs.length === 0) return undefined
  const block: TextBlock = { paragraphs, vertical: verticalOf(graphic) }
  const wanted = placed(graphic, block, child, box)
  wanted.y -= raise(block)
  return { ...block, vertical: wanted.vertical, padding: paddingFor(wanted, area) }
}

/**
 * Vertical offset of Gliffy's text against our renderer, px: its browsers rounded a font's descent up at the cost of
 * its ascent.
 */
function raise({ paragraphs }: TextBlock): number {
  const seen = paragraphs.flatMap(({ runs }) => runs).filter(({ text }) => text.trim() !== '')
  const isRoundedUp = seen.every(({ size, ...face }) => {
    const descent = verticalMetrics(face).descent * size
    return Math.round(descent) < descent
  })
  return isRoundedUp ? 1 : 0
}

function verticalOf(graphic: Fields): TextBlock['vertical'] {
  const valign = textAt(graphic, 'valign')
  return valign === 'top' || valign === 'bottom' ? valign : 'middle'
}

/** Rectangle for wrapping and alignment, in px from the shape's corner. */
function placed(graphic: Fields, block: TextBlock, child: Rect, box: Size): Rect & { vertical: TextBlock['vertical'] } {
  const padding = paddingOf(graphic)
  const overflow = textAt(graphic, 'overflow')
  const side = textAt(graphic, 'hposition')
  // Text overflowing both ways is centred on its shape; its stored position is meaningless.
  const within = overflow === 'both' && side !== 'left' && side !== 'right' ? { x: 0, width: box.width } : child
  const room = {
    x: within.x + padding.left,
    width: Math.max(0, within.width - padding.left - padding.right),
    y: padding.top,
    height: box.height - padding.top - padding.bottom,
    vertical: block.vertical,
  }
  if (overflow === 'both' || overflow === 'right' || overflow === 'left') widen(room, block, overflow)
  if (side === 'right') room.x = box.width + padding.left
  if (side === 'left') room.x = -room.width - padding.right
  const level = textAt(graphic, 'vposition')
  if (level === 'below') return { ...room, y: box.height + padding.top, height: 0, vertical: 'top' }
  if (level === 'above') return { ...room, y: -padding.bottom, height: 0, vertical: 'bottom' }
  return room
}

/** Widens the area so that overflowing text does not wrap. */
function widen(room: Rect, block: TextBlock, overflow: 'both' | 'left' | 'right'): void {
  const width = Math.max(room.width, layoutText(block, Infinity, 0).width + SLACK)
  const over = width - room.width
  room.x -= { both: over / 2, left: over, right: 0 }[overflow]
  room.width = width
}

function paddingOf(graphic: Fields): { top: number; right: number; bottom: number; left: number } {
  const side = (name: string) => lengthOf(numberAt(graphic, `padding${name}`), 2)
  return { top: side('Top'), right: side('Right'), bottom: side('Bottom'), left: side('Left') }
}

/** Distances from an area to a rectangle; negative beyond it. */
function paddingFor(wanted: Rect, area: Rect): NonNullable<TextBlock['padding']> {
  const rounded = (value: number) => Math.round(coordinate(value) * 100) / 100
  return {
    left: rounded(wanted.x - area.x),
    top: rounded(wanted.y - area.y),
    right: rounded(area.x + area.width - wanted.x - wanted.width),
    bottom: rounded(area.y + area.height - wanted.y - wanted.height),
  }
}
