import type { TextBlock, TextRun } from '../model/document.ts'
import type { Rect } from '../shapes/contract.ts'
import { rightToLeft } from './direction.ts'
import { FONT_STACKS, verticalMetrics } from './fonts.ts'
import { fillAttributes, paintOf } from './paint.ts'
import { attributes, escapeXml, type Definitions } from './svg.ts'
import { layoutText, type TextLayout, type TextLine, type TextPiece } from './text-layout.ts'

const ANCHORS = { left: undefined, center: 'middle', right: 'end' } as const

export interface DrawnText {
  svg: string
  /** Area covered by text; null for empty text. */
  covers: Rect | null
}

/** Position of text on its page. */
export interface TextPlace {
  /**
   * y of the area's origin on the page: baselines are then snapped to whole px for sharp letters, as in browsers.
   * Null, the default, for rotated text.
   */
  level?: number | null
  /** Horizontal margin of backgrounds, px. */
  around?: number
}

/**
 * Lays out and writes text, a `<text>` per line, anchored by its alignment so that it stays centred with other fonts.
 */
export function drawText(
  block: TextBlock,
  area: Rect,
  definitions: Definitions,
  { level = null, around = 0 }: TextPlace = {},
): DrawnText {
  const layout = layoutText(block, area.width, area.height)
  if (level !== null)
    for (const line of layout.lines) line.baseline = Math.round(level + area.y + line.baseline) - level - area.y
  const first = layout.lines.find(({ pieces }) => pieces.length > 0)?.pieces[0]?.run
  if (!first) return { svg: '', covers: null }
  const base = face(first)
  const backgrounds = layout.lines.map(line => background(line, area, around)).join('')
  const lines = layout.lines.map(line => drawLine(line, area, base)).join('')
  const isClipped = block.overflow === 'clip' && overflows(layout, area)
  const clip = isClipped
    ? definitions.add(
        'clipPath',
        `><rect${attributes({ x: area.x, y: area.y, width: area.width, height: area.height })}/></clipPath>`,
      )
    : undefined
  return {
    svg: `<g${brief(base)}${attributes({ 'clip-path': clip && `url(#${clip})` })}>${backgrounds}${lines}</g>`,
    covers: isClipped ? area : covered(layout, area),
  }
}

function overflows({ lines, top, height }: TextLayout, area: Rect): boolean {
  return top < 0 || top + height > area.height || lines.some(({ x, width }) => x < 0 || x + width > area.width)
}

function covered({ lines, top, height }: TextLayout, area: Rect): Rect {
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map(({ x, width }) => x + width))
  return { x: area.x + left, y: area.y + top, width: right - left, height }
}

function drawLine({ align, isRightToLeft, x, width, baseline, pieces }: TextLine, area: Rect, base: string): string {
  if (pieces.length === 0) return ''
  const place = area.x + x + { left: 0, center: width / 2, right: width }[align]
  const content = pieces.map((piece, index) => drawPiece(piece, base, index === pieces.length - 1)).join('')
  const text = pieces.map(piece => piece.text).join('')
  const keepsSpaces = text.startsWith(' ') || text.includes('  ') || pieces.length > 1
  return `<text${attributes({
    x: place,
    y: area.y + baseline,
    'text-anchor': ANCHORS[align],
    'xml:space': keepsSpaces ? 'preserve' : undefined,
  })}>${isRightToLeft ? rightToLeft(content) : content}</text>`
}

function drawPiece({ run, text }: TextPiece, base: string, isLast: boolean): string {
  const shown = escapeXml(isLast ? text.trimEnd() : text)
  const own = face(run)
  const decoration = [run.underline && 'underline', run.strike && 'line-through'].filter(Boolean).join(' ')
  if (own === base && !decoration) return shown
  return `<tspan${own === base ? '' : own}${attributes({ 'text-decoration': decoration || undefined })}>${shown}</tspan>`
}

/** All font and colour attributes of a run, for a tspan. */
function face({ font, size, colour, bold, italic }: TextRun): string {
  const paint = paintOf(colour) ?? { colour: '#000000' }
  return attributes({
    'font-family': FONT_STACKS[font],
    'font-size': Math.max(0, size),
    'font-weight': bold ? 'bold' : 'normal',
    'font-style': italic ? 'italic' : 'normal',
    fill: paint.colour,
    'fill-opacity': paint.opacity ?? 1,
  })
}

/** Without attributes inherited from {@link ROOT_FONT}. */
function brief(face: string): string {
  return face
    .replace(ROOT_FONT, '')
    .replace(' font-weight="normal"', '')
    .replace(' font-style="normal"', '')
    .replace(' fill-opacity="1"', '')
}

/** Attributes of a picture's root. */
export const ROOT_FONT = attributes({ 'font-family': FONT_STACKS.sans })

/** Backgrounds of runs, as high as their font. */
function background({ baseline, pieces }: TextLine, area: Rect, around: number): string {
  let text = ''
  pieces.forEach(({ run, x, width }, index) => {
    if (!run.background) return
    const { ascent, descent } = verticalMetrics(run)
    const before = index === 0 ? around : 0
    const after = index === pieces.length - 1 ? around : 0
    text += `<rect${attributes({
      x: area.x + x - before,
      y: area.y + baseline - ascent * run.size,
      width: width + before + after,
      height: (ascent + descent) * run.size,
    })}${fillAttributes(run.background)}/>`
  })
  return text
}
