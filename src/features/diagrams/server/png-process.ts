/** The process that makes PNGs; see png.ts. Of the machine it knows its fonts alone, for writing that the bundled ones lack. */
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'
import { messageOf } from '#platform/message-of.ts'
import { withOutlinedText } from './png-nested.ts'
import { drawWithMachineFonts, needsOtherFonts } from './png-writing.ts'
import type { PngAnswer, PngRequest } from './png.ts'

const FAMILIES = { Arimo: 'arimo', Tinos: 'tinos', Cousine: 'cousine' } as const

const FALLBACK = { loadSystemFonts: false, defaultFontFamily: 'Arimo', sansSerifFamily: 'Arimo' } as const

/** How our SVGs begin. */
const SIZE = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/

const STYLES = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'] as const

/** Files of the fonts that an SVG names; reading all of them takes longer than most pictures. */
function fontFiles(svg: string): string[] {
  const [bold, italic] = [svg.includes('font-weight="bold"'), svg.includes('font-style="italic"')]
  const styles = STYLES.filter(style => (bold || !style.includes('Bold')) && (italic || !style.includes('Italic')))
  return Object.entries(FAMILIES).flatMap(([family, folder]) => svg.includes(`font-family="${family},`)
    ? styles.map(style => fontFile(family, folder, style))
    : [])
}

function fontFile(family: string, folder: string, style: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${style}/${family}_${style}.ttf`))
}

/** Folders of all bundled fonts. */
function fontFolders(): string[] {
  return Object.entries(FAMILIES).map(([family, folder]) => dirname(dirname(fontFile(family, folder, '400Regular'))))
}

/** A foreign SVG picture with its text as outlines, in the font that stands in for the usual ones. */
function outlined(svg: string): string {
  const fontFiles = STYLES.map(style => fontFile('Arimo', FAMILIES.Arimo, style))
  return new Resvg(svg, { font: { ...FALLBACK, fontFiles } }).toString()
}

async function draw({ id, svg, scale, pixels }: PngRequest): Promise<PngAnswer> {
  try {
    const [, width, height] = SIZE.exec(svg) ?? []
    const area = Number(width) * Number(height)
    if (!(area > 0)) throw new Error('it does not begin with its width and height')
    const zoom = Math.min(scale, Math.sqrt(pixels / area))
    if (needsOtherFonts(svg)) return { id, png: await drawWithMachineFonts(svg, zoom, pixels, fontFolders()) }
    const font = { ...FALLBACK, fontFiles: fontFiles(svg) }
    return { id, png: new Resvg(withOutlinedText(svg, outlined), { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng() }
  } catch (error) {
    return { id, error: messageOf(error) }
  }
}

/** Where memory runs out, Linux ends this process rather than the wiki. */
function giveWay(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch (error) {
    // Other systems have no such file, and containers may hold it closed: then the limits on pictures must do.
    if (!(error instanceof Error)) throw error
  }
}

giveWay()
process.on('message', (request: PngRequest) => void draw(request).then(answer => process.send?.(answer)))
process.on('disconnect', () => process.exit())
