/** Gliffy's text, HTML of p, span and br with inline style, as paragraphs of runs. Never fails, in linear time. */
import { decodeHTML } from 'entities'
import { LIMITS, type FontFamily, type Paragraph, type TextRun } from '../../model/document.ts'
import { numberOf, within } from './json.ts'
import { colourOf } from './style.ts'

interface Style {
  run: Omit<TextRun, 'text'>
  align: Paragraph['align']
  /** px, or a ratio of the font's size; null is normal. */
  lineHeight: { px: number } | { ratio: number } | null
  keepsSpaces: boolean
}

interface Level {
  tag: string
  style: Style
}

const MAX_HTML = 4 * LIMITS.text
/** Deeper elements inherit this one's style. */
const MAX_LEVELS = 100
const MAX_PARAGRAPHS = 5000
const MAX_RUNS = 5000
/** Longer tags are dropped unread. */
const MAX_TAG = 4000
const BLOCKS = new Set(['p', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'table', 'pre'])
/** Elements whose content is not text. */
const UNSEEN = new Set(['script', 'style', 'title', 'iframe', 'svg'])

const DEFAULT: Style = {
  run: { font: 'sans', size: 12, colour: '#000000' },
  align: 'center',
  lineHeight: null,
  keepsSpaces: false,
}

/**
 * Browsers' normal line height: ascent, descent and gap of Arial, each rounded to px.
 * @returns ratio to the font's size
 */
export function normalLineHeight(size: number): number {
  return (Math.round(0.905 * size) + Math.round(0.212 * size) + Math.round(0.033 * size)) / size
}

/** @returns no paragraphs for empty text; limited in length and number */
export function paragraphsOf(source: string): Paragraph[] {
  const html = source.slice(0, MAX_HTML)
  const writer = new Writer()
  const levels: Level[] = [{ tag: '', style: DEFAULT }]
  const top = () => levels.at(-1)?.style ?? DEFAULT
  const lowerCase = html.toLowerCase()
  const tag = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|<!--|<!\[CDATA\[|<[!?][^<>]*>/gi
  let at = 0
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    writer.text(html.slice(at, found.index), top())
    at = tag.lastIndex
    const name = found[2]?.toLowerCase()
    if (name === undefined) continue
    if (UNSEEN.has(name)) {
      if (found[1] !== '/') at = tag.lastIndex = endOf(lowerCase, name, at)
    } else if (name === 'br') writer.lineBreak(top())
    else if (found[1] === '/') close(levels, name, writer)
    else open(levels, name, found[3] ?? '', writer)
  }
  writer.text(html.slice(at), top())
  return writer.finish()
}

function endOf(html: string, name: string, from: number): number {
  const end = html.indexOf(`</${name}`, from)
  return end === -1 ? html.length : end
}

function open(levels: Level[], tag: string, attributes: string, writer: Writer): void {
  if (levels.length >= MAX_LEVELS) return
  const outer = levels.at(-1)?.style ?? DEFAULT
  const run = { ...outer.run }
  if (tag === 'b' || tag === 'strong') run.bold = true
  if (tag === 'i' || tag === 'em') run.italic = true
  if (tag === 'u') run.underline = true
  if (tag === 's' || tag === 'strike' || tag === 'del') run.strike = true
  const style: Style = { ...outer, run }
  if (attributes.length <= MAX_TAG) {
    const css = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)
    if (css) applyCss(style, decodeHTML(css[1] ?? css[2] ?? ''))
  }
  levels.push({ tag, style })
  if (BLOCKS.has(tag)) writer.startParagraph(style)
}

function close(levels: Level[], tag: string, writer: Writer): void {
  const at = levels.findLastIndex(level => level.tag === tag)
  if (at > 0) levels.length = at
  if (BLOCKS.has(tag)) writer.endParagraph()
}

function applyCss(style: Style, css: string): void {
  for (const declaration of css.split(';')) {
    const colon = declaration.indexOf(':')
    if (colon === -1) continue
    const value = declaration.slice(colon + 1).trim()
    applyDeclaration(style, declaration.slice(0, colon).trim().toLowerCase(), value.toLowerCase())
  }
}

function applyDeclaration(style: Style, property: string, value: string): void {
  const { run } = style
  switch (property) {
    case 'font-size': {
      const size = lengthInPx(value, run.size)
      if (size !== null && size > 0) run.size = within(size, 1, 1000)
      break
    }
    case 'font-family':
      run.font = fontOf(value)
      break
    case 'color':
      run.colour = colourOf(value) ?? run.colour
      break
    case 'background':
    case 'background-color': {
      const background = colourOf(value)
      if (background) run.background = background
      else delete run.background
      break
    }
    case 'font-weight':
      run.bold = value === 'bold' || value === 'bolder' || (numberOf(value) ?? 0) >= 600
      break
    case 'font-style':
      run.italic = value === 'italic' || value === 'oblique'
      break
    case 'text-decoration':
    case 'text-decoration-line':
      // Nested elements cannot remove a decoration.
      if (value.includes('underline')) run.underline = true
      if (value.includes('line-through')) run.strike = true
      break
    case 'text-align':
      if (value === 'left' || value === 'right' || value === 'center') style.align = value
      else if (value === 'justify' || value === 'start') style.align = 'left'
      break
    case 'line-height':
      style.lineHeight = lineHeightOf(value, run.size)
      break
    case 'white-space':
      style.keepsSpaces = value.startsWith('pre') || value === 'break-spaces'
      break
  }
}

