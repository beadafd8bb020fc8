import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { conflict, notFound } from '#platform/server/http/errors.ts'
import { accessChanged } from '../access.ts'
import { assertAdministratorRemains } from '../administrators.ts'
import { GROUP_USERS } from '../groups/built-in.ts'
import { groupNamed, insertMembership } from '../groups/store.ts'
import { lockAdministration } from '../permissions/store.ts'
import { endResetLinks } from '../reset/store.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { endSessionsIn } from '../sign-in/sessions-store.ts'
import type { Account } from '../viewer.ts'
import { indexAccount } from './directory-store.ts'
import { checkNewAccount, type NewAccount } from './rules.ts'
import {
  changeAccount,
  findAccount,
  insertAccount,
  switchAccount,
  type AccountRef,
  type AccountValues,
} from './store.ts'

export type { NewAccount } from './rules.ts'

/** As {@link findAccount}. @throws HttpError 404 when there is none, or it was deleted */
export async function requireAccount(app: Pick<App, 'database'>, ref: AccountRef): Promise<Account> {
  const account = await findAccount(app, ref)
  if (!account || account.deleted_at !== null) throw noUser(ref)
  return account
}

/** The error for a user who does not exist. */
export function noUser(ref: AccountRef): Error {
  const [value] = Object.values(ref) as (string | number)[]
  return notFound('No user found with {{kind}} {{name}}', {
    values: { kind: 'username' in ref ? 'username' : 'key', name: String(value).slice(0, 200) },
  })
}

/**
 * Creates an active account and puts it into `confluence-users`. Without a password it can sign in only after a reset.
 * @throws HttpError 400 for values that are not allowed, 409 when the user name is taken
 */
export async function createAccount(app: App, given: NewAccount, actorId: number | null): Promise<Account> {
  const values = checkNewAccount(given)
  const passwordHash = values.password === undefined ? null : await hashPassword(values.password)
  return app.database.transaction(tx => addAccount(app, tx, { ...values, passwordHash }, actorId))
}

/** As {@link createAccount}, inside a running transaction, with values already checked and the password hashed. */
export async function addAccount(
  app: App,
  tx: WriteTransaction,
  values: AccountValues,
  actorId: number | null,
): Promise<Account> {
  const account = await insertAccount(tx, values)
  if (!account)
    throw conflict('A user with the username {{name}} already exists', {
      values: { name: values.username },
    })
  await indexAccount(tx, account)
  const users = await groupNamed(tx.db, GROUP_USERS)
  if (users) await insertMembership(tx, users.id, account.id)
  tx.append({ kind: 'account.created', actorId, data: { accountId: account.id } })
  accessChanged(app, tx)
  return account
}

/** Enables or disables an account. A disabled one keeps its content and its groups; its sessions end. */
export async function setActive(app: App, account: Account, active: boolean, actorId: number | null): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    if (!(await switchAccount(tx, account.id, active))) return
    if (!active) {
      await endSessionsIn(tx, account.id)
      await assertAdministratorRemains(tx)
    }
    tx.append({ kind: active ? 'account.enabled' : 'account.disabled', actorId, data: { accountId: account.id } })
    accessChanged(app, tx)
  })
}

/**
 * Stores a new password and ends what the old one had opened: every session but `keepSession`, and open reset links.
 * @param password checked by the caller against the rules
 */
export async function setPassword(
  app: App,
  account: Pick<Account, 'id'>,
  password: string,
  actorId: number | null,
  keepSession?: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await app.database.transaction(tx => setPasswordIn(app, tx, account.id, passwordHash, actorId, keepSession))
}

/** Stores a hashed password, ends links to set one, and all sessions but `keepSession`. */
export async function setPasswordIn(
  app: App,
  tx: WriteTransaction,
  accountId: number,
  passwordHash: string,
  actorId: number | null,
  keepSession?: string,
): Promise<void> {
  await changeAccount(tx, accountId, { password_hash: passwordHash })
  await endResetLinks(tx, accountId)
  await endSessionsIn(tx, accountId, keepSession)
  tx.append({ kind: 'account.password-changed', actorId, data: { accountId } })
  accessChanged(app, tx)
}
