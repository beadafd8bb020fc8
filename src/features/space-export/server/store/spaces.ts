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

/** Categories of a space. */
export function categoriesOf(db: Queries, spaceId: number) {
  return db
    .selectFrom('space_label')
    .innerJoin('label', 'label.id', 'space_label.label_id')
    .select(['label.id', 'label.name', 'label.prefix', 'space_label.account_id', 'space_label.created_at'])
    .where('space_label.space_id', '=', spaceId)
    .orderBy('label.id')
    .execute()
}

/** Stars of a space: of one account, or all. */
export function starsOf(db: Queries, spaceId: number, of: number | null | 'all') {
  let select = db.selectFrom('space_favourite').selectAll().where('space_id', '=', spaceId)
  if (of !== 'all') select = select.where('account_id', '=', of ?? -1)
  return select.orderBy('account_id').execute()
}

/** The highest id of any label; 0 without any. */
export async function highestLabelId(db: Queries): Promise<number> {
  const row = await db.selectFrom('label').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
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
