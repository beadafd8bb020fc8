import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { TREE_PAGE_SIZE, type PageTree, type PageTreeNode } from '../../view-contract.ts'
import { contentPath } from '../model/urls.ts'
import { ancestorIds } from '../store.ts'
import { visible } from '../visibility.ts'

/** One level of a space's tree, in order; `limit` + 1 rows tell that more follow. */
export async function treeNodes(
  ctx: Context,
  space: { id: number; key: string },
  parentId: number | null,
  start: number,
  limit: number,
): Promise<PageTreeNode[]> {
  const { read, dialect } = ctx.app.database
  const rows = await read.selectFrom('content')
    .select(['id', 'title', 'guard_id', sql<number>`exists (select 1 from content as child where child.parent_id = content.id
      and child.type = 'page' and child.status = 'current')`.as('has_children')])
    .where('space_id', '=', space.id).where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('type', '=', 'page').where('status', '=', 'current').where(visible(dialect, ctx.viewer))
    .orderBy('position').orderBy('id').offset(start).limit(limit).execute()
  return rows.map(row => ({
    id: String(row.id),
    title: row.title,
    url: contentPath({ id: row.id, type: 'page', status: 'current', title: row.title, posting_day: null, container_id: null }, space.key),
    hasChildren: Boolean(row.has_children),
    restricted: row.guard_id === row.id,
  }))
}

/** The levels from the top down to the children of a page. */
export async function openLevels(
  ctx: Context,
  space: { id: number; key: string },
  page: { id: number; parent_id: number | null } | undefined,
): Promise<PageTree> {
  const parents: (number | null)[] = [null]
  if (page) parents.push(...(await ancestorIds(ctx.app.database.read, page.parent_id)), page.id)
  const levels = await Promise.all(parents.map(async parent => {
    const nodes = await treeNodes(ctx, space, parent, 0, TREE_PAGE_SIZE + 1)
    return { parent: parent === null ? null : String(parent), nodes: nodes.slice(0, TREE_PAGE_SIZE), more: nodes.length > TREE_PAGE_SIZE }
  }))
  return { spaceKey: space.key, levels: levels.filter((level, index) => index === 0 || level.nodes.length > 0) }
}
