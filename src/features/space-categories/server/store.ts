import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { labelId, labelName, type ImportedLabel, type LabelName, type LabelRow } from '#features/labels/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type {} from './tables.ts'

/** Categories of one space at most. */
export const MAX_CATEGORIES = 50
const PREFIX = 'team'

/** A category as clients name it: `team` may be before it or not. @throws HttpError 400 */
export function categoryName(text: string): LabelName {
  const found = labelName(text, PREFIX)
  if (found.prefix !== PREFIX)
    throw badRequest('the prefix of a category is {{prefix}}, not {{given}}', {
      field: 'category',
      values: { prefix: PREFIX, given: found.prefix },
      forPrograms: true,
    })
  return found
}

/** Categories of each space by name, in one query. */
export async function categoriesOf(ctx: Context, spaceIds: readonly number[]): Promise<Map<number, LabelRow[]>> {
  const all = new Map<number, LabelRow[]>(spaceIds.map(id => [id, []]))
  if (spaceIds.length === 0) return all
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom('space_label')
    .innerJoin('label', 'label.id', 'space_label.label_id')
    .select(['space_label.space_id', 'label.id', 'label.prefix', 'label.name'])
    .where('space_label.space_id', 'in', dialect.inIntegers(spaceIds))
    .orderBy('label.name')
    .orderBy('label.id')
    .execute()
  for (const { space_id, ...label } of rows) all.get(space_id)?.push(label)
  return all
}

/**
 * Puts a space into a category; nothing happens when it is there. The caller has asked the policy.
 * @throws HttpError 400
 */
export async function categorise(ctx: Context, space: Space, { prefix, name }: LabelName): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const label_id = await labelId(tx, { prefix, name })
    const added = await tx.db
      .insertInto('space_label')
      .values({ space_id: space.id, label_id, account_id: ctx.viewer.userId, created_at: Date.now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('label_id')
      .executeTakeFirst()
    if (!added) return
    const { total } = await tx.db
      .selectFrom('space_label')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where('space_id', '=', space.id)
      .executeTakeFirstOrThrow()
    if (total > MAX_CATEGORIES)
      throw badRequest('a space is in at most {{most}} categories', {
        field: 'category',
        values: { most: MAX_CATEGORIES },
      })
    tx.append({
      kind: 'space.category.added',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { key: space.key, category: name },
    })
  })
}

/** Puts an imported space into its categories, as many as a space is in. */
export async function importCategories(
  tx: WriteTransaction,
  spaceId: number,
  categories: readonly ImportedLabel[],
): Promise<void> {
  for (const { prefix, name, accountId, at } of categories.slice(0, MAX_CATEGORIES)) {
    const label_id = await labelId(tx, { prefix, name })
    await tx.db
      .insertInto('space_label')
      .values({ space_id: spaceId, label_id, account_id: accountId, created_at: at })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/** @throws HttpError 404 when the space is not in the category */
export async function uncategorise(ctx: Context, space: Space, { prefix, name }: LabelName): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const gone = await tx.db
      .deleteFrom('space_label')
      .where('space_id', '=', space.id)
      .where('label_id', 'in', eb =>
        eb
          .selectFrom('label')
          .select('id')
          .where('name', '=', name)
          .where('prefix', '=', prefix)
          .where('owner_id', '=', 0),
      )
      .returning('label_id')
      .executeTakeFirst()
    if (!gone) throw notFound('The space {{key}} is not in the category {{name}}', { values: { key: space.key, name } })
    tx.append({
      kind: 'space.category.removed',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { key: space.key, category: name },
    })
  })
}

/** True for what is in a space, by that column, of one of the categories. */
export function inCategory(
  names: readonly LabelName[],
  spaceId: 'space.id' | 'content.space_id' = 'space.id',
): RawBuilder<SqlBool> {
  if (names.length === 0) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`(${sql.ref(spaceId)} is not null and ${sql.ref(spaceId)} in (select space_label.space_id from space_label join label on label.id = space_label.label_id
    where label.prefix = ${PREFIX} and label.owner_id = 0 and label.name in (${sql.join(names.map(({ name }) => name))})))`
}
