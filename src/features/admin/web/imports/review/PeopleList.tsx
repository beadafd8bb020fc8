import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { listImportPeople, type ImportPerson, type PersonAction } from '#features/space-import/contract.ts'
import { PERSON_ACTIONS } from '#features/space-import/shared.ts'
import admin from '../../admin.module.css'
import css from '../imports.module.css'
import { actionWord, PersonChoice } from './PersonChoice.tsx'

const NOTHING = { words: '', action: '' }
const ALL = 'all'

interface PeopleListProps {
  id: string
  kind: ImportPerson['kind']
}

/** Users or groups of an export, to search and to choose for. */
export function PeopleList({ id, kind }: PeopleListProps) {
  const isPhone = useIsPhone()
  const [filter, setFilter] = useHistoryState(`filter of ${kind}s`, NOTHING)
  const words = useDebounced(filter.words.trim())
  const people = usePaged(
    listImportPeople,
    {
      params: { id },
      query: {
        kind,
        ...(words !== '' && { words }),
        ...(filter.action !== '' && { action: filter.action as PersonAction }),
      },
    },
    { limit: 50, staleTime: 0 },
  )
  return (
    <>
      <Toolbar>
        <SearchField
          label={kind === 'user' ? t('Find by name, user name or e-mail') : t('Find a group')}
          value={filter.words}
          onChange={text => setFilter({ ...filter, words: text })}
        />
        <Select
          label={t('What they become')}
          isLabelHidden
          options={[
            { id: ALL, label: kind === 'user' ? t('All users') : t('All groups') },
            ...PERSON_ACTIONS.map(action => ({ id: action, label: actionWord(kind, action) })),
          ]}
          value={filter.action || ALL}
          onChange={action => setFilter({ ...filter, action: action === ALL ? '' : action })}
        />
      </Toolbar>
      <TableListing
        list={people}
        label={kind === 'user' ? t('Users of the export') : t('Groups of the export')}
        failure={t('The users and groups could not be read')}
        rowKey={person => person.source}
        columns={personColumns({ id, kind, isPhone })}
        empty={
          filter.words !== '' || filter.action !== '' ? (
            <EmptyState
              title={kind === 'user' ? t('No user matches') : t('No group matches')}
              action={<Button onPress={() => setFilter(NOTHING)}>{t('Show all')}</Button>}
            />
          ) : (
            <EmptyState title={kind === 'user' ? t('The export names no users') : t('The export names no groups')} />
          )
        }
      />
    </>
  )
}

function personColumns({ id, kind, isPhone }: PeopleListProps & { isPhone: boolean }): Column<ImportPerson>[] {
  const name: Column<ImportPerson> = {
    id: 'name',
    header: t('Name'),
    isRowHeader: true,
    cell: person => (
      <>
        <span className={`${admin.name} ${admin.words}`}>{person.displayName || person.name}</span>
        {person.displayName !== '' && person.displayName !== person.name && (
          <span className={`${admin.sub} ${admin.words}`}>{person.name}</span>
        )}
        {person.email !== '' && <span className={`${admin.sub} ${admin.words}`}>{person.email}</span>}
        {isPhone && (
          <div className={css.stacked}>
            <PersonChoice id={id} person={person} />
          </div>
        )}
      </>
    ),
  }
  if (isPhone) return [name]
  return [
    name,
    ...(kind === 'user'
      ? [{ id: 'match', header: t('Found by'), width: '9rem', cell: (person: ImportPerson) => matchWord(person) }]
      : []),
    {
      id: 'becomes',
      header: t('Becomes'),
      width: '22rem',
      cell: person => <PersonChoice id={id} person={person} />,
    },
  ]
}

function matchWord({ matchedBy }: ImportPerson): string {
  switch (matchedBy) {
    case 'key':
      return t('User key')
    case 'name':
      return t('User name')
    case 'email':
      return t('E-mail')
    case 'choice':
      return t('Your choice')
    case null:
      return '–'
  }
}
