import type { Paragraph, TextBlock, TextRun } from '#diagrams/model/document.ts'
import { colourIn, EMU, type Theme } from './pptx-theme.ts'
import { allOf, at, numberIn, type XmlElement } from './xml-tree.ts'

/** Shapes and lists of styles from which a placeholder inherits, the nearest first. */
export interface InheritedStyles {
  readonly shapes: readonly XmlElement[]
  readonly lists: readonly XmlElement[]
  /** Whether its paragraphs have bullets unless they say otherwise. */
  readonly hasBullets: boolean
}

const PX_OF_POINT = 96 / 72
const STANDARD_SIZE = 18
const MOST_LEVELS = 9
const LEAST_SCALE = 0.1
const ALIGNMENTS: Readonly<Record<string, Paragraph['align']>> = { ctr: 'center', r: 'right' }
const ANCHORS: Readonly<Record<string, TextBlock['vertical']>> = { ctr: 'middle', b: 'bottom', t: 'top' }

/** Styles that the placeholders of a slide take from its layout and master. */
export class PlaceholderStyles {
  readonly #sources: readonly (XmlElement | undefined)[]
  readonly #texts: XmlElement | undefined

  constructor(layout: XmlElement | undefined, master: XmlElement | undefined) {
    this.#sources = [layout, master]
    this.#texts = at(master, 'txStyles')
  }

  of(placeholder: XmlElement | undefined): InheritedStyles {
    if (!placeholder) return { shapes: [], lists: listOf(at(this.#texts, 'otherStyle')), hasBullets: false }
    const { type = 'body', idx } = placeholder.attributes
    const isTitle = /title$/i.test(type)
    const shapes = this.#sources.flatMap(source => {
      const known = [...allOf(at(source, 'cSld', 'spTree'), 'sp')].flatMap(shape => {
        const attributes = at(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes
        return attributes ? [{ shape, type: attributes['type'] ?? 'body', idx: attributes['idx'] }] : []
      })
      const same = (a: string) => a === type || (/title$/i.test(a) && isTitle)
      return (known.find(one => idx !== undefined && one.idx === idx) ?? known.find(one => same(one.type)))?.shape ?? []
    })
    const isBody = type === 'body' || type === 'obj'
    const texts = at(this.#texts, isTitle ? 'titleStyle' : isBody ? 'bodyStyle' : 'otherStyle')
    const lists = [...shapes.flatMap(shape => listOf(at(shape, 'txBody', 'lstStyle'))), ...listOf(texts)]
    return { shapes, lists, hasBullets: isBody }
  }
}

function listOf(element: XmlElement | undefined): XmlElement[] {
  return element ? [element] : []
}

/** The text of a shape or cell; undefined if it has none. */
export function textIn(
  body: XmlElement | undefined,
  styles: InheritedStyles,
  theme: Theme,
  font: XmlElement | undefined,
): TextBlock | undefined {
  const lists = [...listOf(at(body, 'lstStyle')), ...styles.lists]
  const properties = [at(body, 'bodyPr'), ...styles.shapes.map(shape => at(shape, 'txBody', 'bodyPr'))]
  const stated = (numberIn(at(body, 'bodyPr', 'normAutofit'), 'fontScale') ?? 100_000) / 100_000
  const scale = Math.min(1, Math.max(LEAST_SCALE, stated))
  const paragraphs = (body?.children ?? [])
    .filter(({ name }) => name === 'p')
    .map(paragraph => paragraphOf(paragraph, { lists, theme, scale, font, hasBullets: styles.hasBullets }))
  if (!paragraphs.some(({ runs }) => runs.some(({ text }) => text.trim() !== ''))) return undefined
  const inset = (name: string, standard: number) =>
    (properties.map(one => numberIn(one, name)).find(value => value !== undefined) ?? standard) / EMU
  const anchor = properties.map(one => one?.attributes['anchor']).find(value => value !== undefined)
  return {
    paragraphs,
    vertical: ANCHORS[anchor ?? 't'] ?? 'top',
    padding: {
      top: inset('tIns', 45_720),
      right: inset('rIns', 91_440),
      bottom: inset('bIns', 45_720),
      left: inset('lIns', 91_440),
    },
  }
}

interface TextContext {
  readonly lists: readonly XmlElement[]
  readonly theme: Theme
  /** By which the text was made smaller to fit. */
  readonly scale: number
  readonly font: XmlElement | undefined
  readonly hasBullets: boolean
}

function paragraphOf(paragraph: XmlElement, context: TextContext): Paragraph {
  const own = at(paragraph, 'pPr')
  const level = Math.max(0, Math.min(MOST_LEVELS - 1, Math.trunc(numberIn(own, 'lvl') ?? 0)))
  const inherited = context.lists.flatMap(list => at(list, `lvl${level + 1}pPr`) ?? [])
  const properties = [...(own ? [own] : []), ...inherited]
  const defaults = inherited.flatMap(one => at(one, 'defRPr') ?? [])
  const runs = paragraph.children.flatMap(child => runOf(child, defaults, context))
  const bullet = bulletOf(properties, context.hasBullets)
  const [first] = runs
  if (first && bullet !== '')
    runs.unshift({ ...first, text: `${'\u2003'.repeat(level)}${bullet} `, bold: false, underline: false })
  const align = properties.map(one => one.attributes['algn']).find(value => value !== undefined)
  return {
    align: ALIGNMENTS[align ?? ''] ?? 'left',
    runs: first ? runs : [{ ...styleOf([at(paragraph, 'endParaRPr'), ...defaults], context), text: ' ' }],
  }
}

function bulletOf(properties: readonly XmlElement[], hasBullets: boolean): string {
  for (const one of properties) {
    if (at(one, 'buNone')) return ''
    const character = at(one, 'buChar')?.attributes['char']
    // Those of symbol fonts are characters for private use.
    if (character !== undefined) return /[\uE000-\uF8FF]/.test(character) ? '•' : character.slice(0, 2)
    if (at(one, 'buAutoNum')) return '•'
  }
  return hasBullets ? '•' : ''
}

function runOf(child: XmlElement, defaults: readonly XmlElement[], context: TextContext): TextRun[] {
  if (child.name === 'br') return [{ ...styleOf([at(child, 'rPr'), ...defaults], context), text: '\n' }]
  if (child.name !== 'r' && child.name !== 'fld') return []
  const text = at(child, 't')?.text ?? ''
  return text === '' ? [] : [{ ...styleOf([at(child, 'rPr'), ...defaults], context), text }]
}

/** The style that the first of some properties states. */
function styleOf(
  properties: readonly (XmlElement | undefined)[],
  { theme, scale, font }: TextContext,
): Omit<TextRun, 'text'> {
  const stated = (name: string) => properties.map(one => one?.attributes[name]).find(value => value !== undefined)
  const points = Number(stated('sz') ?? STANDARD_SIZE * 100) / 100
  const colour = properties.map(one => colourIn(at(one, 'solidFill'), theme)).find(value => value !== undefined)
  const underline = stated('u')
  return {
    font: 'sans',
    size: Math.max(1, Math.min(400, points || STANDARD_SIZE)) * PX_OF_POINT * scale,
    colour: colour ?? colourIn(font, theme) ?? `#${theme.get('dk1') ?? '000000'}`,
    bold: stated('b') === '1',
    italic: stated('i') === '1',
    underline: underline !== undefined && underline !== 'none',
  }
}
