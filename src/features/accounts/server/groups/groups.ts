import type { App } from '#platform/server/app.ts'
import { conflict, notFound } from '#platform/server/http/errors.ts'
import { z } from 'zod'
import { groupNameSchema } from '../../contract/fields.ts'
import { accessChanged } from '../access.ts'
import { assertAdministratorRemains } from '../administrators.ts'
import { lockAdministration } from '../permissions/store.ts'
import { checked } from '../users/rules.ts'
import type { Account } from '../viewer.ts'
import { deleteGroupRow, deleteMembership, groupNamed, insertGroup, insertMembership, type Group } from './store.ts'

/** The group of that name in any case, or undefined. */
export async function findGroup(app: Pick<App, 'database'>, name: string): Promise<Group | undefined> {
  return groupNamed(app.database.read, name)
}

/** As {@link findGroup}. @throws HttpError 404 when there is none */
export async function requireGroup(app: Pick<App, 'database'>, name: string): Promise<Group> {
  const group = await findGroup(app, name)
  if (!group) throw notFound('No group found with name {{name}}', { values: { name: name.slice(0, 200) } })
  return group
}

/** @throws HttpError 400 when the name is not allowed, 409 when it is taken */
export async function createGroup(
  app: App,
  given: { name: string; description?: string },
  actorId: number | null,
): Promise<Group> {
  const { name, description } = checked(
    z.object({ name: groupNameSchema, description: z.string().max(1000).default('') }),
    given,
  )
  return app.database.transaction(async tx => {
    const group = await insertGroup(tx, { name, description })
    if (!group) throw conflict('A group with the name {{name}} already exists', { values: { name } })
    tx.append({ kind: 'group.created', actorId, data: { groupId: group.id } })
    return group
  })
}

/** Removes a group with its memberships and grants. @throws HttpError 400 when no administrator would remain */
export async function deleteGroup(app: App, group: Group, actorId: number | null): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    await deleteGroupRow(tx, group.id)
    await assertAdministratorRemains(tx)
    tx.append({ kind: 'group.deleted', actorId, data: { groupId: group.id, name: group.name } })
    accessChanged(app, tx)
  })
}

/** Adds an account to a group; being in it already is no error. */
export async function addToGroup(
  app: App,
  account: Pick<Account, 'id'>,
  group: Pick<Group, 'id'>,
  actorId: number | null,
): Promise<void> {
  await app.database.transaction(async tx => {
    if (!(await insertMembership(tx, group.id, account.id))) return
    tx.append({ kind: 'group.member-added', actorId, data: { groupId: group.id, accountId: account.id } })
    accessChanged(app, tx)
  })
}

/** Takes an account out of a group. @throws HttpError 400 when no administrator would remain */
export async function removeFromGroup(
  app: App,
  account: Pick<Account, 'id'>,
  group: Pick<Group, 'id'>,
  actorId: number | null,
): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    if (!(await deleteMembership(tx, group.id, account.id))) return
    await assertAdministratorRemains(tx)
    tx.append({ kind: 'group.member-removed', actorId, data: { groupId: group.id, accountId: account.id } })
    accessChanged(app, tx)
  })
}

/** A group as the REST interface shows one. */
export interface GroupView {
  type: 'group'
  name: string
  _links: { self: string }
  _expandable: Record<string, never>
}

/** A group as answers carry it. */
export function groupView(app: Pick<App, 'baseUrl'>, group: Pick<Group, 'name'>): GroupView {
  return {
    type: 'group',
    name: group.name,
    _links: { self: `${app.baseUrl}/rest/api/group/${encodeURIComponent(group.name)}` },
    _expandable: {},
  }
}
