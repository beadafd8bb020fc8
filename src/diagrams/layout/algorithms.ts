/** Layout algorithms: a graph with ELK's options each, and the conversion of its result. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js'
import type { Point } from '../model/document.ts'
import { runElk } from './elk.ts'
import type { Direction, EdgeRoute, Graph, GraphEdge, GraphNode, Placement } from './graph.ts'

/** Distances of nodes side by side and of levels, px. */
const NODE_GAP = 40
const LEVEL_GAP = 60
const TREE_GAP = 28
/** Distance of two levels of a tree, px; lines branch in its middle. */
export const TREE_LEVEL_GAP = LEVEL_GAP

/** Graph id, distinct from all object ids. */
const ROOT = '\n'

/** Alignment tolerance, px. */
export const TRACE = 1.5

const ELK_DIRECTIONS = { down: 'DOWN', right: 'RIGHT', up: 'UP', left: 'LEFT' } as const

/** Layered layout along the edges (Sugiyama) with routed edges. */
export async function layered(graph: Graph, direction: Direction, signal?: AbortSignal): Promise<Placement> {
  const isOrthogonal = graph.edges.some(edge => edge.isOrthogonal)
  const answer = await runElk(
    {
      id: ROOT,
      layoutOptions: {
        'elk.algorithm': 'layered',
        'elk.direction': ELK_DIRECTIONS[direction],
        'elk.edgeRouting': isOrthogonal ? 'ORTHOGONAL' : 'POLYLINE',
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.spacing.nodeNode': String(NODE_GAP),
        'elk.layered.spacing.nodeNodeBetweenLayers': String(LEVEL_GAP),
        'elk.spacing.componentComponent': String(LEVEL_GAP),
        'elk.spacing.edgeNode': '24',
        'elk.layered.spacing.edgeNodeBetweenLayers': '24',
        'elk.spacing.edgeEdge': '16',
        'elk.layered.spacing.edgeEdgeBetweenLayers': '16',
        'elk.spacing.edgeLabel': '4',
        // Preserves the current order where that adds no crossing, so that a second layout changes nothing.
        'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
        // From the sources: back edges are those to an ancestor.
        'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
        'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
        'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
        'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'MEDIAN_LAYER',
        'elk.aspectRatio': '1.6',
      },
      children: graph.nodes.map(({ id, width, height }) => ({ id, width, height })),
      edges: graph.edges.map(edge => ({
        ...elkEdge(edge),
        labels: edge.labels.map(({ width, height }, index) => ({
          id: `${edge.id}/${index}`,
          text: '-',
          width,
          height,
          layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
        })),
      })),
    },
    signal,
  )
  return { places: placesOf(answer), routes: routesOf(answer, isOrthogonal) }
}

/** A tree with parents centred above their children and aligned levels; other edges are routed around it. */
export async function tree(graph: Graph, direction: Direction, signal?: AbortSignal): Promise<Placement> {
  const isUpright = direction === 'down' || direction === 'up'
  const along = isUpright ? 'height' : 'width'
  // The engine has one gap for both axes: nodes are lengthened by the difference.
  const answer = await runElk(
    {
      id: ROOT,
      layoutOptions: {
        'elk.algorithm': 'mrtree',
        'elk.direction': ELK_DIRECTIONS[direction],
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.spacing.nodeNode': String(TREE_GAP),
        'elk.spacing.componentComponent': String(LEVEL_GAP),
        'elk.mrtree.weighting': 'MODEL_ORDER',
        'elk.mrtree.searchOrder': 'DFS',
        'elk.aspectRatio': '1.6',
      },
      children: graph.nodes.map(node => ({
        id: node.id,
        width: node.width,
        height: node.height,
        [along]: node[along] + LEVEL_GAP - TREE_GAP,
      })),
      edges: spanningEdges(graph).map(elkEdge),
    },
    signal,
  )
  const places = levelled(graph.nodes, placesOf(answer), direction)
  return { places, routes: branches(graph, places, direction) }
}

/** Orthogonal routes from parents to children, branching halfway between the levels. */
function branches(graph: Graph, places: ReadonlyMap<string, Point>, direction: Direction): Map<string, EdgeRoute> {
  const nodes = new Map(graph.nodes.map(node => [node.id, node]))
  const isUpright = direction === 'down' || direction === 'up'
  const isForward = direction === 'down' || direction === 'right'
  const middle = (id: string, share: number): Point | null => {
    const [node, at] = [nodes.get(id), places.get(id)]
    if (!node || !at) return null
    return isUpright
      ? { x: at.x + node.width / 2, y: at.y + node.height * share }
      : { x: at.x + node.width * share, y: at.y + node.height / 2 }
  }
  const routes = new Map<string, EdgeRoute>()
  for (const edge of spanningEdges(graph)) {
    const start = middle(edge.from, isForward ? 1 : 0)
    const goal = middle(edge.to, isForward ? 0 : 1)
    if (!edge.isOrthogonal || !start || !goal) continue
    const axis = isUpright ? 'x' : 'y'
    // Aligns what the engine's rounding would draw as a step.
    if (Math.abs(start[axis] - goal[axis]) < TRACE) start[axis] = goal[axis]
    const half = isForward ? -LEVEL_GAP / 2 : LEVEL_GAP / 2
    const corners = isUpright
      ? [
          { x: start.x, y: goal.y + half },
          { x: goal.x, y: goal.y + half },
        ]
      : [
          { x: goal.x + half, y: start.y },
          { x: goal.x + half, y: goal.y },
        ]
    routes.set(edge.id, { points: [start, ...corners, goal], labels: [], isOrthogonal: true })
  }
  return routes
}

