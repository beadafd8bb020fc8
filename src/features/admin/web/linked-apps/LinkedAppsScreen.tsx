import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { getLinkStatus, makeLinkPrimary } from '#features/application-links/contract.ts'
import { linkCall } from '#features/application-links/web/index.ts'
import {
  type LinkedApplication,
  listLinkedApplications,
  testLinkedApplication,
} from '#features/linked-apps/contract.ts'
import { APPLICATION_TYPES, type ApplicationType } from '#features/linked-apps/shared.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { AllowedHosts } from '../AllowedHosts.tsx'
import type { LinkedAppTask } from './LinkedAppDialogs.tsx'

const LinkedAppDialogs = lazy(() => import('./LinkedAppDialogs.tsx'))

export default function LinkedAppsScreen({ search }: ScreenProps) {
  const suggested = typeOf(search['typeId'])
  const invalidate = useInvalidate()
  const [task, setTask] = useState<LinkedAppTask | undefined>(suggested && { kind: 'link', typeId: suggested })
  const phone = useIsPhone()
  const applications = usePaged(listLinkedApplications, {}, { staleTime: 0 })
  const changed = () => invalidate(listLinkedApplications)
  const act = useAction(async (kind: 'test' | 'primary', application: LinkedApplication) => {
    if (kind === 'test') return tell(application, await tried(application))
    await linkCall(makeLinkPrimary, { params: { applicationId: application.id } })
    return changed()
  })
  return (
    <AdminPage title={t('Linked applications')}>
      <Toolbar
        actions={
          <>
            <Button onPress={() => setTask({ kind: 'create' })}>{t('Link Jira')}</Button>
            <CreateButton onPress={() => setTask({ kind: 'link' })}>{t('Create link')}</CreateButton>
          </>
        }
      />
      {act.error && (
        <Banner tone="danger" title={t('REST request failed')}>
          {act.error.message}
        </Banner>
      )}
      <TableListing
        list={applications}
        label={t('Linked applications')}
        failure={t('The linked applications could not be read')}
        rowKey={application => application.id}
        columns={columns({ phone, onTask: setTask, onAct: (kind, application) => void act.run(kind, application) })}
        empty={
          <EmptyState title={t('No application is linked yet')}>
            <p>
              {t(
                'When Jira is linked, pages show the issues, sprints, versions and epics that are about them, to each reader what they may see in Jira.',
              )}
            </p>
          </EmptyState>
        }
      />
      <AllowedHosts />
      <Suspense>
        {task && <LinkedAppDialogs task={task} onChanged={changed} onClose={() => setTask(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}

function typeOf(value: unknown): ApplicationType | undefined {
  return (Object.keys(APPLICATION_TYPES) as ApplicationType[]).find(type => type === value)
}

function kindOf({ typeId, deployment, isConfigured }: LinkedApplication): string {
  if (typeId !== 'jira' || !isConfigured) return APPLICATION_TYPES[typeId]
  return deployment === 'cloud' ? 'Jira Cloud' : 'Jira Data Center'
}

/** Whether an application answers: its version, or what is wrong. */
async function tried({ id, typeId }: LinkedApplication): Promise<{ version: string | null; error: string | null }> {
  const params = { applicationId: id }
  if (typeId === 'jira') return elevated(() => call(testLinkedApplication, { params, body: undefined }))
  const { error } = await linkCall(getLinkStatus, { params })
  return { version: null, error: error?.details ?? null }
}

function tell({ name }: LinkedApplication, { version, error }: Awaited<ReturnType<typeof tried>>): void {
  const told = error ?? (version === null ? undefined : t('Version {{version}}', { version }))
  showToast({
    kind: error === null ? 'success' : 'error',
    title: error === null ? t('{{name}} answers', { name }) : t('{{name}} does not answer', { name }),
    ...(told === undefined ? {} : { body: told }),
  })
}

interface ColumnOptions {
  phone: boolean
  onTask: (task: LinkedAppTask) => void
  onAct: (kind: 'test' | 'primary', application: LinkedApplication) => void
}

function columns({ phone, onTask, onAct }: ColumnOptions): Column<LinkedApplication>[] {
  const which: Column<LinkedApplication> = {
    id: 'name',
    header: t('Name'),
    isRowHeader: true,
    cell: ({ name, displayUrl, isPrimary }) => (
      <>
        <span className={css.name}>{name}</span> {isPrimary && <Lozenge>{t('Primary')}</Lozenge>}
        <span className={`${css.sub} ${css.words}`}>{displayUrl}</span>
      </>
    ),
  }
  const actions: Column<LinkedApplication> = {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    width: '3rem',
    cell: application => (
      <Menu
        label={t('Actions')}
        trigger={
          <IconButton label={t('Actions for {{name}}', { name: application.name })} size="small">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem
          label={t('Edit')}
          onAction={() => onTask({ kind: application.typeId === 'jira' ? 'edit' : 'rename', application })}
        />
        {!application.isPrimary && (
          <MenuItem label={t('Make primary')} onAction={() => onAct('primary', application)} />
        )}
        <MenuItem label={t('Relocate')} onAction={() => onTask({ kind: 'relocate', application })} />
        <MenuItem label={t('Test the connection')} onAction={() => onAct('test', application)} />
        <MenuSeparator />
        <MenuItem label={t('Unlink')} isDangerous onAction={() => onTask({ kind: 'delete', application })} />
      </Menu>
    ),
  }
  if (phone) return [which, actions]
  return [
    which,
    {
      id: 'deployment',
      header: t('Kind'),
      width: '10rem',
      cell: kindOf,
    },
    {
      id: 'approvals',
      header: t('Approved by'),
      align: 'end',
      width: '8rem',
      cell: ({ approvals }) => formatNumber(approvals),
    },
    actions,
  ]
}
