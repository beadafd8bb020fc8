import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, type Account } from '#features/accounts/server/index.ts'
import { permissionsOn, type ContentPermissions } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { personView } from '#features/content/server/index.ts'
import type { AttachmentVersionView, AttachmentView } from '../../view-contract.ts'
import { niceType } from '../model/media-types.ts'
import { downloadPath, thumbnailPath } from '../model/paths.ts'
import { hasThumbnail } from '../model/pictures.ts'
import { attachmentsOf, currentFiles, fileVersions, type AttachmentRow } from '../store.ts'
import { viewPath } from './file-viewers.ts'

export interface Window {
  start: number
  limit: number
}

/** Live attachments of a page by name; one more than `limit` when more follow. */
export async function attachmentViews(ctx: Context, page: ContentRow, window: Window): Promise<AttachmentView[]> {
  const rows = await attachmentsOf(ctx, page, window)
  const { read, dialect } = ctx.app.database
  const files = await currentFiles(
    read,
    dialect,
    rows.map(row => row.id),
  )
  const people = await accountsById(
    ctx.app,
    rows.map(row => row.updater_id),
  )
  const permissions = new Map<boolean, ContentPermissions>()
  const views: AttachmentView[] = []
  for (const row of rows) {
    const file = files.get(row.id)
    if (!file) continue
    // All belong to the same page: what differs is whether one attached the file oneself.
    const own = row.creator_id === ctx.viewer.userId
    const may = permissions.get(own) ?? (await permissionsOn(ctx, row))
    permissions.set(own, may)
    views.push({
      ...fileView(ctx, row, file, people.get(row.updater_id ?? 0)),
      may: { update: may.update, delete: may.delete, restore: may.purge },
    })
  }
  return views
}

/** A file in the lists of a page and of a space. */
export function fileView(ctx: Context, row: ContentRow, file: AttachmentRow, updater: Account | undefined) {
  return {
    id: String(row.id),
    name: row.title,
    version: row.version,
    mediaType: file.media_type,
    niceType: niceType(file.media_type),
    size: file.size,
    comment: file.comment,
    author: personView(ctx, updater),
    at: isoTime(row.updated_at),
    downloadUrl: downloadPath(row),
    viewUrl: viewPath(ctx, row, file.media_type),
    thumbnailUrl: hasThumbnail(file) ? thumbnailPath(row) : null,
  }
}

/** Versions of an attachment, newest first; one more than `limit` when more follow. */
export async function attachmentVersions(
  ctx: Context,
  row: ContentRow,
  { start, limit }: Window,
): Promise<AttachmentVersionView[]> {
  const rows = await fileVersions(ctx, row.id, start, limit + 1)
  const people = await accountsById(
    ctx.app,
    rows.map(version => version.author_id),
  )
  return rows.map(version => ({
    number: version.number,
    size: version.size,
    comment: version.comment,
    at: isoTime(version.at),
    author: personView(ctx, people.get(version.author_id ?? 0)),
    downloadUrl: downloadPath({ ...row, version: version.number, updated_at: version.at }),
  }))
}
