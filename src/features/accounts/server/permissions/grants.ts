import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { accessChanged } from '../access.ts'
import { assertAdministratorRemains } from '../administrators.ts'
import {
  GLOBAL_ADMINISTER,
  GLOBAL_PERMISSIONS,
  GLOBAL_USE,
  GLOBAL_VIEW_USERS,
  UNLICENSED_USE,
  type GlobalPermission,
} from './global-permissions.ts'
import { deleteGlobalGrants, globalGrants, insertGlobalGrants, lockAdministration, type Holder } from './store.ts'

/** The holder of a grant. */
export type Subject = { accountId: number } | { groupId: number } | 'anonymous' | 'unlicensed'

export interface Operation {
  targetType: string
  operationKey: string
}

export interface Grant {
  subject: Subject
  permission: GlobalPermission
}

/** The old product knows two degrees of administrator, this one a single one; and has another word for users. */
const SYNONYMS: Readonly<Record<string, GlobalPermission>> = {
  'administer:system': GLOBAL_ADMINISTER,
  'read:user_profile': GLOBAL_VIEW_USERS,
  'read:user': GLOBAL_VIEW_USERS,
}
const FOR_ANONYMOUS: readonly string[] = [GLOBAL_USE, GLOBAL_VIEW_USERS]

/** @throws HttpError 400 for an operation that does not exist or that the subject cannot be granted */
export function permissionsOf(operations: readonly Operation[], subject: Subject): GlobalPermission[] {
  return [
    ...new Set(
      operations.map(({ operationKey, targetType }) => {
        const name = `${operationKey}:${targetType}`.toLowerCase()
        const permission = SYNONYMS[name] ?? GLOBAL_PERMISSIONS.find(known => known === name)
        if (!permission) {
          const known = GLOBAL_PERMISSIONS.map(one => one.split(':').toReversed().join(' ')).join(', ')
          throw badRequest(
            'There is no permission {{targetType}} {{operationKey}}. Permissions (target and operation): {{known}}',
            {
              values: { targetType, operationKey, known },
              forPrograms: true,
            },
          )
        }
        if (subject === 'anonymous' && !FOR_ANONYMOUS.includes(permission)) {
          throw badRequest('Anonymous visitors cannot be granted {{targetType}} {{operationKey}}', {
            values: { targetType, operationKey },
          })
        }
        if (subject === 'unlicensed' && permission !== GLOBAL_USE) {
          throw badRequest('Unlicensed users cannot be granted {{targetType}} {{operationKey}}', {
            values: { targetType, operationKey },
          })
        }
        return permission
      }),
    ),
  ]
}

/** The operation that represents a permission on the wire. */
export function operationOf(permission: GlobalPermission): Operation {
  const [operationKey = '', targetType = ''] = permission.split(':')
  return { targetType, operationKey }
}

/** All grants, or those of one subject, in the order in which they were made. */
export async function listGrants(app: App, subject?: Subject): Promise<Grant[]> {
  const rows = await globalGrants(app.database.read, subject && columns(subject))
  const grants = rows.map(({ account_id, group_id, permission }): Grant => {
    if (account_id !== null) return { subject: { accountId: account_id }, permission: permission as GlobalPermission }
    if (group_id !== null) return { subject: { groupId: group_id }, permission: permission as GlobalPermission }
    if (permission === UNLICENSED_USE) return { subject: 'unlicensed', permission: GLOBAL_USE }
    return { subject: 'anonymous', permission: permission as GlobalPermission }
  })
  return typeof subject === 'string' ? grants.filter(grant => grant.subject === subject) : grants
}

/** Grants at once; what is granted already stays. */
export async function grant(
  app: App,
  subject: Subject,
  permissions: readonly GlobalPermission[],
  actorId: number | null,
): Promise<void> {
  await change(app, [{ subject, permissions, mode: 'grant' }], actorId)
}

/** Revokes at once. @throws HttpError 400 when no administrator would remain */
export async function revoke(
  app: App,
  subject: Subject,
  permissions: readonly GlobalPermission[],
  actorId: number | null,
): Promise<void> {
  await change(app, [{ subject, permissions, mode: 'revoke' }], actorId)
}

/** Gives each subject exactly these permissions. @throws HttpError 400 when no administrator would remain */
export async function setGrants(
  app: App,
  wanted: readonly { subject: Subject; permissions: readonly GlobalPermission[] }[],
  actorId: number | null,
): Promise<void> {
  await change(
    app,
    wanted.map(one => ({ ...one, mode: 'set' as const })),
    actorId,
  )
}

interface Change {
  subject: Subject
  permissions: readonly GlobalPermission[]
  mode: 'grant' | 'revoke' | 'set'
}

async function change(app: App, changes: readonly Change[], actorId: number | null): Promise<void> {
  await app.database.transaction(async tx => {
    await lockAdministration(tx)
    for (const { subject, permissions, mode } of changes) {
      const had = await storedOf(tx, subject)
      const named = permissions.map(permission => storedName(subject, permission))
      const removed = mode === 'grant' ? [] : had.filter(one => named.includes(one) === (mode === 'revoke'))
      const added = mode === 'revoke' ? [] : named.filter(one => !had.includes(one))
      await deleteGlobalGrants(tx, columns(subject), removed)
      await insertGlobalGrants(tx, columns(subject), added)
      if (added.length + removed.length === 0) continue
      tx.append({ kind: 'global-permission.changed', actorId, data: { subject, added, removed } })
    }
    await assertAdministratorRemains(tx)
    accessChanged(app, tx)
  })
}

function storedName(subject: Subject, permission: GlobalPermission): string {
  return subject === 'unlicensed' ? `unlicensed:${permission}` : permission
}

async function storedOf(tx: WriteTransaction, subject: Subject): Promise<string[]> {
  const names = (await globalGrants(tx.db, columns(subject))).map(row => row.permission)
  if (typeof subject !== 'string') return names
  return names.filter(name => name.startsWith('unlicensed:') === (subject === 'unlicensed'))
}

function columns(subject: Subject): Holder {
  if (typeof subject === 'string') return { account_id: null, group_id: null }
  return 'accountId' in subject
    ? { account_id: subject.accountId, group_id: null }
    : { account_id: null, group_id: subject.groupId }
}
