import { sql } from 'kysely'
import type { ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentPath, titleKey, unguarded, type ContentRow } from '#features/content/server/index.ts'
import { labelled, labelName, labelsOf, labelWire } from '#features/labels/server/index.ts'
import { spacePath, type Space } from '#features/spaces/server/index.ts'
import type { listSpaceAttachments, SpaceAttachment, SpaceAttachmentsFilter } from '../../space-contract.ts'
import { SPACE_ATTACHMENTS_PAGE_SIZE } from '../../shared.ts'
import { EXTENSION } from '../migrations.ts'
import { currentFiles } from '../store.ts'
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
  const { read, dialect } = ctx.app.database
  let query = read
    .selectFrom('content')
    .selectAll('content')
    .innerJoin('content as holder', 'holder.id', 'content.container_id')
    .select(['holder.type as holder_type', 'holder.title as holder_title', 'holder.posting_day as holder_day'])
    .where('content.space_id', '=', space.id)
    .where('content.type', '=', 'attachment')
    .where('content.status', '=', 'current')
    .where('holder.status', '=', 'current')
    .where('holder.type', 'in', ['page', 'blogpost'])
    .where(unguarded(dialect, ctx.viewer))
  if (fileExtension) {
    const wanted = titleKey(fileExtension)
    const pattern = `%.${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}`
    query = query
      .where(
        sql<boolean>`${sql.raw(EXTENSION.replaceAll('title_key', 'content.title_key'))} = ${wanted.slice(wanted.lastIndexOf('.') + 1)}`,
      )
      .where(sql<boolean>`content.title_key like ${pattern} escape ${sql.lit('\\')}`)
  }
  if (label) query = query.where('content.id', 'in', labelled(read, labelName(label), ctx.viewer))
  if (cursor !== undefined) {
    const [, id, key] = /^(\d{1,15})-(.*)$/s.exec(cursor) ?? []
    if (id === undefined || key === undefined)
      throw badRequest('must be what nextCursor was', {
        field: 'cursor',
        forPrograms: true,
      })
    query = query.where(sql<boolean>`(content.title_key, content.id) > (${key}, ${Number(id)})`)
  }
  const rows = await query
    .orderBy('content.title_key')
    .orderBy('content.id')
    .limit(SPACE_ATTACHMENTS_PAGE_SIZE + 1)
    .execute()
  const shown = rows.slice(0, SPACE_ATTACHMENTS_PAGE_SIZE)
  const last = shown.at(-1)
  return {
    space: { key: space.key, name: space.name, url: spacePath(space) },
    results: await views(ctx, space, shown),
    nextCursor: rows.length > shown.length && last ? `${last.id}-${last.title_key}` : null,
  }
}

type FileRow = ContentRow & { holder_type: ContentRow['type']; holder_title: string; holder_day: string | null }

async function views(ctx: Context, space: Space, rows: readonly FileRow[]): Promise<SpaceAttachment[]> {
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
