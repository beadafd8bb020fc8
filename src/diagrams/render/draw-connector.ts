/** Drawing of connectors: line, arrowheads, labels. */
import type { Arrow, ConnectorLabel, ConnectorObject, Point } from '../model/document.ts'
import { arrowHead } from './arrows.ts'
import { connectorGeometry } from './connector.ts'
import { rectangle, type Canvas } from './draw.ts'
import { withJumps } from './jumps.ts'
import { labelArea } from './label.ts'
import { reversed, shorten } from './line.ts'
import { IDENTITY, type Matrix } from '../model/geometry/matrix.ts'
import { include } from '../model/geometry/outline.ts'
import { fillAttributes, isDrawn, opacityOf, strokeAttributes } from './paint.ts'
import { flatten, pathData, type Segment } from '../model/geometry/path.ts'
import type { Placed } from './scene.ts'
import { attributes, transform } from './svg.ts'
import { drawText } from './text-svg.ts'

/** Margin of a label's background at its ends, px. */
const LABEL_AROUND = 2

/**
 * Draws a connector in page coordinates.
 * @param below straight segments of the connectors drawn before, for line jumps; this one's are appended
 */
export function drawConnector(canvas: Canvas, place: Placed<ConnectorObject>, below: Segment[]): string {
  const { object } = place
  const { segments } = connectorGeometry(canvas.scene, place)
  const { stroke } = object
  let content = ''
  if (segments.length > 0 && isDrawn(stroke)) {
    const start = drawHead(object.startArrow, segments, stroke)
    const end = drawHead(object.endArrow, reversed(segments), stroke)
    const jumping = object.jumps ? withJumps(segments, below, stroke.width) : segments
    const line = reversed(shorten(reversed(shorten(jumping, start.back)), end.back))
    const corners = line.length > 1 ? ' stroke-linejoin="round"' : ''
    if (line.length > 0)
      content += `<path${attributes({ d: pathData(line) })} fill="none"${strokeAttributes(stroke)}${corners}/>`
    content += start.svg + end.svg
    for (const point of flatten(jumping)) include(canvas.bounds, point, stroke.width / 2)
    include(canvas.bounds, segments[0]?.from ?? { x: NaN, y: NaN }, start.reach)
    include(canvas.bounds, segments.at(-1)?.to ?? { x: NaN, y: NaN }, end.reach)
  }
  for (const segment of segments) if (segment.kind === 'line') below.push(segment)
  for (const label of object.labels) content += drawLabel(canvas, label, segments, object)
  if (!content) return ''
  return `<g${attributes({ opacity: opacityOf(object.opacity) })}>${content}</g>`
}

interface DrawnHead {
  svg: string
  back: number
  /** Half of its height, for the picture's bounds. */
  reach: number
}

function drawHead(arrow: Arrow, segments: readonly Segment[], stroke: ConnectorObject['stroke']): DrawnHead {
  const head = arrowHead(arrow, stroke.width)
  const end = segments[0]?.from
  if (!end || head.reach === 0) return { svg: '', back: 0, reach: 0 }
  const { back, filled, lines } = head
  const at = transform(headMatrix(segments, end, back || head.reach / 2))
  let svg = ''
  if (filled) svg += `<path${attributes({ d: filled })}${fillAttributes(stroke.colour)}/>`
  if (lines) svg += `<path${attributes({ d: lines })} fill="none"${strokeAttributes(stroke, false)}/>`
  return { svg: `<g${attributes({ transform: at })}>${svg}</g>`, back, reach: head.reach / 2 + stroke.width }
}

/** Rotates a head so that its back is on the line, even a curved one. */
function headMatrix(segments: readonly Segment[], end: Point, back: number): Matrix {
  const behind = shorten(segments, back)[0]?.from ?? segments.at(-1)?.to ?? end
  const length = Math.hypot(behind.x - end.x, behind.y - end.y)
  if (length < 1e-6) return { ...IDENTITY, e: end.x, f: end.y }
  const [cos, sin] = [(behind.x - end.x) / length, (behind.y - end.y) / length]
  return { a: cos, b: sin, c: -sin, d: cos, e: end.x, f: end.y }
}

function drawLabel(canvas: Canvas, label: ConnectorLabel, segments: Segment[], object: ConnectorObject): string {
  const { svg, covers } = drawText(label.text, labelArea(object, label, segments), canvas.definitions, {
    level: 0,
    around: LABEL_AROUND,
  })
  if (covers) for (const point of rectangle(covers)) include(canvas.bounds, point)
  return svg
}
