import type { Context } from '#platform/server/context.ts'
import { isReadOnly, READ_ONLY_MESSAGE } from '#platform/server/http/access-mode.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { refuseReadOnlyToken } from '#platform/server/http/read-only-token.ts'
import { authorise, requireContentFor } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { liveEditing, mostEditors } from './settings.ts'
import { editorsOf } from './store.ts'

/** Whether the viewer edits together with others where they may edit. Visitors keep no drafts. */
export function isLive({ app, viewer }: Context): boolean {
  return app.settings.get(liveEditing) && viewer.userId !== null
}

/**
 * The page or post that the viewer may edit together with others, or the file whose editors see each other.
 * @throws HttpError 401, 403, 404, 405, 501
 */
export async function requireShared(ctx: Context, id: number): Promise<ContentRow> {
  if (!ctx.app.settings.get(liveEditing)) throw new HttpError(501, 'Editing together is switched off in this wiki')
  if (ctx.viewer.userId === null) throw new HttpError(401, 'Sign in to edit together with others')
  if (isReadOnly(ctx.app)) throw new HttpError(405, READ_ONLY_MESSAGE)
  refuseReadOnlyToken(ctx.authentication)
  const row = await requireContentFor(ctx, id, 'update')
  // Users who may not store the file, such as in an archived space, do not change it with others either.
  if (row.type === 'attachment') await authorise(ctx, row, 'createAttachment')
  if (row.type === 'comment') throw forbidden('Only pages and blog posts are edited together')
  return row
}

/** The page or post that the viewer may edit together with others. @throws HttpError 401, 403, 404, 405, 501 */
export async function requireLive(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireShared(ctx, id)
  if (!hasText(row)) throw forbidden('Only pages and blog posts are edited together')
  return row
}

/** Whether a content has a text that several users edit at once. */
export const hasText = ({ type }: Pick<ContentRow, 'type'>): boolean => type === 'page' || type === 'blogpost'

/** Refuses one user more than may edit a page. @throws HttpError 412 */
export async function requireRoom(ctx: Context, id: number): Promise<void> {
  if (!isLive(ctx) || ctx.viewer.userId === null) return
  const editors = await editorsOf(ctx.app.database.read, id)
  if (!editors.includes(ctx.viewer.userId) && editors.length >= ctx.app.settings.get(mostEditors)) throw fullPage()
}

/** The refusal where as many users edit a page as may. */
export const fullPage = (): HttpError =>
  new HttpError(412, "This page is so popular, you've reached the maximum number of simultaneous editors.")
