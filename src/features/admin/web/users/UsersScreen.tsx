import { lazy, Suspense, useState } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Switch } from '#platform/web/ui/Choices.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { searchUsers, type DirectoryEntry } from '#features/accounts/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import type { UserTask } from './UserDialogs.tsx'
import { userColumns } from './user-columns.tsx'

const UserDialogs = lazy(() => import('./UserDialogs.tsx'))
const CreateUserDialog = lazy(() => import('./CreateUserDialog.tsx'))

export default function UsersScreen({ search }: ScreenProps) {
  const [typed, setTyped] = useHistoryState('words for users', typeof search.query === 'string' ? search.query : '')
  const [includeInactive, setIncludeInactive] = useHistoryState('disabled users too', true)
  const [task, setTask] = useState<UserTask>()
  const [creating, setCreating] = useState(false)
  const query = useDebounced(typed.trim())
  const phone = useIsPhone()
  const users = usePaged(searchUsers, { query: { query, includeInactive } })
  const open = (kind: UserTask['kind'], user: DirectoryEntry) => setTask({ kind, user })
  return (
    <AdminPage title={t('Users')}>
      <Toolbar actions={<CreateButton onPress={() => setCreating(true)}>{t('Create user')}</CreateButton>}>
        <SearchField label={t('Find by name, user name or e-mail')} value={typed} onChange={setTyped} />
        <Switch isSelected={includeInactive} onChange={setIncludeInactive}>
          {t('Also disabled users')}
        </Switch>
      </Toolbar>
      <TableListing
        list={users}
        label={t('Users')}
        failure={t('The users could not be read')}
        skeleton={{ hasFace: true }}
        columns={userColumns({ phone, open })}
        rowKey={user => user.userKey}
        empty={
          <EmptyState title={t('No user matches')}>
            <p>{t('Every word must begin a word of the name, the user name or the e-mail address.')}</p>
          </EmptyState>
        }
      />
      <Suspense>
        {creating && <CreateUserDialog onClose={() => setCreating(false)} />}
        {task && <UserDialogs task={task} onClose={() => setTask(undefined)} />}
      </Suspense>
    </AdminPage>
  )
}
