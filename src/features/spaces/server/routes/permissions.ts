import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { findAccount, requireAccount, requireGroup } from '#features/accounts/server/index.ts'
import {
  grantAnonymous,
  grantGroup,
  grantUser,
  listAnonymousPermissions,
  listGroupPermissions,
  listPermissions,
  listUserPermissions,
  revokeAnonymous,
  revokeGroup,
  revokeUser,
  setPermissions,
} from '../../contract.ts'
import { changeGrants, grantsIn, type Change, type Mode, type Subject } from '../grants/grants.ts'
import { permissionsOf, type Operation } from '../grants/operations.ts'
import { permissionWires, type SpacePermissionWire } from '../grants/wire.ts'
import { requireAdministeredSpace } from '../policies.ts'
import type { Space } from '../store.ts'

const ANONYMOUS: Subject = { kind: 'anonymous' }

/** The rows of the REST interface about permissions. All are for those who administer the space. */
export function permissionRoutes(app: App): void {
  app.http.handle(listPermissions, async ({ ctx, params }) =>
    list(ctx, await requireAdministeredSpace(ctx, params.key)),
  )

  app.http.handle(setPermissions, async ({ ctx, params, body }) => {
    const space = await requireAdministeredSpace(ctx, params.key)
    const changes: Change[] = []
    const seen = new Set<string>()
    for (const entry of body) {
      const subject = await subjectOf(ctx, entry)
      const name = subject.kind === 'anonymous' ? subject.kind : `${subject.kind} ${subject.id}`
      if (seen.has(name))
        throw badRequest('The same subject is named twice: {{name}}', {
          values: { name: entry.userKey ?? entry.groupName ?? 'anonymous' },
          forPrograms: true,
        })
      seen.add(name)
      changes.push({ subject, permissions: permissionsOf(entry.operations) })
    }
    await changeGrants(ctx, space, 'set', changes)
  })

  app.http.handle(listAnonymousPermissions, async ({ ctx, params }) =>
    list(ctx, await requireAdministeredSpace(ctx, params.key), ANONYMOUS),
  )
  app.http.handle(grantAnonymous, ({ ctx, params, body }) =>
    change(ctx, params.key, 'grant', async () => ANONYMOUS, body),
  )
  app.http.handle(revokeAnonymous, ({ ctx, params, body }) =>
    change(ctx, params.key, 'revoke', async () => ANONYMOUS, body),
  )

  app.http.handle(listGroupPermissions, async ({ ctx, params }) =>
    list(ctx, await requireAdministeredSpace(ctx, params.key), await groupSubject(ctx, params.groupName)),
  )
  app.http.handle(grantGroup, ({ ctx, params, body }) =>
    change(ctx, params.key, 'grant', () => groupSubject(ctx, params.groupName), body),
  )
  app.http.handle(revokeGroup, ({ ctx, params, body }) =>
    change(ctx, params.key, 'revoke', () => groupSubject(ctx, params.groupName), body),
  )

  app.http.handle(listUserPermissions, async ({ ctx, params }) =>
    list(ctx, await requireAdministeredSpace(ctx, params.key), await userSubject(ctx, params.userKey)),
  )
  app.http.handle(grantUser, ({ ctx, params, body }) =>
    change(ctx, params.key, 'grant', () => userSubject(ctx, params.userKey), body),
  )
  app.http.handle(revokeUser, ({ ctx, params, body }) =>
    change(ctx, params.key, 'revoke', () => userSubject(ctx, params.userKey), body),
  )
}

async function list(ctx: Context, space: Space, subject?: Subject): Promise<SpacePermissionWire[]> {
  return permissionWires(ctx.app, new Map([[space.id, space]]), await grantsIn(ctx.app, space, subject))
}

/** The policy comes before the subject is looked up. */
async function change(
  ctx: Context,
  key: string,
  mode: Mode,
  subject: () => Promise<Subject>,
  operations: readonly Operation[],
): Promise<void> {
  const space = await requireAdministeredSpace(ctx, key)
  await changeGrants(ctx, space, mode, [{ subject: await subject(), permissions: permissionsOf(operations) }])
}

/** An entry that names neither a user nor a group means anonymous visitors. */
async function subjectOf(
  ctx: Context,
  entry: { userKey?: string | null | undefined; groupName?: string | null | undefined },
): Promise<Subject> {
  if (typeof entry.userKey === 'string' && typeof entry.groupName === 'string') {
    throw badRequest('An entry names either a userKey or a groupName, not both', { forPrograms: true })
  }
  if (typeof entry.userKey === 'string') return userSubject(ctx, entry.userKey)
  if (typeof entry.groupName === 'string') return groupSubject(ctx, entry.groupName)
  return ANONYMOUS
}

async function groupSubject(ctx: Context, name: string): Promise<Subject> {
  const group = await requireGroup(ctx.app, name)
  return { kind: 'group', id: group.id, name: group.name }
}

/** By user key, or by user name as the global permissions allow it too. */
async function userSubject(ctx: Context, keyOrName: string): Promise<Subject> {
  const account =
    (await findAccount(ctx.app, { username: keyOrName })) ?? (await requireAccount(ctx.app, { userKey: keyOrName }))
  return { kind: 'user', id: account.id, name: account.username }
}
