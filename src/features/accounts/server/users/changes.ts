import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { accessChanged } from '../access.ts'
import { assertAdministratorRemains } from '../administrators.ts'
import { accountBelongings } from '../extension-points.ts'
import { nameKey } from '../names.ts'
import { lockAdministration } from '../permissions/store.ts'
import { endResetLinks } from '../reset/store.ts'
import { endSessionsIn } from '../sign-in/sessions-store.ts'
import type { Account } from '../viewer.ts'
import { indexAccount } from './directory-store.ts'
import { accountBy, changeAccount, deleteBelongings } from './store.ts'

/** Kind of the job that clears what a deleted account leaves. */
export const DELETE_JOB = 'account.delete'

export interface AccountChanges {
  displayName?: string | undefined
  email?: string | undefined
  about?: string | undefined
  locale?: string | null | undefined
  timeZone?: string | null | undefined
}

/**
 * Changes what is given and leaves the rest. Values are checked by the caller's contract.
 * @returns the account as it is now
 */
export async function updateAccount(
  app: App,
  account: Account,
  changes: AccountChanges,
  actorId: number | null,
): Promise<Account> {
  const set = {
    ...(changes.displayName !== undefined && { display_name: changes.displayName }),
    ...(changes.email !== undefined && { email: changes.email, email_key: nameKey(changes.email) }),
    ...(changes.about !== undefined && { about: changes.about }),
    ...(changes.locale !== undefined && { locale: changes.locale }),
    ...(changes.timeZone !== undefined && { time_zone: changes.timeZone }),
  }
  if (Object.keys(set).length === 0) return account
  return app.database.transaction(async tx => {
    const updated = await changeAccount(tx, account.id, set)
    await indexAccount(tx, updated)
    // Links by which the owner of the old address could still take the account end with it.
    if (changes.email !== undefined && nameKey(changes.email) !== account.email_key) {
      await endResetLinks(tx, account.id)
    }
    tx.append({ kind: 'account.updated', actorId, data: { accountId: account.id } })
    accessChanged(app, tx)
    return updated
  })
}

/**
 * Deletes an account. It can do nothing from this moment; a job then clears what it leaves. The user's content stays,
 * under the name "Former user"; the user name may be given to another user.
 * @returns id of the background task
 * @throws HttpError 400 for the own account or the last administrator
 */
export async function deleteAccount(app: App, account: Account, actorId: number | null): Promise<string> {
  if (account.id === actorId) throw badRequest('You cannot delete your own account')
  return app.database.transaction(async tx => {
    await lockAdministration(tx)
    await changeAccount(tx, account.id, { active: 0, password_hash: null })
    await endSessionsIn(tx, account.id)
    await assertAdministratorRemains(tx)
    accessChanged(app, tx)
    return app.jobs.enqueue(
      {
        kind: DELETE_JOB,
        title: 'Deleting user {{name}}',
        values: { name: account.username },
        ownerId: actorId,
        input: { accountId: account.id },
      },
      tx,
    )
  })
}

/** The work of {@link DELETE_JOB}; repeating it changes nothing. */
export async function runDelete({ app, input, ownerId, progress }: JobRun): Promise<void> {
  const accountId = Number(input['accountId'])
  await app.database.transaction(async tx => {
    const account = await accountBy(tx.db, { id: accountId })
    if (!account || account.deleted_at !== null) return
    await deleteBelongings(tx, accountId)
    for (const remove of app.extensions.all(accountBelongings)) await remove(tx, accountId)
    const freed = `deleted-${randomBytes(8).toString('hex')}`
    await changeAccount(tx, accountId, {
      username: freed,
      username_key: freed,
      display_name: `Former user (${account.username})`.slice(0, 255),
      email: '',
      email_key: '',
      password_hash: null,
      active: 0,
      avatar_sha256: null,
      avatar_small_sha256: null,
      about: '',
      locale: null,
      time_zone: null,
      deleted_at: Date.now(),
    })
    tx.append({ kind: 'account.deleted', actorId: ownerId, data: { accountId } })
    accessChanged(app, tx)
  })
  await progress(100)
}
