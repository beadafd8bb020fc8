import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { accessChanged } from './access.ts'
import { lockAdministration } from './administrators.ts'
import { GROUP_ADMINISTRATORS, GROUP_USERS } from './groups/built-in.ts'
import { nameKey } from './names.ts'
import {
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GLOBAL_PERMISSIONS,
  GLOBAL_USE,
  GLOBAL_VIEW_USERS,
  type GlobalPermission,
} from './permissions/global-permissions.ts'
import { hashPassword } from './sign-in/passwords.ts'
import { insertAccount } from './users/accounts.ts'
import { checkNewAccount, type NewAccount } from './users/rules.ts'
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
    if (await tx.db.selectFrom('account_group').select('id').limit(1).executeTakeFirst()) return
    for (const { name, description, permissions } of BUILT_IN_GROUPS) {
      const group = await tx.db
        .insertInto('account_group')
        .values({ name, name_key: nameKey(name), description, created_at: Date.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.db
        .insertInto('global_permission')
        .values(permissions.map(permission => ({ account_id: null, group_id: group.id, permission })))
        .execute()
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
  return (await app.database.read.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** What every call but the set-up gets before there is an account. */
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
    if (await tx.db.selectFrom('account').select('id').limit(1).executeTakeFirst()) return undefined
    const account = await insertAccount(app, tx, { ...values, passwordHash }, null)
    const group = await tx.db
      .selectFrom('account_group')
      .select('id')
      .where('name_key', '=', nameKey(GROUP_ADMINISTRATORS))
      .executeTakeFirst()
    if (group) await tx.db.insertInto('membership').values({ group_id: group.id, account_id: account.id }).execute()
    else {
      await tx.db
        .insertInto('global_permission')
        .values(GLOBAL_PERMISSIONS.map(permission => ({ account_id: account.id, group_id: null, permission })))
        .execute()
    }
    await also?.(tx, account)
    return account
  })
}
