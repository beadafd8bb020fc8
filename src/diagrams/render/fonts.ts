import type { FontFamily, TextRun } from '../model/document.ts'
import { RANGES, TABLES } from './font-table.ts'

/** What decides the metrics of text: all of a run but its colours and lines. */
export type Face = Pick<TextRun, 'font' | 'bold' | 'italic'>

/** Values of `font-family`: the bundled font, those of the same metrics that machines have, the generic family. */
export const FONT_STACKS: Readonly<Record<FontFamily, string>> = {
  sans: 'Arimo, Arial, Helvetica, Liberation Sans, sans-serif',
  serif: 'Tinos, Times New Roman, Times, Liberation Serif, serif',
  mono: 'Cousine, Courier New, Courier, Liberation Mono, monospace',
}

interface Metrics {
  ascent: number
  descent: number
  average: number
  /** Advance widths by code point, em; what the table lacks is undefined. */
  widths: Map<number, number>
  /** The same for U+0000 to U+017F, where nearly all text lies. */
  low: Float64Array
  /** What a pair of characters stands apart more, em, by {@link pairOf}. */
  kerning: ReadonlyMap<number, number>
}

const LOW = 0x180
const loaded = new Map<string, Metrics>()

function metricsOf({ font, bold, italic }: Face): Metrics {
  const style = (bold ? 1 : 0) + (italic ? 2 : 0)
  const key = `${font}${style}`
  const known = loaded.get(key)
  if (known) return known
  const family = TABLES[font]
  const table = family[style] ?? family[0]
  const metrics: Metrics = {
    ascent: table.ascent / 1000, descent: table.descent / 1000, average: table.average / 1000,
    widths: new Map(), low: new Float64Array(LOW).fill(table.average / 1000), kerning: kerningOf(table.kerning),
  }
  const places = unpacked(table.places)
  let index = 0
  for (const [first, last] of RANGES) {
    for (let code = first; code <= last; code++) {
      const width = (table.widths[places[index++] ?? 0] ?? table.average) / 1000
      if (code < LOW) metrics.low[code] = width
      else metrics.widths.set(code, width)
    }
  }
  // Control characters take no room.
  metrics.low.fill(0, 0, 0x20)
  loaded.set(key, metrics)
  return metrics
}

/** Reads what scripts/diagram-fonts.ts packs: two digits in base 36 a place, `*` and two digits for how often. */
function unpacked(text: string): number[] {
  const places: number[] = []
  for (let at = 0; at < text.length; at += 2) {
    const place = Number.parseInt(text.slice(at, at + 2), 36)
    let count = 1
    if (text[at + 2] === '*') {
      count = Number.parseInt(text.slice(at + 3, at + 5), 36)
      at += 3
    }
    for (; count > 0; count--) places.push(place)
  }
  return places
}

function kerningOf(table: Readonly<Record<string, string>>): Map<number, number> {
  const kerning = new Map<number, number>()
  for (const [thousandths, pairs] of Object.entries(table)) {
    for (let at = 0; at < pairs.length; at += 2) {
      kerning.set(pairOf(pairs.charCodeAt(at), pairs.charCodeAt(at + 1)), Number(thousandths) / 1000)
    }
  }
  return kerning
}

function pairOf(before: number, after: number): number {
  return before * 0x10000 + after
}

/** How much farther apart than their widths two characters next to each other stand, in em: mostly none, or less than none. */
export function kerningBetween(before: number, after: number, face: Face): number {
  return metricsOf(face).kerning.get(pairOf(before, after)) ?? 0
}

/** How far the font of a face reaches above and below the baseline, in em. */
export function verticalMetrics(face: Face): { ascent: number; descent: number } {
  return metricsOf(face)
}

/** Width of a text on one line in em, as browsers and the server's pictures draw it: with kerning. */
export function textWidth(text: string, face: Face): number {
  const metrics = metricsOf(face)
  const { kerning } = metrics
  let width = 0
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (kerning.size > 0) width += kerning.get(pairOf(before, unit)) ?? 0
    before = unit
    if (unit < LOW) {
      width += metrics.low[unit] ?? 0
      continue
    }
    const code = text.codePointAt(at) ?? unit
    if (code > 0xffff) at++
    width += metrics.widths.get(code) ?? otherWidth(code, metrics.average)
  }
  return width
}

function otherWidth(code: number, average: number): number {
  if (isWide(code)) return 1
  if (isCombining(code)) return 0
  return average
}

/** Whether a character is as wide as it is high: Chinese, Japanese, Korean and emoji. */
export function isWide(code: number): boolean {
  return (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3)
    || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60)
    || (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1faff) || (code >= 0x20000 && code <= 0x3fffd)
}

function isCombining(code: number): boolean {
  return (code >= 0x300 && code <= 0x36f) || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f)
    || (code >= 0x1ab0 && code <= 0x1aff) || (code >= 0x20d0 && code <= 0x20ff) || code === 0xfeff
}
