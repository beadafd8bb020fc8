import type { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import * as contract from '../../contract.ts'
import { groupView, requireGroup } from '../groups/groups.ts'
import { groupsById } from '../groups/store.ts'
import { requireAdministrator } from '../policies.ts'
import { requireElevatedAdministrator } from '../sign-in/elevation.ts'
import { requireAccount } from '../users/accounts.ts'
import { accountsById, findAccount } from '../users/store.ts'
import { personOf } from '../users/people.ts'
import {
  grant,
  listGrants,
  operationOf,
  permissionsOf,
  revoke,
  setGrants,
  type Grant,
  type Operation,
  type Subject,
} from './grants.ts'

/** Site-wide permissions, for administrators. */
export function permissionRoutes(app: App): void {
  const { http } = app
  const groupSubject = async (name: string): Promise<Subject> => ({ groupId: (await requireGroup(app, name)).id })
  const userSubject = async (user: string): Promise<Subject> => {
    const known = await findAccount(app, { userKey: user })
    const account = await requireAccount(app, known ? { id: known.id } : { username: user })
    return { accountId: account.id }
  }

  const show = async (ctx: Context, find: () => Promise<Subject | undefined>) => {
    requireAdministrator(ctx)
    return view(app, await listGrants(app, await find()))
  }
  const change = async (
    ctx: Context,
    make: typeof grant,
    find: () => Promise<Subject>,
    operations: readonly Operation[],
  ) => {
    await requireElevatedAdministrator(ctx)
    const subject = await find()
    await make(app, subject, permissionsOf(operations, subject), ctx.viewer.userId)
  }

  http.handle(contract.getGlobalPermissions, ({ ctx }) => show(ctx, async () => undefined))
  http.handle(contract.setGlobalPermissions, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    const wanted = await Promise.all(
      body.map(async ({ userKey, groupName, operations }) => {
        if ((userKey === undefined) === (groupName === undefined)) {
          throw badRequest('each entry names either a userKey or a groupName', { field: 'body', forPrograms: true })
        }
        const subject = groupName === undefined ? await userSubject(userKey ?? '') : await groupSubject(groupName)
        return { subject, permissions: permissionsOf(operations, subject) }
      }),
    )
    await setGrants(app, wanted, ctx.viewer.userId)
  })

  http.handle(contract.getAnonymousPermissions, ({ ctx }) => show(ctx, async () => 'anonymous'))
  http.handle(contract.grantAnonymous, ({ ctx, body }) => change(ctx, grant, async () => 'anonymous', body))
  http.handle(contract.revokeAnonymous, ({ ctx, body }) => change(ctx, revoke, async () => 'anonymous', body))

  http.handle(contract.getUnlicensedPermissions, ({ ctx }) => show(ctx, async () => 'unlicensed'))
  http.handle(contract.grantUnlicensed, ({ ctx, body }) => change(ctx, grant, async () => 'unlicensed', body))
  http.handle(contract.revokeUnlicensed, ({ ctx, body }) => change(ctx, revoke, async () => 'unlicensed', body))

  http.handle(contract.getGroupPermissions, ({ ctx, params }) => show(ctx, () => groupSubject(params.groupName)))
  http.handle(contract.grantGroup, ({ ctx, params, body }) =>
    change(ctx, grant, () => groupSubject(params.groupName), body),
  )
  http.handle(contract.revokeGroup, ({ ctx, params, body }) =>
    change(ctx, revoke, () => groupSubject(params.groupName), body),
  )

  http.handle(contract.getUserPermissions, ({ ctx, params }) => show(ctx, () => userSubject(params.user)))
  http.handle(contract.grantUser, ({ ctx, params, body }) => change(ctx, grant, () => userSubject(params.user), body))
  http.handle(contract.revokeUser, ({ ctx, params, body }) => change(ctx, revoke, () => userSubject(params.user), body))
}

type GrantView = z.output<typeof contract.globalPermissionSchema>

async function view(app: App, grants: readonly Grant[]): Promise<GrantView[]> {
  const idsOf = (key: 'accountId' | 'groupId') =>
    grants.flatMap(({ subject }) =>
      typeof subject === 'object' && key in subject ? [(subject as Record<typeof key, number>)[key]] : [],
    )
  const [accounts, groups] = await Promise.all([
    accountsById(app, idsOf('accountId')),
    groupsById(app, idsOf('groupId')),
  ])
  return grants.flatMap(({ subject, permission }): GrantView[] => {
    const operation = operationOf(permission)
    if (subject === 'anonymous') return [{ operation, subject: personOf(app, null) }]
    if (subject === 'unlicensed')
      return [{ operation, subject: { type: 'unlicensed', displayName: 'Unlicensed users' } }]
    if ('accountId' in subject) {
      const account = accounts.get(subject.accountId)
      return account ? [{ operation, subject: personOf(app, account) }] : []
    }
    const group = groups.get(subject.groupId)
    return group ? [{ operation, subject: groupView(app, group) }] : []
  })
}
