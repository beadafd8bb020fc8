/**
 * `node scripts/diagram-fonts.ts`: reads the bundled fonts and writes `src/diagrams/render/font-table.json`,
 * by which the browser and the server wrap text alike: the ranges of characters that its tables hold, the units of an em,
 * and regular, bold, italic, bold italic of each family, or one table for all, in thousandths of an em. Run it again after an update of the fonts.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { openSync } from 'fontkit'
import type { Font } from 'fontkit'
import { root } from './lib/packages.mjs'

const FAMILIES = { sans: ['arimo', 'Arimo'], serif: ['tinos', 'Tinos'], mono: ['cousine', 'Cousine'] } as const
const UNITS_PER_EM = 2048
const STYLES = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic']
/**
 * First and last code points: Latin with its extensions, Greek, Cyrillic, punctuation, currency, arrows, signs, boxes.
 */
const RANGES: [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x490, 0x4ff],
  [0x2010, 0x2044],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x21ff],
  [0x2200, 0x226f],
  [0x2500, 0x25ff],
]

interface Table {
  ascent: number
  descent: number
  average: number
  /** Widths that occur in ascending order, each as its difference from the one before, in units of the font. */
  widths: number[]
  /**
   * For each code point of the ranges two digits in base 36: its index in `widths`, beyond them for a character that
   * the font lacks; `-` for the width of the letter without its accent, runs of one entry as `<entry>*<n>`.
   */
  places: string
  /** Kerning: pairs of characters, each with the change of their distance. */
  kerning: Record<string, string>
}

/** First and last code points of those whose pairs are read: Latin of Western Europe and quotation marks. */
const KERNED: [number, number][] = [
  [0x20, 0x7e],
  [0xc0, 0xff],
  [0x2018, 0x201d],
]

const codes = RANGES.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
const families: Record<string, Table[]> = {}
for (const [family, [folder, name]] of Object.entries(FAMILIES)) {
  const tables = STYLES.map(style => {
    const url = import.meta.resolve(`@expo-google-fonts/${folder}/${style}/${name}_${style}.ttf`)
    return table(openSync(fileURLToPath(url)) as Font)
  })
  const first = JSON.stringify(tables[0])
  families[family] = tables.every(one => JSON.stringify(one) === first) ? tables.slice(0, 1) : tables
}
const text = `${JSON.stringify({ ranges: RANGES, unitsPerEm: UNITS_PER_EM, tables: families }, null, 2)}\n`
await writeFile(join(root, 'src/diagrams/render/font-table.json'), text)
console.log(`Wrote ${text.length} bytes`)

function table(font: Font): Table {
  if (font.unitsPerEm !== UNITS_PER_EM) throw new Error(`${font.fullName} has ${font.unitsPerEm} units to an em.`)
  const em = (units: number) => Math.round((units / font.unitsPerEm) * 10_000) / 10
  const known = codes.map(code => (font.hasGlyphForCodePoint(code) ? font.glyphForCodePoint(code).advanceWidth : null))
  const widths = [...new Set(known)].filter(width => width !== null).toSorted((a, b) => a - b)
  return {
    ascent: em(font.ascent),
    descent: -em(font.descent),
    average: Math.round(known.slice(0, 95).reduce<number>((sum, width) => sum + em(width ?? 0), 0) / 95),
    widths: widths.map((width, index) => width - (widths[index - 1] ?? 0)),
    places: packed(
      known.map((width, index) => {
        if (width === null) return digits(widths.length)
        const base = codes.indexOf(baseLetter(codes[index] ?? 0), 0)
        return base < index && known[base] === width ? '-' : digits(widths.indexOf(width))
      }),
    ),
    kerning: kerningOf(font, em),
  }
}

/** Kerning by the font's feature `kern`, which browsers and the server's pictures apply. */
function kerningOf(font: Font, em: (units: number) => number): Record<string, string> {
  const kerning: Record<string, string> = {}
  if (!font.availableFeatures.includes('kern')) return kerning
  const characters = KERNED.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  ).filter(character => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  const alone = new Map(characters.map(character => [character, font.layout(character).advanceWidth]))
  for (const before of characters) {
    for (const after of characters) {
      const both = font.layout(before + after)
      const units = both.advanceWidth - (alone.get(before) ?? 0) - (alone.get(after) ?? 0)
      const kern = both.glyphs.length === 2 ? em(units) : 0
      if (kern !== 0) kerning[kern] = (kerning[kern] ?? '') + before + after
    }
  }
  return kerning
}

/** The first code point of a character's canonical decomposition, such as the letter of an accented one. */
function baseLetter(code: number): number {
  return String.fromCodePoint(code).normalize('NFD').codePointAt(0) ?? code
}

function digits(index: number): string {
  return index.toString(36).padStart(2, '0')
}

function packed(places: string[]): string {
  let text = ''
  for (let at = 0; at < places.length;) {
    const place = places[at] ?? ''
    let end = at + 1
    while (places[end] === place) end++
    text += end - at > 2 ? `${place}*${digits(end - at)}` : place.repeat(end - at)
    at = end
  }
  return text
}
