/** Diagrams that are written as text, read by `plantuml.ts` and `mermaid.ts` and drawn by `draw.ts`. */

export type TextDiagram = SequenceDiagram | GraphDiagram

export interface SequenceDiagram {
  readonly kind: 'sequence'
  readonly title: string
  readonly participants: readonly Participant[]
  readonly steps: readonly Step[]
}

export interface Participant {
  readonly id: string
  readonly label: string
}

/** A message, or a text over the participants: a note, or the head of a part such as a loop. */
export type Step =
  | {
      readonly kind: 'message'
      readonly from: string
      readonly to: string
      readonly label: string
      readonly line: Line
    }
  | { readonly kind: 'text'; readonly label: string }

export interface GraphDiagram {
  readonly kind: 'graph'
  readonly title: string
  readonly direction: 'down' | 'right'
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

export type NodeShape = 'box' | 'round' | 'circle' | 'diamond' | 'start' | 'end'

export interface GraphNode {
  readonly id: string
  /** Lines of text; of a class, those after the first are its members. */
  readonly lines: readonly string[]
  readonly shape: NodeShape
  readonly hasMembers: boolean
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly label: string
  readonly line: Line
}

export interface Line {
  readonly isDashed: boolean
  readonly startArrow: Arrow
  readonly endArrow: Arrow
}

export type Arrow = 'none' | 'arrow' | 'triangle' | 'diamond'

/** A text that cannot be drawn; `line` counts from 1, 0 for the whole. */
export class UnreadableDiagramError extends Error {
  readonly line: number

  constructor(line: number, text: string) {
    super(text)
    this.line = line
  }
}

/** Limits of one diagram. */
export const LIMITS = { characters: 20_000, lines: 600, nodes: 120, edges: 240, label: 300 } as const

export interface SourceLine {
  readonly text: string
  readonly number: number
}

/** Lines with text, without their indentation. @throws UnreadableDiagramError if there are too many */
export function linesOf(source: string): SourceLine[] {
  const lines = source
    .split(/\r?\n/)
    .map((text, at) => ({ text: text.trim(), number: at + 1 }))
    .filter(({ text }) => text !== '')
  if (source.length > LIMITS.characters || lines.length > LIMITS.lines) throw new UnreadableDiagramError(0, '')
  return lines
}

/** Collects the parts of a graph. */
export class GraphBuilder {
  title = ''
  direction: GraphDiagram['direction'] = 'down'
  readonly #nodes = new Map<string, { id: string; lines: string[]; shape: NodeShape; hasMembers: boolean }>()
  readonly #edges: GraphEdge[] = []

  /** The node of an id, made if there is none; a label or shape replaces what it had. */
  node(id: string, label?: string, shape?: NodeShape): { lines: string[]; hasMembers: boolean } {
    const node = this.#nodes.get(id) ?? { id, lines: [textOf(label ?? id)], shape: shape ?? 'box', hasMembers: false }
    this.#nodes.set(id, node)
    if (this.#nodes.size > LIMITS.nodes) throw new UnreadableDiagramError(0, '')
    if (label !== undefined) node.lines[0] = textOf(label)
    if (shape !== undefined) node.shape = shape
    return node
  }

  edge(edge: GraphEdge): void {
    this.node(edge.from)
    this.node(edge.to)
    this.#edges.push({ ...edge, label: textOf(edge.label) })
    if (this.#edges.length > LIMITS.edges) throw new UnreadableDiagramError(0, '')
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0
  }

  build(): GraphDiagram {
    return {
      kind: 'graph',
      title: this.title,
      direction: this.direction,
      nodes: [...this.#nodes.values()],
      edges: this.#edges,
    }
  }
}

/** Collects the parts of a sequence. */
export class SequenceBuilder {
  title = ''
  readonly #participants = new Map<string, Participant>()
  readonly #steps: Step[] = []

  participant(id: string, label?: string): void {
    if (label === undefined && this.#participants.has(id)) return
    this.#participants.set(id, { id, label: textOf(label ?? id) })
    if (this.#participants.size > LIMITS.nodes / 4) throw new UnreadableDiagramError(0, '')
  }

  message(from: string, to: string, label: string, line: Line): void {
    this.participant(from)
    this.participant(to)
    this.#steps.push({ kind: 'message', from, to, label: textOf(label), line })
  }

  text(label: string): void {
    this.#steps.push({ kind: 'text', label: textOf(label) })
  }

  build(): SequenceDiagram {
    return { kind: 'sequence', title: this.title, participants: [...this.#participants.values()], steps: this.#steps }
  }
}

/** Text of a label on one line: without quotation marks around it, and without marks of formatting. */
export function textOf(written: string): string {
  return written
    .replace(/\*\*|``|<\/?(?:b|i|u|color|size|font)(?:[:= ][^<>]*)?>/gi, '')
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/<br\s*\/?>|\\n/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LIMITS.label)
}
