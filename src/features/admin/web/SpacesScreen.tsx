import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { spaceDirectory, type SpaceEntry } from '#features/spaces/contract.ts'
import { AdminPage } from './AdminPage.tsx'
import css from './admin.module.css'

/** All spaces, with links to their settings. */
export default function SpacesScreen() {
  const [typed, setTyped] = useHistoryState('words for spaces', '')
  const phone = useIsPhone()
  const query = useDebounced(typed.trim())
  const spaces = usePaged(spaceDirectory, { query: { query, status: 'any' } })
  return (
    <AdminPage title={t('Spaces')}>
      <Toolbar>
        <SearchField label={t('Find a space by name or key')} value={typed} onChange={setTyped} />
      </Toolbar>
      <TableListing
        list={spaces}
        label={t('Spaces')}
        failure={t('The spaces could not be read')}
        rowKey={space => space.key}
        columns={columns(phone)}
        empty={<EmptyState title={t('No space matches')} />}
      />
    </AdminPage>
  )
}

function columns(phone: boolean): Column<SpaceEntry>[] {
  const settings = (space: SpaceEntry) => `/spaces/spaceadmin.action?key=${encodeURIComponent(space.key)}`
  const name: Column<SpaceEntry> = {
    id: 'name',
    header: t('Name'),
    isRowHeader: true,
    cell: space => (
      <>
        <a className={css.name} href={space._links.webui}>
          {space.name}
        </a>{' '}
        {space.status === 'archived' && <Lozenge>{t('Archived')}</Lozenge>}
        {phone && <span className={css.sub}>{space.key}</span>}
      </>
    ),
  }
  const link: Column<SpaceEntry> = {
    id: 'settings',
    header: t('Settings'),
    isHeaderHidden: true,
    align: 'end',
    cell: space => (
      <a href={settings(space)} aria-label={t('Settings of {{name}}', { name: space.name })}>
        {t('Settings')}
      </a>
    ),
  }
  if (phone) return [name, link]
  return [
    name,
    { id: 'key', header: t('Key'), cell: space => space.key },
    { id: 'type', header: t('Type'), cell: space => (space.type === 'personal' ? t('Personal') : t('Team')) },
    link,
  ]
}
