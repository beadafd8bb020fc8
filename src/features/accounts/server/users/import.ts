import type { App } from '#platform/server/app.ts'
import type { Account } from '../viewer.ts'
import { addAccount } from './accounts.ts'
import { updateAccount } from './changes.ts'
import { accountBy } from './store.ts'

/** An account of another wiki. */
export interface ImportedAccount {
  username: string
  displayName: string
  /** May be empty. */
  email: string
  /** 32 hex digits, which texts name the account by; null where it had another kind of key. */
  userKey: string | null
  /** Whether it may sign in, once it has a password. */
  isActive: boolean
}

/**
 * Creates an account without a password for an author of another wiki; the one of their key or user name where there is
 * one already.
 */
export async function importAccount(app: App, given: ImportedAccount, actorId: number | null): Promise<Account> {
  return app.database.transaction(async tx => {
    const known =
      (given.userKey === null ? undefined : await accountBy(tx.db, { userKey: given.userKey })) ??
      (await accountBy(tx.db, { username: given.username }))
    return known ?? addAccount(app, tx, { ...given, passwordHash: null }, actorId)
  })
}

/**
 * Gives an account that an import made the name and e-mail address that a later export has. Accounts that were used, or
 * whose name was changed, stay as they are.
 * @param given.placeholder the name that the account got from an export without names
 */
export async function completeImported(
  app: App,
  account: Account,
  given: Pick<ImportedAccount, 'displayName' | 'email'> & { placeholder: string },
  actorId: number | null,
): Promise<Account> {
  const { displayName, email, placeholder } = given
  const isUsed = account.password_hash !== null || account.last_login_at !== null || account.deleted_at !== null
  if (isUsed || account.display_name !== placeholder || displayName === placeholder) return account
  return updateAccount(app, account, { displayName, ...(account.email === '' && { email }) }, actorId)
}
