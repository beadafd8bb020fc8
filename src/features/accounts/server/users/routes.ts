import type { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { isoTime } from '#platform/wire.ts'
import * as contract from '../../contract.ts'
import { groupView, requireGroup } from '../groups/groups.ts'
import { listGroupsOf } from '../groups/store.ts'
import { mayViewUsers, refuse, requireUse, requireViewUsers } from '../policies.ts'
import type { Account } from '../viewer.ts'
import { noUser } from './accounts.ts'
import { findAccount, type AccountRef } from './store.ts'
import { listActive, searchAccounts } from './directory-store.ts'
import { expandedPerson, personOf, pictureUrl } from './people.ts'

/** Users as everybody sees them. */
export function userRoutes(app: App): void {
  const { http } = app

  http.handle(contract.getUser, async ({ ctx, query }) =>
    expandedPerson(app, await visibleUser(ctx, refOf(query)), query.expand),
  )

  http.handle(contract.getCurrentUser, async ({ ctx, query }) => {
    requireUse(ctx)
    return expandedPerson(
      app,
      ctx.viewer.userId === null ? null : await findAccount(app, { id: ctx.viewer.userId }),
      query.expand,
    )
  })

  http.handle(contract.getAnonymousUser, ({ ctx }) => {
    requireUse(ctx)
    return personOf(app, null)
  })

  for (const endpoint of [contract.listUsers, contract.listActiveUsers]) {
    http.handle(endpoint, async ({ ctx, query, request }) => {
      await requireViewUsers(ctx)
      const accounts = await listActive(app, query)
      return pageOf(
        request,
        app,
        query,
        accounts.map(account => expandedPerson(app, account, query.expand)),
      )
    })
  }

  http.handle(contract.listMemberships, async ({ ctx, query, request }) => {
    const account = await visibleUser(ctx, refOf(query))
    const groups = await listGroupsOf(app, account.id, query)
    return pageOf(
      request,
      app,
      query,
      groups.map(group => groupView(app, group)),
    )
  })

  http.handle(contract.searchUsers, async ({ ctx, query, request }) => {
    await requireViewUsers(ctx)
    const { isAdmin } = ctx.viewer
    const groupId = query.group === undefined ? undefined : (await requireGroup(app, query.group)).id
    const accounts = await searchAccounts(app, {
      ...query,
      groupId,
      emails: isAdmin,
      inactive: isAdmin && query.includeInactive,
    })
    return pageOf(
      request,
      app,
      query,
      accounts.map(account => directoryEntry(account, isAdmin)),
    )
  })

  http.handle(contract.getPublicProfile, async ({ ctx, params }) => publicProfile(ctx, await visibleUser(ctx, params)))
}

/** The profile of a user; the e-mail address is for administrators and the user. */
export function publicProfile(ctx: Context, account: Account): z.output<typeof contract.publicProfileSchema> {
  return {
    userKey: account.user_key,
    username: account.username,
    displayName: account.display_name,
    about: account.about,
    avatarUrl: pictureUrl(account, 256),
    timeZone: account.time_zone,
    active: account.active === 1,
    ...(ctx.viewer.isAdmin || ctx.viewer.userId === account.id ? { email: account.email } : {}),
  }
}

/** The user whom the reader asks for: themselves always, others with the permission to view users. */
export async function visibleUser(ctx: Context, ref: AccountRef): Promise<Account> {
  const self = ctx.viewer.userId === null ? undefined : await findAccount(ctx.app, { id: ctx.viewer.userId })
  const account = await findAccount(ctx.app, ref)
  if (account && account.id === self?.id) return account
  if (!(await mayViewUsers(ctx))) refuse(ctx, 'You do not have permission to view users')
  if (!account) throw noUser(ref)
  return account
}

function refOf(query: { username?: string | undefined; key?: string | undefined }): AccountRef {
  if (query.key !== undefined) return { userKey: query.key }
  if (query.username !== undefined) return { username: query.username }
  throw badRequest('give either username or key', { field: 'query', forPrograms: true })
}

function directoryEntry(account: Account, forAdministrator: boolean): contract.DirectoryEntry {
  return {
    userKey: account.user_key,
    username: account.username,
    displayName: account.display_name,
    avatarUrl: pictureUrl(account),
    ...(forAdministrator && {
      email: account.email,
      active: account.active === 1,
      createdAt: isoTime(account.created_at),
      lastLoginAt: account.last_login_at === null ? null : isoTime(account.last_login_at),
    }),
  }
}
