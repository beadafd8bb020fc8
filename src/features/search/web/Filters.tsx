import { Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { SubjectPicker } from '#features/accounts/web/index.ts'
import { getUser } from '#features/accounts/contract.ts'
import { pictureOf } from '#features/accounts/shared.ts'
import { getSpace, spaceDirectory } from '#features/spaces/contract.ts'
import type { SearchAddress } from '../address.ts'
import css from './search.module.css'
import { TYPE_LOOK } from './results/type-look.ts'

interface FiltersProps {
  asked: SearchAddress
  ask: (changes: Partial<SearchAddress>) => void
}

const ANY = 'any'
const PERIODS = [
  { id: ANY, label: 'Any time' }, { id: '-1d', label: 'Past day' }, { id: '-1w', label: 'Past week' },
  { id: '-1M', label: 'Past month' }, { id: '-1y', label: 'Past year' },
]

/** Space, type, contributor and time. Each counts at once. */
export function Filters({ asked, ask }: FiltersProps) {
  const types = Object.entries(TYPE_LOOK).map(([id, { name }]) => ({ id, label: t(name) }))
  const several = asked.types.length > 1 ? [{ id: asked.types.join(','), label: asked.types.map(type => types.find(one => one.id === type)?.label ?? type).join(', ') }] : []
  const since = /^\d{4}/.test(asked.lastModified) || (asked.lastModified !== '' && !PERIODS.some(period => period.id === asked.lastModified))
    ? [{ id: asked.lastModified, label: t('Since {{date}}', { date: asked.lastModified }) }]
    : []
  return (
    <div className={css.filters}>
      <SpaceFilter key={asked.where.join()} asked={asked} ask={ask} />
      <Select
        label={t('Type')}
        options={[{ id: ANY, label: t('Any type') }, ...several, ...types]}
        value={asked.types.length === 0 ? ANY : asked.types.join(',')}
        onChange={type => ask({ types: type === ANY ? [] : type.split(',') })}
      />
      <ContributorFilter key={asked.contributors.join()} asked={asked} ask={ask} />
      <Select
        label={t('Last modified')}
        options={[...PERIODS.map(({ id, label }) => ({ id, label: t(label) })), ...since]}
        value={asked.lastModified === '' ? ANY : asked.lastModified}
        onChange={period => ask({ lastModified: period === ANY ? '' : period })}
      />
    </div>
  )
}

function SpaceFilter({ asked, ask }: FiltersProps) {
  const key = asked.where[0]
  const chosen = useEndpoint(getSpace, { params: { key: key ?? '' } }, { enabled: key !== undefined })
  const name = asked.where.length > 1 ? asked.where.join(', ') : (chosen.data?.name ?? key ?? '')
  const [typed, setTyped] = useState<string>()
  const query = useDebounced(typed?.trim() ?? '')
  const spaces = useEndpoint(spaceDirectory, { query: { query, limit: 20 } }, { keepPrevious: true, enabled: typed !== undefined })
  return (
    <ComboBox
      label={t('Space')}
      placeholder={t('Any space')}
      value={key ?? null}
      inputValue={typed ?? name}
      onInputChange={text => {
        // The field reports its first text as well: only what differs was typed.
        if (typed !== undefined || text !== name) setTyped(text)
        if (text === '' && key !== undefined) ask({ where: [] })
      }}
      onChange={next => {
        if (next !== null && next !== key) ask({ where: [next] })
      }}
      isLoading={spaces.isLoading}
      options={(spaces.data?.results ?? []).map(space => ({ id: space.key, label: space.name, description: space.key }))}
    />
  )
}

function ContributorFilter({ asked, ask }: FiltersProps) {
  const username = asked.contributors[0]
  const user = useEndpoint(getUser, { query: { username: username ?? '' } }, { enabled: username !== undefined })
  const label = t('Contributor')
  if (username !== undefined && user.isPending) return <Skeleton height="57px" />
  const value = username === undefined ? null : {
    kind: 'user' as const, userKey: user.data?.userKey ?? '', username, name: user.data?.displayName ?? username,
    picture: user.data ? pictureOf(user.data) : '',
  }
  return (
    <Suspense fallback={<Skeleton height="57px" />}>
      <SubjectPicker
        label={label}
        placeholder={t('Anybody')}
        kinds={['user']}
        value={value}
        onPick={picked => ask({ contributors: picked?.kind === 'user' ? [picked.username] : [] })}
      />
    </Suspense>
  )
}
