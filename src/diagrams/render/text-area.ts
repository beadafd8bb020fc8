/** Area of a shape's text: a fixed one, or fitted into a slanted or round outline. */
import type { Point, ShapeObject, TextBlock } from '../model/document.ts'
import type { Rect, ShapeDefinition, Size } from '../shapes/contract.ts'
import { findShape } from '../shapes/library.ts'
import { flattenPath } from '../model/geometry/path.ts'
import { parametersOf, sizeOf } from './scene.ts'
import { layoutText, widestWord } from './text-layout.ts'

/** Distance of text and outline, px. */
const SPACE = 2
/** Each try is at least a line higher; more find no wider area. */
const MOST_TRIES = 6
/** Tried heights for text not centred vertically, as shares of the part for text. */
const HEIGHTS = [0.95, 0.7, 0.55, 0.4] as const
const NEARLY = 0.5
/** Height for text that fits nowhere, as a share of the part for text. */
const MIDDLING = 0.7
/** Longer texts are not fitted, for speed. */
const LONGEST = 2000
/** Tolerance for edges that only touch an area, px. */
const HAIR = 1e-4

/**
 * Area of a shape's text in its own coordinates. Within an outline, the widest area high enough, else the one with the
 * least overflow. Words are not broken for it.
 * @param block default the shape's own
 */
export function textAreaOf(object: ShapeObject, block: TextBlock | undefined): Rect {
  const before = found.get(object)
  if (before && before.block === block) return before.area
  const area = findArea(object, block)
  found.set(object, { block, area })
  return area
}

/** Cache for hit tests on every pointer move; document objects are immutable. */
const found = new WeakMap<ShapeObject, { block: TextBlock | undefined; area: Rect }>()

function findArea(object: ShapeObject, block: TextBlock | undefined): Rect {
  const definition = findShape(object.shape)
  const size = sizeOf(object)
  if (!definition) return { x: 0, y: 0, ...size }
  const parameters = parametersOf(definition, object.parameters)
  const part = block && !block.padding && !block.turned ? definition.textWithin?.(size, parameters) : undefined
  const within = block && part ? areaWithin(outlineOf(definition, size, parameters), part, block) : null
  return within ?? definition.textArea?.(size, parameters) ?? { x: 0, y: 0, ...size }
}

function outlineOf(definition: ShapeDefinition, size: Size, parameters: Record<string, number>): Point[][] {
  return flattenPath(definition.outline?.(size, parameters) ?? definition.paths(size, parameters)[0]?.d ?? '')
}

/** Null when a word is wider than any area. */
function areaWithin(outline: readonly Point[][], part: Rect, block: TextBlock): Rect | null {
  const rooms = () => HEIGHTS.map(share => roomOf(outline, part, part.height * share))
  // Text at an edge stays there instead of the widest area in the middle; long text fits nowhere.
  if (block.vertical !== 'middle' || lengthOf(block) > LONGEST)
    return rooms().reduce((best, room) => (room.width * room.height > best.width * best.height ? room : best))
  const least = widestWord(block)
  let area = roomOf(outline, part, 0)
  if (area.width < least) return null
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { height } = layoutText(block, area.width, area.height)
    if (height <= area.height + NEARLY) return area
    // It overflows even with the longest lines.
    if (height > part.height) {
      const middling = roomOf(outline, part, part.height * MIDDLING)
      return middling.width < least ? area : middling
    }
    const next = roomOf(outline, part, Math.max(height, area.height + 1))
    if (next.height <= area.height || next.width < least) break
    area = next
  }
  // Too much text: minimise the overflow.
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

/** The widest area of at most a height within an outline, around the middle of a part of its box. */
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

/** Horizontal extent of an edge between two heights; null outside of them. */
function reachOf(
  a: Point | undefined,
  b: Point | undefined,
  top: number,
  bottom: number,
): { left: number; right: number } | null {
  if (!a || !b || Math.max(a.y, b.y) <= top || Math.min(a.y, b.y) >= bottom) return null
  const at = (y: number) => a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)
  const ends = [a, b].map(({ x, y }) => (y < top ? at(top) : y > bottom ? at(bottom) : x))
  return { left: Math.min(...ends), right: Math.max(...ends) }
}

/** Whether a point is inside an outline (even-odd rule). */
function isIn(outline: readonly Point[][], x: number, y: number): boolean {
  let before = 0
  for (const polygon of outline) {
    for (let at = 0; at < polygon.length; at++) {
      const [from, to] = [polygon[at], polygon[(at + 1) % polygon.length]]
      if (from && to && from.y > y !== to.y > y && from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y) <= x)
        before++
    }
  }
  return before % 2 === 1
}
