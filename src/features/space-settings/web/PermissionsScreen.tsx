import { useQueryClient } from '@tanstack/react-query'
import Globe from 'lucide-react/icons/globe'
import Users from 'lucide-react/icons/users'
import { Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { type MatrixRow, PermissionMatrix } from '#platform/web/ui/PermissionMatrix.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { SubjectPicker, type PickedSubject } from '#features/accounts/web/index.ts'
import {
  grantAnonymous, grantGroup, grantUser, listPermissions, revokeAnonymous, revokeGroup, revokeUser, spaceDetails,
} from '#features/spaces/contract.ts'
import { grantsBySubject, type Grantee, granteeId, operationOf, SPACE_COLUMNS } from './grants.ts'
import { keyOf, SettingsPage } from './SettingsPage.tsx'
import css from './space-settings.module.css'

type Row = MatrixRow & { grantee: Grantee }

/** Who may do what in a space. */
export default function PermissionsScreen({ search }: ScreenProps) {
  const key = keyOf(search)
  return (
    <SettingsPage current="/spaces/spacepermissions.action" spaceKey={key}>
      {space => <Permissions spaceKey={space.key} />}
    </SettingsPage>
  )
}

function Permissions({ spaceKey }: { spaceKey: string }) {
  const client = useQueryClient()
  const { data, error } = useEndpoint(listPermissions, { params: { key: spaceKey } })
  const [added, setAdded] = useState<readonly PickedSubject[]>([])
  const rows = data ? grantsBySubject(data, added).map(rowOf) : []
  const columns = SPACE_COLUMNS.map(({ id, label, group }) => ({ id, label: t(label), group: t(group) }))
  const change = async (row: MatrixRow, columnId: string, isHeld: boolean) => {
    await send(spaceKey, (row as Row).grantee, columnId, isHeld)
    await Promise.all([listPermissions, spaceDetails].map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
  }
  const matrix = (label: string, shown: Row[]) => (
    <PermissionMatrix label={label} columns={columns} rows={shown} onChange={(row, column, isHeld) => change(row, column.id, isHeld)} />
  )
  if (error) return <Banner tone="danger" title={t('The permissions could not be read')}>{error.message}</Banner>
  if (!data) return <SkeletonRows />
  return (
    <>
      <Section title={t('Groups and users')} description={t('Nobody sees the space without the permission to view it. Each box counts at once.')}>
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
        {matrix(t('Groups and users'), rows.filter(row => row.grantee.kind !== 'anonymous'))}
      </Section>
      <Section title={t('Anonymous visitors')} description={t('Whoever reads without signing in, where the whole wiki allows that.')}>
        {matrix(t('Anonymous visitors'), rows.filter(row => row.grantee.kind === 'anonymous'))}
      </Section>
    </>
  )
}

const NOT_FOR_ANONYMOUS = new Set(['administer:space', 'restrict:space'])

function rowOf({ grantee, held }: { grantee: Grantee; held: ReadonlySet<string> }): Row {
  const id = granteeId(grantee)
  if (grantee.kind === 'anonymous') {
    return {
      id, grantee, held, name: t('Anonymous visitors'), mark: <Globe size={20} strokeWidth={1.75} aria-hidden />,
      offered: new Set(SPACE_COLUMNS.map(column => column.id).filter(column => !NOT_FOR_ANONYMOUS.has(column))),
    }
  }
  if (grantee.kind === 'group') return { id, grantee, held, name: grantee.name, mark: <Users size={20} strokeWidth={1.75} aria-hidden /> }
  return { id, grantee, held, name: grantee.name, note: `@${grantee.username}`, mark: <Avatar name={grantee.name} picture={grantee.picture} isDecorative /> }
}

async function send(key: string, grantee: Grantee, columnId: string, isHeld: boolean): Promise<void> {
  const body = [operationOf(columnId)]
  if (grantee.kind === 'anonymous') await call(isHeld ? grantAnonymous : revokeAnonymous, { params: { key }, body })
  else if (grantee.kind === 'group') await call(isHeld ? grantGroup : revokeGroup, { params: { key, groupName: grantee.name }, body })
  else await call(isHeld ? grantUser : revokeUser, { params: { key, userKey: grantee.userKey }, body })
}
