import { sql } from 'kysely'
import type { WriteTransaction } from '#platform/server/database/index.ts'

/**
 * Recomputes, for a page and everything below it, which restricted page guards it. Called in the transaction that
 * changes a restriction or moves the page.
 *
 * Invariant: `guard_id` of a page is the nearest page at or above it with a `read` restriction, or null; that of a
 * comment or attachment is its container's. `guard_link` holds, for each guard, itself and every guard above it.
 */
export async function refreshGuards(tx: WriteTransaction, pageId: number): Promise<void> {
  const { db } = tx
  const parent = await db.selectFrom('content as page').innerJoin('content as parent', 'parent.id', 'page.parent_id')
    .select('parent.guard_id').where('page.id', '=', pageId).executeTakeFirst()
  const subtree = await db.withRecursive('subtree(id, parent_id, depth)', cte => cte
    .selectFrom('content').select(['id', 'parent_id', sql<number>`0`.as('depth')]).where('id', '=', pageId)
    .unionAll(cte.selectFrom('content').innerJoin('subtree', 'subtree.id', 'content.parent_id')
      .select(['content.id', 'content.parent_id', sql<number>`subtree.depth + 1`.as('depth')])
      .where('content.type', '=', 'page')))
    .selectFrom('subtree').select(['id', 'parent_id']).orderBy('depth').execute()
  const ids = subtree.map(page => page.id)
  if (tx.engine === 'postgres') {
    // Whoever attaches a file to one of these pages holds its row: wait, so that the update below sees what they add.
    await db.selectFrom('content').select('id').where('id', 'in', inList(tx, ids)).orderBy('id').forUpdate().execute()
  }
  const restricted = new Set((await db.selectFrom('restriction').select('content_id').distinct()
    .where('operation', '=', 'read').where('content_id', 'in', inList(tx, ids)).execute()).map(row => row.content_id))

  const outer = parent?.guard_id ?? null
  const guardOf = new Map<number, number | null>()
  const chains = new Map<number, number[]>()
  const outerChain = outer === null ? [] : await chainOf(tx, outer)
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

  await db.deleteFrom('guard_link').where('guard_id', 'in', inList(tx, ids)).execute()
  const links = [...chains].flatMap(([guard_id, chain]) => chain.map(link_id => ({ guard_id, link_id })))
  for (let i = 0; i < links.length; i += 500) await db.insertInto('guard_link').values(links.slice(i, i + 500)).execute()
  for (const [guard, pages] of members) {
    await db.updateTable('content').set({ guard_id: guard })
      .where(eb => eb.or([eb('id', 'in', inList(tx, pages)), eb('container_id', 'in', inList(tx, pages))]))
      .where(sql<boolean>`guard_id is distinct from ${guard}`).execute()
  }
}

async function chainOf(tx: WriteTransaction, guardId: number): Promise<number[]> {
  const rows = await tx.db.selectFrom('guard_link').select('link_id').where('guard_id', '=', guardId).execute()
  return rows.map(row => row.link_id)
}

function inList(tx: WriteTransaction, ids: readonly number[]) {
  return tx.dialect.inIntegers(ids)
}
