import { powersOf, type Context } from '#platform/server/context.ts'
import { levelSources, madeFrom } from '#platform/server/database/index.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { SPACE_ICON_PATH } from '#features/spaces/shared.ts'
import { permissionsIn, spacePath, spaceWires, type Space } from '#features/spaces/server/index.ts'
import type { PageTree, PageTreeNode, TreeLevel } from '../../view-contract.ts'
import { TREE_FAR_SIZE, TREE_SENT_SIZE } from '../../shared.ts'
import { countBefore, firstNodes, isStarredByViewer, nodesBelow, visibleNodes } from '../store/tree.ts'
import { knownAncestors } from './ancestors.ts'

/**
 * One level of the tree of a space that the viewer is known to see, in order; `limit` + 1 rows mean that more follow.
 */
export async function treeNodes(
  ctx: Context,
  space: { id: number; key: string },
  parentId: number | null,
  start: number,
  limit: number,
): Promise<readonly PageTreeNode[]> {
  if (start === 0) {
    // Levels are beside all pages below them. Most are the same for all readers.
    const level = await ctx.app.facts.get(
      `level ${space.id} ${parentId} ${limit}`,
      () => wholeLevel(ctx, space, parentId, limit),
      { sources: levelSources(space.id, parentId), bytes: ({ nodes }) => (nodes.length + 1) * NODE_BYTES },
    )
    if (ctx.viewer.isAdmin || !level.differs) return level.nodes
  }
  const rows = await madeFrom(levelSources(space.id, parentId), () =>
    visibleNodes(ctx, space.id, parentId, { start, limit }),
  )
  return rows.map(row => asNode(row, space.key))
}

const NODE_BYTES = 400

/** The beginning of a level as who sees everything sees it, and whether not all readers see it alike. */
async function wholeLevel(ctx: Context, space: { id: number; key: string }, parentId: number | null, limit: number) {
  const rows = await firstNodes(ctx.app.database.read, space.id, parentId, limit)
  return {
    nodes: rows.map(row => asNode(row, space.key)),
    // A restricted page, or one below which all pages are: users who do not see them must not learn that there are any.
    differs: rows.some(row => row.guard_id !== null || Boolean(row.has_children) !== Boolean(row.has_open_child)),
  }
}

/** One level of the tree of a space that the viewer is known to see, in any order. */
export async function sortedTreeNodes(
  ctx: Context,
  space: { id: number; key: string },
  parentId: number | null,
  range: Parameters<typeof visibleNodes>[3],
): Promise<PageTreeNode[]> {
  return (await visibleNodes(ctx, space.id, parentId, range)).map(row => asNode(row, space.key))
}

/** Pages below several pages of such a space, by the page above them, as {@link nodesBelow} gives them. */
export async function treeNodesBelow(
  ctx: Context,
  space: { id: number; key: string },
  parentIds: readonly number[],
  range: Parameters<typeof nodesBelow>[3],
): Promise<Map<string, PageTreeNode[]>> {
  const byParent = Map.groupBy(await nodesBelow(ctx, space.id, parentIds, range), row => String(row.parent_id))
  return new Map([...byParent].map(([id, rows]) => [id, rows.map(row => asNode(row, space.key))]))
}

/** A page among its siblings, where it is beyond the first of them; undefined for what is not seen in the tree. */
async function farNodes(
  ctx: Context,
  space: { id: number; key: string },
  parentId: number | null,
  id: number,
): Promise<TreeLevel['far']> {
  const before = await madeFrom(levelSources(space.id, parentId), () => countBefore(ctx, space.id, parentId, id))
  if (before === undefined) return undefined
  const start = Math.max(TREE_SENT_SIZE, before - TREE_FAR_SIZE / 2)
  const nodes = await treeNodes(ctx, space, parentId, start, TREE_FAR_SIZE + 1)
  return {
    nodes: nodes.slice(0, TREE_FAR_SIZE),
    start,
    next: nodes.length > TREE_FAR_SIZE ? start + TREE_FAR_SIZE : null,
  }
}

interface NodeRow {
  id: number
  title: string
  guard_id: number | null
  has_children: number
}

function asNode(row: NodeRow, spaceKey: string): PageTreeNode {
  return {
    id: String(row.id),
    title: row.title,
    url: contentPath(
      { id: row.id, type: 'page', status: 'current', title: row.title, posting_day: null, container_id: null },
      spaceKey,
    ),
    hasChildren: Boolean(row.has_children),
    restricted: row.guard_id === row.id,
  }
}

/**
 * The levels from the top down to the children of a page. A page on the way that is beyond the first nodes of its
 * level comes with the siblings around it, so that the way to it is never broken and its place is seen.
 */
export async function openLevels(
  ctx: Context,
  space: { id: number; key: string },
  page: { id: number; parent_id: number | null } | undefined,
): Promise<TreeLevel[]> {
  const way = page ? [...(await knownAncestors(ctx.app, page.parent_id)), page.id] : []
  const levels = await Promise.all(
    [null, ...way].map(async (parent, index) => {
      const nodes = await treeNodes(ctx, space, parent, 0, TREE_SENT_SIZE + 1)
      const shown = nodes.slice(0, TREE_SENT_SIZE)
      const onWay = way[index]
      const isFar =
        onWay !== undefined && nodes.length > TREE_SENT_SIZE && !shown.some(node => node.id === String(onWay))
      const far = isFar ? await farNodes(ctx, space, parent, onWay) : undefined
      return {
        parent: parent === null ? null : String(parent),
        nodes: shown,
        next: nodes.length > TREE_SENT_SIZE ? TREE_SENT_SIZE : null,
        ...(far && { far }),
      }
    }),
  )
  return levels.filter((level, index) => index === 0 || level.nodes.length > 0)
}

/** Content of the sidebar of a space. */
export async function spaceTree(ctx: Context, space: Space, page: Parameters<typeof openLevels>[2]): Promise<PageTree> {
  const [levels, held, wires, favourite] = await Promise.all([
    openLevels(ctx, space, page),
    permissionsIn(ctx.app, ctx.viewer, space.id),
    spaceWires(ctx, [space], ICON),
    isStarred(ctx, space),
  ])
  const icon = wires[0]?.['icon'] as { path: string } | undefined
  return {
    space: {
      key: space.key,
      name: space.name,
      type: space.type,
      url: spacePath(space),
      iconUrl: icon?.path ?? SPACE_ICON_PATH,
      homePageId: space.home_page_id === null ? null : String(space.home_page_id),
      favourite,
    },
    canCreate: held.has('create:page'),
    canAdminister: held.has('administer:space'),
    levels,
  }
}

const ICON = parseExpand('icon')

async function isStarred(ctx: Context, space: Space): Promise<boolean> {
  return ctx.app.facts.get(`starred ${space.id} ${powersOf(ctx.viewer)}`, () => isStarredByViewer(ctx, space.id), {
    sources: [`account ${ctx.viewer.userId ?? 0}`],
  })
}
