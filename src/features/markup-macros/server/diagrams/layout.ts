import type { GraphDiagram, GraphNode } from './model.ts'

/** A node with its place; `x` and `y` are its middle, px. */
export interface PlacedNode {
  readonly node: GraphNode
  x: number
  y: number
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly nodes: ReadonlyMap<string, PlacedNode>
  /** Points of each edge, from the middle of a node to that of another. */
  readonly routes: readonly (readonly Point[])[]
  readonly width: number
  readonly height: number
}

const GAP = { rank: 56, node: 28 } as const
export const LINE_HEIGHT = 18
const [PADDING, SIGN] = [14, 20]
const SWEEPS = 6

/** Width of a text of 13 px; wide scripts take twice the place. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 13.5 : 7.2
  return width
}

function sizeOf({ lines, shape }: GraphNode): { width: number; height: number } {
  if (shape === 'start' || shape === 'end') return { width: SIGN, height: SIGN }
  const width = Math.max(24, ...lines.map(widthOf)) + 2 * PADDING
  const height = lines.length * LINE_HEIGHT + PADDING
  if (shape === 'diamond') return { width: width * 1.4, height: height * 1.7 }
  if (shape === 'circle') return { width: Math.max(width, height), height: Math.max(width, height) }
  return { width, height }
}

/** A place in a rank: a node, or where an edge over several ranks passes. */
interface Slot {
  readonly id: string
  /** Extent along the rank and across it, px. */
  readonly along: number
  readonly across: number
  at: number
  readonly before: Slot[]
  readonly after: Slot[]
}

/** Places nodes in ranks along the direction of the edges, those of a rank in the order that crosses least. */
export function layoutOf(graph: GraphDiagram): Layout {
  const isRight = graph.direction === 'right'
  const sizes = new Map(graph.nodes.map(node => [node.id, sizeOf(node)]))
  const ranks = ranksOf(graph)
  const slots: Slot[][] = []
  const slotOf = new Map<string, Slot>()
  const put = (id: string, rank: number, along: number, across: number): Slot => {
    const slot = { id, along, across, at: 0, before: [], after: [] }
    ;(slots[rank] ??= []).push(slot)
    return slot
  }
  for (const { id } of graph.nodes) {
    const { width, height } = sizes.get(id) ?? { width: 0, height: 0 }
    slotOf.set(id, put(id, ranks.get(id) ?? 0, isRight ? height : width, isRight ? width : height))
  }
  const chains = graph.edges.map(({ from, to }) => chainOf(from, to, { ranks, slotOf, put }))
  for (let sweep = 0; sweep < SWEEPS; sweep++) order(slots, sweep % 2 === 0)
  return placed(graph, { slots, slotOf, chains, sizes, isRight })
}

/** Ranks by the longest way to each node; edges that close a circle are left out. */
function ranksOf({ nodes, edges }: GraphDiagram): Map<string, number> {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) if (from !== to) next.set(from, [...(next.get(from) ?? []), to])
  const finished: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const forward: [string, string][] = []
  const visit = (id: string): void => {
    state.set(id, 'open')
    for (const other of next.get(id) ?? []) {
      if (state.get(other) === 'open') continue
      forward.push([id, other])
      if (!state.has(other)) visit(other)
    }
    state.set(id, 'done')
    finished.push(id)
  }
  for (const { id } of nodes) if (!state.has(id)) visit(id)
  const ranks = new Map(nodes.map(({ id }) => [id, 0]))
  const after = Map.groupBy(forward, ([from]) => from)
  for (const id of finished.toReversed())
    for (const [, other] of after.get(id) ?? [])
      ranks.set(other, Math.max(ranks.get(other) ?? 0, (ranks.get(id) ?? 0) + 1))
  return ranks
}

interface Placing {
  readonly ranks: ReadonlyMap<string, number>
  readonly slotOf: ReadonlyMap<string, Slot>
  put(id: string, rank: number, along: number, across: number): Slot
}

/** Slots that an edge passes, from its beginning to its end. */
function chainOf(from: string, to: string, { ranks, slotOf, put }: Placing): Slot[] {
  const [first, last] = [slotOf.get(from), slotOf.get(to)]
  if (!first || !last) return []
  const [start, end] = [ranks.get(from) ?? 0, ranks.get(to) ?? 0]
  const step = Math.sign(end - start)
  const between: Slot[] = []
  for (let rank = start + step; step !== 0 && rank !== end; rank += step) between.push(put('', rank, 8, 0))
  const chain = [first, ...between, last]
  chain.slice(1).forEach((slot, at) => {
    const previous = chain[at]
    if (!previous || step === 0) return
    const [upper, lower] = step > 0 ? [previous, slot] : [slot, previous]
    upper.after.push(lower)
    lower.before.push(upper)
  })
  return chain
}

/** Sorts each rank by the mean place of the neighbours in the rank before it. */
function order(slots: Slot[][], isDown: boolean): void {
  for (const rank of slots) rank.forEach((slot, at) => (slot.at = at))
  for (const rank of isDown ? slots : slots.toReversed()) {
    const wanted = new Map(
      rank.map(slot => {
        const near = isDown ? slot.before : slot.after
        return [slot, near.length === 0 ? slot.at : near.reduce((sum, { at }) => sum + at, 0) / near.length]
      }),
    )
    rank.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0))
    rank.forEach((slot, at) => (slot.at = at))
  }
}

interface Ranked {
  readonly slots: readonly Slot[][]
  readonly slotOf: ReadonlyMap<string, Slot>
  readonly chains: readonly (readonly Slot[])[]
  readonly sizes: ReadonlyMap<string, { width: number; height: number }>
  readonly isRight: boolean
}

function placed(graph: GraphDiagram, { slots, slotOf, chains, sizes, isRight }: Ranked): Layout {
  const extent = (rank: readonly Slot[]) => rank.reduce((sum, { along }) => sum + along + GAP.node, -GAP.node)
  const longest = Math.max(0, ...slots.map(extent))
  const places = new Map<Slot, Point>()
  let across = 0
  for (const rank of slots) {
    const deep = Math.max(0, ...rank.map(slot => slot.across))
    let along = (longest - extent(rank)) / 2
    for (const slot of rank) {
      const [a, b] = [along + slot.along / 2, across + deep / 2]
      places.set(slot, isRight ? { x: b, y: a } : { x: a, y: b })
      along += slot.along + GAP.node
    }
    across += deep + GAP.rank
  }
  across = Math.max(0, across - GAP.rank)
  const nodes = new Map<string, PlacedNode>()
  for (const node of graph.nodes) {
    const slot = slotOf.get(node.id)
    const place = slot && places.get(slot)
    const size = sizes.get(node.id)
    if (place && size) nodes.set(node.id, { node, ...place, ...size })
  }
  const routes = chains.map(chain => chain.flatMap(slot => places.get(slot) ?? []))
  return { nodes, routes, width: isRight ? across : longest, height: isRight ? longest : across }
}
