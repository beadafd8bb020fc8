import { fragment, h, type Html } from '#language/index.ts'
import { layoutOf, LINE_HEIGHT, widthOf, type PlacedNode, type Point } from './layout.ts'
import type { Arrow, GraphDiagram, Line, SequenceDiagram, TextDiagram } from './model.ts'

/** Margin around a drawing, and the size of arrow heads, px. */
const [MARGIN, HEAD] = [16, 9]

/** A drawing as SVG in the colours of the page around it. @param label its description for screen readers */
export function drawTextDiagram(diagram: TextDiagram, label: string): Html {
  const { width, height, parts } = diagram.kind === 'graph' ? graphParts(diagram) : sequenceParts(diagram)
  const [w, h0] = [Math.ceil(width + 2 * MARGIN), Math.ceil(height + 2 * MARGIN)]
  const picture = h(
    'svg',
    {
      class: 'text-diagram-picture',
      role: 'img',
      'aria-label': label,
      width: w,
      height: h0,
      viewBox: `${-MARGIN} ${-MARGIN} ${w} ${h0}`,
      'font-size': 13,
    },
    ...parts,
  )
  return diagram.title === '' ? picture : fragment([h('p', { class: 'text-diagram-title' }, diagram.title), picture])
}

/** A drawing in words: its nodes and edges, or its messages in their order. */
export function describeTextDiagram(diagram: TextDiagram): string {
  if (diagram.kind === 'sequence')
    return diagram.steps
      .map(step => (step.kind === 'text' ? step.label : `${step.from} → ${step.to}: ${step.label}`))
      .join('; ')
  const names = new Map(diagram.nodes.map(({ id, lines }) => [id, lines[0] ?? '']))
  const name = (id: string) => names.get(id) || '●'
  const linked = new Set(diagram.edges.flatMap(({ from, to }) => [from, to]))
  const alone = diagram.nodes.filter(({ id }) => !linked.has(id)).map(({ lines }) => lines.join(', '))
  const edges = diagram.edges.map(({ from, to, label }) => `${name(from)} → ${name(to)}${label && `: ${label}`}`)
  return [...alone, ...edges].join('; ')
}

interface Drawing {
  readonly width: number
  readonly height: number
  readonly parts: readonly Html[]
}

function graphParts(graph: GraphDiagram): Drawing {
  const { nodes, routes, width, height } = layoutOf(graph)
  const pairs = new Set(graph.edges.map(({ from, to }) => JSON.stringify([from, to])))
  const drawn = graph.edges.flatMap(({ from, to, label, line }, at) => {
    const [start, end] = [nodes.get(from), nodes.get(to)]
    const route = routes[at]
    if (!start || !end || !route) return []
    if (from === to) return { points: loopAt(start), line, label }
    const points = cut(route, start, end)
    // The way back stands beside the way there.
    return { points: pairs.has(JSON.stringify([to, from])) ? aside(points) : points, line, label }
  })
  const lines = [
    ...drawn.flatMap(({ points, line }) => edgeParts(points, line)),
    ...drawn.flatMap(({ points, label }) => labelOn(points, label)),
  ]
  const extra = graph.edges.some(({ from, to }) => from === to) ? 40 : 0
  return { width: width + extra, height, parts: [...lines, ...[...nodes.values()].flatMap(nodeParts)] }
}

function edgeParts(points: readonly Point[], line: Line): Html[] {
  const [first, second, last, before] = [points[0], points[1], points.at(-1), points.at(-2)]
  if (!first || !second || !last || !before) return []
  return [
    h('polyline', {
      points: points.map(written).join(' '),
      fill: 'none',
      stroke: 'currentColor',
      'stroke-dasharray': line.isDashed ? '5 4' : undefined,
    }),
    ...arrowHead(line.startArrow, second, first),
    ...arrowHead(line.endArrow, before, last),
  ]
}

function labelOn(points: readonly Point[], label: string): Html[] {
  const middle = points.length % 2 === 0 ? between(points) : points[(points.length - 1) / 2]
  return label === '' || !middle ? [] : labelAt(middle, label)
}

