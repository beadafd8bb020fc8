/** Hanging children of an org chart: boxes, or whole branches, in columns on trunks. */
import type { Point } from '../model/document.ts'
import { TREE_LEVEL_GAP } from './algorithms.ts'
import type { GraphNode } from './graph.ts'

/** Maximum of leaves on a trunk, both sides. */
const MOST_ON_A_TRUNK = 16
/** Distances of a trunk and its boxes, of boxes below each other, and of trunks, px. */
const TRUNK_GAP = 20
const ROW_GAP = 16
const COLUMN_GAP = 32
/** Vertical distance of branches. */
const BRANCH_GAP = 36
/** Target aspect ratio of branches in columns. */
const SHAPE = 1.8

/** A laid-out subtree with its root at the top middle; in px from its corner. */
export interface Branch {
  root: GraphNode
  width: number
  height: number
  places: ReadonlyMap<string, Point>
  /** By edge. */
  routes: ReadonlyMap<string, readonly Point[]>
}

export interface Leaf {
  /** Edge from the parent. */
  edge: string
  branch: Branch
  /** From the corner of the whole. */
  at: Point
  /** x of its trunk from that corner. */
  trunk: number
  isLeft: boolean
}

/** Leaves of one parent in a hanging layout. */
export interface Hanging {
  parent: string
  width: number
  height: number
  leaves: Leaf[]
}

export interface Below {
  edge: string
  branch: Branch
}

export function boxOf(node: GraphNode): Branch {
  return {
    root: node,
    width: node.width,
    height: node.height,
    places: new Map([[node.id, { x: 0, y: 0 }]]),
    routes: new Map(),
  }
}

/** Lays boxes out in even rows, and branches, which differ in height, in independent columns. */
export function hangOf(parent: string, all: readonly Below[]): Hanging {
  return all.every(isBox) ? rowsOf(parent, all) : columnsOf(parent, all)
}

/** Whether it is a leaf. */
export function isBox({ branch }: Below): boolean {
  return branch.places.size === 1
}

function rowsOf(parent: string, all: readonly Below[]): Hanging {
  const trunks = Math.ceil(all.length / MOST_ON_A_TRUNK)
  const perTrunk = 2 * Math.ceil(all.length / trunks / 2)
  const rows = Array.from({ length: Math.ceil(Math.min(perTrunk, all.length) / 2) }, (_, row) =>
    Math.max(
      ...all.filter((_leaf, index) => Math.floor((index % perTrunk) / 2) === row).map(({ branch }) => branch.height),
    ),
  )
  const tops = rows.map((_, row) => rows.slice(0, row).reduce((sum, height) => sum + height + ROW_GAP, 0))
  const group: Hanging = { parent, width: 0, height: (tops.at(-1) ?? 0) + (rows.at(-1) ?? 0), leaves: [] }
  for (let from = 0; from < all.length; from += perTrunk) {
    onTrunk(
      group,
      all.slice(from, from + perTrunk).map(({ edge, branch }, index) => {
        const row = Math.floor(index / 2)
        return { edge, branch, isLeft: index % 2 === 0, y: (tops[row] ?? 0) + ((rows[row] ?? 0) - branch.height) / 2 }
      }),
    )
  }
  return group
}

function columnsOf(parent: string, all: readonly Below[]): Hanging {
  const group: Hanging = { parent, width: 0, height: 0, leaves: [] }
  const gap = all.every(isBox) ? ROW_GAP : BRANCH_GAP
  const columns = columnsFor(all, gap)
  const perTrunk = columns === 1 ? all.length : Math.ceil(all.length / (columns / 2))
  for (let from = 0; from < all.length; from += perTrunk) {
    const ends = { left: columns === 1 ? Infinity : 0, right: 0 }
    onTrunk(
      group,
      all.slice(from, from + perTrunk).map(({ edge, branch }) => {
        // The next one goes to the shorter side, which preserves the order from top to bottom.
        const side = ends.left <= ends.right ? 'left' : 'right'
        const y = ends[side]
        ends[side] += branch.height + gap
        group.height = Math.max(group.height, y + branch.height)
        return { edge, branch, isLeft: side === 'left', y }
      }),
    )
  }
  return group
}

