/**
 * draw.io's stencils: shapes that a file holds itself, as `shape=stencil(<base64>)`. Each becomes an SVG picture.
 * Source of the language: https://www.drawio.com/doc/faq/shape-complex-create-edit and mxGraph's stencils.xsd.
 */
import type { Colour, ShapeStyle } from '../../model/document.ts'
import { escapeXml } from '../../render/svg.ts'
import { colourOf } from './style.ts'
import { attribute, childOf, type Element } from './xml.ts'

/** Maximum of drawn elements of a stencil. */
const MAX_STEPS = 20_000
const MAX_TEXT = 1000

/** The base64 text of a style's stencil. */
export const stencilIn = (style: string): string | undefined =>
  /(?:^|;)\s*shape=stencil\(([A-Za-z0-9+/=\s]+)\)/.exec(style)?.[1]?.replaceAll(/\s+/g, '')

/** State that `save` and `restore` keep. */
interface Pen {
  fill: Colour | null
  stroke: Colour | null
  strokeWidth: number
  dashed: boolean
  dash: string
  cap: string
  join: string
  miter: number
  alpha: number
  fillAlpha: number
  strokeAlpha: number
  fontColour: Colour
  fontSize: number
  fontStyle: number
  fontFamily: string
}

/**
 * Draws a stencil as an SVG that is larger than the box by `margin` on each side, so that no line is cut.
 * @param stencil the `<shape>` element
 * @returns null for something else
 */
