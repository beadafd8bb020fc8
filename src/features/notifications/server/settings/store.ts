import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { Choice, MailTime } from '../../shared.ts'
import type { NotificationKind } from '../kinds.ts'

/** Choices of an account, by kind. */
export async function choicesOf({ database }: App, accountId: number): Promise<Map<string, Choice>> {
  const rows = await database.read
    .selectFrom('notification_choice')
    .select(['kind', 'bell', 'mail'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ kind, bell, mail }) => [kind, { bell: bell === 1, mail }]))
}

export async function setChoice(
  { db }: WriteTransaction,
  accountId: number,
  kind: string,
  { bell, mail }: Choice,
): Promise<void> {
  const chosen = { bell: bell ? 1 : 0, mail }
  await db
    .insertInto('notification_choice')
    .values({ account_id: accountId, kind, ...chosen })
    .onConflict(conflict => conflict.columns(['account_id', 'kind']).doUpdateSet(chosen))
    .execute()
}

/** Ends mail of a kind, or lets it come; the bell stays as it was chosen. */
export async function setMailTime(
  { db }: WriteTransaction,
  accountId: number,
  { name: kind, usual }: NotificationKind,
  mail: MailTime,
): Promise<void> {
  await db
    .insertInto('notification_choice')
    .values({ account_id: accountId, kind, bell: usual.bell ? 1 : 0, mail })
    .onConflict(conflict => conflict.columns(['account_id', 'kind']).doUpdateSet({ mail }))
    .execute()
}

/**
 * Hour of the daily mail that an account chose, and the secret that signs the links in its mails; null for none yet.
 */
export async function accountSettings({ database }: App, accountId: number) {
  return database.read
    .selectFrom('notification_preference')
    .select(['digest_hour', 'link_secret'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

export async function setDigestHour({ db }: WriteTransaction, accountId: number, hour: number): Promise<void> {
  await db
    .insertInto('notification_preference')
    .values({ account_id: accountId, digest_hour: hour, link_secret: null })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet({ digest_hour: hour }))
    .execute()
}

/** @param keep leaves a secret that is there. @returns the one that holds */
export async function setLinkSecret(
  { db }: WriteTransaction,
  accountId: number,
  secret: string,
  keep: boolean,
): Promise<string> {
  const row = await db
    .insertInto('notification_preference')
    .values({ account_id: accountId, digest_hour: null, link_secret: secret })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet(eb => ({
        link_secret: keep ? eb.fn.coalesce('notification_preference.link_secret', eb.val(secret)) : secret,
      })),
    )
    .returning('link_secret')
    .executeTakeFirstOrThrow()
  return row.link_secret ?? secret
}
