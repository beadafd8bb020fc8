import type { App } from '#platform/server/app.ts'
import { accountsById, groupsById, personOf } from '#features/accounts/server/index.ts'
import type { SpacePermission } from '../permissions.ts'
import type { Space } from '../store.ts'
import type { Grant } from '../store/permissions.ts'
import { operationOf, type Operation } from './operations.ts'

/** Holder of a permission: a user as elsewhere, a group by name, or everybody. */
export interface SubjectWire {
  type: 'known' | 'group' | 'anonymous'
  displayName: string
  [field: string]: unknown
}

export interface SpacePermissionWire {
  operation: Operation
  subject: SubjectWire
  spaceKey: string
  spaceId: number
}

/** Grants of spaces as the REST interface shows them, in the given order. */
export async function permissionWires(
  app: App,
  spaces: ReadonlyMap<number, Space>,
  grants: readonly Grant[],
): Promise<SpacePermissionWire[]> {
  const subjectOf = await subjectsOf(app, grants)
  return grants.flatMap(grant => {
    const space = spaces.get(grant.space_id)
    if (!space) return []
    return [
      {
        operation: operationOf(grant.permission as SpacePermission),
        subject: subjectOf(grant),
        spaceKey: space.key,
        spaceId: space.id,
      },
    ]
  })
}

/** Looks up users and groups of many grants in two queries. */
export async function subjectsOf(
  app: App,
  grants: readonly Pick<Grant, 'account_id' | 'group_id'>[],
): Promise<(grant: Pick<Grant, 'account_id' | 'group_id'>) => SubjectWire> {
  const accounts = await accountsById(
    app,
    grants.map(grant => grant.account_id),
  )
  const groups = await groupsById(
    app,
    grants.flatMap(grant => grant.group_id ?? []),
  )
  return grant => {
    if (grant.group_id !== null) {
      const name = groups.get(grant.group_id)?.name ?? ''
      return { type: 'group', name, displayName: name }
    }
    const person = personOf(app, grant.account_id === null ? null : accounts.get(grant.account_id))
    return { ...person }
  }
}
