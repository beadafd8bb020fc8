/** Where the text of a shape stands: in its area, or within an outline that is slanted or round. */
import type { Point, ShapeObject, TextBlock } from '../model/document.ts'
import type { Rect, ShapeDefinition, Size } from '../shapes/contract.ts'
import { findShape } from '../shapes/library.ts'
import { flattenPath } from './path.ts'
import { parametersOf, sizeOf } from './scene.ts'
import { layoutText, widestWord } from './text-layout.ts'

/** Between a text and the outline that it keeps within, px. */
const SPACE = 2
/** Each try is higher by a line at least; more lines than these find no wider place anyway. */
const MOST_TRIES = 12
/** Heights that are looked at where text is not fitted about the middle, as shares of the part that text may stand in. */
const HEIGHTS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3] as const
const NEARLY = 0.5
/** Longer texts are not tried in one place after the other: that would take its time, and help nobody. */
const LONGEST = 2000
/** Lines through an outline are looked at this far above and below its corners. */
const HAIR = 1e-4

/**
 * Area of a shape's text in its own coordinates. Text that keeps within an outline gets the widest place that is high
 * enough for it; where there is none, the one that it hangs out of least. A word that is wider than any is not broken for it.
 * @param block the text; the shape's own when absent
 */
export function textAreaOf(object: ShapeObject, block: TextBlock | undefined): Rect {
  const before = found.get(object)
  if (before && before.block === block) return before.area
  const area = findArea(object, block)
  found.set(object, { block, area })
  return area
}

/** Whoever moves the pointer over a diagram asks for each text below it: objects of a document are never changed in place. */
const found = new WeakMap<ShapeObject, { block: TextBlock | undefined; area: Rect }>()

function findArea(object: ShapeObject, block: TextBlock | undefined): Rect {
  const definition = findShape(object.shape)
  const size = sizeOf(object)
  if (!definition) return { x: 0, y: 0, ...size }
  const parameters = parametersOf(definition, object.parameters)
  const part = block && !block.padding ? definition.textWithin?.(size, parameters) : undefined
  const within = block && part ? areaWithin(outlineOf(definition, size, parameters), part, block) : null
  return within ?? definition.textArea?.(size, parameters) ?? { x: 0, y: 0, ...size }
}

function outlineOf(definition: ShapeDefinition, size: Size, parameters: Record<string, number>): Point[][] {
  return flattenPath(definition.outline?.(size, parameters) ?? definition.paths(size, parameters)[0]?.d ?? '')
}

/** Null when a word is wider than any place. */
function areaWithin(outline: readonly Point[][], part: Rect, block: TextBlock): Rect | null {
  const rooms = () => HEIGHTS.map(share => roomOf(outline, part, part.height * share))
  // Text at an edge is to stand there, not in the widest place about the middle; and a long one fits nowhere.
  if (block.vertical !== 'middle' || lengthOf(block) > LONGEST) return rooms().reduce((best, room) => (room.width * room.height > best.width * best.height ? room : best))
  const least = widestWord(block)
  let area = roomOf(outline, part, 0)
  if (area.width < least) return null
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { height } = layoutText(block, area.width, area.height)
    if (height <= area.height + NEARLY) return area
    const next = roomOf(outline, part, Math.max(height, area.height + 1))
    if (next.height <= area.height || next.width < least) break
    area = next
  }
  // There is no room for so much text: where it hangs over least.
  let most = Infinity
  for (const room of rooms()) {
    if (room.width < least || room.height === 0) continue
    const over = layoutText(block, room.width, room.height).height / room.height
    if (over < most) [area, most] = [room, over]
  }
  return area
}

function lengthOf({ paragraphs }: TextBlock): number {
  return paragraphs.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0), 0)
}

/** The widest place of a height within an outline, about the middle of a part of its box; never higher than that. */
function roomOf(outline: readonly Point[][], part: Rect, wanted: number): Rect {
  const height = Math.min(wanted, part.height)
  const middle = part.x + part.width / 2
  const top = part.y + (part.height - height) / 2
  let [left, right] = [part.x, part.x + part.width]
  for (const y of levels(outline, top, top + height)) {
    const stretch = stretchAt(outline, y, middle)
    left = Math.max(left, stretch.left)
    right = Math.min(right, stretch.right)
  }
  const space = Math.min(SPACE, Math.max(0, right - left) / 2)
  return { x: left + space, y: top, width: Math.max(0, right - left - 2 * space), height }
}

/** Where an outline may be narrowest between two heights: at them and at its corners. */
function levels(outline: readonly Point[][], top: number, bottom: number): number[] {
  const between = outline.flatMap(polygon => polygon.flatMap(({ y }) => [y - HAIR, y + HAIR])).filter(y => y > top && y < bottom)
  return [top + HAIR, bottom - HAIR, ...between]
}

/** The stretch of a level line that lies within an outline about a place; none where that is outside. */
function stretchAt(outline: readonly Point[][], y: number, x: number): { left: number; right: number } {
  let [left, right, before] = [-Infinity, Infinity, 0]
  for (const polygon of outline) {
    for (let at = 0; at < polygon.length; at++) {
      const [from, to] = [polygon[at], polygon[(at + 1) % polygon.length]]
      if (!from || !to || from.y > y === to.y > y) continue
      const crossing = from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y)
      if (crossing <= x) {
        before++
        left = Math.max(left, crossing)
      } else right = Math.min(right, crossing)
    }
  }
  return before % 2 === 1 ? { left, right } : { left: x, right: x }
}
