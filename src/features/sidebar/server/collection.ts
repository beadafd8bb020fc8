import type { ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { lastChanged } from '#features/content/server/index.ts'
import { mayInSpace, spacePath, type Space } from '#features/spaces/server/index.ts'
import type { CollectionName } from '../collections.ts'
import type { listCollection } from '../contract.ts'
import { COLLECTION_PAGE_SIZE } from '../shared.ts'

/**
 * The pages of a space, last changed first, or its posts, newest first.
 * @param cursor `nextCursor` of the page before
 */
export async function listCollectionOf(
  ctx: Context,
  space: Space,
  of: CollectionName,
  cursor?: string,
): Promise<ResponseOf<typeof listCollection>> {
  const type = of === 'pages' ? 'page' : 'blogpost'
  const time = of === 'pages' ? 'updated_at' : 'created_at'
  const [, at, id] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor ?? '') ?? []
  if (cursor !== undefined && id === undefined)
    throw badRequest('must be what nextCursor was', { field: 'cursor', forPrograms: true })
  const before = id === undefined ? undefined : { at: Number(at), id: Number(id) }
  const limit = COLLECTION_PAGE_SIZE + 1
  const rows = await lastChanged(ctx, { type, spaceId: space.id, by: time, before, limit })
  const shown = rows.slice(0, COLLECTION_PAGE_SIZE)
  const [people, mayCreate] = await Promise.all([
    accountsById(
      ctx.app,
      shown.map(row => (of === 'pages' ? row.updater_id : row.creator_id)),
    ),
    mayInSpace(ctx.app, ctx.viewer, space.id, `create:${type}`),
  ])
  const last = shown.at(-1)
  return {
    space: { key: space.key, name: space.name, url: spacePath(space) },
    createLink:
      mayCreate && space.status !== 'archived'
        ? `/pages/create${type}.action?spaceKey=${encodeURIComponent(space.key)}`
        : '',
    results: shown.map(row => ({
      id: String(row.id),
      title: row.title,
      url: contentPath(row, space.key),
      authorName: people.get((of === 'pages' ? row.updater_id : row.creator_id) ?? 0)?.display_name ?? '',
      at: isoTime(row[time]),
    })),
    nextCursor: rows.length > shown.length && last ? `${last[time]}-${last.id}` : null,
  }
}
