import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { SPACE_PERMISSIONS, type SpacePermission } from '../permissions.ts'
import { lockSpace, noSpace, type Space } from '../store.ts'
import {
  countSubjects,
  deleteGrants,
  grantRows,
  hasAdministrator,
  insertGrants,
  type Grant,
  type Holder,
} from '../store/permissions.ts'

/** The holder of a grant: a user, a group, or everybody who visits without signing in. */
export type Subject =
  | { kind: 'user'; id: number; name: string }
  | { kind: 'group'; id: number; name: string }
  | { kind: 'anonymous' }

/** Users and groups that may hold permissions in one space. More belong into a group. */
export const MAX_SUBJECTS = 1000

/** Permissions that make no sense without a known user. */
export const NOT_FOR_ANONYMOUS: readonly SpacePermission[] = [
  'administer:space',
  'restrict_content:space',
  'delete_own:content',
]

/** Grants of a space, of one subject when given: users before groups before everybody, each in a fixed order. */
export async function grantsIn(app: App, space: Space, subject?: Subject): Promise<Grant[]> {
  const grants = await grantRows(app.database.read, space.id, subject && columnsOf(subject))
  return grants.toSorted(
    (a, b) =>
      kindOf(a) - kindOf(b) ||
      subjectId(a) - subjectId(b) ||
      SPACE_PERMISSIONS.indexOf(a.permission as SpacePermission) -
        SPACE_PERMISSIONS.indexOf(b.permission as SpacePermission),
  )
}

function kindOf(grant: Grant): number {
  if (grant.account_id !== null) return 0
  return grant.group_id !== null ? 1 : 2
}

function subjectId(grant: Grant): number {
  return grant.account_id ?? grant.group_id ?? 0
}

/** `grant` adds, `revoke` takes away, `set` leaves exactly these. */
export type Mode = 'grant' | 'revoke' | 'set'

export interface Change {
  subject: Subject
  permissions: ReadonlySet<SpacePermission>
}

/**
 * Changes permissions in a space, all or nothing. The caller has asked the policy.
 *
 * Holders of any permission also hold `read:space`, without which the others would mean nothing: granting adds it, and
 * revoking it revokes everything.
 *
 * @throws HttpError 400 when no user could administer the space any more, when anonymous visitors would get what needs
 *   a name, or when too many subjects would hold permissions; 404 when the space has been deleted meanwhile
 */
export async function changeGrants(ctx: Context, space: Space, mode: Mode, changes: readonly Change[]): Promise<void> {
  for (const { subject, permissions } of changes) {
    const refused =
      subject.kind === 'anonymous' && mode !== 'revoke' && NOT_FOR_ANONYMOUS.find(name => permissions.has(name))
    if (refused)
      throw badRequest('Anonymous visitors cannot be given {{what}}: it needs a user who is signed in', {
        values: { what: refused },
      })
  }
  await ctx.app.database.transaction(async tx => {
    if (!(await lockSpace(tx, space.id))) throw noSpace(space.key)
    let lostAdministrator = false
    let grantedAny = false
    for (const change of changes) {
      const { granted, revoked } = await applyChange(tx, space.id, mode, change)
      lostAdministrator ||= revoked.includes('administer:space')
      grantedAny ||= granted.length > 0
      if (granted.length === 0 && revoked.length === 0) continue
      const { subject } = change
      tx.append({
        kind: 'space.permission.changed',
        actorId: ctx.viewer.userId,
        spaceId: space.id,
        data: {
          key: space.key,
          subject: subject.kind,
          ...(subject.kind === 'anonymous' ? {} : { subjectId: subject.id, name: subject.name }),
          granted,
          revoked,
        },
      })
    }
    if (lostAdministrator && !(await hasAdministrator(tx, space.id))) {
      throw badRequest(
        'No user could administer the space {{key}} any more. Give administer:space to another user or group first',
        {
          values: { key: space.key },
        },
      )
    }
    if (grantedAny) await checkNumberOfSubjects(tx, space)
  })
}

function columnsOf(subject: Subject): Holder {
  return {
    account_id: subject.kind === 'user' ? subject.id : null,
    group_id: subject.kind === 'group' ? subject.id : null,
  }
}

async function applyChange(tx: WriteTransaction, spaceId: number, mode: Mode, { subject, permissions }: Change) {
  const holder = columnsOf(subject)
  const rows = await grantRows(tx.db, spaceId, holder)
  const held = new Set(rows.map(row => row.permission as SpacePermission))
  const wanted = resultOf(mode, held, permissions)
  const granted = [...wanted].filter(permission => !held.has(permission))
  const revoked = rows.filter(row => !wanted.has(row.permission as SpacePermission))
  await deleteGrants(
    tx,
    revoked.map(row => row.id),
  )
  await insertGrants(
    tx,
    spaceId,
    granted.map(permission => ({ ...holder, permission })),
  )
  return { granted, revoked: revoked.map(row => row.permission) }
}

function resultOf(
  mode: Mode,
  held: ReadonlySet<SpacePermission>,
  named: ReadonlySet<SpacePermission>,
): Set<SpacePermission> {
  if (mode === 'revoke') return named.has('read:space') ? new Set() : held.difference(named)
  const wanted = mode === 'grant' ? held.union(named) : new Set(named)
  if (wanted.size > 0) wanted.add('read:space')
  return wanted
}

async function checkNumberOfSubjects(tx: WriteTransaction, space: Space): Promise<void> {
  if ((await countSubjects(tx, space.id, MAX_SUBJECTS + 1)) > MAX_SUBJECTS) {
    throw badRequest('At most {{most}} users and groups may hold permissions in a space. Use a group for them', {
      values: { most: MAX_SUBJECTS },
    })
  }
}
