import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'

export type Operation = 'read' | 'update'

/** Accounts and groups that a restriction lets in. */
export interface Subjects {
  accountIds: number[]
  groupIds: number[]
}

/** Accounts and groups that each operation of each content lets in; contents without a restriction are absent. */
export async function loadSubjects(
  ctx: Context,
  contentIds: readonly number[],
): Promise<Map<number, Record<Operation, Subjects>>> {
  const all = new Map<number, Record<Operation, Subjects>>()
  if (contentIds.length === 0) return all
  const rows = await ctx.app.database.read
    .selectFrom('restriction')
    .selectAll()
    .where('content_id', 'in', ctx.app.database.dialect.inIntegers(contentIds))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    let entry = all.get(row.content_id)
    if (!entry)
      all.set(
        row.content_id,
        (entry = { read: { accountIds: [], groupIds: [] }, update: { accountIds: [], groupIds: [] } }),
      )
    if (row.account_id !== null) entry[row.operation].accountIds.push(row.account_id)
    if (row.group_id !== null) entry[row.operation].groupIds.push(row.group_id)
  }
  return all
}

/** Restricted pages from the page itself upwards. */
export async function guardChain(ctx: Context, row: ContentRow): Promise<number[]> {
  if (row.guard_id === null) return []
  const links = await ctx.app.database.read
    .selectFrom('guard_link')
    .select('link_id')
    .where('guard_id', '=', row.guard_id)
    .orderBy('link_id')
    .execute()
  return links.map(link => link.link_id)
}

/** Accounts and groups of one restriction, within a change. */
export async function subjectsOn(tx: WriteTransaction, contentId: number, operation: Operation) {
  return tx.db
    .selectFrom('restriction')
    .select(['account_id', 'group_id'])
    .where('content_id', '=', contentId)
    .where('operation', '=', operation)
    .execute()
}

/** All that the restrictions of a content name, within a change. */
export async function restrictionsOn(tx: WriteTransaction, contentId: number) {
  return tx.db
    .selectFrom('restriction')
    .select(['operation', 'account_id', 'group_id'])
    .where('content_id', '=', contentId)
    .execute()
}
