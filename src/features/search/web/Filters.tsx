import { Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { SubjectPicker } from '#features/accounts/web/index.ts'
import { getUser } from '#features/accounts/contract.ts'
import { avatarPathOf } from '#features/accounts/shared.ts'
import { getSpace, spaceDirectory } from '#features/spaces/contract.ts'
import type { SearchAddress } from '../address-shared.ts'
import css from './search.module.css'
import { TYPE_LOOK } from './results/type-look.ts'

interface FiltersProps {
  criteria: SearchAddress
  onChange: (changes: Partial<SearchAddress>) => void
}

const ANY = 'any'
const PERIODS = [
  { id: ANY, label: 'Any time' },
  { id: '-1d', label: 'Past day' },
  { id: '-1w', label: 'Past week' },
  { id: '-1M', label: 'Past month' },
  { id: '-1y', label: 'Past year' },
]

/** Filters by space, type, contributor and time; apply at once. */
export function Filters({ criteria, onChange }: FiltersProps) {
  const types = Object.entries(TYPE_LOOK).map(([id, { name }]) => ({ id, label: t(name) }))
  const several =
    criteria.types.length > 1
      ? [
          {
            id: criteria.types.join(','),
            label: criteria.types.map(type => types.find(one => one.id === type)?.label ?? type).join(', '),
          },
        ]
      : []
  const since =
    /^\d{4}/.test(criteria.lastModified) ||
    (criteria.lastModified !== '' && !PERIODS.some(period => period.id === criteria.lastModified))
      ? [{ id: criteria.lastModified, label: t('Since {{date}}', { date: criteria.lastModified }) }]
      : []
  return (
    <div className={css.filters}>
      <SpaceFilter key={criteria.where.join()} criteria={criteria} onChange={onChange} />
      <Select
        label={t('Type')}
        options={[{ id: ANY, label: t('Any type') }, ...several, ...types]}
        value={criteria.types.length === 0 ? ANY : criteria.types.join(',')}
        onChange={type => onChange({ types: type === ANY ? [] : type.split(',') })}
      />
      <ContributorFilter key={criteria.contributors.join()} criteria={criteria} onChange={onChange} />
      <Select
        label={t('Last modified')}
        options={[...PERIODS.map(({ id, label }) => ({ id, label: t(label) })), ...since]}
        value={criteria.lastModified === '' ? ANY : criteria.lastModified}
        onChange={period => onChange({ lastModified: period === ANY ? '' : period })}
      />
    </div>
  )
}

function SpaceFilter({ criteria, onChange }: FiltersProps) {
  const key = criteria.where[0]
  const chosen = useEndpoint(getSpace, { params: { key: key ?? '' } }, { enabled: key !== undefined })
  const name = criteria.where.length > 1 ? criteria.where.join(', ') : (chosen.data?.name ?? key ?? '')
  const [typed, setTyped] = useState<string>()
  const query = useDebounced(typed?.trim() ?? '')
  const spaces = useEndpoint(
    spaceDirectory,
    { query: { query, limit: 20 } },
    { keepPrevious: true, enabled: typed !== undefined },
  )
  return (
    <ComboBox
      label={t('Space')}
      placeholder={t('Any space')}
      value={key ?? null}
      inputValue={typed ?? name}
      onInputChange={text => {
        // The field also reports its initial text.
        if (typed !== undefined || text !== name) setTyped(text)
        if (text === '' && key !== undefined) onChange({ where: [] })
      }}
      onChange={next => {
        if (next !== null && next !== key) onChange({ where: [next] })
      }}
      isLoading={spaces.isLoading}
      options={(spaces.data?.results ?? []).map(space => ({
        id: space.key,
        label: space.name,
        description: space.key,
      }))}
    />
  )
}

function ContributorFilter({ criteria, onChange }: FiltersProps) {
  const username = criteria.contributors[0]
  const user = useEndpoint(getUser, { query: { username: username ?? '' } }, { enabled: username !== undefined })
  const label = t('Contributor')
  if (username !== undefined && user.isPending) return <Skeleton height="57px" />
  const value =
    username === undefined
      ? null
      : {
          kind: 'user' as const,
          userKey: user.data?.userKey ?? '',
          username,
          name: user.data?.displayName ?? username,
          picture: user.data ? avatarPathOf(user.data) : '',
        }
  return (
    <Suspense fallback={<Skeleton height="57px" />}>
      <SubjectPicker
        label={label}
        placeholder={t('Anybody')}
        kinds={['user']}
        value={value}
        onPick={picked => onChange({ contributors: picked?.kind === 'user' ? [picked.username] : [] })}
      />
    </Suspense>
  )
}
