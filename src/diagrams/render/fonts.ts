import type { FontFamily, TextRun } from '../model/document.ts'
import fontTable from './font-table.json' with { type: 'json' }

/** Properties of a run that determine its metrics. */
export type Face = Pick<TextRun, 'font' | 'bold' | 'italic'>

/** Values of `font-family`: the bundled font, metric-compatible system fonts, the generic family. */
export const FONT_STACKS: Readonly<Record<FontFamily, string>> = {
  sans: 'Arimo, Arial, Helvetica, Liberation Sans, sans-serif',
  serif: 'Tinos, Times New Roman, Times, Liberation Serif, serif',
  mono: 'Cousine, Courier New, Courier, Liberation Mono, monospace',
}

interface Metrics {
  ascent: number
  descent: number
  average: number
  /** Advance widths by code point, em; undefined for unknown ones. */
  widths: Map<number, number>
  /** The same for U+0000 to U+017F, nearly all text. */
  low: Float64Array
  /** Kerning, em, by {@link pairOf}. */
  kerning: ReadonlyMap<number, number>
}

const LOW = 0x180
const loaded = new Map<string, Metrics>()

function metricsOf({ font, bold, italic }: Face): Metrics {
  const style = (bold ? 1 : 0) + (italic ? 2 : 0)
  const key = `${font}${style}`
  const known = loaded.get(key)
  if (known) return known
  // A family of one width has one table.
  const { [font]: family } = fontTable.tables
  const table = family[style] ?? family[0]!
  const metrics: Metrics = {
    ascent: table.ascent / 1000,
    descent: table.descent / 1000,
    average: table.average / 1000,
    widths: new Map(),
    low: new Float64Array(LOW).fill(table.average / 1000),
    kerning: kerningOf(table.kerning),
  }
  let units = 0
  const widths = table.widths.map(more => Math.round(((units += more) / fontTable.unitsPerEm) * 10_000) / 10 / 1000)
  const places = unpacked(table.places)
  let index = 0
  for (const [first = 0, last = -1] of fontTable.ranges) {
    for (let code = first; code <= last; code++) {
      const place = places[index++]
      const base = place === '-' ? String.fromCodePoint(code).normalize('NFD').codePointAt(0) : undefined
      const width =
        (base === undefined ? widths[Number.parseInt(place ?? '', 36)] : widthOf(base, metrics)) ?? metrics.average
      if (code < LOW) metrics.low[code] = width
      else metrics.widths.set(code, width)
    }
  }
  // Control characters have no width.
  metrics.low.fill(0, 0, 0x20)
  loaded.set(key, metrics)
  return metrics
}

/** Entries by scripts/diagram-fonts.ts: an index of two digits in base 36 or `-`, then `*` and two digits for runs. */
function unpacked(text: string): string[] {
  return [...text.matchAll(/(-|[\da-z]{2})(?:\*([\da-z]{2}))?/g)].flatMap(([, place = '', count = '1']) =>
    Array<string>(Number.parseInt(count, 36)).fill(place),
  )
}

function widthOf(code: number, { low, widths }: Metrics): number | undefined {
  return code < LOW ? low[code] : widths.get(code)
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

/** Kerning of two characters, em: zero for most pairs, usually negative. */
export function kerningBetween(before: number, after: number, face: Face): number {
  return metricsOf(face).kerning.get(pairOf(before, after)) ?? 0
}

/** Ascent and descent of a face, em. */
export function verticalMetrics(face: Face): { ascent: number; descent: number } {
  return metricsOf(face)
}

/** Width of a line of text with kerning, em, as browsers and the server draw it. */
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

/** Whether a character is full-width: Chinese, Japanese, Korean and emoji. */
export function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

function isCombining(code: number): boolean {
  return (
    (code >= 0x300 && code <= 0x36f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0x1ab0 && code <= 0x1aff) ||
    (code >= 0x20d0 && code <= 0x20ff) ||
    code === 0xfeff
  )
}
