import type { ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { labelName, labelsOf, labelWire } from '#features/labels/server/index.ts'
import { spacePath, type Space } from '#features/spaces/server/index.ts'
import type { listSpaceAttachments, SpaceAttachment, SpaceAttachmentsFilter } from '../../space-contract.ts'
import { SPACE_ATTACHMENTS_PAGE_SIZE } from '../../shared.ts'
import { currentFiles } from '../store.ts'
import { filesOfSpace, type SpaceFileRow } from '../space-store.ts'
import { fileView } from './views.ts'

/**
 * Files by name of a space that the viewer sees; those of pages that they do not see are left out in the query.
 * @param cursor `nextCursor` of the part before
 * @throws HttpError 400 for a label or cursor that cannot be
 */
export async function spaceAttachments(
  ctx: Context,
  space: Space,
  { fileExtension, label }: SpaceAttachmentsFilter,
  cursor?: string,
): Promise<ResponseOf<typeof listSpaceAttachments>> {
  const [, id, key] = /^(\d{1,15})-(.*)$/s.exec(cursor ?? '') ?? []
  if (cursor !== undefined && (id === undefined || key === undefined))
    throw badRequest('must be what nextCursor was', { field: 'cursor', forPrograms: true })
  const after = id === undefined || key === undefined ? undefined : { id: Number(id), titleKey: key }
  const filter = { extension: fileExtension, label: label ? labelName(label) : undefined, after }
  const rows = await filesOfSpace(ctx, space.id, filter, SPACE_ATTACHMENTS_PAGE_SIZE + 1)
  const shown = rows.slice(0, SPACE_ATTACHMENTS_PAGE_SIZE)
  const last = shown.at(-1)
  return {
    space: { key: space.key, name: space.name, url: spacePath(space) },
    results: await views(ctx, space, shown),
    nextCursor: rows.length > shown.length && last ? `${last.id}-${last.title_key}` : null,
  }
}

async function views(ctx: Context, space: Space, rows: readonly SpaceFileRow[]): Promise<SpaceAttachment[]> {
  const { read, dialect } = ctx.app.database
  const ids = rows.map(row => row.id)
  const [files, people, labels] = await Promise.all([
    currentFiles(read, dialect, ids),
    accountsById(
      ctx.app,
      rows.map(row => row.updater_id),
    ),
    labelsOf(ctx, ids),
  ])
  return rows.flatMap(row => {
    const file = files.get(row.id)
    if (!file || row.container_id === null) return []
    return {
      ...fileView(ctx, row, file, people.get(row.updater_id ?? 0)),
      page: {
        id: String(row.container_id),
        title: row.holder_title,
        url: contentPath(
          { ...row, id: row.container_id, type: row.holder_type, title: row.holder_title, posting_day: row.holder_day },
          space.key,
        ),
      },
      labels: (labels.get(row.id) ?? []).map(name => labelWire(name).label),
    }
  })
}
