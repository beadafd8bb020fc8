/**
 * Org charts: a tree with leaves in two columns on a trunk (hanging layout). Where that is too wide, as with hundreds
 * of people, whole branches become columns too, from the lowest managers upwards, until the aspect is readable.
 */
import type { Point } from '../model/document.ts'
import { spanningEdges, TRACE, tree, TREE_LEVEL_GAP } from './algorithms.ts'
import type { EdgeRoute, Graph, GraphEdge, GraphNode, Placement } from './graph.ts'
import {
  boxOf,
  branchOf,
  hangOf,
  isBox,
  plus,
  routeToLeaf,
  type Below,
  type Branch,
  type Hanging,
} from './org-hanging.ts'

/** Parents with more leaves use the hanging layout. */
const MOST_IN_A_ROW = 3
/** A wider chart, px and aspect ratio, is folded. */
const WIDE = 2400
const WIDE_BY_HIGH = 3

/** A graph with nodes for laid-out branches. */
interface Folded {
  graph: Graph
  branches: ReadonlyMap<string, Branch>
}

interface Extent {
  width: number
  height: number
}

/**
 * A tree from top to bottom, with orthogonal routes that branch halfway between levels, and into the sides of hanging
 * nodes.
 */
export async function org(graph: Graph, signal?: AbortSignal): Promise<Placement> {
  let folded: Folded = { graph, branches: new Map(graph.nodes.map(node => [node.id, boxOf(node)])) }
  let placement: Placement | undefined
  for (;;) {
    // Layout is slow: what is certainly too wide is folded at once.
    const isBandAtLeast = isBand(leastExtent(folded))
    placement = isBandAtLeast ? undefined : await placed(folded, signal)
    const next = isBandAtLeast || (placement && isBand(extentOf(folded, placement))) ? fold(folded) : undefined
    if (!next) break
    folded = next
  }
  return unfolded(folded, placement ?? (await placed(folded, signal)))
}

function isBand({ width, height }: Extent): boolean {
  return width > WIDE && width > WIDE_BY_HIGH * height
}

function extentOf({ graph }: Folded, { places }: Placement): Extent {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { id, width, height } of graph.nodes) {
    const at = places.get(id)
    if (!at) continue
    left = Math.min(left, at.x)
    top = Math.min(top, at.y)
    right = Math.max(right, at.x + width)
    bottom = Math.max(bottom, at.y + height)
  }
  return { width: right - left, height: bottom - top }
}

/** Lower bound: the widest level, and the height of all; a chart of several trees may be lower. */
function leastExtent({ graph, branches }: Folded): Extent {
  const edges = spanningEdges(graph)
  const trunk = trunkOf(graph, edges, hang(graph, edges, branches))
  const below = Map.groupBy(trunk.edges, ({ from }) => from)
  const led = new Set(trunk.edges.map(({ to }) => to))
  const sizes = new Map(trunk.nodes.map(node => [node.id, node]))
  const extent: Extent = { width: 0, height: -TREE_LEVEL_GAP }
  for (let level = trunk.nodes.filter(({ id }) => !led.has(id)); level.length > 0;) {
    extent.width = Math.max(
      extent.width,
      level.reduce((sum, { width }) => sum + width, 0),
    )
    extent.height += Math.max(...level.map(({ height }) => height)) + TREE_LEVEL_GAP
    level = level.flatMap(({ id }) => (below.get(id) ?? []).flatMap(({ to }) => sizes.get(to) ?? []))
  }
  return extent
}

/** Folds each manager with leaves only, except roots; undefined when there is none. */
function fold({ graph, branches }: Folded): Folded | undefined {
  const edges = spanningEdges(graph)
  const below = Map.groupBy(edges, ({ from }) => from)
  const led = new Set(edges.map(({ to }) => to))
  const made = new Map<string, Branch>()
  const gone = new Set<string>()
  for (const [parent, ways] of below) {
    const root = branches.get(parent)?.root
    if (!root || !led.has(parent) || ways.some(({ to }) => below.has(to))) continue
    made.set(parent, branchOf(root, belowOf(ways, branches)))
    for (const { to } of ways) gone.add(to)
  }
  if (made.size === 0) return undefined
  return {
    graph: {
      nodes: graph.nodes
        .filter(({ id }) => !gone.has(id))
        .map(node => {
          const branch = made.get(node.id)
          return branch ? { ...node, width: branch.width, height: branch.height } : node
        }),
      edges: graph.edges.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
    },
    branches: new Map([...branches, ...made].filter(([id]) => !gone.has(id))),
  }
}

