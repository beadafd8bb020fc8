import { sql } from 'kysely'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import {
  addRestrictions,
  dropRendersNaming,
  removeRestrictions,
  replaceGuardLinks,
  setGuard,
  type RestrictionSubject,
} from '../write.ts'

/**
 * Recomputes, for a page and everything below it, which restricted page guards it. Called in the transaction that
 * changes a restriction or moves the page.
 *
 * Invariant: `guard_id` of a page is the nearest page at or above it with a `read` restriction, or null; that of a
 * comment or attachment is its container's. `guard_link` holds, for each guard, itself and every guard above it.
 */
export async function refreshGuards(tx: WriteTransaction, pageId: number): Promise<void> {
  const { db } = tx
  const parent = await db
    .selectFrom('content as page')
    .innerJoin('content as parent', 'parent.id', 'page.parent_id')
    .select('parent.guard_id')
    .where('page.id', '=', pageId)
    .executeTakeFirst()
  const subtree = await db
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
  const ids = subtree.map(page => page.id)
  if (tx.engine === 'postgres') {
    // Whoever attaches a file to one of these pages holds its row: wait, so that the update below sees what they add.
    await db.selectFrom('content').select('id').where('id', 'in', inList(tx, ids)).orderBy('id').forUpdate().execute()
  }
  const restricted = new Set(
    (
      await db
        .selectFrom('restriction')
        .select('content_id')
        .distinct()
        .where('operation', '=', 'read')
        .where('content_id', 'in', inList(tx, ids))
        .execute()
    ).map(row => row.content_id),
  )

  const outer = parent?.guard_id ?? null
  const guardOf = new Map<number, number | null>()
  const chains = new Map<number, number[]>()
  const outerChain = await chainOf(tx, outer)
  const members = new Map<number | null, number[]>()
  for (const page of subtree) {
    const above = page.id === pageId ? outer : (guardOf.get(page.parent_id!) ?? null)
    const guard = restricted.has(page.id) ? page.id : above
    guardOf.set(page.id, guard)
    const list = members.get(guard)
    if (list) list.push(page.id)
    else members.set(guard, [page.id])
    if (guard === page.id) {
      const upper = above === null ? [] : (chains.get(above) ?? outerChain)
      chains.set(page.id, [page.id, ...upper])
    }
  }

  await replaceGuardLinks(tx, ids, chains)
  const changed: number[] = []
  for (const [guard, pages] of members) changed.push(...(await setGuard(tx, pages, guard)))
  await dropRendersNaming(tx, changed)
}

/** Users that a combined restriction names at most; all others are excluded. */
const MAX_COMBINED = 1000
/** Represents a user who is not there, so that a restriction lets nobody in but administrators. */
const NOBODY = 0

/**
 * Gives a page the view restrictions that it inherits from the pages of `links` as its own, because those pages go away
 * above it: deleting a page must never show anybody what they could not see before. Where several restrictions held
 * together, the page's own gets the groups that all of them name and the users whom all of them let in today.
 */
export async function keepInherited(
  tx: WriteTransaction,
  actorId: number | null,
  page: { id: number; type: string; space_id: number },
  links: readonly number[],
): Promise<void> {
  if (links.length === 0) return
  const { db } = tx
  const own = await db
    .selectFrom('restriction')
    .select('id')
    .where('content_id', '=', page.id)
    .where('operation', '=', 'read')
    .limit(1)
    .executeTakeFirst()
  const lists = own ? [...links, page.id] : links
  const subjects = await letInByAll(tx, lists)
  await removeRestrictions(tx, page.id, 'read')
  const rows = subjects.length > 0 ? subjects : [{ account_id: NOBODY, group_id: null }]
  await addRestrictions(
    tx,
    page.id,
    rows.map(row => ({ operation: 'read', ...row })),
  )
  tx.append({
    kind: `${page.type}.restricted`,
    actorId,
    spaceId: page.space_id,
    contentId: page.id,
    data: { operations: ['read'], inherited: true },
  })
}

/** Users and groups that every one of the restrictions lets in. */
async function letInByAll(tx: WriteTransaction, lists: readonly number[]): Promise<RestrictionSubject[]> {
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
    .where('content_id', 'in', inList(tx, lists))
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
export async function chainOf(tx: WriteTransaction, guardId: number | null): Promise<number[]> {
  if (guardId === null) return []
  const rows = await tx.db.selectFrom('guard_link').select('link_id').where('guard_id', '=', guardId).execute()
  return rows.map(row => row.link_id)
}

function inList(tx: WriteTransaction, ids: readonly number[]) {
  return tx.dialect.inIntegers(ids)
}
