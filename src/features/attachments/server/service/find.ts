import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden, noContent } from '#platform/server/http/errors.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { findContent, type ContentRow } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'

/** The page or post that files go to. @throws HttpError 400, 403, 404 */
export async function requireTarget(ctx: Context, id: number): Promise<ContentRow> {
  const container = await requireContent(ctx, id)
  if (container.type !== 'page' && container.type !== 'blogpost')
    throw badRequest('Files can be attached to pages and blog posts only')
  const space = (await spacesById(ctx.app, [container.space_id])).get(container.space_id)
  if (space?.status === 'archived') throw forbidden('This space is archived: nothing can be attached in it')
  await authorise(ctx, container, 'createAttachment')
  return container
}

/**
 * An attachment of a page. One whose page is in the trash is as hidden as the page.
 * @throws HttpError 404 when the page has no such attachment or the viewer may not see it
 */
export async function requireAttachment(ctx: Context, containerId: number, id: number): Promise<ContentRow> {
  await requireContent(ctx, containerId)
  const row = await findContent(ctx, id)
  if (row?.type !== 'attachment' || row.container_id !== containerId || row.status === 'trashed')
    throw noContent(`att${id}`)
  return row
}
