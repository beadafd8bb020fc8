import X from 'lucide-react/icons/x'
import { Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import {
  addMember,
  deleteGroup,
  listMemberships,
  removeMember,
  searchGroups,
  searchUsers,
} from '#features/accounts/contract.ts'
import { elevated, SubjectPicker } from '#features/accounts/web/index.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { Person } from '../users/user-columns.tsx'

/** Members of a group. */
export function GroupDetail({ name }: { name: string }) {
  const invalidate = useInvalidate()
  const [deleting, setDeleting] = useState(false)
  const changed = () => invalidate(searchUsers, listMemberships, searchGroups)
  const change = useAction(async (endpoint: typeof addMember, username: string) => {
    await elevated(() => call(endpoint, { params: { username, groupName: name } }))
    await changed()
  })
  return (
    <AdminPage
      title={name}
      above={[{ label: t('Groups'), href: '/admin/groups' }]}
      actions={<Button onPress={() => setDeleting(true)}>{t('Delete group')}</Button>}
    >
      <div className={css.adder}>
        <Suspense fallback={<Skeleton height="57px" />}>
          <SubjectPicker
            label={t('Add a member')}
            kinds={['user']}
            isForAdding
            error={change.error?.message}
            onPick={picked => {
              if (picked?.kind === 'user') void change.run(addMember, picked.username)
            }}
          />
        </Suspense>
      </div>
      <MemberList group={name} onRemove={username => void change.run(removeMember, username)} />
      {deleting && (
        <ConfirmDialog
          title={t('Delete the group {{name}}?', { name })}
          confirmLabel={t('Delete group')}
          isDangerous
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await elevated(() => call(deleteGroup, { params: { groupName: name } }))
            await changed()
            navigateTo('/admin/groups', { replace: true })
          }}
        >
          <p>{t('Its members lose every permission that they have through it. This cannot be undone.')}</p>
        </ConfirmDialog>
      )}
    </AdminPage>
  )
}

function MemberList({ group, onRemove }: { group: string; onRemove: (username: string) => void }) {
  const [typed, setTyped] = useHistoryState(`words for members of ${group}`, '')
  const query = useDebounced(typed.trim())
  const members = usePaged(searchUsers, { query: { query, group, includeInactive: true } })
  // The search field shows once members exceed a page, and stays while it filters.
  const [isLong, setLong] = useState(typed !== '')
  if (!isLong && members.pages !== undefined && (members.pages.hasNext || members.pages.start > 0)) setLong(true)
  return (
    <>
      {isLong && (
        <Toolbar>
          <SearchField label={t('Find a member')} value={typed} onChange={setTyped} />
        </Toolbar>
      )}
      <TableListing
        list={members}
        label={t('Members')}
        failure={t('The members could not be read')}
        skeleton={{ hasFace: true }}
        rowKey={person => person.userKey}
        columns={[
          {
            id: 'name',
            header: t('Name'),
            isRowHeader: true,
            cell: person => <Person user={person} />,
          },
          {
            id: 'actions',
            header: t('Actions'),
            isHeaderHidden: true,
            align: 'end',
            width: '3rem',
            cell: person => (
              <IconButton
                size="small"
                label={t('Take {{name}} out', { name: person.displayName })}
                placement="start"
                onPress={() => onRemove(person.username)}
              >
                <X />
              </IconButton>
            ),
          },
        ]}
        empty={
          query !== '' ? (
            <EmptyState title={t('No user matches')} />
          ) : (
            <EmptyState title={t('This group has no members yet')}>
              <p>{t('Add the first member above.')}</p>
            </EmptyState>
          )
        }
      />
    </>
  )
}
