import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import {
  madeFrom,
  preparedWithLists,
  SITE_WIDE,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { nameKey } from '../names.ts'
import type { Account } from '../viewer.ts'
import type { NewAccount } from './rules.ts'

/** How an account is named: by user name (in any case), by user key, or by id. */
export type AccountRef = { username: string } | { userKey: string } | { id: number }

/**
 * The account of that name, key or id, disabled ones included, or undefined. Deleted accounts are found by key and id
 * only.
 */
export async function accountBy(db: Queries, ref: AccountRef): Promise<Account | undefined> {
  const query = db.selectFrom('account').selectAll()
  if ('id' in ref) return query.where('id', '=', ref.id).executeTakeFirst()
  if ('userKey' in ref) return query.where('user_key', '=', ref.userKey).executeTakeFirst()
  return query.where('username_key', '=', nameKey(ref.username)).executeTakeFirst()
}

/** {@link accountBy}, as it was last committed. */
export async function findAccount({ database }: Pick<App, 'database'>, ref: AccountRef): Promise<Account | undefined> {
  return accountBy(database.read, ref)
}

/** As many as a page has writers. */
const FEW = 3

/** Accounts by id in one query, for lists. Ids without an account are absent. */
export async function accountsById(app: App, ids: Iterable<number | null>): Promise<ReadonlyMap<number, Account>> {
  const wanted = [...new Set([...ids].filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const read = async () => new Map((await accountsWithIds(app.database, { ids: wanted })).map(row => [row.id, row]))
  // Few people write most pages.
  return wanted.length > FEW
    ? madeFrom(SITE_WIDE, read)
    : app.facts.get(`accounts ${wanted.join()}`, read, { sources: SITE_WIDE })
}

const accountsWithIds = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('account').selectAll().where('id', 'in', dialect.inIntegers(ids)),
)

/** Accounts whose key, folded name or folded e-mail address is one of these. */
export async function accountsWith(
  db: Queries,
  column: 'user_key' | 'username_key' | 'email_key',
  values: readonly string[],
): Promise<Account[]> {
  if (values.length === 0) return []
  return db.selectFrom('account').selectAll().where(column, 'in', values).execute()
}

/** Active accounts that have an e-mail address, the oldest first. */
export async function accountsMailedAt({ database }: App, email: string, limit: number): Promise<Account[]> {
  return database.read
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', nameKey(email))
    .where('active', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whether there is any account. */
export async function anyAccount(db: Queries): Promise<boolean> {
  return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The values of a new account; it is active and has a new key unless they say otherwise. */
export type AccountValues = Omit<NewAccount, 'password'> & {
  passwordHash: string | null
  userKey?: string | null
  isActive?: boolean
}

/**
 * Adds an account.
 * @returns its row; undefined when its user name is taken
 */
export async function insertAccount(tx: WriteTransaction, values: AccountValues): Promise<Account | undefined> {
  return tx.db
    .insertInto('account')
    .values({
      user_key: values.userKey ?? randomBytes(16).toString('hex'),
      username: values.username,
      username_key: nameKey(values.username),
      display_name: values.displayName,
      email: values.email,
      email_key: nameKey(values.email),
      password_hash: values.passwordHash,
      active: values.isActive === false ? 0 : 1,
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
}

/** Changes columns of an account. */
export async function changeAccount(
  tx: WriteTransaction,
  id: number,
  changes: Partial<Omit<Account, 'id'>>,
): Promise<Account> {
  return tx.db.updateTable('account').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Enables or disables an account. @returns false when it is so already, or was deleted */
export async function switchAccount(tx: WriteTransaction, id: number, active: boolean): Promise<boolean> {
  const changed = await tx.db
    .updateTable('account')
    .set({ active: active ? 1 : 0 })
    .where('id', '=', id)
    .where('active', '=', active ? 0 : 1)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Removes what an account has, except what it wrote: sessions, tokens, memberships, grants, words of the directory. */
export async function deleteBelongings({ db }: WriteTransaction, accountId: number): Promise<void> {
  for (const table of [
    'session',
    'access_token',
    'password_reset',
    'membership',
    'global_permission',
    'account_word',
  ] as const) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
}
