/** Builder for templates. */
import { generateNKeysBetween } from 'fractional-indexing'
import { blankPage, documentOf, objectsById } from '../../model/blank.ts'
import type {
  Arrow,
  Colour,
  ConnectorEnd,
  ConnectorObject,
  DiagramDocument,
  DiagramObject,
  Link,
  Paragraph,
  Point,
  ShapeObject,
  TextBlock,
  TextRun,
} from '../../model/document.ts'
import { INK, LINE, lookOf, MUTED, PAPER, styleOf, type LookName } from './looks.ts'

/** Translates a template's text. */
export type Translate = (english: string) => string

export type Place = readonly [x: number, y: number, width: number, height: number]

/** A text, or a bold heading with lighter lines below. */
export type Words = string | readonly [heading: string, ...rest: string[]]

export interface ShapeOptions {
  look?: LookName
  size?: number
  bold?: boolean
  align?: Paragraph['align']
  vertical?: TextBlock['vertical']
  /** Text padding, px. */
  padding?: number
  /** Text colour; default that of the look. */
  ink?: Colour
  /** Monospaced. */
  mono?: boolean
  dash?: readonly number[]
  line?: number
  parameters?: Record<string, number>
  /** Contains objects; their positions are relative to its corner. */
  container?: boolean
  /** Id of its container. */
  in?: string
  link?: Link
}

export type Side = 'left' | 'right' | 'top' | 'bottom'
/** An object's id, alone for a floating end, or with a side or an anchor on its box, 0 to 1. */
export type End = string | readonly [id: string, at: Side | readonly [x: number, y: number]]

export interface LineOptions {
  label?: string
  /** Position of the label along the line, 0 to 1, and across, px. */
  along?: number
  across?: number
  /** Texts at both ends, such as multiplicities. */
  ends?: readonly [from: string, to: string]
  route?: ConnectorObject['route']
  via?: readonly (readonly [x: number, y: number])[]
  start?: Arrow
  end?: Arrow
  dash?: readonly number[]
  colour?: Colour
  width?: number
  /** Background of the label. */
  paper?: Colour
}

const SIDES: Record<Side, Point> = {
  left: { x: 0, y: 0.5 },
  right: { x: 1, y: 0.5 },
  top: { x: 0.5, y: 0 },
  bottom: { x: 0.5, y: 1 },
}
export const DASHED: readonly number[] = [4, 3]
export const DOTTED: readonly number[] = [1, 2.5]

/** Builder of a page; later objects are on top. */
export class Drawing {
  readonly #name: string
  readonly #translate: Translate
  readonly #objects: DiagramObject[] = []
  /** Corners of containers on the page. */
  readonly #corners = new Map<string, Point>()

  constructor(name: string, translate: Translate) {
    this.#name = name
    this.#translate = translate
  }

  /** Heading of the page with a hint. */
  title(text: string, hint: string, [x, y]: readonly [number, number] = [40, 30]): void {
    this.shape('basic.text', [x, y, 640, 30], text, { look: 'bare', size: 20, bold: true, align: 'left' })
    this.shape('basic.text', [x, y + 30, 640, 22], hint, { look: 'bare', size: 12, align: 'left', ink: MUTED })
  }

