import { pictureOf } from '#features/accounts/contract.ts'
import type { PickedSubject } from '#features/accounts/web/index.ts'

/** A permission in a space, as `operation:target` of the REST interface. Labels and groups are keys of i18n. */
export const SPACE_COLUMNS = [
  { id: 'read:space', label: 'View', group: 'Space' },
  { id: 'delete_own:space', label: 'Delete own', group: 'Space' },
  { id: 'create:page', label: 'Add', group: 'Pages' },
  { id: 'delete:page', label: 'Delete', group: 'Pages' },
  { id: 'create:blogpost', label: 'Add', group: 'Blog' },
  { id: 'delete:blogpost', label: 'Delete', group: 'Blog' },
  { id: 'create:attachment', label: 'Add', group: 'Attachments' },
  { id: 'delete:attachment', label: 'Delete', group: 'Attachments' },
  { id: 'create:comment', label: 'Add', group: 'Comments' },
  { id: 'delete:comment', label: 'Delete', group: 'Comments' },
  { id: 'restrict:space', label: 'Restrict', group: 'Manage' },
  { id: 'export:space', label: 'Export', group: 'Manage' },
  { id: 'administer:space', label: 'Admin', group: 'Manage' },
] as const

/** Who can be granted something in a space. */
export type Grantee = PickedSubject | { kind: 'anonymous' }

interface Grant {
  operation: { targetType: string; operationKey: string }
  subject: { type: 'known' | 'group' | 'anonymous'; displayName: string; [field: string]: unknown }
}

/**
 * One entry for each who holds something, in the order of their first grant, after those who were just added.
 * Anonymous visitors always have theirs.
 */
export function grantsBySubject(grants: readonly Grant[], added: readonly PickedSubject[]): { grantee: Grantee; held: Set<string> }[] {
  const rows = new Map<string, { grantee: Grantee; held: Set<string> }>()
  const rowOf = (grantee: Grantee) => {
    const row = rows.get(granteeId(grantee)) ?? { grantee, held: new Set<string>() }
    rows.set(granteeId(grantee), row)
    return row
  }
  for (const subject of added) rowOf(subject)
  for (const { subject, operation } of grants) rowOf(granteeOf(subject)).held.add(`${operation.operationKey}:${operation.targetType}`)
  rowOf({ kind: 'anonymous' })
  return [...rows.values()]
}

export function granteeId(grantee: Grantee): string {
  if (grantee.kind === 'anonymous') return 'anonymous'
  return grantee.kind === 'group' ? `group:${grantee.name}` : `user:${grantee.userKey}`
}

export function operationOf(columnId: string): { operationKey: string; targetType: string } {
  const [operationKey = '', targetType = ''] = columnId.split(':')
  return { operationKey, targetType }
}

function granteeOf(subject: Grant['subject']): Grantee {
  if (subject.type === 'anonymous') return { kind: 'anonymous' }
  if (subject.type === 'group') return { kind: 'group', name: subject.displayName }
  const text = (name: string) => (typeof subject[name] === 'string' ? subject[name] : '')
  const { path = '', isDefault = true } = (subject['profilePicture'] ?? {}) as { path?: string; isDefault?: boolean }
  const picture = pictureOf({ userKey: text('userKey'), profilePicture: { path, isDefault, width: 0, height: 0 } })
  return { kind: 'user', userKey: text('userKey'), username: text('username'), name: subject.displayName, picture }
}
