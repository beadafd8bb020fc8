import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { accessChanged } from './access.ts'
import { GROUP_ADMINISTRATORS, GROUP_USERS } from './groups/built-in.ts'
import { groupNamed, hasGroups, insertGroup, insertMembership } from './groups/store.ts'
import {
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GLOBAL_PERMISSIONS,
  GLOBAL_USE,
  GLOBAL_VIEW_USERS,
  type GlobalPermission,
} from './permissions/global-permissions.ts'
import { insertGlobalGrants, lockAdministration } from './permissions/store.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { addAccount } from './users/accounts.ts'
import { checkNewAccount, type NewAccount } from './users/rules.ts'
import { anyAccount } from './users/store.ts'
import type { Account } from './viewer.ts'

const BUILT_IN_GROUPS: readonly { name: string; description: string; permissions: readonly GlobalPermission[] }[] = [
  {
    name: GROUP_USERS,
    description: 'Everybody who may use the wiki',
    permissions: [GLOBAL_USE, GLOBAL_CREATE_SPACE, GLOBAL_CREATE_PERSONAL_SPACE, GLOBAL_VIEW_USERS],
  },
  { name: GROUP_ADMINISTRATORS, description: 'Administrators of the wiki', permissions: GLOBAL_PERMISSIONS },
]

/**
 * Makes what a new wiki needs: the two groups with their grants and, when the settings name one, the administrator.
 * A wiki that has groups is left as its administrators made it.
 */
export async function prepareFirstStart(app: App): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    if (await hasGroups(tx.db)) return
    for (const { name, description, permissions } of BUILT_IN_GROUPS) {
      const group = await insertGroup(tx, { name, description })
      if (group) await insertGlobalGrants(tx, { account_id: null, group_id: group.id }, permissions)
    }
    accessChanged(app, tx)
  })
  const { admin } = app.config
  if (!admin || (await hasAccounts(app))) return
  const account = await createFirstAdministrator(app, { ...admin, displayName: admin.username })
  if (account) app.log.info({ user: account.username }, 'created the administrator that the settings name')
}

/** False until the set-up, by screen or by settings, has made the administrator. */
export async function hasAccounts(app: Pick<App, 'database'>): Promise<boolean> {
  return anyAccount(app.database.read)
}

/** The answer to every call but the set-up before there is an account. */
export function notSetUp(app: Pick<App, 'baseUrl'>): HttpError {
  return new HttpError(
    503,
    'This wiki is not set up yet. Open {{baseUrl}}/setup in a browser to create the administrator.',
    {
      values: { baseUrl: app.baseUrl },
      forPrograms: true,
      headers: { 'retry-after': '60' },
    },
  )
}

/**
 * Creates the first account, as administrator. However many ask at once, one succeeds.
 * @returns the account, or undefined when the wiki has one already
 * @throws HttpError 400 for values that are not allowed
 */
export async function createFirstAdministrator(
  app: App,
  given: NewAccount & { password: string },
  also?: (tx: WriteTransaction, account: Account) => Promise<void>,
): Promise<Account | undefined> {
  const values = checkNewAccount(given)
  const passwordHash = await hashPassword(given.password)
  return app.database.transaction(async tx => {
    await lockAdministration(tx)
    if (await anyAccount(tx.db)) return undefined
    const account = await addAccount(app, tx, { ...values, passwordHash }, null)
    const group = await groupNamed(tx.db, GROUP_ADMINISTRATORS)
    if (group) await insertMembership(tx, group.id, account.id)
    else await insertGlobalGrants(tx, { account_id: account.id, group_id: null }, GLOBAL_PERMISSIONS)
    await also?.(tx, account)
    return account
  })
}
