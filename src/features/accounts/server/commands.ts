/**
 * The commands `oxbow user …` and `oxbow token …`. They work on the database, beside a running server, which notices
 * within a second. Values are checked as on every other way in; errors are `HttpError`s whose message is for people.
 */
import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { newTokenSchema, passwordSchema } from '../contract.ts'
import { GROUP_ADMINISTRATORS } from './groups/built-in.ts'
import { addToGroup, removeFromGroup, requireGroup } from './groups/groups.ts'
import { createResetLink } from './reset/reset.ts'
import { createToken, revokeToken } from './tokens/tokens.ts'
import { listTokens, type AccessToken } from './tokens/store.ts'
import { createAccount, requireAccount, setActive, setPassword, type NewAccount } from './users/accounts.ts'
import { searchAccounts } from './users/directory-store.ts'
import { checked } from './users/rules.ts'
import type { Account } from './viewer.ts'

const PAGE = 500

/**
 * `oxbow user add`: creates a user.
 * @returns the account and, when no password was given, the link by which the user sets one
 */
export async function addUser(
  app: App,
  values: NewAccount & { admin?: boolean | undefined },
): Promise<{ account: Account; resetUrl: string | undefined }> {
  const account = await createAccount(app, values, null)
  if (values.admin) await setAdministrator(app, account.username, true)
  const resetUrl = values.password === undefined ? (await createResetLink(app, account, null)).url : undefined
  return { account, resetUrl }
}

/** `oxbow user list`: all accounts that are not deleted, or those that a query finds, however many. */
export async function* listUsers(app: App, query = ''): AsyncGenerator<Account> {
  for (let start = 0; ; start += PAGE) {
    const accounts = await searchAccounts(app, { query, emails: true, inactive: true, start, limit: PAGE })
    yield* accounts.slice(0, PAGE)
    if (accounts.length <= PAGE) return
  }
}

/**
 * `oxbow user password`: sets a password; all sessions end. Without one:
 * @returns the link by which the user sets it
 */
export async function resetUserPassword(app: App, username: string, password?: string): Promise<string | undefined> {
  const account = await requireAccount(app, { username })
  if (password === undefined) return (await createResetLink(app, account, null)).url
  await setPassword(app, account, checked(z.object({ password: passwordSchema }), { password }).password, null)
  return undefined
}

/** `oxbow user disable` and `oxbow user enable`. */
export async function setUserActive(app: App, username: string, active: boolean): Promise<void> {
  await setActive(app, await requireAccount(app, { username }), active, null)
}

/** `oxbow user admin`: puts a user into `confluence-administrators`, or takes them out. */
export async function setAdministrator(app: App, username: string, administrator: boolean): Promise<void> {
  const account = await requireAccount(app, { username })
  const group = await requireGroup(app, GROUP_ADMINISTRATORS)
  await (administrator ? addToGroup : removeFromGroup)(app, account, group, null)
}

/** `oxbow token create`: makes a personal access token. @returns its text, which cannot be shown again */
export async function addToken(app: App, username: string, name: string, expirationDays?: number): Promise<string> {
  const account = await requireAccount(app, { username })
  const values = checked(newTokenSchema, { name, expirationDuration: expirationDays })
  const { rawToken } = await createToken(
    app,
    account.id,
    { name: values.name, expirationDays: values.expirationDuration ?? null },
    null,
  )
  return rawToken
}

/** `oxbow token list`: the tokens of a user, of which there are at most a hundred. */
export async function tokensOf(app: App, username: string): Promise<AccessToken[]> {
  return listTokens(app, (await requireAccount(app, { username })).id, { start: 0, limit: PAGE })
}

/** `oxbow token revoke`: ends a token. @throws HttpError 404 when the user has no such token */
export async function endToken(app: App, username: string, tokenId: number): Promise<void> {
  const account = await requireAccount(app, { username })
  if (!(await revokeToken(app, account.id, tokenId, null))) {
    throw notFound('{{username}} has no token with id {{tokenId}}', {
      values: { username, tokenId },
      forPrograms: true,
    })
  }
}
