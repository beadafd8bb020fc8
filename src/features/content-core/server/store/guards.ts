import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { grantsOf } from '#features/spaces/server/index.ts'
import type { RestrictionSubject } from '../tables.ts'

/** Which of these contents have restrictions on editing, and whether one of them names the viewer. */
export async function editRestrictions({ app, viewer }: Context, ids: readonly number[]) {
  const { read, dialect } = app.database
  const { rows } = await sql<{
    id: number
    named: number
  }>`select content_id as id, max(case when ${grantsOf(dialect, viewer, 'restriction')} then 1 else 0 end) as named
    from restriction where content_id in ${dialect.inIntegers(ids)} and operation = 'update' group by content_id`.execute(
    read,
  )
  return rows
}

/** The page that guards the parent of a page; null where none does. */
export async function guardOfParent({ db }: WriteTransaction, pageId: number): Promise<number | null> {
  const parent = await db
    .selectFrom('content as page')
    .innerJoin('content as parent', 'parent.id', 'page.parent_id')
    .select('parent.guard_id')
    .where('page.id', '=', pageId)
    .executeTakeFirst()
  return parent?.guard_id ?? null
}

/** A page and all pages below it, of any status, parents before their children. */
export async function subtreeOf({ db }: WriteTransaction, pageId: number) {
  return db
    .withRecursive('subtree(id, parent_id, depth)', cte =>
      cte
        .selectFrom('content')
        .select(['id', 'parent_id', sql<number>`0`.as('depth')])
        .where('id', '=', pageId)
        .unionAll(
          cte
            .selectFrom('content')
            .innerJoin('subtree', 'subtree.id', 'content.parent_id')
            .select(['content.id', 'content.parent_id', sql<number>`subtree.depth + 1`.as('depth')])
            .where('content.type', '=', 'page'),
        ),
    )
    .selectFrom('subtree')
    .select(['id', 'parent_id'])
    .orderBy('depth')
    .execute()
}

/** On PostgreSQL, holds contents until the change commits. */
export async function holdContents({ db, dialect, engine }: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (engine === 'postgres')
    await db
      .selectFrom('content')
      .select('id')
      .where('id', 'in', dialect.inIntegers(ids))
      .orderBy('id')
      .forUpdate()
      .execute()
}

/** The contents among these that have restrictions on viewing themselves. */
export async function restrictedAmong({ db, dialect }: WriteTransaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('restriction')
    .select('content_id')
    .distinct()
    .where('operation', '=', 'read')
    .where('content_id', 'in', dialect.inIntegers(ids))
    .execute()
  return new Set(rows.map(row => row.content_id))
}

/** Users that a combined restriction names at most; all others are excluded. */
const MAX_COMBINED = 1000

/** Users and groups that every one of the restrictions lets in. */
export async function letInByAll(tx: WriteTransaction, lists: readonly number[]): Promise<RestrictionSubject[]> {
  const { db } = tx
  const [only] = lists
  if (lists.length === 1 && only !== undefined) {
    return db
      .selectFrom('restriction')
      .select(['account_id', 'group_id'])
      .where('content_id', '=', only)
      .where('operation', '=', 'read')
      .execute()
  }
  const groups = await db
    .selectFrom('restriction')
    .select('group_id')
    .where('content_id', 'in', tx.dialect.inIntegers(lists))
    .where('operation', '=', 'read')
    .where('group_id', 'is not', null)
    .groupBy('group_id')
    .having(({ fn }) => fn.count('content_id').distinct(), '=', lists.length)
    .execute()
  let accounts = db.selectFrom('account').select('account.id')
  for (const list of lists) {
    accounts = accounts.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('restriction')
          .select('restriction.id')
          .where('restriction.content_id', '=', list)
          .where('restriction.operation', '=', 'read')
          .where(eb =>
            eb.or([
              eb('restriction.account_id', '=', eb.ref('account.id')),
              eb(
                'restriction.group_id',
                'in',
                eb
                  .selectFrom('membership')
                  .select('membership.group_id')
                  .whereRef('membership.account_id', '=', 'account.id'),
              ),
            ]),
          ),
      ),
    )
  }
  const users = await accounts.orderBy('account.id').limit(MAX_COMBINED).execute()
  return [
    ...groups.map(({ group_id }) => ({ account_id: null, group_id })),
    ...users.map(({ id }) => ({ account_id: id, group_id: null })),
  ]
}

/** The restricted pages that guard what is below a page of this guard. */
export async function guardChain(tx: WriteTransaction, guardId: number | null): Promise<number[]> {
  if (guardId === null) return []
  const rows = await tx.db.selectFrom('guard_link').select('link_id').where('guard_id', '=', guardId).execute()
  return rows.map(row => row.link_id)
}

/** Pages whose parent goes while they stay, with what guards the parent: only those that something guards. */
export async function guardedBelow(tx: WriteTransaction, going: readonly number[]) {
  const list = tx.dialect.inIntegers(going)
  return tx.db
    .selectFrom('content')
    .innerJoin('content as parent', 'parent.id', 'content.parent_id')
    .select(['content.id', 'content.type', 'content.space_id', 'parent.guard_id as guard'])
    .where('content.parent_id', 'in', list)
    .where('content.id', 'not in', list)
    .where('content.type', '=', 'page')
    .where('parent.guard_id', 'is not', null)
    .orderBy('content.id')
    .execute()
}
