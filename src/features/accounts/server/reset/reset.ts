import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { now } from '../clock.ts'
import { nameKey } from '../names.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { hashSecret } from '../sign-in/secrets.ts'
import { setPasswordIn } from '../users/accounts.ts'
import type { Account } from '../viewer.ts'

/** Kind of the job that sends reset links. */
export const RESET_JOB = 'account.reset-mail'
export const RESET_MS = 60 * 60 * 1000
/** One address may belong to several accounts; each gets a link, up to this many. */
const MAX_ACCOUNTS = 5

/**
 * Makes a link by which the password of an account can be set once, within an hour. Links made before end.
 * @returns the address with the secret in it, which is stored as a hash alone
 */
export async function createResetLink(
  app: App,
  account: Pick<Account, 'id'>,
  actorId: number | null,
): Promise<{ url: string; expiresAt: number }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now(app) + RESET_MS
  await app.database.transaction(async tx => {
    await tx.db.deleteFrom('password_reset').where('account_id', '=', account.id).execute()
    await tx.db
      .insertInto('password_reset')
      .values({ token_hash: hashSecret(token), account_id: account.id, expires_at: expiresAt, used_at: null })
      .execute()
    tx.append({ kind: 'account.reset-link-created', actorId, data: { accountId: account.id } })
  })
  return { url: `${app.baseUrl}/resetuserpassword.action?token=${token}`, expiresAt }
}

/** The account whose password this link may set, or undefined when the link is unknown, used or expired. */
export async function resetAccount(app: App, token: string): Promise<Account | undefined> {
  return app.database.read
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.account_id')
    .selectAll('account')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now(app))
    .where('account.active', '=', 1)
    .executeTakeFirst()
}

/** Uses a link up and sets the password; all sessions end. @returns false when the link is unknown, used or expired */
export async function useResetLink(app: App, token: string, password: string): Promise<boolean> {
  if (!(await resetAccount(app, token))) return false
  const passwordHash = await hashPassword(password)
  return app.database.transaction(async tx => {
    // Taking the row away decides between two who use the link at the same moment.
    const row = await tx.db
      .deleteFrom('password_reset')
      .where('token_hash', '=', hashSecret(token))
      .where('expires_at', '>', now(app))
      .returning('account_id')
      .executeTakeFirst()
    if (!row) return false
    await setPasswordIn(app, tx, row.account_id, passwordHash, row.account_id)
    return true
  })
}

/**
 * Queues the mail with a link. The secret is made when the mail is sent, so that the queue holds none; and whether a
 * name belongs to anybody is found out there, so that asking takes the same way for every name.
 */
export async function enqueueResetMail(
  app: App,
  to: { name: string } | { accountId: number; welcome: true },
): Promise<void> {
  await app.jobs.enqueue({ kind: RESET_JOB, title: 'Sending a link for a new password', ownerId: null, input: to })
}

/** The work of {@link RESET_JOB}. */
export async function runResetMail({ app, input }: JobRun): Promise<void> {
  const welcome = input['welcome'] === true
  for (const account of await addressees(app, input)) {
    const { url } = await createResetLink(app, account, null)
    const intro = welcome
      ? `An account was made for you at ${app.baseUrl}. Your user name is ${account.username}.\n\nSet your password here`
      : `Somebody, most likely you, asked for a new password for your account ${account.username} at ${app.baseUrl}.\n\nSet it here`
    await app.mail.send({
      to: account.email,
      subject: welcome ? 'Your account for the wiki' : 'Set a new password for the wiki',
      text:
        `Hello ${account.display_name},\n\n${intro} (the link works once, for an hour):\n\n${url}\n\n` +
        (welcome ? '' : 'If it was not you, ignore this message: nothing has changed.\n'),
    })
  }
}

async function addressees(app: App, input: Record<string, unknown>): Promise<Account[]> {
  const query = app.database.read
    .selectFrom('account')
    .selectAll()
    .where('active', '=', 1)
    .where('email', '<>', '')
    .limit(MAX_ACCOUNTS)
  if (typeof input['accountId'] === 'number') return query.where('id', '=', input['accountId']).execute()
  const name = typeof input['name'] === 'string' ? nameKey(input['name']) : ''
  const byName = await query.where('username_key', '=', name).execute()
  if (byName.length > 0 || !name.includes('@')) return byName
  return query.where('email_key', '=', name).orderBy('id').execute()
}