/** Columns nearest to the target shape: one right of its trunk, or two on each of several trunks. */
function columnsFor(all: readonly Below[], gap: number): number {
  const width = Math.max(...all.map(({ branch }) => branch.width)) + TRUNK_GAP + COLUMN_GAP / 2
  const height = all.reduce((sum, { branch }) => sum + branch.height + gap, 0)
  const isFarFrom = (columns: number) => Math.abs(Math.log((columns * width) / (height / columns) / SHAPE))
  const choices = [1, ...Array.from({ length: Math.ceil(all.length / 2) }, (_, index) => 2 * index + 2)]
  return choices.reduce((best, columns) => (isFarFrom(columns) < isFarFrom(best) ? columns : best))
}

/** Appends a trunk at the right. */
function onTrunk(group: Hanging, mine: readonly { edge: string; branch: Branch; isLeft: boolean; y: number }[]): void {
  const half = Math.max(...mine.map(({ branch }) => branch.width)) + TRUNK_GAP
  const left = group.leaves.length === 0 ? 0 : group.width + COLUMN_GAP
  const trunk = mine.some(({ isLeft }) => isLeft) ? left + half : left
  for (const { edge, branch, isLeft, y } of mine) {
    group.leaves.push({
      edge,
      branch,
      at: { x: isLeft ? trunk - TRUNK_GAP - branch.width : trunk + TRUNK_GAP, y },
      trunk,
      isLeft,
    })
  }
  group.width = trunk + half
}

/**
 * From the parent down to the row of its children, along to the trunk, down it, and into the side of the leaf's root.
 */
export function routeToLeaf({ trunk, isLeft, branch }: Leaf, start: Point, corner: Point, place: Point): Point[] {
  const x = corner.x + trunk
  const level = corner.y - TREE_LEVEL_GAP / 2
  const { root } = branch
  const left = place.x + (branch.width - root.width) / 2
  const goal = { x: isLeft ? left + root.width : left, y: place.y + root.height / 2 }
  if (Math.abs(x - start.x) < 0.01) return [start, { x: start.x, y: goal.y }, goal]
  return [start, { x: start.x, y: level }, { x, y: level }, { x, y: goal.y }, goal]
}

/** A box with its children as one branch. */
export function branchOf(root: GraphNode, all: readonly Below[]): Branch {
  const [only] = all
  const top = root.height + TREE_LEVEL_GAP
  const isAlone = all.length === 1 && only !== undefined
  const group = isAlone ? undefined : columnsOf(root.id, all)
  const width = Math.max(root.width, group?.width ?? only?.branch.width ?? 0)
  const places = new Map<string, Point>([[root.id, { x: (width - root.width) / 2, y: 0 }]])
  const routes = new Map<string, readonly Point[]>()
  const start = { x: width / 2, y: root.height }
  const take = (branch: Branch, corner: Point) => {
    for (const [id, at] of branch.places) places.set(id, plus(corner, at))
    for (const [id, points] of branch.routes)
      routes.set(
        id,
        points.map(point => plus(corner, point)),
      )
  }
  if (isAlone) {
    take(only.branch, { x: (width - only.branch.width) / 2, y: top })
    routes.set(only.edge, [start, { x: start.x, y: top }])
  }
  const corner = { x: (width - (group?.width ?? 0)) / 2, y: top }
  for (const leaf of group?.leaves ?? []) {
    const at = plus(corner, leaf.at)
    take(leaf.branch, at)
    routes.set(leaf.edge, routeToLeaf(leaf, start, corner, at))
  }
  return { root, width, height: top + (group?.height ?? only?.branch.height ?? 0), places, routes }
}

export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y }
}
