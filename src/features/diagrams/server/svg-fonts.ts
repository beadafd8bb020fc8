import { readFile } from 'node:fs/promises'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { facesIn, withFontRules, type FontFace, type UsedFace } from '#diagrams/render/faces.ts'
import { bundledFont } from './bundled-fonts.ts'

/**
 * A drawing with subsets of its fonts embedded: it looks the same without them installed, and in an `<img>`, which
 * loads no external fonts. Deterministic. Characters that the bundled fonts lack are left to the machine.
 * @throws Error when a bundled font cannot be read
 */
export async function withSubsetFonts(svg: string): Promise<string> {
  const rules: string[] = []
  for (const face of facesIn(svg)) {
    const rule = await ruleFor(face)
    if (rule !== undefined) rules.push(rule)
  }
  return withFontRules(svg, rules)
}

const wholeOf = new WeakMap<Pick<RenderedDiagram, 'svg'>, Promise<string>>()

/** {@link withSubsetFonts} of a drawing, cached as long as the drawing. @throws Error as that */
export function selfContainedSvg(drawing: Pick<RenderedDiagram, 'svg'>): Promise<string> {
  const before = wholeOf.get(drawing)
  if (before) return before
  const made = withSubsetFonts(drawing.svg)
  wholeOf.set(drawing, made)
  made.catch(() => wholeOf.delete(drawing))
  return made
}

async function ruleFor({ characters, ...face }: UsedFace): Promise<string | undefined> {
  const file = bundledFont(face)
  if (file === undefined) return undefined
  // Loaded when it is needed: it takes a good part of the time in which a command or the wiki starts.
  const { default: subsetFont } = await import('subset-font')
  // WOFF2 would be half as large, but a hundred times slower to write.
  const font = await subsetFont(await readFile(file), [...characters].toSorted().join(''), { targetFormat: 'sfnt' })
  return `@font-face{${describe(face)};src:url(data:font/ttf;base64,${font.toString('base64')}) format("truetype")}`
}

function describe({ family, bold, italic }: FontFace): string {
  return `font-family:${family};font-weight:${bold ? 700 : 400};font-style:${italic ? 'italic' : 'normal'}`
}
