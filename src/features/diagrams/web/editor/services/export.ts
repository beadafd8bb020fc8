import { t } from '#platform/web/i18n.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { writeDocument } from '#diagrams/model/validate.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { absoluteHrefOf } from '../../../links.ts'
import { withFonts } from '../../embed-fonts.ts'

/** Export formats. */
export const EXPORT_FORMATS = ['png', 'png-2x', 'svg', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Limits of every browser's canvas: side and area, px. */
const MAX_SIDE = 16_384
const MAX_AREA = 100_000_000

export interface Exported {
  file: Blob
  /** With its extension. */
  name: string
}

/**
 * A page as a file, or the whole document as JSON.
 * @throws Error with a localised message when the browser cannot draw so large a picture
 */
export async function exportDiagram(
  document: DiagramDocument,
  options: { name: string; pageId: string; format: ExportFormat },
): Promise<Exported> {
  const { name, pageId, format } = options
  const base = fileName(name)
  if (format === 'json')
    return { name: `${base}.json`, file: new Blob([writeDocument(document)], { type: 'application/json' }) }
  if (format === 'svg') {
    const linked = renderDiagram(document, { pageId, href: link => absoluteHrefOf(link, location.origin) })
    return { name: `${base}.svg`, file: new Blob([await withFonts(linked.svg)], { type: 'image/svg+xml' }) }
  }
  const drawing = renderDiagram(document, { pageId })
  const svg = await withFonts(drawing.svg)
  const canvas = await drawn(svg, drawing, format === 'png-2x' ? 2 : 1)
  const file = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error(t('The picture is too large for this browser. Export it as SVG instead.'))
  return { name: `${base}.png`, file }
}

/** Pictures of the first page for a save: PNG (empty where the browser cannot draw it) and HTML. */
export async function savedPicture(document: DiagramDocument): Promise<{ image: string; html: string }> {
  const drawing = renderDiagram(document)
  try {
    const canvas = await drawn(await withFonts(drawing.svg), drawing, 1)
    return { image: canvas.toDataURL('image/png'), html: drawing.svg }
  } catch {
    // Optional, as the server draws its own: a diagram too large for a canvas must still be saved.
    return { image: '', html: drawing.svg }
  }
}

export function download({ file, name }: Exported): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun when the click returns.
  URL.revokeObjectURL(url)
}

async function drawn(
  svg: string,
  { width, height }: Pick<RenderedDiagram, 'width' | 'height'>,
  scale: number,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  if (Math.max(canvas.width, canvas.height) > MAX_SIDE || canvas.width * canvas.height > MAX_AREA) {
    throw new Error(t('The picture is too large for this browser. Export it as SVG instead.'))
  }
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const context = canvas.getContext('2d')
    if (!context) throw new Error(t('This browser cannot draw the picture.'))
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Removes characters that some file system forbids. */
function fileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- these are meant
  return (
    name
      .replaceAll(/[\u0000-\u001f"*/:<>?\\|]/g, '')
      .trim()
      .slice(0, 200) || 'diagram'
  )
}
