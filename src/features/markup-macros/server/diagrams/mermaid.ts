import {
  GraphBuilder,
  linesOf,
  SequenceBuilder,
  UnreadableDiagramError,
  type Arrow,
  type Line,
  type NodeShape,
  type SourceLine,
  type TextDiagram,
} from './model.ts'

/**
 * Reads a flowchart, a state or a sequence diagram of Mermaid.
 * @throws UnreadableDiagramError for other kinds, and at a line that is not understood
 */
export function readMermaid(source: string): TextDiagram {
  const lines = linesOf(withoutHead(source)).filter(({ text }) => !text.startsWith('%%'))
  const [first, ...rest] = lines.flatMap(({ text, number }) =>
    text.split(';').flatMap(part => (part.trim() === '' ? [] : [{ text: part.trim(), number }])),
  )
  if (!first) throw new UnreadableDiagramError(0, '')
  const chart = /^(?:graph|flowchart)(?:\s+(TB|TD|BT|LR|RL))?$/i.exec(first.text)
  if (chart) return flowchart(rest, chart[1] ?? 'TD')
  if (/^sequenceDiagram$/i.test(first.text)) return sequence(rest)
  if (/^stateDiagram(?:-v2)?$/i.test(first.text)) return states(rest)
  throw new UnreadableDiagramError(first.number, first.text)
}

/** Without settings before the diagram; lines keep their numbers. */
function withoutHead(source: string): string {
  return source.replace(/^\s*---\n[\s\S]{0,2000}?\n---\n/, head => '\n'.repeat(head.split('\n').length - 1))
}

/** Lines that change only how a diagram looks. */
const LOOKS = /^(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr|autonumber|activate|deactivate)\b/

const SHAPES: readonly (readonly [open: string, close: string, shape: NodeShape])[] = [
  ['(((', ')))', 'circle'],
  ['((', '))', 'circle'],
  ['([', '])', 'round'],
  ['[[', ']]', 'box'],
  ['[(', ')]', 'round'],
  ['[/', '/]', 'box'],
  ['[\\', '\\]', 'box'],
  ['{{', '}}', 'diamond'],
  ['[', ']', 'box'],
  ['(', ')', 'round'],
  ['{', '}', 'diamond'],
  ['>', ']', 'box'],
]
const LINK = /^(<|x|o)?(--+|==+|-\.+-?)(>|x|o)?(?:\|([^|]*)\|)?/
const LABELLED = /^(<|x|o)?(--|==|-\.)\s+([^->=|]{1,200}?)\s+(--+|==+|\.+-)(>|x|o)?/

function flowchart(lines: readonly SourceLine[], direction: string): TextDiagram {
  const graph = new GraphBuilder()
  graph.direction = /^(?:LR|RL)$/i.test(direction) ? 'right' : 'down'
  for (const line of lines) {
    if (LOOKS.test(line.text) || /^(?:subgraph\b|end$)/.test(line.text)) continue
    readChain(graph, line)
  }
  return graph.build()
}

/** Nodes with links between them, such as `A[One] --> B & C`. */
function readChain(graph: GraphBuilder, { text, number }: SourceLine): void {
  let rest = text
  let before: string[] = []
  let link: Line & { label: string } = { ...SOLID, label: '' }
  for (;;) {
    const group: string[] = []
    do {
      rest = rest.replace(/^\s*&\s*/, '')
      const read = readNode(graph, rest)
      if (!read) throw new UnreadableDiagramError(number, text)
      group.push(read.id)
      rest = read.rest.trimStart()
    } while (rest.startsWith('&'))
    for (const from of before) for (const to of group) graph.edge({ from, to, label: link.label, line: link })
    if (rest === '') return
    const found = readLink(rest)
    if (!found) throw new UnreadableDiagramError(number, text)
    link = found.link
    rest = found.rest.trimStart()
    before = group
  }
}

const SOLID: Line = { isDashed: false, startArrow: 'none', endArrow: 'arrow' }

function readLink(rest: string): { link: Line & { label: string }; rest: string } | undefined {
  const labelled = LABELLED.exec(rest)
  const plain = labelled ? null : LINK.exec(rest)
  const found = labelled ?? plain
  if (!found) return undefined
  const [all, start, stroke = ''] = found
  const end = labelled ? labelled[5] : plain?.[3]
  const link = {
    isDashed: stroke.includes('.'),
    startArrow: arrowOf(start),
    endArrow: arrowOf(end),
    label: (labelled ? labelled[3] : plain?.[4]) ?? '',
  }
  return { link, rest: rest.slice(all.length) }
}

