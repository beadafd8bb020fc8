/** HTML labels, as browsers wrote them, to paragraphs of runs. Never fails, in linear time. */
import { decodeHTML } from 'entities'
import { LIMITS, type Paragraph, type TextRun } from '../../model/document.ts'
import { colourOf } from './style.ts'

export type RunStyle = Omit<TextRun, 'text'>

interface Level {
  tag: string
  style: RunStyle
  align: Paragraph['align']
  /** Vertical margins, px. */
  margin: readonly [above: number, below: number]
}

const BLOCKS = new Set([
  'div',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'table',
  'tbody',
  'thead',
  'tr',
  'pre',
  'blockquote',
  'center',
  'section',
])
const EMPTY = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr'])
const UNSEEN = new Set(['script', 'style', 'title', 'noscript', 'svg', 'iframe', 'template'])
/** Browsers' default vertical margins, em. */
const MARGINS: Record<string, number> = { p: 1, h1: 0.67, h2: 0.83, h3: 1, h4: 1.33, h5: 1.67, h6: 2.33 }
const MOST_MARGIN = 500
const NO_MARGIN = [0, 0] as const
const HEADINGS: Record<string, number> = { h1: 2, h2: 1.5, h3: 1.17, h4: 1, h5: 0.83, h6: 0.67 }
const FONT_SIZES = [10, 10, 13, 16, 18, 24, 32, 48]
/** Maximum length of markup. */
const MAX_HTML = 4 * LIMITS.text
/** Deeper elements inherit this one's style. */
const MAX_LEVELS = 200

/** Plain text, a paragraph per line. */
export function plainParagraphs(text: string, style: RunStyle, align: Paragraph['align']): Paragraph[] {
  if (text === '') return []
  return text
    .slice(0, LIMITS.text)
    .split(/\r\n?|\n/)
    .slice(0, 5000)
    .map(line => ({ align, runs: [{ ...style, text: line }] }))
}

export function htmlParagraphs(source: string, style: RunStyle, align: Paragraph['align']): Paragraph[] {
  const html = source.slice(0, MAX_HTML)
  const writer = new Writer()
  // Characters scanned for the end of a tag; past this, `<` is text.
  let waste = html.length * 10
  const outer: Level = { tag: '', style, align, margin: NO_MARGIN }
  const levels: Level[] = [outer]
  const top = () => levels.at(-1) ?? outer
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    const text = html.slice(at, start === -1 ? html.length : start)
    if (text) writer.text(decodeHTML(text), top())
    if (start === -1) break
    const end = waste > 0 ? endOfTag(html, start) : null
    if (end === null) {
      waste -= Math.min(MAX_TAG, html.length)
      writer.text('<', top())
      at = start + 1
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(start, Math.min(end, start + 32)))
    at = end
    if (!tag) continue
    const name = (tag[2] ?? '').toLowerCase()
    if (tag[1] === '/') close(levels, name, writer)
    else if (UNSEEN.has(name)) at = endOfElement(html, name, end)
    else if (name === 'br') writer.lineBreak(top())
    else if (name === 'hr') writer.endParagraph()
    else if (!EMPTY.has(name)) open(levels, name, html.slice(start, end), writer)
  }
  return writer.finish()
}

function open(levels: Level[], name: string, source: string, writer: Writer): void {
  const above = levels.at(-1)
  if (!above) return
  if (BLOCKS.has(name)) writer.endParagraph()
  if ((name === 'td' || name === 'th') && writer.hasText()) writer.text(' ', above)
  const level =
    levels.length < MAX_LEVELS
      ? { ...styled(above, name, source), tag: name }
      : { ...above, tag: name, margin: NO_MARGIN }
  if (levels.length < 10_000) levels.push(level)
  if (BLOCKS.has(name)) writer.space(level.margin[0], level)
  if (name === 'li') writer.text('• ', level)
}

function close(levels: Level[], name: string, writer: Writer): void {
  const index = levels.findLastIndex(({ tag }, place) => tag === name || place === 0 || levels.length - place > 50)
  const closed = levels[index]
  const isClosed = index > 0 && closed?.tag === name
  if (isClosed) levels.length = index
  if (!BLOCKS.has(name)) return
  writer.endParagraph()
  if (isClosed) writer.space(closed.margin[1], closed)
}

