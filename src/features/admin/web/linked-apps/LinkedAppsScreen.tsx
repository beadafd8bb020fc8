import Ellipsis from 'lucide-react/icons/ellipsis'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useInvalidate } from '#platform/web/query.ts'
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
import {
  type LinkedApplication,
  listLinkedApplications,
  testLinkedApplication,
} from '#features/linked-apps/contract.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { AllowedHosts } from '../AllowedHosts.tsx'
import type { LinkedAppTask } from './LinkedAppDialogs.tsx'

const LinkedAppDialogs = lazy(() => import('./LinkedAppDialogs.tsx'))

export default function LinkedAppsScreen() {
  const invalidate = useInvalidate()
  const [task, setTask] = useState<LinkedAppTask>()
  const phone = useIsPhone()
  const applications = usePaged(listLinkedApplications, {}, { staleTime: 0 })
  const test = useAction(async ({ id, name }: LinkedApplication) => {
    const { version, error } = await elevated(() =>
      call(testLinkedApplication, { params: { applicationId: id }, body: undefined }),
    )
    showToast({
      kind: error === null ? 'success' : 'error',
      title: error === null ? t('{{name}} answers', { name }) : t('{{name}} does not answer', { name }),
      body: error ?? t('Version {{version}}', { version: version ?? '' }),
    })
  })
  return (
    <AdminPage title={t('Linked applications')}>
      <Toolbar actions={<CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Link Jira')}</CreateButton>} />
      {test.error && <Banner tone="danger" title={test.error.message} />}
      <TableListing
        list={applications}
        label={t('Linked applications')}
        failure={t('The linked applications could not be read')}
        rowKey={application => application.id}
        columns={columns({ phone, onTask: setTask, onTest: application => void test.run(application) })}
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
        {task && (
          <LinkedAppDialogs
            task={task}
            onChanged={() => invalidate(listLinkedApplications)}
            onClose={() => setTask(undefined)}
          />
        )}
      </Suspense>
    </AdminPage>
  )
}

interface ColumnOptions {
  phone: boolean
  onTask: (task: LinkedAppTask) => void
  onTest: (application: LinkedApplication) => void
}

function columns({ phone, onTask, onTest }: ColumnOptions): Column<LinkedApplication>[] {
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
        <MenuItem label={t('Edit')} onAction={() => onTask({ kind: 'edit', application })} />
        <MenuItem label={t('Test the connection')} onAction={() => onTest(application)} />
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
      cell: ({ deployment }) => (deployment === 'cloud' ? 'Jira Cloud' : 'Jira Data Center'),
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