function belowOf(ways: readonly GraphEdge[], branches: Folded['branches']): Below[] {
  return ways.flatMap(({ id, to }) => {
    const branch = branches.get(to)
    return branch ? [{ edge: id, branch }] : []
  })
}

/** Expands the folded branches. */
function unfolded({ branches }: Folded, placement: Placement): Placement {
  const places = new Map<string, Point>()
  const routes = new Map<string, EdgeRoute>(placement.routes)
  for (const [id, branch] of branches) {
    const corner = placement.places.get(id)
    if (!corner) continue
    for (const [inner, at] of branch.places) places.set(inner, plus(corner, at))
    for (const [edge, points] of branch.routes)
      routes.set(edge, { points: points.map(point => plus(corner, point)), labels: [], isOrthogonal: true })
  }
  return { places, routes }
}

async function placed({ graph, branches }: Folded, signal: AbortSignal | undefined): Promise<Placement> {
  const edges = spanningEdges(graph)
  const hangings = hang(graph, edges, branches)
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
      const at = plus(corner, leaf.at)
      places.set(leaf.branch.root.id, at)
      routes.set(leaf.edge, { points: routeToLeaf(leaf, start, corner, at), labels: [], isOrthogonal: true })
    }
  }
  return { places, routes }
}

/** The tree without hanging nodes; dummy boxes reserve their space. */
function trunkOf(graph: Graph, edges: readonly GraphEdge[], hangings: readonly Hanging[]): Graph {
  const hanging = new Set(hangings.flatMap(({ leaves }) => leaves.map(({ branch }) => branch.root.id)))
  const order = new Map(graph.nodes.map(({ id }, index) => [id, index]))
  const placed = [
    ...graph.nodes.filter(({ id }) => !hanging.has(id)).map(node => ({ node, place: order.get(node.id) ?? 0 })),
    ...hangings.flatMap(group =>
      levelsOf(group).map((height, level): { node: GraphNode; place: number } => ({
        node: { id: levelId(group, level), width: group.width, height, x: 0, y: 0 },
        place: order.get(group.leaves[0]?.branch.root.id ?? '') ?? 0,
      })),
    ),
  ]
  const chains = hangings.flatMap(group =>
    levelsOf(group).map((_, level): GraphEdge => {
      const id = levelId(group, level)
      return {
        id,
        from: level === 0 ? group.parent : levelId(group, level - 1),
        to: id,
        labels: [],
        isOrthogonal: true,
      }
    }),
  )
  return {
    nodes: placed.toSorted((a, b) => a.place - b.place).map(({ node }) => node),
    edges: [...edges.filter(({ to }) => !hanging.has(to)).map(edge => ({ ...edge, isOrthogonal: true })), ...chains],
  }
}

/** Heights of the tree levels that a hanging group occupies, with the gaps between levels. */
function levelsOf({ height, leaves }: Hanging): number[] {
  const first = Math.max(...leaves.slice(0, 2).map(({ branch }) => branch.root.height))
  return Array.from({ length: Math.ceil((height + TREE_LEVEL_GAP) / (first + TREE_LEVEL_GAP)) }, () => first)
}

/** Unique, as object ids contain no line breaks. */
function levelId({ parent }: Hanging, level: number): string {
  return `${parent}\n${level}`
}

function hang(graph: Graph, edges: readonly GraphEdge[], branches: Folded['branches']): Hanging[] {
  const busy = new Set(graph.edges.map(({ from }) => from))
  return [...Map.groupBy(edges, ({ from }) => from)].flatMap(([parent, ways]) => {
    const leaves = belowOf(
      ways.filter(({ to }) => !busy.has(to)),
      branches,
    )
    // All siblings hang or none: mixed, those in a row would seem to rank lower.
    const boxes = leaves.length === ways.length ? leaves : leaves.filter(isBox)
    return boxes.length > MOST_IN_A_ROW ? [hangOf(parent, boxes)] : []
  })
}