function arrowOf(sign: string | undefined): Arrow {
  return sign === undefined ? 'none' : 'arrow'
}

function readNode(graph: GraphBuilder, rest: string): { id: string; rest: string } | undefined {
  const id = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.]|-(?![-.]))*/u.exec(rest)?.[0]
  if (id === undefined) return undefined
  const after = rest.slice(id.length)
  for (const [open, close, shape] of SHAPES) {
    if (!after.startsWith(open)) continue
    const isQuoted = after.startsWith('"', open.length)
    const end = after.indexOf(isQuoted ? `"${close}` : close, open.length + Number(isQuoted))
    if (end < 0) continue
    const label = after.slice(open.length, end + Number(isQuoted))
    graph.node(id, label, shape)
    return { id, rest: after.slice(end + Number(isQuoted) + close.length).replace(/^:::\w+/, '') }
  }
  graph.node(id)
  return { id, rest: after.replace(/^:::\w+/, '') }
}

function states(lines: readonly SourceLine[]): TextDiagram {
  const graph = new GraphBuilder()
  for (const { text, number } of lines) {
    if (LOOKS.test(text)) {
      if (/^direction\s+(?:LR|RL)$/.test(text)) graph.direction = 'right'
      continue
    }
    const move = /^(\[\*\]|[\w.]+)\s*-->\s*(\[\*\]|[\w.]+)\s*(?::\s*(.*))?$/.exec(text)
    const named = /^state\s+"([^"]*)"\s+as\s+(\w+)$/.exec(text)
    const described = /^(\w+)\s*:\s*(.+)$/.exec(text)
    if (move) {
      const [, from = '', to = '', label = ''] = move
      graph.edge({ from: stateOf(graph, from, true), to: stateOf(graph, to, false), label, line: SOLID })
    } else if (named) graph.node(named[2] ?? '', named[1], 'round')
    else if (described) graph.node(described[1] ?? '', described[2], 'round')
    else if (/^state\s+\w+$|^\w+$/.test(text)) graph.node(text.replace(/^state\s+/, ''), undefined, 'round')
    else throw new UnreadableDiagramError(number, text)
  }
  return graph.build()
}

/** The node of a state; the beginning and the end share one sign. */
export function stateOf(graph: GraphBuilder, name: string, isFrom: boolean): string {
  if (name !== '[*]') {
    graph.node(name, undefined, 'round')
    return name
  }
  const id = isFrom ? '[*] start' : '[*] end'
  graph.node(id, '', isFrom ? 'start' : 'end')
  return id
}

const MESSAGE = /^([^-:+<>]+?)\s*(<<)?(-?-)(>>|>|x|\))\s*([+-]?)\s*([^-:+<>]+?)\s*:\s*(.*)$/

function sequence(lines: readonly SourceLine[]): TextDiagram {
  const parts = new SequenceBuilder()
  for (const { text, number } of lines) {
    if (LOOKS.test(text) || /^(?:end|box\b.*|rect\b.*|create\b.*|destroy\b.*)$/.test(text)) continue
    const named = /^(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(text)
    const message = MESSAGE.exec(text)
    const note = /^note\s+(?:over|left of|right of)\s+[^:]+:\s*(.*)$/i.exec(text)
    const part = /^(loop|alt|else|opt|par|and|critical|option|break)\b\s*(.*)$/.exec(text)
    if (named) parts.participant(named[1] ?? '', named[2] ?? named[1])
    else if (note) parts.text(note[1] ?? '')
    else if (/^title:?\s/.test(text)) parts.title = text.replace(/^title:?\s+/, '')
    else if (message) {
      const [, from = '', start, stroke, , , to = '', label = ''] = message
      const startArrow = start === undefined ? 'none' : 'arrow'
      parts.message(from, to, label, { isDashed: stroke === '--', startArrow, endArrow: 'arrow' })
    } else if (part) parts.text(`[${part[1]}] ${part[2]}`)
    else throw new UnreadableDiagramError(number, text)
  }
  return parts.build()
}
