import { facesIn, withFontRules, type UsedFace } from '#diagrams/render/faces.ts'

/**
 * A picture with its fonts embedded, so that it looks the same everywhere, even in an `<img>`, which loads no external
 * fonts. Only the font parts with its characters.
 * @throws Error when a font cannot be loaded
 */
export async function withFonts(svg: string): Promise<string> {
  const faces = facesIn(svg)
  return withFontRules(
    svg,
    await Promise.all(
      fontFaces()
        .filter(face => isNeeded(face, faces))
        .map(embedded),
    ),
  )
}

interface LoadableFace {
  rule: CSSFontFaceRule
  family: string
  bold: boolean
  italic: boolean
  url: string
  ranges: readonly (readonly [number, number])[]
}

/** Faces of this document's style sheets. */
function fontFaces(): LoadableFace[] {
  const found: LoadableFace[] = []
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue
      const style = rule.style
      const url = /url\((["']?)(.*?)\1\)/.exec(style.getPropertyValue('src'))?.[2]
      if (url === undefined) continue
      found.push({
        rule,
        url: new URL(url, sheet.href ?? location.href).href,
        family: style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
        bold: style.getPropertyValue('font-weight') === '700',
        italic: style.getPropertyValue('font-style') === 'italic',
        ranges: rangesOf(style.getPropertyValue('unicode-range')),
      })
    }
  }
  return found
}

/** Parses `U+0-FF, U+131`. */
function rangesOf(text: string): [number, number][] {
  return [...text.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].map(([, first = '0', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ])
}

function isNeeded({ family, bold, italic, ranges }: LoadableFace, faces: readonly UsedFace[]): boolean {
  const used = faces.find(face => face.family === family && face.bold === bold && face.italic === italic)
  const isIn = (code: number) => ranges.length === 0 || ranges.some(([first, last]) => code >= first && code <= last)
  return used !== undefined && [...used.characters].some(character => isIn(character.codePointAt(0) ?? 0))
}

async function embedded({ rule, url }: LoadableFace): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`A font of the diagram could not be loaded (${answer.status})`)
  const style = rule.style
  const fields = ['font-family', 'font-style', 'font-weight', 'unicode-range'].map(
    name => `${name}:${style.getPropertyValue(name)}`,
  )
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
