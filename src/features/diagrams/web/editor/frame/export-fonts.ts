import { FONT_STACKS } from '../../../render/fonts.ts'

/** Characters by the face they are written in, as `family|bold|italic`. */
type Faces = Map<string, Set<number>>

/**
 * A picture of ours with the fonts in it that its text is written in, so that it looks the same wherever it is opened,
 * and where no font can be loaded from elsewhere, as in an `<img>`. Of each font, only the parts that hold its characters.
 */
export async function withFonts(svg: string): Promise<string> {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const faces: Faces = new Map()
  collect(root, { family: FONT_STACKS.sans, bold: false, italic: false }, faces)
  const rules = await Promise.all(fontFaces().filter(face => isNeeded(face, faces)).map(embedded))
  if (rules.length === 0) return svg
  const end = svg.indexOf('>') + 1
  return `${svg.slice(0, end)}<style>${rules.join('')}</style>${svg.slice(end)}`
}

interface Style {
  family: string
  bold: boolean
  italic: boolean
}

function collect(element: Element, inherited: Style, faces: Faces): void {
  const style: Style = {
    family: element.getAttribute('font-family') ?? inherited.family,
    bold: element.hasAttribute('font-weight') ? element.getAttribute('font-weight') === 'bold' : inherited.bold,
    italic: element.hasAttribute('font-style') ? element.getAttribute('font-style') === 'italic' : inherited.italic,
  }
  const isText = element.localName === 'text' || element.localName === 'tspan'
  for (const node of element.childNodes) {
    if (node instanceof Element) collect(node, style, faces)
    else if (isText && node instanceof Text) {
      const key = keyOf(style)
      const characters = faces.get(key) ?? new Set()
      faces.set(key, characters)
      for (const character of node.data) characters.add(character.codePointAt(0) ?? 0)
    }
  }
}

function keyOf({ family, bold, italic }: Style): string {
  return `${(family.split(',')[0] ?? '').trim().replaceAll(/["']/g, '')}|${bold}|${italic}`
}

interface FontFace {
  rule: CSSFontFaceRule
  key: string
  url: string
  ranges: readonly (readonly [number, number])[]
}

/** The faces that this document can load, from its own style sheets. */
function fontFaces(): FontFace[] {
  const found: FontFace[] = []
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue
      const style = rule.style
      const url = /url\((["']?)(.*?)\1\)/.exec(style.getPropertyValue('src'))?.[2]
      if (url === undefined) continue
      found.push({
        rule, url: new URL(url, sheet.href ?? location.href).href,
        key: keyOf({ family: style.getPropertyValue('font-family'), bold: style.getPropertyValue('font-weight') === '700', italic: style.getPropertyValue('font-style') === 'italic' }),
        ranges: rangesOf(style.getPropertyValue('unicode-range')),
      })
    }
  }
  return found
}

/** Reads `U+0-FF, U+131`. */
function rangesOf(text: string): [number, number][] {
  return [...text.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, first = '0', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)])
}

function isNeeded({ key, ranges }: FontFace, faces: Faces): boolean {
  const characters = faces.get(key)
  return characters !== undefined && [...characters].some(code => ranges.length === 0 || ranges.some(([first, last]) => code >= first && code <= last))
}

async function embedded({ rule, url }: FontFace): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`A font of the diagram could not be loaded (${answer.status})`)
  const style = rule.style
  const fields = ['font-family', 'font-style', 'font-weight', 'unicode-range'].map(name => `${name}:${style.getPropertyValue(name)}`)
  return `@font-face{${fields.join(';')};src:url(${await dataUrl(await answer.blob())}) format("woff2")}`
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(reader.error ?? new Error('The font could not be read'))
    reader.readAsDataURL(blob)
  })
}
