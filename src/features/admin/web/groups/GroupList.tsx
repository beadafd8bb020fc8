import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatNumber } from '#platform/web/format.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { Table } from '#platform/web/ui/Table.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { createGroup, searchGroups } from '#features/accounts/contract.ts'
import { elevated } from '../access.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'

const PAGE = 25

export function GroupList() {
  const [typed, setTyped] = useState('')
  const [start, setStart] = useState(0)
  const [creating, setCreating] = useState(false)
  const query = useDebounced(typed.trim())
  const { data, error } = useEndpoint(searchGroups, { query: { query, start, limit: PAGE } }, { keepPrevious: true })
  return (
    <AdminPage title={t('Groups')}>
      <Toolbar
        actions={
          <Button variant="primary" icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onPress={() => setCreating(true)}>
            {t('Create group')}
          </Button>
        }
      >
        <SearchField
          label={t('Find a group')}
          value={typed}
          onChange={text => {
            setTyped(text)
            setStart(0)
          }}
        />
      </Toolbar>
      {error && <Banner tone="danger" title={t('The groups could not be read')}>{error.message}</Banner>}
      {!data && !error && <SkeletonRows />}
      {data && (
        <Table
          label={t('Groups')}
          rows={data.results}
          rowKey={group => group.name}
          columns={[
            {
              id: 'name',
              header: t('Name'),
              isRowHeader: true,
              cell: group => (
                <>
                  <a className={css.name} href={`/admin/groups?group=${encodeURIComponent(group.name)}`}>{group.name}</a>
                  {group.description && <span className={css.sub}>{group.description}</span>}
                </>
              ),
            },
            { id: 'members', header: t('Members'), align: 'end', width: '8rem', cell: group => formatNumber(group.members) },
          ]}
          empty={<EmptyState title={t('No group begins with this')} />}
        />
      )}
      {data && <Pagination start={data.start} limit={data.limit} size={data.size} hasNext={data._links.next !== undefined} onChange={setStart} />}
      {creating && <CreateGroupDialog onClose={() => setCreating(false)} />}
    </AdminPage>
  )
}

function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const create = useAction(async () => {
    const group = await elevated(() => call(createGroup, { body: { name } }))
    await client.invalidateQueries({ queryKey: allOf(searchGroups) })
    onClose()
    navigateTo(`/admin/groups?group=${encodeURIComponent(group.name)}`)
  }, { 409: 'name' })
  return (
    <FormDialog title={t('Create group')} submitLabel={t('Create group')} action={create} fields={['name']} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField label={t('Name')} isRequired autoFocus autoComplete="off" value={name} onChange={setName} error={create.fieldError('name')} maxLength={255} />
    </FormDialog>
  )
}
