/** The PNG process; see png.ts. It uses the machine's fonts for scripts that the bundled ones lack. */
import { Resvg } from '@resvg/resvg-js'
import { messageOf } from '#platform/message-of.ts'
import { answerParent } from '#platform/server/answer-parent.ts'
import { BUNDLED_FAMILIES, bundledFont, bundledFontFolders } from './bundled-fonts.ts'
import { withOutlinedText } from './png-nested.ts'
import { drawWithMachineFonts, needsOtherFonts } from './png-writing.ts'
import type { PngAnswer, PngRequest } from './png.ts'

const FALLBACK = { loadSystemFonts: false, defaultFontFamily: 'Arimo', sansSerifFamily: 'Arimo' } as const

/** Root element of our SVGs. */
const SIZE = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/

/** Font files that an SVG references; loading all takes longer than most pictures. */
function fontFiles(svg: string): string[] {
  const weights = svg.includes('font-weight="bold"') ? [false, true] : [false]
  const styles = svg.includes('font-style="italic"') ? [false, true] : [false]
  return BUNDLED_FAMILIES.filter(family => svg.includes(`font-family="${family},`)).flatMap(family =>
    filesOf(family, weights, styles),
  )
}

function filesOf(family: string, weights: readonly boolean[], styles: readonly boolean[]): string[] {
  return weights.flatMap(bold => styles.flatMap(italic => bundledFont({ family, bold, italic }) ?? []))
}

/** A nested SVG with text as outlines in the substitute font. */
function outlined(svg: string): string {
  return new Resvg(svg, { font: { ...FALLBACK, fontFiles: filesOf('Arimo', [false, true], [false, true]) } }).toString()
}

async function draw({ id, svg, scale, pixels }: PngRequest): Promise<PngAnswer> {
  try {
    const [, width, height] = SIZE.exec(svg) ?? []
    const area = Number(width) * Number(height)
    if (!(area > 0)) throw new Error('it does not begin with its width and height')
    const zoom = Math.min(scale, Math.sqrt(pixels / area))
    if (needsOtherFonts(svg)) return { id, png: await drawWithMachineFonts(svg, zoom, pixels, bundledFontFolders()) }
    const font = { ...FALLBACK, fontFiles: fontFiles(svg) }
    return {
      id,
      png: new Resvg(withOutlinedText(svg, outlined), { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng(),
    }
  } catch (error) {
    return { id, error: messageOf(error) }
  }
}

answerParent(draw)
