/** Conversion between text blocks and ProseMirror documents: paragraphs of runs with their faces. */
import { Schema, type Mark, type MarkSpec, type Node } from '@tiptap/pm/model'
import { FONT_FAMILIES, type Colour, type Paragraph, type TextBlock, type TextRun } from '#diagrams/model/document.ts'
import { darkColour } from '#diagrams/render/dark.ts'
import { FONT_STACKS } from '#diagrams/render/fonts.ts'
import { LINE_HEIGHT } from '#diagrams/render/text-layout.ts'
import { PLAIN_RUN } from '../tools/make.ts'

type Face = Omit<TextRun, 'text'>

const SIZES = { least: 1, most: 1000 }
const COLOUR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/

/** Boolean marks, with their rendering and parse rules. */
const SWITCHES = {
  bold: ['font-weight: bold', ['b', 'strong']],
  italic: ['font-style: italic', ['i', 'em']],
  underline: ['text-decoration: underline', ['u']],
  strike: ['text-decoration: line-through', ['s', 'del']],
} as const
type Switch = keyof typeof SWITCHES
const SWITCH_NAMES = Object.keys(SWITCHES) as Switch[]

const switches = Object.fromEntries(
  SWITCH_NAMES.map((name): [Switch, MarkSpec] => {
    const [style, tags] = SWITCHES[name]
    return [name, { toDOM: () => ['span', { style }, 0], parseDOM: tags.map(tag => ({ tag })) }]
  }),
) as Record<Switch, MarkSpec>

/** A mark with a value, rendered as a style property. */
function valued(property: string, css: (value: string) => string): MarkSpec {
  return {
    attrs: { value: { validate: 'string' } },
    // Another value replaces it.
    toDOM: mark => ['span', { style: `${property}: ${css(String(mark.attrs['value']))}` }, 0],
  }
}

export const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'inline*',
      attrs: { align: { default: 'left' }, lineHeight: { default: LINE_HEIGHT }, face: { default: PLAIN_RUN } },
      parseDOM: [{ tag: 'p' }],
      toDOM: ({ attrs }) => [
        'p',
        { dir: 'auto', style: paragraphStyle(attrs['align'], attrs['lineHeight'], attrs['face']) },
        0,
      ],
    },
    break: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
    text: { group: 'inline' },
  },
  marks: {
    ...switches,
    font: valued('font-family', value => FONT_STACKS[fontOf(value)]),
    size: valued('font-size', value => `${Number(value)}px`),
    colour: valued('color', shownColour),
    background: valued('background-color', shownColour),
  },
})

function fontOf(value: string): TextRun['font'] {
  return FONT_FAMILIES.find(family => family === value) ?? 'sans'
}

function colourOf(value: string): Colour {
  return COLOUR.test(value) ? (value as Colour) : PLAIN_RUN.colour
}

/** The stored colour, and the one for a dark sheet: which of them is seen says the sheet's `color-scheme`. */
function shownColour(value: string): string {
  const colour = colourOf(value)
  return `light-dark(${colour}, ${darkColour(colour)})`
}

function paragraphStyle(align: string, lineHeight: number, face: Face): string {
  return `text-align: ${align}; line-height: ${lineHeight}; font-family: ${FONT_STACKS[face.font]}; font-size: ${face.size}px; color: ${shownColour(face.colour)}`
}

/** ProseMirror document of a text block. */
export function toDoc({ paragraphs }: TextBlock): Node {
  const nodes = paragraphs.map(({ align, lineHeight, runs }) => {
    const face = faceOf(runs[0] ?? paragraphs.find(({ runs: [run] }) => run)?.runs[0] ?? PLAIN_RUN)
    const content = runs.flatMap(run =>
      run.text
        .split(/\r\n|\r|\n/)
        .flatMap((part, index) => [
          ...(index > 0 ? [schema.node('break', null, [], marksOf(run))] : []),
          ...(part ? [schema.text(part, marksOf(run))] : []),
        ]),
    )
    return schema.node('paragraph', { align, lineHeight: lineHeight ?? LINE_HEIGHT, face }, content)
  })
  return schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph', { align: 'center' })])
}

/** Text block of an edited document, with the block's other properties. */
export function toBlock(doc: Node, before: TextBlock): TextBlock {
  const paragraphs: Paragraph[] = []
  doc.forEach(node => {
    const face = node.attrs['face'] as Face
    const runs: TextRun[] = []
    node.forEach(child => {
      const run: TextRun = { text: child.isText ? (child.text ?? '') : '\n', ...runFace(child.marks, face) }
      const last = runs.at(-1)
      if (last && isSameFace(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text }
      else runs.push(run)
    })
    const lineHeight = Number(node.attrs['lineHeight'])
    paragraphs.push({
      align: node.attrs['align'] as Paragraph['align'],
      runs: runs.length > 0 ? runs : [{ ...face, text: '' }],
      ...(lineHeight === LINE_HEIGHT ? {} : { lineHeight }),
    })
  })
  return { ...before, paragraphs }
}

function faceOf({ text: _, ...face }: TextRun): Face {
  return face
}

/** Marks of a run's face. */
export function marksOf(run: Face): Mark[] {
  const mark = (name: string, value: string | number) => schema.mark(name, { value: String(value) })
  return [
    ...SWITCH_NAMES.flatMap(name => (run[name] ? [schema.mark(name)] : [])),
    mark('font', run.font),
    mark('size', run.size),
    mark('colour', run.colour),
    ...(run.background ? [mark('background', run.background)] : []),
  ]
}

/** Face of marked text; unmarked properties are the paragraph's. */
export function runFace(marks: readonly Mark[], base: Face): Face {
  const value = (name: string) => marks.find(({ type }) => type.name === name)?.attrs['value'] as string | undefined
  const size = Number(value('size') ?? base.size)
  const background = value('background')
  const has = (name: Switch) => marks.some(({ type }) => type.name === name)
  return {
    font: fontOf(value('font') ?? base.font),
    size: Math.min(SIZES.most, Math.max(SIZES.least, size)),
    colour: colourOf(value('colour') ?? base.colour),
    ...Object.fromEntries(SWITCH_NAMES.filter(has).map(name => [name, true])),
    ...(background === undefined ? {} : { background: colourOf(background) }),
  }
}

function isSameFace(a: TextRun, b: TextRun): boolean {
  return JSON.stringify(faceOf(a), FACE_KEYS) === JSON.stringify(faceOf(b), FACE_KEYS)
}

const FACE_KEYS = ['font', 'size', 'colour', 'bold', 'italic', 'underline', 'strike', 'background']