/** A line some px to its left, so that it does not cover the one in the other direction. */
function aside(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return [...points]
  const length = Math.hypot(last.x - first.x, last.y - first.y) || 1
  const [dx, dy] = [((last.y - first.y) / length) * 8, (-(last.x - first.x) / length) * 8]
  return points.map(({ x, y }) => ({ x: x + dx, y: y + dy }))
}

function between(points: readonly Point[]): Point | undefined {
  const [a, b] = [points[points.length / 2 - 1], points[points.length / 2]]
  return a && b && { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** A text over a line, on a ground that hides it. */
function labelAt({ x, y }: Point, label: string): Html[] {
  const width = widthOf(label) + 6
  return [
    h('rect', {
      class: 'text-diagram-ground',
      x: round(x - width / 2),
      y: round(y - 9),
      width: round(width),
      height: 18,
    }),
    textAt(x, y + 4, label),
  ]
}

function textAt(x: number, y: number, text: string, bold = false): Html {
  return h(
    'text',
    { x: round(x), y: round(y), 'text-anchor': 'middle', fill: 'currentColor', 'font-weight': bold ? 600 : undefined },
    text,
  )
}

function arrowHead(arrow: Arrow, from: Point, to: Point): Html[] {
  if (arrow === 'none') return []
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const back = (far: number, side: number): Point => ({
    x: to.x - dx * far - dy * side,
    y: to.y - dy * far + dx * side,
  })
  const size = arrow === 'arrow' ? HEAD : HEAD * 1.4
  const points =
    arrow === 'diamond'
      ? [to, back(size, size / 2), back(2 * size, 0), back(size, -size / 2)]
      : [to, back(size, size / 2), back(size, -size / 2)]
  const isFilled = arrow === 'arrow'
  return [
    h('polygon', {
      class: isFilled ? undefined : 'text-diagram-ground',
      points: points.map(written).join(' '),
      fill: isFilled ? 'currentColor' : undefined,
      stroke: 'currentColor',
    }),
  ]
}

function nodeParts({ node, x, y, width, height }: PlacedNode): Html[] {
  const [left, top] = [x - width / 2, y - height / 2]
  const look = { class: 'text-diagram-node', stroke: 'currentColor' }
  const corner = node.shape === 'round' ? Math.min(height / 2, 14) : 3
  switch (node.shape) {
    case 'start':
      return [h('circle', { cx: round(x), cy: round(y), r: round(width / 2), fill: 'currentColor' })]
    case 'end':
      return [
        h('circle', { ...look, cx: round(x), cy: round(y), r: round(width / 2) }),
        h('circle', { cx: round(x), cy: round(y), r: round(width / 2 - 5), fill: 'currentColor' }),
      ]
    case 'circle':
      return [h('circle', { ...look, cx: round(x), cy: round(y), r: round(width / 2) }), ...linesAt(node.lines, x, y)]
    case 'diamond': {
      const corners = [
        { x, y: top },
        { x: left + width, y },
        { x, y: top + height },
        { x: left, y },
      ]
      return [h('polygon', { ...look, points: corners.map(written).join(' ') }), ...linesAt(node.lines, x, y)]
    }
    default:
      return [
        h('rect', { ...look, x: round(left), y: round(top), width: round(width), height: round(height), rx: corner }),
        ...linesAt(node.lines, x, y, node.hasMembers),
      ]
  }
}

function linesAt(lines: readonly string[], x: number, y: number, hasHead = false): Html[] {
  const top = y - ((lines.length - 1) * LINE_HEIGHT) / 2 + 4.5
  return lines.map((line, at) => textAt(x, top + at * LINE_HEIGHT, line, hasHead && at === 0))
}

/** A route that begins and ends at the borders of its nodes. */
function cut(route: readonly Point[], start: PlacedNode, end: PlacedNode): Point[] {
  const [second, before] = [route[1], route.at(-2)]
  if (!second || !before) return [...route]
  return [borderOf(start, second), ...route.slice(1, -1), borderOf(end, before)]
}

/** Point at which a line from the middle of a node to another point leaves the node. */
function borderOf({ x, y, width, height, node }: PlacedNode, to: Point): Point {
  const [dx, dy] = [to.x - x, to.y - y]
  const [halfX, halfY] = [width / 2, height / 2]
  if (dx === 0 && dy === 0) return { x, y: y + halfY }
  const part =
    node.shape === 'diamond'
      ? 1 / (Math.abs(dx) / halfX + Math.abs(dy) / halfY)
      : node.shape === 'circle' || node.shape === 'start' || node.shape === 'end'
        ? halfX / Math.hypot(dx, dy)
        : Math.min(halfX / Math.abs(dx || 1e-9), halfY / Math.abs(dy || 1e-9))
  return { x: x + dx * part, y: y + dy * part }
}

function loopAt({ x, y, width }: PlacedNode): Point[] {
  const right = x + width / 2
  return [
    { x: right, y: y - 6 },
    { x: right + 26, y: y - 6 },
    { x: right + 26, y: y + 6 },
    { x: right, y: y + 6 },
  ]
}

/** Height of a participant's box, and of a step, px. */
const [BOX, STEP] = [32, 40]

function sequenceParts({ participants, steps }: SequenceDiagram): Drawing {
  const middles = middlesOf(participants, steps)
  const width = Math.max(0, ...participants.map(({ id, label }) => (middles.get(id) ?? 0) + boxWidth(label) / 2))
  const loops = steps.some(step => step.kind === 'message' && step.from === step.to)
  const bottom = BOX + steps.length * STEP + 24
  const heads = participants.flatMap(({ id, label }) => {
    const x = middles.get(id) ?? 0
    const wide = boxWidth(label)
    const look = { class: 'text-diagram-node', stroke: 'currentColor', rx: 3 }
    return [
      h('line', { x1: round(x), x2: round(x), y1: BOX, y2: bottom, stroke: 'currentColor', 'stroke-dasharray': '2 4' }),
      h('rect', { ...look, x: round(x - wide / 2), y: 0, width: round(wide), height: BOX }),
      textAt(x, BOX / 2 + 4.5, label),
    ]
  })
  const parts = steps.flatMap((step, at) => {
    const y = BOX + (at + 1) * STEP
    if (step.kind === 'text') return labelAt({ x: width / 2, y: y - 8 }, step.label)
    const [from, to] = [middles.get(step.from) ?? 0, middles.get(step.to) ?? 0]
    if (from !== to)
      return [
        ...edgeParts(
          [
            { x: from, y },
            { x: to, y },
          ],
          step.line,
        ),
        ...(step.label === '' ? [] : labelAt({ x: (from + to) / 2, y: y - 11 }, step.label)),
      ]
    const points = [
      { x: from, y: y - 12 },
      { x: from + 30, y: y - 12 },
      { x: from + 30, y },
      { x: from, y },
    ]
    return [
      ...edgeParts(points, step.line),
      ...(step.label === '' ? [] : labelAt({ x: from + 40 + widthOf(step.label) / 2, y: y - 6 }, step.label)),
    ]
  })
  const widest = Math.max(0, ...steps.map(({ label }) => widthOf(label)))
  return { width: Math.max(loops ? width + 40 + widest : width, widest), height: bottom, parts: [...heads, ...parts] }
}

function boxWidth(label: string): number {
  return widthOf(label) + 28
}

/** Places of the participants, so far from each other that the messages between neighbours fit. */
function middlesOf(
  participants: SequenceDiagram['participants'],
  steps: SequenceDiagram['steps'],
): Map<string, number> {
  const indexOf = new Map(participants.map(({ id }, at) => [id, at]))
  const gaps = participants.map(() => 0)
  for (const step of steps) {
    if (step.kind === 'text') continue
    const [a, b] = [indexOf.get(step.from) ?? 0, indexOf.get(step.to) ?? 0].toSorted((one, other) => one - other)
    if (a === undefined || b === undefined) continue
    const needed = (widthOf(step.label) + 36) / Math.max(1, b - a)
    for (let at = a; at < b; at++) gaps[at] = Math.max(gaps[at] ?? 0, needed)
  }
  const middles = new Map<string, number>()
  let x = 0
  participants.forEach(({ id, label }, at) => {
    const half = boxWidth(label) / 2
    x = at === 0 ? half : x + Math.max(half + boxWidth(participants[at - 1]?.label ?? '') / 2 + 24, gaps[at - 1] ?? 0)
    middles.set(id, x)
  })
  return middles
}

function written({ x, y }: Point): string {
  return `${round(x)},${round(y)}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