  /** @returns the object's id */
  shape(shape: string, [x, y, width, height]: Place, words: Words = '', options: ShapeOptions = {}): string {
    const id = `s${this.#objects.length + 1}`
    const parent = options.in ?? null
    const look = lookOf(options.look ?? 'white')
    const corner = parent === null ? { x: 0, y: 0 } : this.#cornerOf(parent)
    const object: ShapeObject = {
      kind: 'shape',
      id,
      parent,
      layer: 'layer-1',
      order: '',
      shape,
      x,
      y,
      width,
      height,
      style: styleOf(look, options.line, options.dash),
      ...(words !== '' && { text: this.#block(words, options, options.ink ?? look.text, look.muted) }),
      ...(options.parameters && { parameters: options.parameters }),
      ...(options.container && { container: true }),
      ...(options.link && { link: options.link }),
    }
    this.#objects.push(object)
    this.#corners.set(id, { x: corner.x + x, y: corner.y + y })
    return id
  }

  /** An icon with a label below. */
  icon(
    shape: string,
    [x, y]: readonly [number, number],
    name: string,
    options: ShapeOptions & { side?: number } = {},
  ): string {
    const side = options.side ?? 48
    return this.shape(shape, [x, y, side, side], name, {
      size: 11,
      vertical: 'top',
      ink: INK,
      ...options,
      line: options.line ?? 1.5,
    })
  }

  /** A line between two ends, orthogonal by default. @returns its id */
  line(from: End, to: End, options: LineOptions = {}): string {
    const id = `c${this.#objects.length + 1}`
    const { label, along = 0.5, across = 0, ends } = options
    const texts: [text: string, along: number, across: number, paper: Colour | null][] = [
      ...(label === undefined ? [] : [[label, along, across, across === 0 ? (options.paper ?? PAPER) : null] as const]),
      ...(ends ? [[ends[0], 0.12, -11, null] as const, [ends[1], 0.88, -11, null] as const] : []),
    ].map(([text, ...rest]) => [text, ...rest])
    const connector: ConnectorObject = {
      kind: 'connector',
      id,
      parent: null,
      layer: 'layer-1',
      order: '',
      from: this.#end(from),
      to: this.#end(to),
      route: options.route ?? 'orthogonal',
      waypoints: (options.via ?? []).map(([x, y]) => ({ x, y })),
      stroke: {
        colour: options.colour ?? LINE,
        width: options.width ?? 1.5,
        ...(options.dash && { dash: [...options.dash] }),
      },
      startArrow: options.start ?? 'none',
      endArrow: options.end ?? 'filled',
      cornerRadius: 8,
      labels: texts
        .filter(([text]) => text !== '')
        .map(([text, share, beside, paper]) => ({
          text: {
            vertical: 'middle',
            paragraphs: [
              {
                align: 'center',
                runs: [this.#run(text, { size: 11, colour: MUTED, ...(paper && { background: paper }) })],
              },
            ],
          },
          along: share,
          across: beside,
        })),
    }
    this.#objects.push(connector)
    return id
  }

  /** The document with one page that fits all. */
  document(): DiagramDocument {
    const orders = generateNKeysBetween(null, null, this.#objects.length)
    const objects = this.#objects.map((object, index) => ({ ...object, order: orders[index] ?? 'a0' }))
    let [width, height] = [0, 0]
    for (const object of objects) {
      const corner = this.#corners.get(object.id)
      if (object.kind === 'connector' || !corner) continue
      width = Math.max(width, corner.x + object.width)
      height = Math.max(height, corner.y + object.height)
    }
    return documentOf(
      blankPage({
        id: 'page-1',
        name: this.#translate(this.#name),
        width: Math.ceil(width / 10) * 10 + 40,
        height: Math.ceil(height / 10) * 10 + 40,
        background: PAPER,
        layers: [{ id: 'layer-1', name: this.#translate('Layer 1'), visible: true, locked: false }],
        objects: objectsById(objects),
      }),
    )
  }

  /** An end with its position, by which the renderer detects aligned segments. */
  #end(given: End): ConnectorEnd {
    if (typeof given === 'string')
      return { at: this.#placeOn(given, { x: 0.5, y: 0.5 }), attached: { objectId: given, anchor: null } }
    const [objectId, place] = given
    const anchor = typeof place === 'string' ? SIDES[place] : { x: place[0], y: place[1] }
    return { at: this.#placeOn(objectId, anchor), attached: { objectId, anchor } }
  }

  #placeOn(id: string, { x, y }: Point): Point {
    const object = this.#objects.find(one => one.id === id)
    if (!object || object.kind === 'connector') throw new Error(`There is no shape ${id} in the template.`)
    const corner = this.#cornerOf(id)
    return { x: corner.x + x * object.width, y: corner.y + y * object.height }
  }

  #cornerOf(id: string): Point {
    const corner = this.#corners.get(id)
    if (!corner) throw new Error(`There is no container ${id} in the template.`)
    return corner
  }

  #block(
    words: Words,
    { size = 12, bold, mono, align = 'center', vertical = 'middle', padding = 6 }: ShapeOptions,
    colour: Colour,
    muted: Colour,
  ): TextBlock {
    const lines =
      typeof words === 'string'
        ? [this.#run(words, { size, colour, ...(bold && { bold }), ...(mono && { font: 'mono' }) })]
        : words.map((text, index) =>
            this.#run(
              text,
              index === 0
                ? { size, colour, bold: true }
                : { size: size - 1, colour: muted, ...(mono && { font: 'mono' }) },
            ),
          )
    return {
      vertical,
      paragraphs: lines.map(run => ({ align, runs: [run] })),
      padding: { top: padding / 2, right: padding, bottom: padding / 2, left: padding },
    }
  }

  #run(text: string, fields: Partial<TextRun>): TextRun {
    return { text: this.#translate(text), font: 'sans', size: 12, colour: INK, ...fields }
  }
}
