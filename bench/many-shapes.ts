import { generateNKeysBetween } from 'fractional-indexing'
import { blankPage, documentOf, objectsById } from '../src/diagrams/model/blank.ts'
import type { ConnectorObject, DiagramDocument, DiagramObject, ShapeObject } from '../src/diagrams/model/document.ts'

/** A diagram with shapes in rows, every tenth joined to the next by a line. */
export function manyShapes(count: number, columns: number = Math.ceil(Math.sqrt(count))): DiagramDocument {
  const objects: DiagramObject[] = []
  const orders = generateNKeysBetween(null, null, count * 2)
  const order = (index: number) => orders[index] ?? ''
  for (let index = 0; index < count; index++) {
    const shape: ShapeObject = {
      id: `s${index}`,
      kind: 'shape',
      parent: null,
      layer: 'l1',
      order: order(index),
      shape: ['basic.rectangle', 'basic.ellipse', 'flowchart.decision'][index % 3] ?? '',
      x: (index % columns) * 140,
      y: Math.floor(index / columns) * 100,
      width: 100,
      height: 60,
      style: { fill: { kind: 'solid', colour: '#e8f0f2' }, stroke: { colour: '#333333', width: 1 } },
      text: {
        vertical: 'middle',
        paragraphs: [
          { align: 'center', runs: [{ text: `Shape ${index}`, font: 'sans', size: 12, colour: '#000000' }] },
        ],
      },
    }
    objects.push(shape)
    if (index % 10 !== 0) continue
    const line: ConnectorObject = {
      id: `c${index}`,
      kind: 'connector',
      parent: null,
      layer: 'l1',
      order: order(count + index),
      route: 'orthogonal',
      waypoints: [],
      labels: [],
      from: { at: { x: 0, y: 0 }, attached: { objectId: `s${index}`, anchor: null } },
      to: { at: { x: 0, y: 0 }, attached: { objectId: `s${index + 1}`, anchor: null } },
      stroke: { colour: '#333333', width: 1 },
      startArrow: 'none',
      endArrow: 'filled',
    }
    objects.push(line)
  }
  return documentOf(
    blankPage({
      width: columns * 140,
      height: Math.ceil(count / columns) * 100,
      objects: objectsById(objects),
    }),
  )
}
