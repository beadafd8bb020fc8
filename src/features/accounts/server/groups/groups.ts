import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Tables } from '#platform/server/database/index.ts'
import { conflict, notFound } from '#platform/server/http/errors.ts'
import { z } from 'zod'
import { groupNameSchema } from '../../contract/fields.ts'
import { accessChanged } from '../access.ts'
import { assertAdministratorRemains, lockAdministration } from '../administrators.ts'
import { nameKey } from '../names.ts'
import { checked } from '../users/rules.ts'
import type { Account } from '../viewer.ts'

export type Group = Selectable<Tables['account_group']>

/** The group of that name in any case, or undefined. */
export async function findGroup(app: Pick<App, 'database'>, name: string): Promise<Group | undefined> {
  return app.database.read
    .selectFrom('account_group')
    .selectAll()
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst()
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
    const group = await tx.db
      .insertInto('account_group')
      .values({ name, name_key: nameKey(name), description, created_at: Date.now() })
      .onConflict(on => on.column('name_key').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!group) throw conflict('A group with the name {{name}} already exists', { values: { name } })
    tx.append({ kind: 'group.created', actorId, data: { groupId: group.id } })
    return group
  })
}

/** Removes a group with its memberships and grants. @throws HttpError 400 when no administrator would remain */
export async function deleteGroup(app: App, group: Group, actorId: number | null): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    await tx.db.deleteFrom('account_group').where('id', '=', group.id).execute()
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
    const added = await tx.db
      .insertInto('membership')
      .values({ group_id: group.id, account_id: account.id })
      .onConflict(on => on.columns(['group_id', 'account_id']).doNothing())
      .returning('group_id')
      .executeTakeFirst()
    if (!added) return
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
    const removed = await tx.db
      .deleteFrom('membership')
      .where('group_id', '=', group.id)
      .where('account_id', '=', account.id)
      .returning('group_id')
      .executeTakeFirst()
    if (!removed) return
    await assertAdministratorRemains(tx)
    tx.append({ kind: 'group.member-removed', actorId, data: { groupId: group.id, accountId: account.id } })
    accessChanged(app, tx)
  })
}
