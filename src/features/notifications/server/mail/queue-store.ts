import { randomUUID } from 'node:crypto'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Database, Tables, WriteTransaction } from '#platform/server/database/index.ts'

type QueuedMail = Selectable<Tables['notification_mail']>

/** A mail that is being sent. */
export interface ClaimedMail {
  readonly mailId: string
  readonly accountId: number
  /** From 1. */
  readonly attempt: number
  /** Its further notifications are those of a day, not of one page. */
  readonly isDigest: boolean
}

/** A process that has not sent what it claimed for this long counts as dead. */
const LEASE_MS = 10 * 60_000
/** Advisory lock under which claims of PostgreSQL follow each other: each takes several rows. */
const CLAIM_LOCK = 817102512

/** Adds notifications to those that are to be mailed. */
export async function queueMail(
  { db }: WriteTransaction,
  rows: readonly Omit<QueuedMail, 'mail_id' | 'attempt'>[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('notification_mail')
    .values(rows.map(row => ({ ...row, mail_id: null, attempt: 0 })))
    .execute()
}

/** Whether a mail is due. @param at epoch milliseconds */
export async function isMailDue({ read }: Database, at: number): Promise<boolean> {
  const row = await read
    .selectFrom('notification_mail')
    .select('notification_id')
    .where('due_at', '<=', at)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes the mail that is due longest, with all that goes with it: other notifications about the page, or of the day. A
 * mail that was claimed before goes again as it was, so that its `Message-ID` always means the same.
 * @param at epoch milliseconds
 */
export async function claimMail(database: Database, at: number): Promise<ClaimedMail | undefined> {
  return database.transaction(
    async ({ db, engine }) => {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(db)
      const first = await db
        .selectFrom('notification_mail')
        .selectAll()
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst()
      if (!first) return undefined
      const mailId = first.mail_id ?? randomUUID()
      const attempt = first.attempt + 1
      await db
        .updateTable('notification_mail')
        .set({ mail_id: mailId, attempt, due_at: at + LEASE_MS })
        .where(eb => goingWith(eb, first, at))
        .execute()
      return { mailId, accountId: first.account_id, attempt, isDigest: first.time === 'daily' }
    },
    { invalidates: false },
  )
}

function goingWith(eb: ExpressionBuilder<Tables, 'notification_mail'>, first: QueuedMail, at: number) {
  if (first.mail_id !== null) return eb('mail_id', '=', first.mail_id)
  if (first.time === 'now') return eb('notification_id', '=', first.notification_id)
  const ofAccount = eb.and([
    eb('account_id', '=', first.account_id),
    eb('time', '=', first.time),
    eb('mail_id', 'is', null),
  ])
  return first.time === 'bundled'
    ? eb.and([ofAccount, eb('page_id', '=', first.page_id)])
    : eb.and([ofAccount, eb('due_at', '<=', at)])
}

/** Ends a mail: it has gone, or never will. */
export async function endMail(database: Database, mailId: string): Promise<void> {
  await database.transaction(({ db }) => db.deleteFrom('notification_mail').where('mail_id', '=', mailId).execute(), {
    invalidates: false,
  })
}

/** Lets a mail that could not be sent be tried again. @param dueAt epoch milliseconds */
export async function postponeMail(database: Database, mailId: string, dueAt: number): Promise<void> {
  await database.transaction(
    ({ db }) => db.updateTable('notification_mail').set({ due_at: dueAt }).where('mail_id', '=', mailId).execute(),
    { invalidates: false },
  )
}
