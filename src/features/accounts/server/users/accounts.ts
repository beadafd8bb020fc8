import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { conflict, notFound } from '#platform/server/http/errors.ts'
import { accessChanged } from '../access.ts'
import { assertAdministratorRemains, lockAdministration } from '../administrators.ts'
import { GROUP_USERS } from '../groups/built-in.ts'
import { nameKey } from '../names.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { endSessionsIn } from '../sign-in/sessions.ts'
import type { Account } from '../viewer.ts'
import { checkNewAccount, type NewAccount } from './rules.ts'
import { indexAccount } from './words.ts'

export type { NewAccount } from './rules.ts'

/** How an account is named: by user name (in any case), by user key, or by id. */
export type AccountRef = { username: string } | { userKey: string } | { id: number }

/**
 * The account of that name, key or id, disabled ones included, or undefined. Deleted accounts are found by key and id
 * only.
 */
export async function findAccount(app: Pick<App, 'database'>, ref: AccountRef): Promise<Account | undefined> {
  const query = app.database.read.selectFrom('account').selectAll()
  if ('id' in ref) return query.where('id', '=', ref.id).executeTakeFirst()
  if ('userKey' in ref) return query.where('user_key', '=', ref.userKey).executeTakeFirst()
  return query.where('username_key', '=', nameKey(ref.username)).executeTakeFirst()
}

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
  return app.database.transaction(tx => insertAccount(app, tx, { ...values, passwordHash }, actorId))
}

/** As {@link createAccount}, inside a running transaction, with values already checked and the password hashed. */
export async function insertAccount(
  app: App,
  tx: WriteTransaction,
  values: Omit<NewAccount, 'password'> & { passwordHash: string | null },
  actorId: number | null,
): Promise<Account> {
  const account = await tx.db
    .insertInto('account')
    .values({
      user_key: randomBytes(16).toString('hex'),
      username: values.username,
      username_key: nameKey(values.username),
      display_name: values.displayName,
      email: values.email,
      email_key: nameKey(values.email),
      password_hash: values.passwordHash,
      active: 1,
      avatar_sha256: null,
      avatar_small_sha256: null,
      locale: null,
      time_zone: null,
      about: '',
      created_at: Date.now(),
      last_login_at: null,
      deleted_at: null,
    })
    .onConflict(on => on.column('username_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!account)
    throw conflict('A user with the username {{name}} already exists', {
      values: { name: values.username },
    })
  await indexAccount(tx, account)
  const users = await tx.db
    .selectFrom('account_group')
    .select('id')
    .where('name_key', '=', nameKey(GROUP_USERS))
    .executeTakeFirst()
  if (users) await tx.db.insertInto('membership').values({ group_id: users.id, account_id: account.id }).execute()
  tx.append({ kind: 'account.created', actorId, data: { accountId: account.id } })
  accessChanged(app, tx)
  return account
}

/** Enables or disables an account. A disabled one keeps its content and its groups; its sessions end. */
export async function setActive(app: App, account: Account, active: boolean, actorId: number | null): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    const changed = await tx.db
      .updateTable('account')
      .set({ active: active ? 1 : 0 })
      .where('id', '=', account.id)
      .where('active', '=', active ? 0 : 1)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
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
  await tx.db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  await tx.db.deleteFrom('password_reset').where('account_id', '=', accountId).execute()
  await endSessionsIn(tx, accountId, keepSession)
  tx.append({ kind: 'account.password-changed', actorId, data: { accountId } })
  accessChanged(app, tx)
}
