import { parseDiagram } from '#diagrams/import/parse.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { LIMITS, Refusal } from './protocol.ts'

/** A page of a diagram as SVG. */
export interface Drawing {
  name: string
  svg: string
  width: number
  height: number
}

/** The pages of a diagram: ours, Gliffy's or draw.io's. @throws Refusal when it is none */
export async function drawDiagram(source: string): Promise<Drawing[]> {
  const diagram = await parseDiagram(source).catch((error: unknown) => {
    throw new Refusal('The file holds no diagram that can be shown', { cause: error })
  })
  if (!diagram) throw new Refusal('The file holds no diagram that can be shown')
  let left: number = LIMITS.result
  const drawings: Drawing[] = []
  for (const { id, name } of diagram.document.pages.slice(0, LIMITS.diagramPages)) {
    const { svg, width, height } = renderDiagram(diagram.document, { pageId: id })
    left -= svg.length
    if (left < 0) throw new Refusal('This file is too large to be shown')
    drawings.push({ name, svg, width, height })
  }
  return drawings
}
