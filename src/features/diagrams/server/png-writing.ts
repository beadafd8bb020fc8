/**
 * PNGs with scripts that the bundled fonts lack: Chinese, Japanese and Korean, Hebrew, Arabic, the scripts of India,
 * emoji. resvg takes 200 ms to find a character in the machine's fonts; sharp's librsvg draws the same SVG in little
 * more than its usual time.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * From Hebrew to the scripts of India and Georgia, symbols such as ticks and stars, Chinese, Japanese and Korean, and
 * everything beyond the BMP.
 */
const UNBUNDLED = /[\u0590-\u1cff\u2600-\u27bf\u2e80-\udfff\uf900-\ufaff\ufb1d-\ufeff\uff00-\uffef]/

/**
 * Whether an SVG needs the machine's fonts. Not with a nested SVG: librsvg, unlike resvg, would decode its images
 * without limit.
 */
export function needsOtherFonts(svg: string): boolean {
  return UNBUNDLED.test(svg) && !svg.includes('data:image/svg+xml')
}

let isReady = false

/**
 * Draws an SVG with the bundled fonts and the machine's.
 * @param folders of the bundled fonts
 * @throws Error when it is no SVG, or exceeds the pixel limit
 */
export async function drawWithMachineFonts(
  svg: string,
  zoom: number,
  pixels: number,
  folders: readonly string[],
): Promise<Uint8Array> {
  const settings = isReady ? null : await mkdtemp(join(tmpdir(), 'oxbow-fonts-'))
  try {
    if (settings) {
      const file = join(settings, 'fonts.conf')
      await writeFile(file, fontSettings(folders))
      // Read once, when the first text is drawn.
      process.env['FONTCONFIG_FILE'] = file
    }
    const { default: sharp } = await import('sharp')
    const png = await sharp(Buffer.from(svg), { density: 72 * zoom, limitInputPixels: Math.ceil(pixels * 1.01) })
      .png()
      .toBuffer()
    isReady = true
    return png
  } finally {
    if (settings) await rm(settings, { recursive: true, force: true })
  }
}

/** fontconfig settings: the machine's or the usual font folders, and the bundled fonts. */
function fontSettings(folders: readonly string[]): string {
  const usual =
    process.platform === 'win32'
      ? ['WINDOWSFONTDIR']
      : ['/usr/share/fonts', '/usr/local/share/fonts', '/System/Library/Fonts', '/Library/Fonts']
  const places = [...folders, ...usual].map(
    folder => `<dir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>`,
  )
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>${places.join('')}</fontconfig>
`
}
