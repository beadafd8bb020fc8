import { Suspense } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import {
  getGlobalPermissions,
  grantAnonymous,
  grantGroup,
  grantUnlicensed,
  grantUser,
  revokeAnonymous,
  revokeGroup,
  revokeUnlicensed,
  revokeUser,
} from '#features/accounts/contract.ts'
import { elevated, GrantedPermissions, type Grantee } from '#features/accounts/web/index.ts'
import { AdminPage } from './AdminPage.tsx'

/** Global permissions, `operation:target`. Labels are i18n keys. */
const COLUMNS = [
  { id: 'use:application', label: 'Use the wiki' },
  { id: 'create:personal_space', label: 'Personal space' },
  { id: 'create:space', label: 'Create spaces' },
  { id: 'read:users', label: 'See users' },
  { id: 'administer:application', label: 'Administer' },
] as const
const OFFERED = { anonymous: new Set(['use:application', 'read:users']), unlicensed: new Set(['use:application']) }

export default function PermissionsScreen() {
  const invalidate = useInvalidate()
  const grants = useEndpoint(getGlobalPermissions)
  return (
    <AdminPage title={t('Global permissions')}>
      <Suspense fallback={<SkeletonRows />}>
        <GrantedPermissions
          answer={grants}
          columns={COLUMNS.map(({ id, label }) => ({ id, label: t(label) }))}
          description={t('Permissions for the whole wiki. Permissions for a space are in the settings of the space.')}
          others={{
            title: t('Everybody else'),
            description: t(
              'Visitors who have not signed in, and users whom nothing above lets use the wiki. They see only the spaces that allow it.',
            ),
            offered: OFFERED,
          }}
          onChange={async (grantee, operation, isHeld) => {
            await elevated(() => send(grantee, operation, isHeld))
            await invalidate(getGlobalPermissions)
          }}
        />
      </Suspense>
    </AdminPage>
  )
}

async function send(
  grantee: Grantee,
  operation: { operationKey: string; targetType: string },
  isHeld: boolean,
): Promise<void> {
  const body = [operation]
  if (grantee.kind === 'anonymous') await call(isHeld ? grantAnonymous : revokeAnonymous, { body })
  else if (grantee.kind === 'unlicensed') await call(isHeld ? grantUnlicensed : revokeUnlicensed, { body })
  else if (grantee.kind === 'group')
    await call(isHeld ? grantGroup : revokeGroup, { params: { groupName: grantee.name }, body })
  else await call(isHeld ? grantUser : revokeUser, { params: { user: grantee.userKey }, body })
}