function lengthInPx(value: string, size: number): number | null {
  const number = numberOf(value)
  if (number === undefined) return null
  const unit = /[a-z%]+$/.exec(value)?.[0] ?? 'px'
  const factors = new Map([
    ['px', 1],
    ['pt', 4 / 3],
    ['em', size],
    ['rem', 16],
    ['%', size / 100],
  ])
  return number * (factors.get(unit) ?? 1)
}

function lineHeightOf(value: string, size: number): Style['lineHeight'] {
  const number = numberOf(value)
  if (number === undefined || number <= 0) return null
  if (/^[\d.]+$/.test(value)) return { ratio: number }
  const px = lengthInPx(value, size)
  return px === null ? null : { px }
}

function fontOf(value: string): FontFamily {
  if (/courier|mono|consol|menlo/.test(value)) return 'mono'
  if (/times|georgia|garamond|palatino|cambria|(?<!sans-)\bserif/.test(value)) return 'serif'
  return 'sans'
}

/** Builds paragraphs: collapses whitespace as HTML does, joins equal runs, sets line heights. */
class Writer {
  private readonly paragraphs: Paragraph[] = []
  private current: { paragraph: Paragraph; style: Style } | null = null
  private readonly heights = new Map<Paragraph, number>()
  private characters = 0

  startParagraph(style: Style): void {
    if (this.current && this.current.paragraph.runs.length === 0) this.current = null
    this.endParagraph()
    this.current = { paragraph: { align: style.align, runs: [] }, style }
  }

  endParagraph(): void {
    const { current } = this
    this.current = null
    if (!current || this.paragraphs.length >= MAX_PARAGRAPHS) return
    const { paragraph } = current
    // In HTML, an empty paragraph has no height.
    if (paragraph.runs.length === 0) return
    const last = paragraph.runs.at(-1)
    // A trailing break adds no line.
    if (last?.text.endsWith('\n')) last.text = last.text.slice(0, -1)
    paragraph.lineHeight = this.lineHeight(paragraph)
    this.paragraphs.push(paragraph)
  }

  lineBreak(style: Style): void {
    this.append('\n', style)
  }

  text(source: string, style: Style): void {
    if (source === '') return
    const decoded = withoutControls(decodeHTML(source))
    const text = style.keepsSpaces ? decoded.replace(/\r\n?/g, '\n') : decoded.replace(/[ \t\r\n\f]+/g, ' ')
    const before = this.current?.paragraph.runs.at(-1)?.text
    const isStart = before === undefined || before === '' || before.endsWith('\n') || before.endsWith(' ')
    const shown = isStart && !style.keepsSpaces ? text.replace(/^ /, '') : text
    // Whitespace between paragraphs is ignored.
    if (shown === '' || (!this.current && /^[ \t\r\n\f]*$/.test(shown))) return
    this.append(shown, style)
  }

  finish(): Paragraph[] {
    this.endParagraph()
    return this.paragraphs.some(({ runs }) => runs.some(({ text }) => text.trim() !== '')) ? this.paragraphs : []
  }

  private append(text: string, style: Style): void {
    const shown = text.slice(0, LIMITS.text - this.characters)
    if (shown === '') return
    this.characters += shown.length
    this.current ??= { paragraph: { align: style.align, runs: [] }, style }
    const { paragraph } = this.current
    const { lineHeight, run } = style
    const height =
      lineHeight === null
        ? run.size * normalLineHeight(run.size)
        : // Gliffy's line heights are whole px.
          Math.floor('px' in lineHeight ? lineHeight.px : lineHeight.ratio * run.size)
    this.heights.set(paragraph, Math.max(this.heights.get(paragraph) ?? 0, height))
    const last = paragraph.runs.at(-1)
    if (last && looksLike(last, run)) last.text += shown
    else if (paragraph.runs.length < MAX_RUNS) paragraph.runs.push({ ...tidy(run), text: shown })
  }

  /** The paragraph's ratio, from its highest line. */
  private lineHeight(paragraph: Paragraph): number {
    const size = Math.max(...paragraph.runs.map(run => run.size))
    return Math.round(within((this.heights.get(paragraph) ?? size) / size, 0.5, 10) * 10_000) / 10_000
  }
}

function looksLike(a: TextRun, b: Omit<TextRun, 'text'>): boolean {
  return (
    a.font === b.font &&
    a.size === b.size &&
    a.colour === b.colour &&
    a.background === b.background &&
    Boolean(a.bold) === Boolean(b.bold) &&
    Boolean(a.italic) === Boolean(b.italic) &&
    Boolean(a.underline) === Boolean(b.underline) &&
    Boolean(a.strike) === Boolean(b.strike)
  )
}

function tidy(run: Omit<TextRun, 'text'>): Omit<TextRun, 'text'> {
  const { bold, italic, underline, strike, ...rest } = run
  return {
    ...rest,
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strike && { strike }),
  }
}

/** Drops control characters that XML forbids, as pictures are XML. */
function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}