function styled(above: Level, name: string, source: string): Level {
  const style: RunStyle = { ...above.style }
  const level: Level = { tag: name, style, align: above.align, margin: NO_MARGIN }
  if (name === 'b' || name === 'strong' || name === 'th') style.bold = true
  else if (name === 'i' || name === 'em') style.italic = true
  else if (name === 'u') style.underline = true
  else if (name === 's' || name === 'strike' || name === 'del') style.strike = true
  else if (name === 'sub' || name === 'sup' || name === 'small') style.size = clampSize(style.size * 0.83)
  else if (name === 'code' || name === 'pre') style.font = 'mono'
  else if (name === 'center') level.align = 'center'
  else if (Object.hasOwn(HEADINGS, name)) {
    style.size = clampSize(style.size * (HEADINGS[name] ?? 1))
    style.bold = true
  }
  const attributes = attributesOf(source)
  for (const [key, value] of attributes) {
    if (key === 'style') for (const [property, set] of declarations(value)) applyProperty(level, property, set)
    else if (key === 'align') applyProperty(level, 'text-align', value)
    else if (name === 'font') applyFont(style, key, value)
  }
  return BLOCKS.has(name) ? { ...level, margin: marginOf(name, style.size, attributes) } : level
}

/** The element's own margin, or the browsers' default. */
function marginOf(name: string, size: number, attributes: readonly (readonly [string, string])[]): Level['margin'] {
  const usual = (Object.hasOwn(MARGINS, name) ? (MARGINS[name] ?? 0) : 0) * size
  let [above, below] = [usual, usual]
  for (const [key, value] of attributes) {
    if (key !== 'style') continue
    for (const [property, set] of declarations(value)) {
      const lengths = set
        .split(/\s+/)
        .slice(0, 4)
        .map(length => marginLength(length, size))
      const [first = 0, , third = first] = lengths
      if (property === 'margin') [above, below] = [first, third]
      else if (property === 'margin-top') above = first
      else if (property === 'margin-bottom') below = first
    }
  }
  return [above, below]
}

function marginLength(value: string, size: number): number {
  const parts = /^(-?[\d.]{1,10})(px|pt|em|rem)?$/.exec(value)
  const number = Number(parts?.[1] ?? 0) * ({ px: 1, pt: 4 / 3, em: size, rem: 16 }[parts?.[2] ?? 'px'] ?? 1)
  return Number.isFinite(number) ? Math.min(MOST_MARGIN, Math.max(0, number)) : 0
}

function applyFont(style: RunStyle, key: string, value: string): void {
  if (key === 'color') style.colour = colourOf(value, style.colour) ?? style.colour
  else if (key === 'face') style.font = familyOf(value)
  else if (key === 'size') style.size = FONT_SIZES[Number(value)] ?? style.size
}

function applyProperty(level: Level, property: string, value: string): void {
  const { style } = level
  switch (property) {
    case 'color':
      style.colour = colourOf(value, style.colour) ?? style.colour
      break
    case 'background':
    case 'background-color': {
      const background = colourOf(value, '#ffffff')
      if (background) style.background = background
      break
    }
    case 'font-size':
      style.size = sizeOf(value, style.size)
      break
    case 'font-family':
      style.font = familyOf(value)
      break
    case 'font-weight':
      setMark(style, 'bold', value === 'bold' || value === 'bolder' || Number(value) >= 600)
      break
    case 'font-style':
      setMark(style, 'italic', value === 'italic' || value === 'oblique')
      break
    case 'text-decoration':
    case 'text-decoration-line':
      if (value.includes('underline')) style.underline = true
      if (value.includes('line-through')) style.strike = true
      break
    case 'text-align':
      if (value === 'left' || value === 'right' || value === 'center') level.align = value
      break
  }
}

function setMark(style: RunStyle, mark: 'bold' | 'italic', on: boolean): void {
  if (on) style[mark] = true
  else delete style[mark]
}

const SIZES = new Map([
  ['x-small', 10],
  ['small', 13],
  ['medium', 16],
  ['large', 18],
  ['x-large', 24],
  ['xx-large', 32],
])

function sizeOf(value: string, inherited: number): number {
  const parts = /^([\d.]{1,10})(px|pt|em|rem|%)?$/.exec(value)
  if (!parts) return SIZES.get(value) ?? inherited
  const number = Number(parts[1])
  const units: Record<string, number> = { px: 1, pt: 4 / 3, em: inherited, rem: 16, '%': inherited / 100 }
  return clampSize(number * (units[parts[2] ?? 'px'] ?? 1)) || inherited
}

function clampSize(size: number): number {
  return Number.isFinite(size) && size > 0 ? Math.min(2000, Math.max(1, size)) : 0
}

/** Bundled family nearest to a list of families. */
export function familyOf(families: string): TextRun['font'] {
  if (/mono|courier|consol|menlo|typewriter/i.test(families)) return 'mono'
  return /times|georgia|garamond|palatino|cambria|(?<!sans[- ])serif/i.test(families) ? 'serif' : 'sans'
}

