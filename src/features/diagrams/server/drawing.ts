import { parseDiagram, type ReadDiagram } from '#diagrams/import/parse.ts'
import { DiagramError, readDocument, writeDocument } from '#diagrams/model/validate.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { renderDiagram, textOfPage } from '#diagrams/render/render.ts'
import { absoluteHrefOf } from '../links.ts'
import type { DrawnDiagram, Refusal } from './drawing-tasks.ts'
import { withSubsetFonts } from './svg-fonts.ts'

/** The work of `drawing-tasks.ts`: all that takes long by the size of a diagram. */

export async function read(file: Uint8Array): Promise<ReadDiagram | undefined> {
  return parseDiagram(Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('utf8'))
}

export async function draw({
  file,
  page,
}: {
  file: Uint8Array
  page: string | undefined
}): Promise<RenderedDiagram | undefined> {
  const document = (await read(file))?.document
  return document && renderDiagram(document, page === undefined ? {} : { pageId: page })
}

export async function words(file: Uint8Array): Promise<string | undefined> {
  const document = (await read(file))?.document
  return document?.pages.flatMap(page => [page.name, textOfPage(document, page)]).join('\n')
}

export async function linkedSvg({ file, baseUrl }: { file: Uint8Array; baseUrl: string }): Promise<string | undefined> {
  const document = (await read(file))?.document
  return document && linked(document, renderDiagram(document), baseUrl)
}

export async function drawDocument({
  text,
  baseUrl,
}: {
  text: string
  baseUrl: string
}): Promise<DrawnDiagram | Refusal> {
  try {
    const document = readDocument(text)
    const stored = writeDocument(document)
    const drawing = renderDiagram(document)
    return { stored, drawing, linkedSvg: await linked(document, drawing, baseUrl) }
  } catch (error) {
    if (error instanceof DiagramError) return { problem: error.message }
    throw error
  }
}

/** The first page as SVG, whose links lead to the wiki wherever it is read. */
async function linked(document: DiagramDocument, drawing: RenderedDiagram, baseUrl: string): Promise<string> {
  const isLinked = Object.values(document.pages[0]?.objects ?? {}).some(({ link }) => link)
  const { svg } = isLinked ? renderDiagram(document, { href: link => absoluteHrefOf(link, baseUrl) }) : drawing
  return withSubsetFonts(svg)
}
