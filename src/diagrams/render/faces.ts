/** Characters of a drawing by font, to embed the fonts in pictures. */
import { FONT_STACKS } from './fonts.ts'

export interface FontFace {
  /** Name of the bundled font. */
  family: string
  bold: boolean
  italic: boolean
}

export interface UsedFace extends FontFace {
  characters: ReadonlySet<string>
}

/** Tags and text; attribute values written by {@link renderDiagram} contain no `>`. */
const TOKEN = /<(\/?)([\w-]+)([^>]*)>|([^<]+)/g
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
])

/** Faces and characters of a rendered SVG; parses the output of `render.ts` only. */
export function facesIn(svg: string): UsedFace[] {
  const faces = new Map<string, FontFace & { characters: Set<string> }>()
  const open: { name: string; face: FontFace }[] = []
  const root: FontFace = { family: familyIn(FONT_STACKS.sans), bold: false, italic: false }
  for (const [, close, name = '', attributes = '', text] of svg.matchAll(TOKEN)) {
    if (text !== undefined) {
      const here = open.at(-1)
      if (here?.name !== 'text' && here?.name !== 'tspan') continue
      const key = JSON.stringify(here.face)
      const used = faces.get(key) ?? { ...here.face, characters: new Set<string>() }
      faces.set(key, used)
      for (const character of unescaped(text)) used.characters.add(character)
    } else if (close) open.pop()
    else if (!attributes.endsWith('/')) open.push({ name, face: faceIn(attributes, open.at(-1)?.face ?? root) })
  }
  return [...faces.values()]
}

function faceIn(attributes: string, inherited: FontFace): FontFace {
  const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1]
  const [family, weight, style] = [value('font-family'), value('font-weight'), value('font-style')]
  return {
    family: family === undefined ? inherited.family : familyIn(family),
    bold: weight === undefined ? inherited.bold : weight === 'bold',
    italic: style === undefined ? inherited.italic : style === 'italic',
  }
}

/** First family of a `font-family`. */
function familyIn(stack: string): string {
  return stack.split(',')[0]?.trim() ?? ''
}

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (all, name: string) => ENTITIES.get(name) ?? all)
}

/** A rendered SVG with font rules. */
export function withFontRules(svg: string, rules: readonly string[]): string {
  if (rules.length === 0) return svg
  const end = svg.indexOf('>') + 1
  return `${svg.slice(0, end)}<style>${rules.join('')}</style>${svg.slice(end)}`
}