/** Force-directed layout (stress majorisation), then removal of overlaps. */
export async function force(graph: Graph, signal?: AbortSignal): Promise<Placement> {
  const widest = graph.nodes.reduce((most, { width, height }) => Math.max(most, Math.hypot(width, height)), 0)
  const spread = await runElk(
    {
      id: ROOT,
      layoutOptions: {
        'elk.algorithm': 'stress',
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.stress.desiredEdgeLength': String(Math.round(widest + LEVEL_GAP)),
        'elk.stress.iterationLimit': '500',
        'elk.spacing.componentComponent': String(LEVEL_GAP),
        'elk.interactive': 'true',
      },
      children: onACircle(graph.nodes, widest),
      edges: graph.edges.map(elkEdge),
    },
    signal,
  )
  const answer = await runElk(
    {
      id: ROOT,
      layoutOptions: {
        'elk.algorithm': 'sporeOverlap',
        'elk.padding': '[top=0,left=0,bottom=0,right=0]',
        'elk.spacing.nodeNode': String(NODE_GAP),
        'elk.underlyingLayoutAlgorithm': 'org.eclipse.elk.fixed',
      },
      children: (spread.children ?? []).map(({ id, x = 0, y = 0, width = 0, height = 0 }) => ({
        id,
        x,
        y,
        width,
        height,
      })),
      edges: [],
    },
    signal,
  )
  return { places: placesOf(answer), routes: new Map() }
}

/** Initial positions on a circle: from collinear ones the engine never escapes. */
function onACircle(nodes: readonly GraphNode[], widest: number): ElkNode[] {
  const radius = (widest * nodes.length) / Math.PI
  return nodes.map(({ id, width, height }, index) => {
    const angle = (2 * Math.PI * index) / nodes.length
    return { id, width, height, x: radius * (1 + Math.cos(angle)), y: radius * (1 + Math.sin(angle)) }
  })
}

function elkEdge({ id, from, to }: GraphEdge): ElkExtendedEdge {
  return { id, sources: [from], targets: [to] }
}

/**
 * Spanning forest: the first edge into each node that closes no cycle, in node order. The engine would lay out the
 * others too, and distort the tree.
 */
export function spanningEdges({ nodes, edges }: Graph): GraphEdge[] {
  const place = new Map(nodes.map(({ id }, index) => [id, index]))
  const above = new Map<string, string>()
  const forest: GraphEdge[] = []
  for (const edge of edges) {
    if (above.has(edge.to) || leadsTo(above, edge.from, edge.to)) continue
    above.set(edge.to, edge.from)
    forest.push(edge)
  }
  return forest.toSorted((a, b) => (place.get(a.to) ?? 0) - (place.get(b.to) ?? 0))
}

/** Whether `goal` is an ancestor of `from` or the same. */
function leadsTo(above: ReadonlyMap<string, string>, from: string, goal: string): boolean {
  for (let at: string | undefined = from; at !== undefined; at = above.get(at)) if (at === goal) return true
  return false
}

/** The engine aligns the middles of a level; aligns the sides facing the level above instead. */
function levelled(
  nodes: readonly GraphNode[],
  places: ReadonlyMap<string, Point>,
  direction: Direction,
): Map<string, Point> {
  const isUpright = direction === 'down' || direction === 'up'
  const [axis, side] = isUpright ? (['y', 'height'] as const) : (['x', 'width'] as const)
  const extra = LEVEL_GAP - TREE_GAP
  const levels = Map.groupBy(nodes, node => Math.round((places.get(node.id)?.[axis] ?? 0) + (node[side] + extra) / 2))
  const moved = new Map(places)
  for (const level of levels.values()) {
    const longest = Math.max(...level.map(node => node[side]))
    for (const node of level) {
      const at = places.get(node.id)
      if (!at) continue
      const middle = at[axis] + (node[side] + extra) / 2
      const isBefore = direction === 'down' || direction === 'right'
      moved.set(node.id, { ...at, [axis]: isBefore ? middle - longest / 2 : middle + longest / 2 - node[side] })
    }
  }
  return moved
}

function placesOf({ children = [] }: ElkNode): Map<string, Point> {
  return new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]))
}

function routesOf({ edges = [] }: ElkNode, isOrthogonal: boolean): Map<string, EdgeRoute> {
  const routes = new Map<string, EdgeRoute>()
  for (const { id, sections, labels = [] } of edges) {
    const section = sections?.[0]
    if (!section) continue
    routes.set(id, {
      isOrthogonal,
      points: [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({ x, y })),
      labels: labels.map(({ x = 0, y = 0, width = 0, height = 0 }) => ({ x: x + width / 2, y: y + height / 2 })),
    })
  }
  return routes
}
