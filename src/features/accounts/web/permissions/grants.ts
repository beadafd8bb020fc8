import { avatarPathOf } from '../../shared.ts'
import type { PickedSubject } from '../SubjectPicker.tsx'

/** Subject that can hold a permission. */
export type Grantee = PickedSubject | { kind: 'anonymous' } | { kind: 'unlicensed' }

/** Grant of the REST interface, for the wiki or a space. */
export interface Grant {
  operation: { targetType: string; operationKey: string }
  subject: { type: 'known' | 'group' | 'anonymous' | 'unlicensed'; displayName?: string; [field: string]: unknown }
}

/** One entry per subject: `added` first, then by first grant. Subjects of `always` are included even without grants. */
export function grantsBySubject(
  grants: readonly Grant[],
  added: readonly PickedSubject[],
  always: readonly Grantee[],
): { grantee: Grantee; held: Set<string> }[] {
  const rows = new Map<string, { grantee: Grantee; held: Set<string> }>()
  const rowOf = (grantee: Grantee) => {
    const row = rows.get(granteeId(grantee)) ?? { grantee, held: new Set<string>() }
    rows.set(granteeId(grantee), row)
    return row
  }
  for (const subject of added) rowOf(subject)
  for (const { subject, operation } of grants)
    rowOf(granteeOf(subject)).held.add(`${operation.operationKey}:${operation.targetType}`)
  for (const grantee of always) rowOf(grantee)
  return [...rows.values()]
}

export function granteeId(grantee: Grantee): string {
  if (grantee.kind === 'group') return `group:${grantee.name}`
  return grantee.kind === 'user' ? `user:${grantee.userKey}` : grantee.kind
}

/** Splits `operation:target`. */
export function operationOf(permission: string): { operationKey: string; targetType: string } {
  const [operationKey = '', targetType = ''] = permission.split(':')
  return { operationKey, targetType }
}

function granteeOf(subject: Grant['subject']): Grantee {
  if (subject.type === 'anonymous' || subject.type === 'unlicensed') return { kind: subject.type }
  const text = (name: string) => (typeof subject[name] === 'string' ? subject[name] : '')
  if (subject.type === 'group') return { kind: 'group', name: text('name') }
  const { path = '', isDefault = true } = (subject['profilePicture'] ?? {}) as { path?: string; isDefault?: boolean }
  const picture = avatarPathOf({ userKey: text('userKey'), profilePicture: { path, isDefault, width: 0, height: 0 } })
  return { kind: 'user', userKey: text('userKey'), username: text('username'), name: text('displayName'), picture }
}
