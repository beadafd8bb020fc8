import { useQueryClient } from '@tanstack/react-query'
import Globe from 'lucide-react/icons/globe'
import Users from 'lucide-react/icons/users'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { type MatrixColumn, type MatrixRow, PermissionMatrix } from '#platform/web/ui/PermissionMatrix.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import {
  getGlobalPermissions, grantAnonymous, grantGroup, grantUnlicensed, grantUser, pictureOf, revokeAnonymous, revokeGroup, revokeUnlicensed,
  revokeUser,
} from '#features/accounts/contract.ts'
import { SubjectPicker, type PickedSubject } from '#features/accounts/web/index.ts'
import { elevated } from './access.ts'
import css from './admin.module.css'
import { AdminPage } from './AdminPage.tsx'

/** Site-wide permissions, as `operation:target`. */
const COLUMNS: readonly MatrixColumn[] = [
  { id: 'use:application', label: 'Use the wiki' },
  { id: 'create:personal_space', label: 'Personal space' },
  { id: 'create:space', label: 'Create spaces' },
  { id: 'read:users', label: 'See users' },
  { id: 'administer:application', label: 'Administer' },
]
const FOR_ANONYMOUS = new Set(['use:application', 'read:users'])
const FOR_UNLICENSED = new Set(['use:application'])

type Grant = Awaited<ReturnType<typeof call<typeof getGlobalPermissions>>>[number]
type Row = MatrixRow & { picked: PickedSubject | 'anonymous' | 'unlicensed' }

/** Who may do what in the whole wiki. */
export default function PermissionsScreen() {
  const client = useQueryClient()
  const { data, error } = useEndpoint(getGlobalPermissions)
  const [added, setAdded] = useState<readonly PickedSubject[]>([])
  const rows = data ? rowsOf(data, added) : []
  const change = async (row: Row, column: MatrixColumn, isHeld: boolean) => {
    await elevated(() => send(row.picked, column.id, isHeld))
    await client.invalidateQueries({ queryKey: allOf(getGlobalPermissions) })
  }
  const matrix = (label: string, shown: Row[]) => (
    <PermissionMatrix
      label={label}
      columns={COLUMNS.map(column => ({ ...column, label: t(column.label) }))}
      rows={shown}
      onChange={(row, column, isHeld) => change(row as Row, column, isHeld)}
    />
  )
  return (
    <AdminPage title={t('Global permissions')}>
      {error && <Banner tone="danger" title={t('The permissions could not be read')}>{error.message}</Banner>}
      {!data && !error && <SkeletonRows />}
      {data && (
        <>
          <Section title={t('Groups and users')} description={t('What somebody may do in the whole wiki. What they may do in a space, the space itself says.')}>
            <div className={css.adder}>
              <Suspense fallback={<Skeleton height="57px" />}>
                <SubjectPicker
                  label={t('Add a group or user')}
                  isForAdding
                  onPick={picked => {
                    if (picked) setAdded(before => [picked, ...before])
                  }}
                />
              </Suspense>
            </div>
            {matrix(t('Groups and users'), rows.filter(row => typeof row.picked === 'object'))}
          </Section>
          <Section title={t('Everybody else')} description={t('Visitors who have not signed in, and users whom nothing above lets use the wiki. They see only the spaces that allow it.')}>
            {matrix(t('Everybody else'), rows.filter(row => typeof row.picked === 'string'))}
          </Section>
        </>
      )}
    </AdminPage>
  )
}

function rowsOf(grants: readonly Grant[], added: readonly PickedSubject[]): Row[] {
  const rows = new Map<string, Row & { held: Set<string> }>()
  const rowOf = (picked: Row['picked']) => {
    const id = idOf(picked)
    const row = rows.get(id) ?? { id, picked, held: new Set<string>(), ...look(picked) }
    rows.set(id, row)
    return row
  }
  for (const picked of added) rowOf(picked)
  for (const { subject, operation } of grants) rowOf(subjectOf(subject)).held.add(`${operation.operationKey}:${operation.targetType}`)
  rowOf('unlicensed')
  rowOf('anonymous')
  return [...rows.values()]
}

function subjectOf(subject: Grant['subject']): Row['picked'] {
  if (subject.type === 'unlicensed' || subject.type === 'anonymous') return subject.type
  if (subject.type === 'group') return { kind: 'group', name: subject.name }
  return {
    kind: 'user', userKey: subject.userKey ?? '', username: subject.username ?? '', name: subject.displayName,
    picture: pictureOf(subject),
  }
}

function idOf(picked: Row['picked']): string {
  if (typeof picked === 'string') return picked
  return picked.kind === 'group' ? `group:${picked.name}` : `user:${picked.userKey}`
}

function look(picked: Row['picked']): { name: string; mark: ReactNode; note?: string; offered?: ReadonlySet<string> } {
  if (picked === 'anonymous') return { name: t('Anonymous visitors'), mark: <Globe size={20} strokeWidth={1.75} aria-hidden />, offered: FOR_ANONYMOUS }
  if (picked === 'unlicensed') return { name: t('Users without the permission to use the wiki'), mark: <Users size={20} strokeWidth={1.75} aria-hidden />, offered: FOR_UNLICENSED }
  if (picked.kind === 'group') return { name: picked.name, mark: <Users size={20} strokeWidth={1.75} aria-hidden /> }
  return { name: picked.name, note: `@${picked.username}`, mark: <Avatar name={picked.name} picture={picked.picture} isDecorative /> }
}

async function send(picked: Row['picked'], permission: string, isHeld: boolean): Promise<void> {
  const [operationKey = '', targetType = ''] = permission.split(':')
  const body = [{ operationKey, targetType }]
  if (picked === 'anonymous') await call(isHeld ? grantAnonymous : revokeAnonymous, { body })
  else if (picked === 'unlicensed') await call(isHeld ? grantUnlicensed : revokeUnlicensed, { body })
  else if (picked.kind === 'group') await call(isHeld ? grantGroup : revokeGroup, { params: { groupName: picked.name }, body })
  else await call(isHeld ? grantUser : revokeUser, { params: { user: picked.userKey }, body })
}
