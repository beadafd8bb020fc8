import { blankPage, documentOf, objectsById } from '#diagrams/model/blank.ts'
import type { DiagramDocument, ShapeObject } from '#diagrams/model/document.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import type { ShapeDefinition } from '#diagrams/shapes/contract.ts'

/** Colours that library.css replaces by the theme's. */
const FILL = '#ffffff'
const LINE = '#22201c'

const pictures = new Map<string, string>()

/** A library shape as an SVG element for its tile, in the theme's colours by CSS. Empty for text-only shapes. */
export function shapePicture(shape: ShapeDefinition): string {
  const known = pictures.get(shape.id)
  if (known !== undefined) return known
  const { svg } = renderDiagram(drawing(shape), {
    margin: Math.max(shape.size.width, shape.size.height) / 24,
    background: false,
  })
  const picture = svg.includes(LINE) ? svg : ''
  pictures.set(shape.id, picture)
  return picture
}

function drawing({ id, size }: ShapeDefinition): DiagramDocument {
  const object: ShapeObject = {
    id: 'a',
    kind: 'shape',
    parent: null,
    layer: 'l1',
    order: 'a0',
    shape: id,
    x: 0,
    y: 0,
    ...size,
    style: { fill: { kind: 'solid', colour: FILL }, stroke: { colour: LINE, width: 1 } },
  }
  return documentOf(blankPage({ ...size, background: null, objects: objectsById([object]) }))
}
