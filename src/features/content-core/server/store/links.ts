import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import { holderPresent, visible } from './visibility.ts'

/** Spaces by their folded keys. */
export async function spacesOfKeys(db: Queries, keys: readonly string[]) {
  return db.selectFrom('space').select(['id', 'key_fold']).where('key_fold', 'in', keys).execute()
}

/** Ids of the contents whose text names a page or post by its title, in ascending order. */
export async function idsLinkingTo(
  tx: WriteTransaction,
  type: 'page' | 'blogpost',
  spaceId: number,
  titleKey: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('content_link')
    .select('from_id')
    .distinct()
    .where('kind', '=', type)
    .where('space_id', '=', spaceId)
    .where('target_key', '=', titleKey)
    .where('from_id', '>', after)
    .orderBy('from_id')
    .limit(limit)
    .execute()
  return rows.map(row => row.from_id)
}

/** A content with the key of its space. */
export type ContentInSpace = ContentRow & { space_key: string }

/** Current contents of these ids that the viewer may see, with the keys of their spaces. */
export async function currentWithSpaces(ctx: Context, ids: readonly number[]): Promise<ContentInSpace[]> {
  const { read, dialect } = ctx.app.database
  return withSpaces(read)
    .selectAll('content')
    .select('space.key as space_key')
    .where('content.id', 'in', dialect.inIntegers(ids))
    .where('content.status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .where(holderPresent())
    .execute()
}

/** Pages and posts with one of these titles in one of these spaces, by folded keys, that the viewer may see. */
export async function titledInSpaces(
  ctx: Context,
  titleKeys: readonly string[],
  spaceKeys: readonly string[],
): Promise<ContentInSpace[]> {
  const { read, dialect } = ctx.app.database
  return titled(read, titleKeys, spaceKeys)
    .selectAll('content')
    .select('space.key as space_key')
    .where(visible(dialect, ctx.viewer))
    .execute()
}

/** Facts that decide who sees the contents of {@link titledInSpaces}, of those too that the viewer may not see. */
export async function guardsOfTitled(db: Queries, titleKeys: readonly string[], spaceKeys: readonly string[]) {
  return titled(db, titleKeys, spaceKeys).select(['content.space_id', 'content.guard_id']).execute()
}

function titled(db: Queries, titleKeys: readonly string[], spaceKeys: readonly string[]) {
  return withSpaces(db)
    .where('content.title_key', 'in', titleKeys)
    .where('space.key_fold', 'in', spaceKeys)
    .where('content.type', 'in', ['page', 'blogpost'])
    .where('content.status', '=', 'current')
}

function withSpaces(db: Queries) {
  return db.selectFrom('content').innerJoin('space', 'space.id', 'content.space_id')
}
