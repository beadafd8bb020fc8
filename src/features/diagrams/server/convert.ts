import { ImportError, type Imported } from '#diagrams/import/contract.ts'
import { importDrawio, isDrawio } from '#diagrams/import/drawio/import.ts'
import { importGliffy, isGliffy } from '#diagrams/import/gliffy/import.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { isDiagram, readDocument, writeDocument } from '#diagrams/model/validate.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { renderPng, stopPngProcesses } from './png.ts'
import { withSubsetFonts } from './svg-fonts.ts'

export const CONVERSIONS = ['svg', 'png', 'json'] as const
export type Conversion = (typeof CONVERSIONS)[number]

/**
 * Parses a diagram of any supported format.
 * @throws ImportError or DiagramError
 */
export async function readAnyDiagram(text: string): Promise<Imported> {
  if (isDiagram(text)) return { document: readDocument(text), report: [] }
  if (isDrawio(text)) return importDrawio(text)
  if (isGliffy(text)) return importGliffy(text)
  throw new ImportError('This is no diagram of this wiki, of Gliffy or of draw.io.')
}

/**
 * Converts a diagram for `oxbow diagram convert`.
 * @param page number of the page to draw, from 1; JSON has all pages
 * @param scale of a PNG, 1 or 2
 */
export async function convertDiagram(
  text: string,
  to: Conversion,
  { page = 1, scale = 1 }: { page?: number | undefined; scale?: 1 | 2 } = {},
): Promise<{ content: string | Buffer; report: Imported['report'] }> {
  const { document, report } = await readAnyDiagram(text)
  if (to === 'json') return { content: `${writeDocument(document)}\n`, report }
  const { svg } = renderDiagram(document, { pageId: pageAt(document, page) })
  if (to === 'svg') return { content: await withSubsetFonts(svg), report }
  try {
    return { content: await renderPng(svg, { scale }), report }
  } finally {
    // The command ends; nothing else draws in this process.
    stopPngProcesses()
  }
}

function pageAt({ pages }: DiagramDocument, number: number): string {
  const page = pages[number - 1]
  if (!page)
    throw new ImportError(
      `The diagram has ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}; there is no page ${number}.`,
    )
  return page.id
}
