import type { Queries } from '#platform/server/database/index.ts'

/** Permissions in a space. */
export function permissionRows(db: Queries, spaceId: number) {
  return db.selectFrom('space_permission').selectAll().where('space_id', '=', spaceId).orderBy('id').execute()
}

/** Watches of a space: of one account, or all. */
export function spaceWatches(db: Queries, spaceId: number, of: number | null | 'all') {
  let select = db.selectFrom('space_watch').selectAll().where('space_id', '=', spaceId)
  if (of !== 'all') select = select.where('account_id', '=', of ?? -1)
  return select.orderBy('account_id').execute()
}

/** Templates of a space after one of them, by their ids. */
export function templatesAfter(db: Queries, spaceId: number, after: number, limit: number) {
  return db
    .selectFrom('content_template')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
