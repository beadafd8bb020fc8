import type { Context } from '#platform/server/context.ts'

/** Data that hang on some contents, each by the order in which it came to be. Callers have checked permissions. */

/** Labels, and whose they are; personal ones only of one account, or of all. */
export async function labelsOn(
  { app: { database } }: Context,
  contentIds: readonly number[],
  personalOf: number | null | 'all',
) {
  let select = database.read
    .selectFrom('content_label')
    .innerJoin('label', 'label.id', 'content_label.label_id')
    .select([
      'content_label.content_id',
      'content_label.account_id',
      'content_label.created_at',
      'label.id',
      'label.prefix',
      'label.name',
      'label.owner_id',
    ])
    .where('content_label.content_id', 'in', database.dialect.inIntegers(contentIds))
  if (personalOf !== 'all')
    select = select.where(eb => eb.or([eb('label.prefix', '<>', 'my'), eb('label.owner_id', '=', personalOf ?? -1)]))
  return select.orderBy('content_label.content_id').orderBy('label.id').execute()
}

export async function likesOn({ app: { database } }: Context, contentIds: readonly number[]) {
  return database.read
    .selectFrom('content_like')
    .selectAll()
    .where('content_id', 'in', database.dialect.inIntegers(contentIds))
    .orderBy('content_id')
    .orderBy('at')
    .execute()
}

/** Watches of one account, or of all. */
export async function watchesOn(
  { app: { database } }: Context,
  contentIds: readonly number[],
  of: number | null | 'all',
) {
  let select = database.read
    .selectFrom('content_watch')
    .selectAll()
    .where('content_id', 'in', database.dialect.inIntegers(contentIds))
  if (of !== 'all') select = select.where('account_id', '=', of ?? -1)
  return select.orderBy('content_id').orderBy('account_id').execute()
}

/** Contents that one account, or all, saved for later. */
export async function savedOn(
  { app: { database } }: Context,
  contentIds: readonly number[],
  of: number | null | 'all',
) {
  let select = database.read
    .selectFrom('content_favourite')
    .selectAll()
    .where('content_id', 'in', database.dialect.inIntegers(contentIds))
  if (of !== 'all') select = select.where('account_id', '=', of ?? -1)
  return select.orderBy('content_id').orderBy('account_id').execute()
}

export async function propertiesOn({ app: { database } }: Context, contentIds: readonly number[]) {
  return database.read
    .selectFrom('content_property')
    .select(['content_id', 'key', 'value', 'version', 'updated_at'])
    .where('content_id', 'in', database.dialect.inIntegers(contentIds))
    .orderBy('content_id')
    .orderBy('key')
    .execute()
}

export async function restrictionsOn({ app: { database } }: Context, contentIds: readonly number[]) {
  return database.read
    .selectFrom('restriction')
    .select(['content_id', 'operation', 'account_id', 'group_id'])
    .where('content_id', 'in', database.dialect.inIntegers(contentIds))
    .orderBy('content_id')
    .orderBy('id')
    .execute()
}

/** Places of comments, and the state of inline ones. */
export async function commentPlaces({ app: { database } }: Context, commentIds: readonly number[]) {
  if (commentIds.length === 0) return []
  return database.read
    .selectFrom('comment')
    .selectAll()
    .where('content_id', 'in', database.dialect.inIntegers(commentIds))
    .execute()
}
