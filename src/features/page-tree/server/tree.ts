import type { Context } from '#platform/server/context.ts'
import type { PageTreeNode } from '#features/content/view-contract.ts'
import { sortedTreeNodes, treeNodesBelow, type NodeOrder } from '#features/content/server/index.ts'

/** Pages of one level, and of a whole tree, that are shown at once; the rest is loaded on demand. */
export const LEVEL_SIZE = 200
export const TREE_SIZE = 2000

const SORTS = ['position', 'natural', 'bitwise', 'creation', 'modified'] as const

/** How a tree is sorted, as authors write it. */
export interface TreeOrder {
  /** `natural`: by title, numbers by their value; `bitwise`: by title, character by character. */
  readonly sort: (typeof SORTS)[number]
  readonly reverse: boolean
}

/** Reads the order of a tree; unknown sorts are those by position. */
export function readOrder(sort: string | undefined, reverse: boolean): TreeOrder {
  const wanted = sort?.trim().toLowerCase()
  return { sort: SORTS.find(name => name === wanted) ?? 'position', reverse }
}

export interface TreeRequest {
  /** A space that the viewer may see. */
  readonly space: { readonly id: number; readonly key: string }
  /** A page of it that the viewer may see, or null for the pages at its top. */
  readonly parentId: number | null
  /** Levels to open, at least one. */
  readonly levels: number
  /** Pages to open whatever their level. */
  readonly open: ReadonlySet<string>
  readonly order: TreeOrder
  /** Pages of the first level to leave out at its begin. */
  readonly start?: number
}

export interface TreeLevel {
  readonly nodes: readonly TreeNode[]
  /** Start of the rest of the level; absent when this is all of it. */
  readonly next?: number
}

export interface TreeNode extends PageTreeNode {
  /** Absent while the node is closed. */
  below?: TreeLevel
}

/**
 * A tree as the viewer sees it, level by level with a query each: {@link LEVEL_SIZE} pages of one parent and about
 * {@link TREE_SIZE} in all. Levels that do not fit stay closed.
 */
export async function loadTree(ctx: Context, request: TreeRequest): Promise<TreeLevel> {
  const { space, parentId, open, order, start = 0 } = request
  const sorted = nodeOrder(order)
  const first: TreeNode[] = await sortedTreeNodes(ctx, space, parentId, {
    order: sorted,
    start,
    limit: LEVEL_SIZE + 1,
  })
  const top = levelOf(first, order, start)
  let level = top.nodes
  let room = TREE_SIZE - level.length
  for (let depth = 1; room > 0; depth++) {
    const opened = level.filter(node => node.hasChildren && (depth < request.levels || open.has(node.id)))
    if (opened.length === 0) break
    const below = await levelsBelow(ctx, space, opened, { order, room })
    for (const node of opened) {
      const found = below.get(node.id)
      if (found) node.below = found
    }
    level = opened.flatMap(node => node.below?.nodes ?? [])
    room -= level.length
  }
  return top
}

/** The levels below some pages, of as many of them as there is room for. */
async function levelsBelow(
  ctx: Context,
  space: TreeRequest['space'],
  parents: readonly TreeNode[],
  { order, room }: { order: TreeOrder; room: number },
): Promise<Map<string, TreeLevel>> {
  const byParent = await treeNodesBelow(
    ctx,
    space,
    parents.map(node => Number(node.id)),
    { order: nodeOrder(order), each: LEVEL_SIZE + 1, most: room + 1 },
  )
  const levels = [...byParent]
  const found = levels.reduce((sum, [, nodes]) => sum + nodes.length, 0)
  // The last one may be cut off in the middle.
  const whole = found > room ? levels.slice(0, -1) : levels
  return new Map(whole.map(([id, nodes]) => [id, levelOf(nodes, order, 0)]))
}

function levelOf(rows: readonly TreeNode[], order: TreeOrder, start: number): TreeLevel {
  const nodes = byTitle(rows.slice(0, LEVEL_SIZE), order)
  return rows.length > LEVEL_SIZE ? { nodes, next: start + LEVEL_SIZE } : { nodes }
}

function nodeOrder({ sort, reverse }: TreeOrder): NodeOrder {
  return { by: sort === 'natural' || sort === 'bitwise' ? 'title' : sort, reverse }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Databases know neither order of titles: what they have chosen is put in order here. */
function byTitle(nodes: readonly TreeNode[], { sort, reverse }: TreeOrder): readonly TreeNode[] {
  const sign = reverse ? -1 : 1
  switch (sort) {
    case 'natural':
      return nodes.toSorted((a, b) => sign * collator.compare(a.title, b.title))
    case 'bitwise':
      return nodes.toSorted((a, b) => sign * (a.title < b.title ? -1 : Number(a.title > b.title)))
    default:
      return nodes
  }
}
