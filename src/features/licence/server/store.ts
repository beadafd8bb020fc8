import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { LicenceReminderTable } from './tables.ts'

export type Reminder = Pick<LicenceReminderTable, 'later' | 'never'>

/** When an administrator wants to be reminded again. */
export async function reminderOf(db: Queries, accountId: number): Promise<Reminder> {
  const row = await db
    .selectFrom('licence_reminder')
    .select(['later', 'never'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { later: 0, never: '' }
}

/** Changes a part of it. */
export async function storeReminder(
  { db }: WriteTransaction,
  accountId: number,
  change: Partial<Reminder>,
): Promise<void> {
  await db
    .insertInto('licence_reminder')
    .values({ account_id: accountId, later: 0, never: '', ...change })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(change))
    .execute()
}
