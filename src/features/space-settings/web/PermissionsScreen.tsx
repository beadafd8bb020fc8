import { Suspense } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { getPublicProfile } from '#features/accounts/contract.ts'
import { GrantedPermissions, type Grantee } from '#features/accounts/web/index.ts'
import {
  grantAnonymous,
  grantGroup,
  grantUser,
  listPermissions,
  revokeAnonymous,
  revokeGroup,
  revokeUser,
  spaceDetails,
} from '#features/spaces/contract.ts'
import { spaceKeyIn, SettingsPage } from './SettingsPage.tsx'

/** Space permissions, `operation:target`. Labels and groups are i18n keys. */
const COLUMNS = [
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
const NOT_FOR_ANONYMOUS: ReadonlySet<string> = new Set(['administer:space', 'restrict:space'])
const OFFERED = {
  anonymous: new Set<string>(COLUMNS.map(column => column.id).filter(id => !NOT_FOR_ANONYMOUS.has(id))),
}

export default function PermissionsScreen({ search }: ScreenProps) {
  const key = spaceKeyIn(search)
  return (
    <SettingsPage current="/spaces/spacepermissions.action" spaceKey={key}>
      {space => <Permissions spaceKey={space.key} userKey={one(search['userKey'])} />}
    </SettingsPage>
  )
}

const one = (value: unknown) => (typeof value === 'string' ? value : '')

/** @param userKey user who is about to get permissions; empty for none */
function Permissions({ spaceKey, userKey }: { spaceKey: string; userKey: string }) {
  const invalidate = useInvalidate()
  const { data: meant } = useEndpoint(getPublicProfile, { params: { userKey } }, { enabled: userKey !== '' })
  const grants = useEndpoint(listPermissions, { params: { key: spaceKey } })
  return (
    <Suspense fallback={<SkeletonRows />}>
      <GrantedPermissions
        answer={grants}
        columns={COLUMNS.map(({ id, label, group }) => ({ id, label: t(label), group: t(group) }))}
        description={t('Only users with the permission to view the space can see it. Changes are saved immediately.')}
        others={{
          title: t('Anonymous visitors'),
          description: t('Readers who are not signed in, if the whole wiki allows that.'),
          offered: OFFERED,
        }}
        meant={
          meant && {
            kind: 'user',
            userKey: meant.userKey,
            username: meant.username,
            name: meant.displayName,
            picture: meant.avatarUrl,
          }
        }
        onChange={async (grantee, operation, isHeld) => {
          await send(spaceKey, grantee, operation, isHeld)
          await invalidate(listPermissions, spaceDetails)
        }}
      />
    </Suspense>
  )
}

async function send(
  key: string,
  grantee: Grantee,
  operation: { operationKey: string; targetType: string },
  isHeld: boolean,
): Promise<void> {
  const body = [operation]
  if (grantee.kind === 'user')
    await call(isHeld ? grantUser : revokeUser, { params: { key, userKey: grantee.userKey }, body })
  else if (grantee.kind === 'group')
    await call(isHeld ? grantGroup : revokeGroup, { params: { key, groupName: grantee.name }, body })
  else await call(isHeld ? grantAnonymous : revokeAnonymous, { params: { key }, body })
}
