import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatNumber } from '#platform/web/format.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { createGroup, searchGroups } from '#features/accounts/contract.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'

export function GroupList() {
  const [typed, setTyped] = useHistoryState('words for groups', '')
  const [creating, setCreating] = useState(false)
  const query = useDebounced(typed.trim())
  const groups = usePaged(searchGroups, { query: { query } })
  return (
    <AdminPage title={t('Groups')}>
      <Toolbar actions={<CreateButton onPress={() => setCreating(true)}>{t('Create group')}</CreateButton>}>
        <SearchField label={t('Find a group')} value={typed} onChange={setTyped} />
      </Toolbar>
      <TableListing
        list={groups}
        label={t('Groups')}
        failure={t('The groups could not be read')}
        rowKey={group => group.name}
        columns={[
          {
            id: 'name',
            header: t('Name'),
            isRowHeader: true,
            cell: group => (
              <>
                <a className={css.name} href={`/admin/groups?group=${encodeURIComponent(group.name)}`}>
                  {group.name}
                </a>
                {group.description && <span className={css.sub}>{group.description}</span>}
              </>
            ),
          },
          {
            id: 'members',
            header: t('Members'),
            align: 'end',
            width: '8rem',
            cell: group => formatNumber(group.members),
          },
        ]}
        empty={<EmptyState title={t('No group begins with this')} />}
      />
      {creating && <CreateGroupDialog onClose={() => setCreating(false)} />}
    </AdminPage>
  )
}

function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate()
  const [name, setName] = useState('')
  const create = useAction(
    async () => {
      const group = await elevated(() => call(createGroup, { body: { name } }))
      await invalidate(searchGroups)
      onClose()
      navigateTo(`/admin/groups?group=${encodeURIComponent(group.name)}`)
    },
    { 409: 'name' },
  )
  return (
    <FormDialog
      title={t('Create group')}
      submitLabel={t('Create group')}
      action={create}
      fields={['name']}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
        error={create.fieldError('name')}
        maxLength={255}
      />
    </FormDialog>
  )
}
