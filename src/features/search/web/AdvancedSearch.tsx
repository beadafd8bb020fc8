import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'
import { usePages } from '#platform/web/query.ts'
import { track } from '#platform/web/tracking.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { cqlArguments, SEARCH_PATH, type SearchAddress } from '../address-shared.ts'
import { searchEverything, type SearchResult } from '../contract.ts'
import { resultCount, type ResultCount } from '../view/result-count.ts'
import { placeOfError } from './cql-place.ts'
import { ResultList } from './results/ResultList.tsx'
import { ResultSkeleton } from './results/ResultSkeleton.tsx'
import { shownOfResult } from './results/shown.ts'
import css from './search.module.css'

interface AdvancedProps {
  cql: string
  onChange: (changes: Partial<SearchAddress>) => void
}

/** CQL search. Mod+Enter submits; errors mark their position. */
export function AdvancedSearch({ cql, onChange }: AdvancedProps) {
  const [text, setText] = useState(cql)
  const submit = () => onChange({ cql: text.trim() })
  return (
    <>
      <form
        className={css.cql}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          label={t('Query in CQL')}
          rows={3}
          value={text}
          onChange={setText}
          spellCheck="false"
          maxLength={4000}
          placeholder='type = page and text ~ "release"'
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          }}
        />
        <div className={css.buttons}>
          <Button variant="primary" type="submit">
            {t('Search')}
          </Button>
          <a href={SEARCH_PATH}>{t('Plain search')}</a>
        </div>
      </form>
      {cql.trim() === '' ? <Examples onPick={setText} /> : <Results cql={cql} />}
    </>
  )
}

function Results({ cql }: { cql: string }) {
  const found = usePages(searchEverything, cqlArguments(cql) as never)
  const first = found.data?.pages[0] as ResultCount | undefined
  const total = first?.totalSize
  useEffect(() => {
    if (total !== undefined) track('search.cql-performed', { results: total })
  }, [cql, total])
  if (found.error && !first) return <QueryError cql={cql} error={found.error} />
  if (!first) return <ResultSkeleton />
  const results = found.items as unknown as readonly SearchResult[]
  if (results.length === 0)
    return (
      <EmptyState title={t('Nothing was found')}>
        <p role="status">{t('The query is right, but nothing that you may see matches it.')}</p>
      </EmptyState>
    )
  return (
    <>
      <div className={css.count}>
        <p role="status">{resultCount(t, first)}</p>
      </div>
      <ResultList results={results.map(shownOfResult)} />
      <LoadMore
        hasMore={found.hasNextPage}
        isLoading={found.isFetchingNextPage}
        onLoad={found.more}
        label={t('Show more results')}
      />
    </>
  )
}

function QueryError({ cql, error }: { cql: string; error: Error }) {
  const place = error instanceof ApiError && error.status === 400 ? placeOfError(cql, error.values) : undefined
  return (
    <Banner tone="danger" title={place ? t('The query cannot be understood') : t('The search did not work')}>
      {error.message}
      {place && (
        <pre className={css.place} aria-hidden="true">
          {place.line}
          {'\n'}
          {' '.repeat(place.column - 1)}^
        </pre>
      )}
    </Banner>
  )
}

const EXAMPLES = [
  'type = page and text ~ "release notes"',
  'space = DOCS and lastmodified >= now("-1w") order by lastmodified desc',
  'label = "how-to" and creator = currentUser()',
  'title ~ "meeting" and type in (page, blogpost)',
]

function Examples({ onPick }: { onPick: (cql: string) => void }) {
  return (
    <section className={css.help}>
      <h2>{t('Examples to begin with')}</h2>
      <ul>
        {EXAMPLES.map(example => (
          <li key={example}>
            <button type="button" onClick={() => onPick(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
