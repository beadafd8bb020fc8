import type { Context } from '#platform/server/context.ts'
import { noContent, notFound } from '#platform/server/http/errors.ts'
import { permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import {
  ancestorIds,
  contentPath,
  contentsById,
  countChildren,
  tinyId,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import { spacePath, spacesById, type Space } from '#features/spaces/server/index.ts'
import type { PageHead } from '../contract.ts'

/**
 * The page or post of an id; that of an attachment or comment is the one that it belongs to.
 * @throws HttpError 404
 */
export async function requirePage(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id, { trashed: true })
  if (row.type === 'page' || row.type === 'blogpost') return row
  if (row.container_id === null) throw noContent(id)
  return requirePage(ctx, row.container_id)
}

/** The space of a page that the viewer may see. @throws HttpError 404 when it went meanwhile */
export async function requireSpaceOf(ctx: Context, row: ContentRow): Promise<Space> {
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  if (!space) throw notFound()
  return space
}

/** Facts of the page that every screen about it shows. */
export async function loadPageHead(ctx: Context, row: ContentRow): Promise<PageHead> {
  const space = await requireSpaceOf(ctx, row)
  const above = await contentsById(ctx, await ancestorIds(ctx.app.database.read, row.parent_id))
  const [attachments, children, permissions] = await Promise.all([
    countChildren(ctx, row, 'attachment'),
    countChildren(ctx, row, 'page'),
    permissionsOn(ctx, row),
  ])
  return {
    id: String(row.id),
    type: row.type as PageHead['type'],
    status: row.status,
    title: row.title,
    url: contentPath(row, space.key),
    tinyUrl: `/x/${tinyId(row.id)}`,
    version: row.version,
    parentId: row.parent_id === null ? null : String(row.parent_id),
    space: { key: space.key, name: space.name, url: spacePath(space), status: space.status },
    ancestors: above.map(page => ({ id: String(page.id), title: page.title, url: contentPath(page, space.key) })),
    permissions,
    attachmentCount: attachments,
    childCount: children,
  }
}
