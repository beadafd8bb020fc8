import type { Paragraph, TextBlock, TextRun } from '../model/document.ts'
import { isRightToLeft } from './direction.ts'
import { kerningBetween, textWidth, verticalMetrics } from './fonts.ts'
import { breakPlaces, characterPlaces, isSpace } from './line-breaks.ts'

/** Characters of one run on one line. */
export interface TextPiece {
  run: TextRun
  text: string
  /** From the left of the text area, px. */
  x: number
  width: number
}

/** In px from the corner of the text area. */
export interface TextLine {
  align: Paragraph['align']
  /** Pieces are in the order of the text; each is at its place in the line. */
  isRightToLeft: boolean
  x: number
  /** Upper edge. */
  y: number
  width: number
  height: number
  /** From the upper edge of the area. */
  baseline: number
  pieces: TextPiece[]
}

export interface TextLayout {
  lines: TextLine[]
  /** Without padding. */
  width: number
  height: number
  /** Upper edge of the first line; negative on overflow. */
  top: number
}

export const LINE_HEIGHT = 1.2
const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 }
/** Further lines are dropped. */
const MAX_LINES = 5000
/** For rounding errors: a text as wide as its area stays on one line. */
const TOLERANCE = 0.05

/**
 * Lays out a text block: wraps, aligns each paragraph, positions the whole by `vertical`. The same on every machine,
 * as widths come from the bundled fonts' table.
 * @param width of the area, px; `Infinity` wraps nowhere, and lines are aligned about x = 0
 * @param height of the area, px
 */
export function layoutText(block: TextBlock, width: number, height: number): TextLayout {
  const padding = block.padding ?? NO_PADDING
  const room = width - padding.left - padding.right
  const lines: TextLine[] = []
  let bottom = 0
  for (const paragraph of block.paragraphs) {
    const isBackward = isRightToLeft(paragraph)
    for (const pieces of wrap(paragraph, Math.max(room, 0))) {
      if (lines.length >= MAX_LINES) break
      const line = placed(paragraph, pieces, bottom, isBackward)
      lines.push(line)
      bottom += line.height
    }
  }
  const free = height - padding.top - padding.bottom - bottom
  const shares = { top: 0, middle: 0.5, bottom: 1 }
  const top = padding.top + free * shares[block.vertical]
  let widest = 0
  for (const line of lines) {
    line.y += top
    line.baseline += top
    const start = startOf(line, width, padding.left, room)
    line.x = start
    for (const piece of line.pieces) piece.x += start
    widest = Math.max(widest, line.width)
  }
  return { lines, width: widest, height: bottom, top }
}

function startOf({ align, width }: TextLine, area: number, left: number, room: number): number {
  const share = { left: 0, center: 0.5, right: 1 }[align]
  return Number.isFinite(area) ? left + (room - width) * share : -width * share
}

/**
 * Line height and baseline as in browsers: ascent and descent in whole px, each run's leading halved above and below,
 * the odd px below.
 */
function placed(paragraph: Paragraph, pieces: TextPiece[], top: number, isBackward: boolean): TextLine {
  const ratio = paragraph.lineHeight ?? LINE_HEIGHT
  let above = 0
  let below = 0
  let width = 0
  const measured = pieces.length > 0 ? pieces.map(({ run }) => run) : paragraph.runs.slice(0, 1)
  for (const run of measured) {
    const metrics = verticalMetrics(run)
    const [ascent, descent] = [Math.round(metrics.ascent * run.size), Math.round(metrics.descent * run.size)]
    const height = ratio * run.size
    const own = ascent + Math.floor((height - ascent - descent) / 2)
    above = Math.max(above, own)
    below = Math.max(below, height - own)
  }
  for (const piece of pieces) {
    piece.x = width
    width += piece.width
  }
  // Trailing spaces do not count for alignment.
  const last = pieces.at(-1)
  if (last) width -= last.width - measure(last.text.trimEnd(), last.run)
  if (isBackward) for (const piece of pieces) piece.x = width - piece.x - piece.width
  return {
    align: paragraph.align,
    isRightToLeft: isBackward,
    x: 0,
    y: top,
    width,
    height: above + below,
    baseline: top + above,
    pieces,
  }
}

