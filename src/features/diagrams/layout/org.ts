/** Org charts: a tree whose rows of leaves hang in two columns on a trunk, so that large ones stay narrow. */
import type { Point } from '../model/document.ts'
import { spanningEdges, TRACE, tree, TREE_LEVEL_GAP } from './algorithms.ts'
import type { Graph, GraphEdge, GraphNode, Placement } from './graph.ts'

/** So many leaves of one parent stand side by side; more of them hang. */
const MOST_IN_A_ROW = 3
/** Leaves on one trunk, both sides together. */
const MOST_ON_A_TRUNK = 16
/** Between a trunk and the boxes on it, between boxes above each other, and between trunks, px. */
const TRUNK_GAP = 20
const ROW_GAP = 16
const COLUMN_GAP = 32

interface Leaf {
  /** Edge from the parent. */
  edge: string
  node: GraphNode
  /** From the corner of all that hangs there. */
  at: Point
  /** Distance of its trunk from that corner. */
  trunk: number
  isLeft: boolean
}

/** Leaves of one parent that hang together. */
interface Hanging {
  parent: string
  width: number
  /** Heights of the rows. */
  rows: number[]
  leaves: Leaf[]
}

/** A tree from above to below, with right-angled ways that branch halfway between levels, and into the sides of what hangs. */
export async function org(graph: Graph, signal?: AbortSignal): Promise<Placement> {
  const edges = spanningEdges(graph)
  const hangings = hang(graph, edges)
  const { places, routes } = await tree(trunkOf(graph, edges, hangings), 'down', signal)
  const nodes = new Map(graph.nodes.map(node => [node.id, node]))
  for (const group of hangings) {
    const [parent, above, level] = [nodes.get(group.parent), places.get(group.parent), places.get(levelId(group, 0))]
    if (!parent || !above || !level) continue
    const start = { x: above.x + parent.width / 2, y: above.y + parent.height }
    const offset = start.x - level.x - group.width / 2
    const corner = Math.abs(offset) < TRACE ? { x: level.x + offset, y: level.y } : level
    levelsOf(group).forEach((_, level) => {
      places.delete(levelId(group, level))
      routes.delete(levelId(group, level))
    })
    for (const leaf of group.leaves) {
      const at = { x: corner.x + leaf.at.x, y: corner.y + leaf.at.y }
      places.set(leaf.node.id, at)
      routes.set(leaf.edge, { points: wayToLeaf(leaf, start, corner, at), labels: [], isOrthogonal: true })
    }
  }
  return { places, routes }
}

/** The tree without what hangs; boxes as deep as that in its place, so that nothing else comes to stand there. */
function trunkOf(graph: Graph, edges: readonly GraphEdge[], hangings: readonly Hanging[]): Graph {
  const hanging = new Set(hangings.flatMap(({ leaves }) => leaves.map(({ node }) => node.id)))
  const order = new Map(graph.nodes.map(({ id }, index) => [id, index]))
  const placed = [
    ...graph.nodes.filter(({ id }) => !hanging.has(id)).map(node => ({ node, place: order.get(node.id) ?? 0 })),
    ...hangings.flatMap(group => levelsOf(group).map((height, level) => ({
      node: { id: levelId(group, level), width: group.width, height, x: 0, y: 0 }, place: order.get(group.leaves[0]?.node.id ?? '') ?? 0,
    }))),
  ]
  const chains = hangings.flatMap(group => levelsOf(group).map((_, level): GraphEdge => {
    const id = levelId(group, level)
    return { id, from: level === 0 ? group.parent : levelId(group, level - 1), to: id, labels: [], isOrthogonal: true }
  }))
  return {
    nodes: placed.toSorted((a, b) => a.place - b.place).map(({ node }) => node),
    edges: [...edges.filter(({ to }) => !hanging.has(to)).map(edge => ({ ...edge, isOrthogonal: true })), ...chains],
  }
}

/** Heights of the levels of the tree that hanging rows take: as many as hold them, with the gaps between levels. */
function levelsOf({ rows }: Hanging): number[] {
  const [first = 0] = rows
  const needed = rows.reduce((sum, height) => sum + height + ROW_GAP, 0)
  return Array.from({ length: Math.ceil((needed - ROW_GAP + TREE_LEVEL_GAP) / (first + TREE_LEVEL_GAP)) }, () => first)
}

/** No id of a document's object holds a line break. */
function levelId({ parent }: Hanging, level: number): string {
  return `${parent}\n${level}`
}

function hang(graph: Graph, edges: readonly GraphEdge[]): Hanging[] {
  const busy = new Set(graph.edges.map(({ from }) => from))
  const nodes = new Map(graph.nodes.map(node => [node.id, node]))
  return [...Map.groupBy(edges, ({ from }) => from)].flatMap(([parent, ways]) => {
    const leaves = ways.flatMap(({ id, to }) => {
      const node = busy.has(to) ? undefined : nodes.get(to)
      return node ? [{ edge: id, node }] : []
    })
    return leaves.length > MOST_IN_A_ROW ? [hangOf(parent, leaves)] : []
  })
}

function hangOf(parent: string, all: readonly { edge: string; node: GraphNode }[]): Hanging {
  const trunks = Math.ceil(all.length / MOST_ON_A_TRUNK)
  const perTrunk = 2 * Math.ceil(all.length / trunks / 2)
  const rows = Array.from({ length: Math.ceil(Math.min(perTrunk, all.length) / 2) }, (_, row) =>
    Math.max(...all.filter((_leaf, index) => Math.floor(index % perTrunk / 2) === row).map(({ node }) => node.height)))
  const tops = rows.map((_, row) => rows.slice(0, row).reduce((sum, height) => sum + height + ROW_GAP, 0))
  const group: Hanging = { parent, width: 0, rows, leaves: [] }
  for (let from = 0; from < all.length; from += perTrunk) {
    const mine = all.slice(from, from + perTrunk)
    const half = Math.max(...mine.map(({ node }) => node.width)) + TRUNK_GAP
    const trunk = (from === 0 ? 0 : group.width + COLUMN_GAP) + half
    mine.forEach(({ edge, node }, index) => {
      const row = Math.floor(index / 2)
      const isLeft = index % 2 === 0
      const y = (tops[row] ?? 0) + ((rows[row] ?? 0) - node.height) / 2
      group.leaves.push({ edge, node, at: { x: isLeft ? trunk - TRUNK_GAP - node.width : trunk + TRUNK_GAP, y }, trunk, isLeft })
    })
    group.width = trunk + half
  }
  return group
}

/** Down from the parent to the row of its children, along to the trunk, down it, and into the side of the leaf. */
function wayToLeaf({ trunk, isLeft, node }: Leaf, start: Point, corner: Point, place: Point): Point[] {
  const x = corner.x + trunk
  const branch = corner.y - TREE_LEVEL_GAP / 2
  const goal = { x: isLeft ? place.x + node.width : place.x, y: place.y + node.height / 2 }
  if (Math.abs(x - start.x) < 0.01) return [start, { x: start.x, y: goal.y }, goal]
  return [start, { x: start.x, y: branch }, { x, y: branch }, { x, y: goal.y }, goal]
}