function declarations(css: string): [string, string][] {
  return css
    .split(';')
    .slice(0, 100)
    .map(part => {
      const colon = part.indexOf(':')
      return [
        part.slice(0, Math.max(colon, 0)).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .replace('!important', '')
          .trim()
          .toLowerCase(),
      ]
    })
}

function attributesOf(source: string): [string, string][] {
  const found: [string, string][] = []
  for (const match of source.matchAll(/\s([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
    found.push([(match[1] ?? '').toLowerCase(), decodeHTML(match[2] ?? match[3] ?? match[4] ?? '')])
    if (found.length >= 20) break
  }
  return found
}

/** Longer tags are text; otherwise many `<` without an end would take quadratic time. */
const MAX_TAG = 20_000

function endOfTag(html: string, start: number): number | null {
  if (!/[a-z/!?]/i.test(html.charAt(start + 1))) return null
  if (html.startsWith('<!--', start)) {
    const close = html.indexOf('-->', start + 4)
    return close === -1 ? html.length : close + 3
  }
  let quote = ''
  const last = Math.min(html.length, start + MAX_TAG)
  for (let index = start + 1; index < last; index++) {
    const character = html.charAt(index)
    if (quote) {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return index + 1
    else if (character === '<') return null
  }
  return null
}

function endOfElement(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, 'gi')
  close.lastIndex = from
  const found = close.exec(html)
  if (!found) return html.length
  const end = html.indexOf('>', found.index)
  return end === -1 ? html.length : end + 1
}

/** Builds paragraphs, collapsing whitespace as browsers do. */
class Writer {
  readonly #paragraphs: Paragraph[] = []
  #runs: TextRun[] = []
  #align: Paragraph['align'] | null = null
  #left: number = LIMITS.text
  #space: { height: number; level: Level } | null = null

  hasText(): boolean {
    return this.#runs.length > 0
  }

  text(raw: string, { style, align }: Level): void {
    let text = raw.replace(/[ \t\r\n\f]+/g, ' ')
    const before = this.#runs.at(-1)?.text
    if (before === undefined || /[ \n]$/.test(before)) text = text.replace(/^ /, '')
    this.#add(text.replaceAll('\u00A0', ' '), style, align)
  }

  lineBreak({ style, align }: Level): void {
    const last = this.#runs.at(-1)
    if (last) last.text = last.text.replace(/ $/, '')
    this.#add('\n', style, align)
  }

  /** Space between blocks, px; margins collapse to the largest. */
  space(height: number, level: Level): void {
    if (height > (this.#space?.height ?? 0)) this.#space = { height, level }
  }

  /** Adds a spacer line before the following content. */
  #spread(): void {
    const space = this.#space
    this.#space = null
    if (space && space.height >= 1 && this.#runs.length === 0 && this.#paragraphs.length < 5000) {
      this.#paragraphs.push({
        align: space.level.align,
        lineHeight: 1,
        runs: [{ ...space.level.style, size: space.height, text: '' }],
      })
    }
  }

  #add(text: string, style: RunStyle, align: Paragraph['align']): void {
    const shown = text.slice(0, this.#left)
    if (shown === '') return
    if (text.trim() !== '' || text.includes('\n')) this.#spread()
    this.#left -= shown.length
    this.#align ??= align
    const last = this.#runs.at(-1)
    if (last && sameStyle(last, style)) last.text += shown
    else if (this.#runs.length < 5000) this.#runs.push({ ...style, text: shown })
  }

  /** A trailing break adds no line, but one alone does. */
  endParagraph(): void {
    const last = this.#runs.at(-1)
    if (!last || this.#paragraphs.length >= 5000) return
    last.text = last.text.replace(/(?:\n| )$/, '')
    if (last.text === '' && this.#runs.length > 1) this.#runs.pop()
    this.#paragraphs.push({ align: this.#align ?? 'left', runs: this.#runs })
    this.#runs = []
    this.#align = null
  }

  finish(): Paragraph[] {
    this.endParagraph()
    const isBlank = ({ runs }: Paragraph) => runs.every(({ text }) => text.trim() === '')
    while (this.#paragraphs.length > 0 && this.#paragraphs.every(isBlank)) this.#paragraphs.pop()
    return this.#paragraphs
  }
}

function sameStyle(run: TextRun, style: RunStyle): boolean {
  return (
    run.font === style.font &&
    run.size === style.size &&
    run.colour === style.colour &&
    run.bold === style.bold &&
    run.italic === style.italic &&
    run.underline === style.underline &&
    run.strike === style.strike &&
    run.background === style.background
  )
}
