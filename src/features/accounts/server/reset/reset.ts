import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { now } from '../clock.ts'
import { nameKey } from '../names.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { hashSecret } from '../sign-in/secrets.ts'
import { setPasswordIn } from '../users/accounts.ts'
import { accountsMailedAt, findAccount } from '../users/store.ts'
import type { Account } from '../viewer.ts'
import { accountOfResetLink, endResetLinks, insertResetLink, takeResetLink } from './store.ts'

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
    await endResetLinks(tx, account.id)
    await insertResetLink(tx, { token_hash: hashSecret(token), account_id: account.id, expires_at: expiresAt })
    tx.append({ kind: 'account.reset-link-created', actorId, data: { accountId: account.id } })
  })
  return { url: `${app.baseUrl}/resetuserpassword.action?token=${token}`, expiresAt }
}

/** The account whose password this link may set, or undefined when the link is unknown, used or expired. */
export async function resetAccount(app: App, token: string): Promise<Account | undefined> {
  return accountOfResetLink(app, hashSecret(token), now(app))
}

/** Uses a link up and sets the password; all sessions end. @returns false when the link is unknown, used or expired */
export async function useResetLink(app: App, token: string, password: string): Promise<boolean> {
  if (!(await resetAccount(app, token))) return false
  const passwordHash = await hashPassword(password)
  return app.database.transaction(async tx => {
    // Taking the row away decides between two who use the link at the same moment.
    const accountId = await takeResetLink(tx, hashSecret(token), now(app))
    if (accountId === undefined) return false
    await setPasswordIn(app, tx, accountId, passwordHash, accountId)
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

/** Active accounts with an address, by id, by user name, or by that address. */
async function addressees(app: App, { accountId, name }: Record<string, unknown>): Promise<Account[]> {
  if (typeof accountId !== 'number' && typeof name !== 'string') return []
  const named = await findAccount(app, typeof accountId === 'number' ? { id: accountId } : { username: String(name) })
  if (named?.active === 1 && named.email !== '') return [named]
  return typeof name === 'string' && nameKey(name).includes('@') ? accountsMailedAt(app, name, MAX_ACCOUNTS) : []
}
