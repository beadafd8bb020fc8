import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Switch } from '#platform/web/ui/Choices.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { Table } from '#platform/web/ui/Table.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { searchUsers, type DirectoryEntry } from '#features/accounts/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import type { UserTask } from './UserDialogs.tsx'
import { userColumns } from './user-columns.tsx'

const UserDialogs = lazy(() => import('./UserDialogs.tsx'))
const CreateUserDialog = lazy(() => import('./CreateUserDialog.tsx'))

const PAGE = 25

/** All users: find, create, change, disable. */
export default function UsersScreen({ search }: ScreenProps) {
  const [typed, setTyped] = useState(typeof search.query === 'string' ? search.query : '')
  const [includeInactive, setIncludeInactive] = useState(true)
  const [start, setStart] = useState(0)
  const [task, setTask] = useState<UserTask>()
  const [creating, setCreating] = useState(false)
  const query = useDebounced(typed.trim())
  const phone = useIsPhone()
  const { data, error } = useEndpoint(searchUsers, { query: { query, includeInactive, start, limit: PAGE } }, { keepPrevious: true })
  const open = (kind: UserTask['kind'], user: DirectoryEntry) => setTask({ kind, user })
  return (
    <AdminPage title={t('Users')}>
      <Toolbar
        actions={
          <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onPress={() => setCreating(true)}>
            {t('Create user')}
          </Button>
        }
      >
        <SearchField
          label={t('Find by name, user name or e-mail')}
          value={typed}
          onChange={text => {
            setTyped(text)
            setStart(0)
          }}
        />
        <Switch
          isSelected={includeInactive}
          onChange={on => {
            setIncludeInactive(on)
            setStart(0)
          }}
        >
          {t('Also disabled users')}
        </Switch>
      </Toolbar>
      {error && <Banner tone="danger" title={t('The users could not be read')}>{error.message}</Banner>}
      {!data && !error && <SkeletonRows hasFace />}
      {data && (
        <Table
          label={t('Users')}
          columns={userColumns({ phone, open })}
          rows={data.results}
          rowKey={user => user.userKey}
          empty={
            <EmptyState title={t('No user matches')}>
              <p>{t('Every word must begin a word of the name, the user name or the e-mail address.')}</p>
            </EmptyState>
          }
        />
      )}
      {data && (
        <Pagination start={data.start} limit={data.limit} size={data.size} hasNext={data._links.next !== undefined} onChange={setStart} />
      )}
      <Suspense>
        {creating && <CreateUserDialog onClose={() => setCreating(false)} />}
        {task && <UserDialogs task={task} onClose={() => setTask(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}
