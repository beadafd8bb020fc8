import { createPath } from '#platform/create-path.ts'
import type { Context } from '#platform/server/context.ts'
import {
  childrenOf,
  contentPath,
  contentsById,
  countChildren,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import { mayInSpace, type Space } from '#features/spaces/server/index.ts'
import type { ChildPages } from '../contract.ts'
import { INITIAL_CHILD_PAGES, MOST_CHILD_PAGES } from '../shared.ts'

/**
 * A page with the one above it and those below it, as far as the viewer may see them.
 * @param most how many of the further child pages come along; they are counted all the same
 */
export async function childPagesOf(
  ctx: Context,
  space: Space,
  page: ContentRow,
  most = MOST_CHILD_PAGES,
): Promise<ChildPages> {
  const [rows, total, above, mayCreate] = await Promise.all([
    childrenOf(ctx, page, 'page', 0, INITIAL_CHILD_PAGES + most),
    countChildren(ctx, page, 'page'),
    contentsById(ctx, page.parent_id === null ? [] : [page.parent_id]),
    mayInSpace(ctx.app, ctx.viewer, space.id, 'create:page'),
  ])
  const named = (row: ContentRow) => ({ pageId: String(row.id), url: contentPath(row, space.key), title: row.title })
  const [parent] = above
  return {
    parentPage: parent ? { ...named(parent), active: false } : null,
    currentPage: { ...named(page), active: true },
    initialChildPages: rows.slice(0, INITIAL_CHILD_PAGES).map(named),
    remainingChildPages: rows.slice(INITIAL_CHILD_PAGES).map(named),
    remainingCount: Math.max(0, total - INITIAL_CHILD_PAGES),
    createLink: mayCreate && space.status !== 'archived' ? createPath('page', space.key, page.id) : '',
  }
}
