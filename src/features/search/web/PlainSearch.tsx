import SearchIcon from 'lucide-react/icons/search'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { usePages } from '#platform/web/query.ts'
import { track } from '#platform/web/tracking.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { SEARCH_PERFORMED } from '#features/analytics/shared.ts'
import { hasCriteria, type SearchAddress, searchHref, SEARCH_PATH, siteSearchArguments } from '../address-shared.ts'
import { siteSearch } from '../contract.ts'
import { resultCount, type ResultCount } from '../view/result-count.ts'
import { Filters } from './Filters.tsx'
import { focusFirstResult, ResultList } from './results/ResultList.tsx'
import { ResultSkeleton } from './results/ResultSkeleton.tsx'
import { shownOfFound } from './results/shown.ts'
import css from './search.module.css'

interface SearchProps {
  criteria: SearchAddress
  onChange: (changes: Partial<SearchAddress>) => void
}

export function PlainSearch({ criteria, onChange }: SearchProps) {
  return (
    <>
      {/* Remounts when the address changes the words. */}
      <WordsForm
        key={criteria.queryString}
        words={criteria.queryString}
        onSearch={queryString => onChange({ queryString })}
      />
      <Filters criteria={criteria} onChange={onChange} />
      {hasCriteria(criteria) ? (
        <Results criteria={criteria} onChange={onChange} />
      ) : (
        <EmptyState
          icon={<SearchIcon size={20} />}
          title={t('What are you looking for?')}
          action={<AdvancedLink cql="" />}
        >
          <p>{t('Type words of the title or the text. A phrase in quotation marks is found as it stands.')}</p>
        </EmptyState>
      )}
    </>
  )
}

/** Link to the advanced search, prefilled. */
function AdvancedLink({ cql }: { cql: string }) {
  return <a href={searchHref({ cql })}>{t('Advanced search (CQL)')}</a>
}

function WordsForm({ words: given, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const [words, setWords] = useState(given)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(words.trim())
  }
  return (
    <form className={css.form} action={SEARCH_PATH} method="get" role="search" onSubmit={submit}>
      <div className={css.field}>
        <SearchIcon size={20} />
        <input
          id="search-page-query"
          type="search"
          name="queryString"
          aria-label={t('Search for')}
          placeholder={t('Search for')}
          autoComplete="off"
          maxLength={255}
          value={words}
          onChange={event => setWords(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            focusFirstResult()
          }}
        />
      </div>
      <Button variant="primary" type="submit">
        {t('Search')}
      </Button>
    </form>
  )
}

function Results({ criteria, onChange }: SearchProps) {
  const found = usePages(siteSearch, siteSearchArguments(criteria) as never)
  const first = found.data?.pages[0] as (ResultCount & { cql: string }) | undefined
  const total = first?.totalSize
  const { queryString: words } = criteria
  useEffect(() => {
    if (total !== undefined) track(SEARCH_PERFORMED, { query: words, results: total })
  }, [words, total])
  if (found.error && !first) {
    return (
      <Banner
        tone="danger"
        title={t('The search did not work')}
        actions={<Button onPress={() => void found.refetch()}>{t('Try again')}</Button>}
      >
        {found.error.message}
      </Banner>
    )
  }
  if (!first) return <ResultSkeleton />
  if (found.items.length === 0) return <NothingFound criteria={criteria} onChange={onChange} />
  return (
    <>
      <div className={css.count}>
        <p role="status">{resultCount(t, first)}</p>
        <AdvancedLink cql={first.cql} />
      </div>
      <ResultList results={found.items.map(shownOfFound)} />
      {found.error && <Banner tone="danger" title={found.error.message} />}
      <LoadMore
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onLoad={found.more}
        label={t('Show more results')}
      />
    </>
  )
}

function NothingFound({ criteria, onChange }: SearchProps) {
  const narrowed =
    criteria.where.length + criteria.types.length + criteria.contributors.length > 0 || criteria.lastModified !== ''
  const clear = () => onChange({ where: [], types: [], contributors: [], lastModified: '' })
  return (
    <EmptyState
      icon={<SearchIcon size={20} />}
      title={t('Nothing was found')}
      action={narrowed ? <Button onPress={clear}>{t('Search without filters')}</Button> : <AdvancedLink cql="" />}
    >
      <p role="status">
        {narrowed
          ? t('Nothing with these filters. Search without them, or with other words.')
          : t('Check the spelling, or try fewer or other words. Pages that you may not see are not found.')}
      </p>
    </EmptyState>
  )
}
