import type { App } from '#platform/server/app.ts'
import type { Context, Viewer } from '#platform/server/context.ts'
import { languageFor } from '#platform/server/language.ts'
import { groupIdsOf, membershipsOf } from './groups/store.ts'
import { GLOBAL_ADMINISTER, GLOBAL_USE, GLOBAL_VIEW_USERS, UNLICENSED_USE } from './permissions/global-permissions.ts'
import { anonymousPermissions, globalGrants, permissionsHeldBy } from './permissions/store.ts'
import type { AccountTable } from './tables.ts'
import type { Selectable } from 'kysely'

export type Account = Selectable<AccountTable>

/** Loads who an account is: its groups and what it may do site-wide. */
export async function viewerOf(app: App, account: Account): Promise<Viewer> {
  const groupIds = await groupIdsOf(app, account.id)
  return viewerWith(account, groupIds, await permissionsHeldBy(app, account.id, groupIds))
}

/** {@link viewerOf} of many accounts in as many queries as of one, by their ids. */
export async function viewersOf(app: App, accounts: readonly Account[]): Promise<Map<number, Viewer>> {
  if (accounts.length === 0) return new Map()
  const memberships = await membershipsOf(
    app,
    accounts.map(({ id }) => id),
  )
  const groupsOf = Map.groupBy(memberships, row => row.account_id)
  // A table of at most some dozen rows.
  const grants = await globalGrants(app.database.read)
  const viewers = new Map<number, Viewer>()
  for (const account of accounts) {
    const groupIds = (groupsOf.get(account.id) ?? []).map(row => row.group_id)
    const held = grants.filter(({ account_id, group_id }) =>
      account_id === null && group_id === null
        ? true
        : account_id === account.id || (group_id !== null && groupIds.includes(group_id)),
    )
    viewers.set(account.id, viewerWith(account, groupIds, new Set(held.map(row => row.permission))))
  }
  return viewers
}

function viewerWith(account: Account, groupIds: readonly number[], permissions: ReadonlySet<string>): Viewer {
  const isAdmin = permissions.has(GLOBAL_ADMINISTER)
  const mayUse = account.active === 1 && (isAdmin || permissions.has(GLOBAL_USE) || permissions.has(UNLICENSED_USE))
  return {
    userId: account.id,
    userKey: account.user_key,
    username: account.username,
    displayName: account.display_name,
    groupIds,
    isAdmin,
    mayUse,
    mayViewUsers: mayUse && (isAdmin || permissions.has(GLOBAL_VIEW_USERS)),
    locale: account.locale,
    timeZone: account.time_zone,
  }
}

/** The context of an account, in the language that it reads: for mail, and to ask what another user may do. */
export async function contextOfAccount(app: App, account: Account): Promise<Context> {
  const viewer = await viewerOf(app, account)
  const locale = languageFor(app.settings, account.locale, undefined)
  return { app, viewer, locale, authentication: { viewer, method: 'anonymous', xsrfToken: '' } }
}

/** A visitor who has not signed in. Off by default: may use nothing until an administrator allows it. */
export async function anonymousViewer(app: App): Promise<Viewer> {
  const permissions = await anonymousPermissions(app)
  const mayUse = permissions.has(GLOBAL_USE)
  return {
    userId: null,
    userKey: '',
    username: '',
    displayName: 'Anonymous',
    groupIds: [],
    isAdmin: false,
    mayUse,
    mayViewUsers: mayUse && permissions.has(GLOBAL_VIEW_USERS),
    locale: null,
    timeZone: null,
  }
}

/** The context of a visitor, without a request: for work that goes on after one. */
export async function contextOfVisitor(app: App): Promise<Context> {
  const viewer = await anonymousViewer(app)
  const locale = languageFor(app.settings, null, undefined)
  return { app, viewer, locale, authentication: { viewer, method: 'anonymous', xsrfToken: '' } }
}

/** The same request without the user: for content that everybody may read. */
export async function asAnonymous(ctx: Context): Promise<Context> {
  const viewer = await anonymousViewer(ctx.app)
  return { ...ctx, viewer, authentication: { viewer, method: 'anonymous', xsrfToken: '' } }
}