/** Pieces of each line; an empty line has none. */
function wrap(paragraph: Paragraph, room: number): TextPiece[][] {
  const lines: TextPiece[][] = []
  for (const runs of hardLines(paragraph.runs)) {
    if (lines.length >= MAX_LINES) break
    lines.push(...wrapLine(runs, room))
  }
  return lines
}

/** Splits runs at line breaks. */
function hardLines(runs: readonly TextRun[]): { run: TextRun; text: string }[][] {
  let current: { run: TextRun; text: string }[] = []
  const lines = [current]
  for (const run of runs) {
    const parts = run.text.includes('\n') || run.text.includes('\r') ? run.text.split(/\r\n|\r|\n/) : [run.text]
    parts.forEach((part, index) => {
      if (index > 0) lines.push((current = []))
      if (part) current.push({ run, text: part.includes('\t') ? part.replaceAll('\t', '    ') : part })
    })
  }
  return lines
}

/** Width of the widest word, the minimum area that does not break it. */
export function widestWord({ paragraphs }: TextBlock): number {
  let widest = 0
  for (const { runs } of paragraphs) {
    for (const line of hardLines(runs)) {
      const text = line.map(run => run.text).join('')
      const widths = widthsBefore(line, text.length)
      let start = 0
      for (const place of breakPlaces(text)) {
        const word = text.slice(start, place).trimEnd()
        widest = Math.max(widest, spanWidth(widths, start, start + word.length))
        start = place
      }
    }
  }
  return widest
}

function wrapLine(runs: { run: TextRun; text: string }[], room: number): TextPiece[][] {
  if (runs.length === 0) return [[]]
  const text = runs.map(run => run.text).join('')
  const whole = runs.reduce((sum, run) => sum + measure(run.text, run.run), 0)
  if (whole <= room + TOLERANCE) return [slice(runs, 0, text.length)]
  const widths = widthsBefore(runs, text.length)
  const lines: TextPiece[][] = []
  let start = 0
  let end = 0
  let width = 0
  const close = (at: number) => {
    lines.push(slice(runs, start, at))
    start = end = at
    width = 0
  }
  for (const place of breakPlaces(text)) {
    if (lines.length >= MAX_LINES) return lines
    // Trailing spaces overflow, as in CSS.
    let visible = place
    while (visible > end && isSpace(text.charCodeAt(visible - 1))) visible--
    if (end > start && width + spanWidth(widths, end, visible) > room + TOLERANCE) close(end)
    if (end === start && spanWidth(widths, end, visible) > room + TOLERANCE) {
      breakWord(widths, text.slice(end, visible), end, room, close)
    }
    width += spanWidth(widths, end, place)
    end = place
  }
  if (end > start) lines.push(slice(runs, start, end))
  return lines
}

/** Breaks a too wide word between characters; its last part stays open. */
function breakWord(
  widths: Float64Array,
  word: string,
  offset: number,
  room: number,
  close: (at: number) => void,
): void {
  let from = 0
  let before = 0
  let width = 0
  for (const place of characterPlaces(word)) {
    const character = spanWidth(widths, offset + before, offset + place)
    if (before > from && width + character > room + TOLERANCE) {
      close(offset + before)
      from = before
      width = 0
    }
    width += character
    before = place
  }
}

/** Prefix sums of widths by offset. */
function widthsBefore(runs: { run: TextRun; text: string }[], length: number): Float64Array {
  const widths = new Float64Array(length + 1)
  let at = 0
  let width = 0
  for (const { run, text } of runs) {
    let before = 0
    for (const character of text) {
      width += measure(character, run) + kerningBetween(before, character.charCodeAt(0), run) * run.size
      before = character.charCodeAt(0)
      at += character.length
      widths[at] = width
      if (character.length > 1) widths[at - 1] = width
    }
  }
  return widths
}

function spanWidth(widths: Float64Array, from: number, to: number): number {
  return (widths[to] ?? 0) - (widths[from] ?? 0)
}

function slice(runs: { run: TextRun; text: string }[], from: number, to: number): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { run, text } of runs) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    if (part) pieces.push({ run, text: part, x: 0, width: measure(part, run) })
    at += text.length
  }
  return pieces
}

function measure(text: string, run: TextRun): number {
  return textWidth(text, run) * run.size
}

/** Plain text with a line per paragraph. */
export function plainText(block: TextBlock): string {
  return block.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join('')).join('\n')
}
