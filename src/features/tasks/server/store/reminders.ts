import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'

/** Assignees that are reminded in one run. */
const MOST_PEOPLE = 10_000

/** Days, `YYYY-MM-DD`, both inclusive. */
export interface DueDays {
  from: string
  to: string
}

/** Accounts that can get mail and have open tasks due on these days, of which they were not reminded. */
export async function peopleToRemind(db: Queries, { from, to }: DueDays) {
  return dueTasks(db, { from, to })
    .innerJoin('account', 'account.id', 'inline_task.assignee_id')
    .selectAll('account')
    .where('account.active', '=', 1)
    .where('account.email', '<>', '')
    .distinct()
    .orderBy('account.id')
    .limit(MOST_PEOPLE)
    .execute()
}

/** Which of these tasks are such tasks, by id. */
export async function unremindedTasks(tx: WriteTransaction, ids: readonly number[], days: DueDays): Promise<number[]> {
  const rows = await dueTasks(tx.db, days)
    .select('inline_task.id')
    .where('inline_task.id', 'in', tx.dialect.inIntegers(ids))
    .execute()
  return rows.map(row => row.id)
}

function dueTasks(db: Queries, { from, to }: DueDays) {
  return db
    .selectFrom('inline_task')
    .where('inline_task.status', '=', 'incomplete')
    .where('inline_task.due_on', '>=', from)
    .where('inline_task.due_on', '<=', to)
    .where(({ eb, ref }) =>
      eb.or([
        eb('inline_task.reminded_on', 'is', null),
        eb('inline_task.reminded_on', '<>', ref('inline_task.due_on')),
      ]),
    )
}

/** Notes that the assignees of these tasks are reminded of their due dates. */
export async function markReminded(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  await tx.db
    .updateTable('inline_task')
    .set(({ ref }) => ({ reminded_on: ref('due_on') }))
    .where('id', 'in', tx.dialect.inIntegers(ids))
    .execute()
}
