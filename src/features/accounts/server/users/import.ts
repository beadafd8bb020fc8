import type { App } from '#platform/server/app.ts'
import { accessChanged } from '../access.ts'
import { GROUP_USERS } from '../groups/built-in.ts'
import { groupNamed, insertMembership } from '../groups/store.ts'
import type { Account } from '../viewer.ts'
import { indexAccount } from './directory-store.ts'
import { accountBy, insertAccount } from './store.ts'

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
 * Creates an account without a password for somebody who has written in another wiki; the one of their key or user name
 * where there is one already.
 */
export async function importAccount(app: App, given: ImportedAccount, actorId: number | null): Promise<Account> {
  return app.database.transaction(async tx => {
    const known =
      (given.userKey === null ? undefined : await accountBy(tx.db, { userKey: given.userKey })) ??
      (await accountBy(tx.db, { username: given.username }))
    if (known) return known
    const account = await insertAccount(tx, { ...given, passwordHash: null })
    if (!account) throw new Error(`the account ${given.username} is there and is not found`)
    await indexAccount(tx, account)
    const users = await groupNamed(tx.db, GROUP_USERS)
    if (users) await insertMembership(tx, users.id, account.id)
    tx.append({ kind: 'account.created', actorId, data: { accountId: account.id } })
    accessChanged(app, tx)
    return account
  })
}
