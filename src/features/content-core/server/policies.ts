import { powersOf, type Context } from '#platform/server/context.ts'
import { madeFrom, type Source } from '#platform/server/database/index.ts'
import { forbidden, noContent } from '#platform/server/http/errors.ts'
import { isReadOnly, READ_ONLY_MESSAGE } from '#platform/server/http/access-mode.ts'
import { mayInSpace, permissionsIn, spacesById, type SpacePermission } from '#features/spaces/server/index.ts'
import { findContent, type ContentRow } from './store.ts'
import { editRestrictions } from './store/guards.ts'

export { holderPresent, unguarded, visible, withContainer, withoutContainer } from './store/visibility.ts'

/** The viewer's permissions for one content, as its answer says. Seeing it is given: others get 404. */
export interface ContentPermissions {
  update: boolean
  delete: boolean
  /** Remove for good from the trash, or restore from it. */
  purge: boolean
  restrict: boolean
  createChild: boolean
  createComment: boolean
  createAttachment: boolean
  export: boolean
  administerSpace: boolean
}

const NOTHING: ContentPermissions = {
  update: false,
  delete: false,
  purge: false,
  restrict: false,
  createChild: false,
  createComment: false,
  createAttachment: false,
  export: false,
  administerSpace: false,
}

const CREATE: Record<ContentRow['type'], SpacePermission> = {
  page: 'create:page',
  blogpost: 'create:blogpost',
  comment: 'create:comment',
  attachment: 'create:attachment',
}
const DELETE: Record<ContentRow['type'], SpacePermission> = {
  page: 'delete:page',
  blogpost: 'delete:blogpost',
  comment: 'delete:comment',
  attachment: 'delete:attachment',
}

/** Policies of a content that the viewer can see. */
export async function permissionsOn(ctx: Context, row: ContentRow): Promise<ContentPermissions> {
  return permissionsWhere(ctx, row, await openForEditing(ctx, editedWith(row)))
}

/** {@link permissionsOn} of many contents, by their ids: what restricts them is read in one query. */
export async function permissionsOnAll(
  ctx: Context,
  rows: readonly ContentRow[],
): Promise<Map<number, ContentPermissions>> {
  const closed = await closedForEditing(ctx, rows.map(editedWith))
  const all = new Map<number, ContentPermissions>()
  for (const row of rows) all.set(row.id, await permissionsWhere(ctx, row, !closed.has(editedWith(row))))
  return all
}

/** A comment or attachment is as open as the page that it belongs to. */
function editedWith(row: ContentRow): number {
  return row.container_id ?? row.id
}

async function permissionsWhere({ app, viewer }: Context, row: ContentRow, open: boolean): Promise<ContentPermissions> {
  if (!viewer.mayUse) return NOTHING
  const held = await permissionsIn(app, viewer, row.space_id)
  const own = viewer.userId !== null && row.creator_id === viewer.userId
  const mayCreate = held.has(CREATE[row.type])
  const administers = held.has('administer:space')
  const live = row.status !== 'trashed'
  const isArchived = (await spacesById(app, [row.space_id])).get(row.space_id)?.status === 'archived'
  return {
    update: live && mayCreate && open && (row.type !== 'comment' || own || administers),
    delete:
      live &&
      open &&
      (held.has(DELETE[row.type]) || (own && held.has('delete_own:content')) || (row.status === 'draft' && own)),
    purge: administers,
    restrict: live && open && mayCreate && held.has('restrict_content:space'),
    createChild: live && held.has('create:page'),
    createComment: live && held.has('create:comment'),
    createAttachment: live && open && !isArchived && held.has('create:attachment'),
    export: held.has('export:space'),
    administerSpace: administers,
  }
}

/** No `update` restriction, or one that names the viewer. */
async function openForEditing(ctx: Context, contentId: number): Promise<boolean> {
  const { app, viewer } = ctx
  if (viewer.isAdmin) return true
  return app.facts.get(
    `open for editing ${contentId} ${powersOf(viewer)}`,
    async () => (await closedForEditing(ctx, [contentId])).size === 0,
    { sources: [`page ${contentId}`] },
  )
}

/** Those with restrictions on editing, none of which names the viewer. */
async function closedForEditing(ctx: Context, ids: readonly number[]): Promise<Set<number>> {
  if (ctx.viewer.isAdmin || ids.length === 0) return new Set()
  const rows = await madeFrom(
    ids.map((id): Source => `page ${id}`),
    () => editRestrictions(ctx, ids),
  )
  return new Set(rows.filter(row => row.named === 0).map(row => row.id))
}

/**
 * The content, or 404 when it does not exist or the viewer may not see it: the two look alike. Trashed content is found
 * only with `trashed`, and by who may restore it.
 */
export async function requireContent(
  ctx: Context,
  id: number,
  options: { trashed?: boolean } = {},
): Promise<ContentRow> {
  const row = await findContent(ctx, id)
  if (!row) throw noContent(id)
  if (row.status !== 'trashed') return row
  if (!options.trashed || !(await mayInSpace(ctx.app, ctx.viewer, row.space_id, 'administer:space')))
    throw noContent(id)
  return row
}

/** @throws HttpError 404 when the viewer may not see it, 403 when they may not do this with it */
export async function requireContentFor(
  ctx: Context,
  id: number,
  action: keyof ContentPermissions,
): Promise<ContentRow> {
  const row = await requireContent(ctx, id)
  await authorise(ctx, row, action)
  return row
}

/** @throws HttpError 403 */
export async function authorise(ctx: Context, row: ContentRow, action: keyof ContentPermissions): Promise<void> {
  if (!(await permissionsOn(ctx, row))[action])
    throw forbidden(isReadOnly(ctx.app) ? READ_ONLY_MESSAGE : FORBIDDEN[action])
}

const FORBIDDEN: Record<keyof ContentPermissions, string> = {
  update: 'You do not have permission to edit this content',
  delete: 'You do not have permission to delete this content',
  purge: 'Only a space administrator may restore or purge trashed content',
  restrict: 'You do not have permission to restrict this content',
  createChild: 'You do not have permission to create pages in this space',
  createComment: 'You do not have permission to comment on this content',
  createAttachment: 'You do not have permission to attach files to this content',
  export: 'You do not have permission to export from this space',
  administerSpace: 'Only a space administrator may do this',
}
