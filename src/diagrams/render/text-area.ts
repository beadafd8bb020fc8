/** Where the text of a shape stands: in its area, or within an outline that is slanted or round. */
import type { Point, ShapeObject, TextBlock } from '../model/document.ts'
import type { Rect, ShapeDefinition, Size } from '../shapes/contract.ts'
import { findShape } from '../shapes/library.ts'
import { flattenPath } from '../model/geometry/path.ts'
import { parametersOf, sizeOf } from './scene.ts'
import { layoutText, widestWord } from './text-layout.ts'

/** Between a text and the outline that it keeps within, px. */
const SPACE = 2
/** Each try is higher by a line at least; more lines than these find no wider place anyway. */
const MOST_TRIES = 6
/** Heights that are looked at where text is not fitted about the middle, as shares of the part that text may stand in. */
const HEIGHTS = [0.95, 0.7, 0.55, 0.4] as const
const NEARLY = 0.5
/** Height of the place for a text that fits nowhere, as a share of the part that text may stand in. */
const MIDDLING = 0.7
/** Longer texts are not tried in one place after the other: that would take its time, and help nobody. */
const LONGEST = 2000
/** Edges that only touch a place from above or below do not count, px. */
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
    // It hangs over even where its lines are longest: no place is looked for any further.
    if (height > part.height) {
      const middling = roomOf(outline, part, part.height * MIDDLING)
      return middling.width < least ? area : middling
    }
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
  const [from, to] = [top + HAIR, Math.max(top + height - HAIR, top + 2 * HAIR)]
  let [left, right] = isIn(outline, middle, (from + to) / 2) ? [part.x, part.x + part.width] : [middle, middle]
  for (const polygon of outline) {
    for (let at = 0; at < polygon.length; at++) {
      const reach = reachOf(polygon[at], polygon[(at + 1) % polygon.length], from, to)
      if (!reach) continue
      if (reach.right <= middle) left = Math.max(left, reach.right)
      else if (reach.left >= middle) right = Math.min(right, reach.left)
      else [left, right] = [middle, middle]
    }
  }
  const space = Math.min(SPACE, Math.max(0, right - left) / 2)
  return { x: left + space, y: top, width: Math.max(0, right - left - 2 * space), height }
}

/** How far an edge of an outline reaches to both sides between two heights; null where it is above or below them. */
function reachOf(a: Point | undefined, b: Point | undefined, top: number, bottom: number): { left: number; right: number } | null {
  if (!a || !b || Math.max(a.y, b.y) <= top || Math.min(a.y, b.y) >= bottom) return null
  const at = (y: number) => a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
  const ends = [a, b].map(({ x, y }) => (y < top ? at(top) : y > bottom ? at(bottom) : x))
  return { left: Math.min(...ends), right: Math.max(...ends) }
}

/** Whether a place is inside an outline, by the number of its edges to the left. */
function isIn(outline: readonly Point[][], x: number, y: number): boolean {
  let before = 0
  for (const polygon of outline) {
    for (let at = 0; at < polygon.length; at++) {
      const [from, to] = [polygon[at], polygon[(at + 1) % polygon.length]]
      if (from && to && from.y > y !== to.y > y && from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y) <= x) before++
    }
  }
  return before % 2 === 1
}