export function drawStencil(
  stencil: Element,
  { width, height }: { width: number; height: number },
  look: ShapeStyle,
): { svg: string; margin: number } | null {
  if (stencil.name !== 'shape') return null
  const drawing = new Drawing(stencil, width, height, look)
  for (const part of ['background', 'foreground']) {
    const element = childOf(stencil, part)
    if (element) drawing.draw(element)
  }
  const margin = Math.max(1, drawing.widest / 2)
  const [w, h] = [width + 2 * margin, height + 2 * margin]
  const box = [-margin, -margin, w, h].map(round).join(' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${round(w)}" height="${round(h)}" viewBox="${box}">${drawing.svg}</svg>`
  return { svg, margin }
}

class Drawing {
  svg = ''
  widest = 0
  readonly #sx: number
  readonly #sy: number
  readonly #x: number
  readonly #y: number
  /** Lengths that have no direction. */
  readonly #least: number
  #pen: Pen
  readonly #saved: Pen[] = []
  /** The figure that the next `fill` or `stroke` paints, without its closing bracket. */
  #figure = ''
  #steps = 0

  constructor(stencil: Element, width: number, height: number, look: ShapeStyle) {
    const [w, h] = [number(stencil, 'w', 100) || 100, number(stencil, 'h', 100) || 100]
    const [sx, sy] = [width / w, height / h]
    const isFixed = attribute(stencil, 'aspect') === 'fixed'
    this.#least = Math.min(sx, sy)
    this.#sx = isFixed ? this.#least : sx
    this.#sy = isFixed ? this.#least : sy
    this.#x = (width - w * this.#sx) / 2
    this.#y = (height - h * this.#sy) / 2
    const own = attribute(stencil, 'strokewidth') ?? '1'
    const { fill, stroke } = look
    this.#pen = {
      fill: fill.kind === 'solid' ? fill.colour : fill.kind === 'gradient' ? fill.from : null,
      stroke: stroke.colour === 'none' ? null : stroke.colour,
      strokeWidth: own === 'inherit' ? stroke.width : (finite(own) ?? 1) * this.#least,
      dashed: (stroke.dash?.length ?? 0) > 0,
      dash: (stroke.dash ?? []).map(length => round(length * stroke.width)).join(' '),
      cap: 'butt',
      join: 'miter',
      miter: 10,
      alpha: 1,
      fillAlpha: 1,
      strokeAlpha: 1,
      fontColour: '#000000',
      fontSize: 12,
      fontStyle: 0,
      fontFamily: 'sans-serif',
    }
  }

  draw(part: Element): void {
    for (const element of part.children) {
      if (++this.#steps > MAX_STEPS) return
      this.#take(element)
    }
  }

  #take(element: Element): void {
    switch (element.name) {
      case 'path':
        this.#figure = `<path d="${this.#pathOf(element)}"`
        return
      case 'rect':
      case 'roundrect':
        this.#figure = this.#rectOf(element)
        return
      case 'ellipse':
        this.#figure = this.#ellipseOf(element)
        return
      case 'fillstroke':
        return this.#paint(true, true)
      case 'fill':
        return this.#paint(true, false)
      case 'stroke':
        return this.#paint(false, true)
      case 'text':
        return this.#text(element)
      case 'save':
        if (this.#saved.length < MAX_STEPS) this.#saved.push({ ...this.#pen })
        return
      case 'restore':
        this.#pen = this.#saved.pop() ?? this.#pen
        return
      default:
        return this.#set(element)
    }
  }

  /** Changes the pen. */
  #set(element: Element): void {
    const pen = this.#pen
    const value = (name: string) => attribute(element, name) ?? ''
    switch (element.name) {
      case 'strokewidth':
        pen.strokeWidth = number(element, 'width', 1) * (value('fixed') === '1' ? 1 : this.#least)
        return
      case 'strokecolor':
        pen.stroke = this.#colour(value('color'))
        return
      case 'fillcolor':
        pen.fill = this.#colour(value('color'))
        return
      case 'dashed':
        pen.dashed = value('dashed') === '1'
        if (pen.dash === '') pen.dash = '3 3'
        return
      case 'dashpattern':
        pen.dash = numbersIn(value('pattern'))
          .map(length => round(length * this.#least))
          .join(' ')
        return
      case 'linecap':
        pen.cap = oneOf(value('cap'), ['butt', 'round', 'square'])
        return
      case 'linejoin':
        pen.join = oneOf(value('join'), ['miter', 'round', 'bevel'])
        return
      case 'miterlimit':
        pen.miter = Math.max(1, number(element, 'limit', 10))
        return
      case 'alpha':
        pen.alpha = share(number(element, 'alpha', 1))
        return
      case 'fillalpha':
        pen.fillAlpha = share(number(element, 'alpha', 1))
        return
      case 'strokealpha':
        pen.strokeAlpha = share(number(element, 'alpha', 1))
        return
      case 'fontcolor':
        pen.fontColour = colourOf(value('color'), '#000000') ?? pen.fontColour
        return
      case 'fontsize':
        pen.fontSize = number(element, 'size', 12) * this.#least
        return
      case 'fontstyle':
        pen.fontStyle = number(element, 'style', 0)
        return
      case 'fontfamily':
        pen.fontFamily = value('family').slice(0, 100) || 'sans-serif'
    }
  }

  #colour(value: string): Colour | null {
    if (value === 'fillColor') return this.#pen.fill
    if (value === 'strokeColor') return this.#pen.stroke
    return colourOf(value, '#000000')
  }

  #pathOf(path: Element): string {
    let d = ''
    for (const element of path.children) {
      if (++this.#steps > MAX_STEPS) break
      const at = (suffix = '') => `${this.#left(element, `x${suffix}`)} ${this.#top(element, `y${suffix}`)}`
      switch (element.name) {
        case 'move':
          d += `M${at()}`
          break
        case 'line':
          d += `L${at()}`
          break
        case 'quad':
          d += `Q${at('1')} ${at('2')}`
          break
        case 'curve':
          d += `C${at('1')} ${at('2')} ${at('3')}`
          break
        case 'arc': {
          const flag = (name: string) => (attribute(element, name) === '1' ? 1 : 0)
          const radii = `${round(number(element, 'rx') * this.#sx)} ${round(number(element, 'ry') * this.#sy)}`
          d += `A${radii} ${round(number(element, 'x-axis-rotation'))} ${flag('large-arc-flag')} ${flag('sweep-flag')} ${at()}`
          break
        }
        case 'close':
          d += 'Z'
      }
    }
    return d.startsWith('M') ? d : ''
  }

  #rectOf(element: Element): string {
    const [w, h] = [number(element, 'w') * this.#sx, number(element, 'h') * this.#sy]
    const arc = element.name === 'roundrect' ? (number(element, 'arcsize') || 15) / 100 : 0
    return `<rect x="${this.#left(element, 'x')}" y="${this.#top(element, 'y')}" width="${round(w)}" height="${round(h)}" rx="${round(Math.min(w, h) * arc)}"`
  }

  #ellipseOf(element: Element): string {
    const [rx, ry] = [(number(element, 'w') * this.#sx) / 2, (number(element, 'h') * this.#sy) / 2]
    const x = this.#x + number(element, 'x') * this.#sx + rx
    const y = this.#y + number(element, 'y') * this.#sy + ry
    return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}"`
  }

  #paint(fills: boolean, strokes: boolean): void {
    if (this.#figure === '') return
    const pen = this.#pen
    const fill = fills && pen.fill ? `fill="${pen.fill}"${opacity('fill', pen.fillAlpha * pen.alpha)}` : 'fill="none"'
    let stroke = ''
    if (strokes && pen.stroke && pen.strokeWidth > 0) {
      this.widest = Math.max(this.widest, Math.min(200, pen.strokeWidth))
      const dash = pen.dashed && pen.dash !== '' ? ` stroke-dasharray="${pen.dash}"` : ''
      stroke =
        ` stroke="${pen.stroke}" stroke-width="${round(pen.strokeWidth)}" stroke-linecap="${pen.cap}"` +
        ` stroke-linejoin="${pen.join}" stroke-miterlimit="${round(pen.miter)}"${dash}${opacity('stroke', pen.strokeAlpha * pen.alpha)}`
    }
    this.svg += `${this.#figure} ${fill}${stroke}/>`
  }

  #text(element: Element): void {
    const text = (attribute(element, 'str') ?? '').slice(0, MAX_TEXT)
    if (text === '') return
    const pen = this.#pen
    const anchor = { left: 'start', right: 'end' }[attribute(element, 'align') ?? ''] ?? 'middle'
    const rise = { top: 0.8, bottom: -0.2 }[attribute(element, 'valign') ?? ''] ?? 0.35
    const y = this.#y + number(element, 'y') * this.#sy + rise * pen.fontSize
    const weight = pen.fontStyle & 1 ? ' font-weight="bold"' : ''
    const slant = pen.fontStyle & 2 ? ' font-style="italic"' : ''
    this.svg +=
      `<text x="${this.#left(element, 'x')}" y="${round(y)}" text-anchor="${anchor}" font-size="${round(pen.fontSize)}"` +
      ` font-family="${escapeXml(pen.fontFamily)}" fill="${pen.fontColour}"${weight}${slant}>${escapeXml(text)}</text>`
  }

  #left(element: Element, name: string): string {
    return round(this.#x + number(element, name) * this.#sx)
  }

  #top(element: Element, name: string): string {
    return round(this.#y + number(element, name) * this.#sy)
  }
}

const MOST = 1e6
const round = (value: number): string => String(Math.round(value * 100) / 100 + 0)
const share = (value: number): number => Math.min(1, Math.max(0, value))
const opacity = (kind: 'fill' | 'stroke', value: number): string =>
  value < 1 ? ` ${kind}-opacity="${round(value)}"` : ''

function finite(value: string | undefined): number | undefined {
  const parsed = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(parsed) ? Math.min(MOST, Math.max(-MOST, parsed)) : undefined
}

const number = (element: Element, name: string, fallback = 0): number => finite(attribute(element, name)) ?? fallback

const numbersIn = (text: string): number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .slice(0, 16)
    .flatMap(part => finite(part) ?? [])
    .filter(length => length > 0)

const oneOf = (value: string, known: readonly [string, ...string[]]): string =>
  known.includes(value) ? value : known[0]
