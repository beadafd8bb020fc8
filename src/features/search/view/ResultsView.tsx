import type { Reader } from '#platform/view/reader.ts'
import { SEARCH_PATH } from '../address-shared.ts'
import type { FoundItem } from '../contract.ts'
import { resultCount, type ResultCount } from './result-count.ts'

interface ResultsViewProps {
  reader: Reader
  words: string
  /** Undefined without a search. */
  found: { items: readonly FoundItem[]; count: ResultCount } | undefined
}

/** Search page without script: form and first results. */
export function ResultsView({ reader: { t }, words, found }: ResultsViewProps) {
  const label = t('Search')
  return (
    <>
      <form className="ox-search-form" action={SEARCH_PATH} method="get" role="search">
        <input type="search" name="queryString" defaultValue={words} aria-label={label} maxLength={255} />{' '}
        <button type="submit">{label}</button>
      </form>
      {found &&
        (found.items.length === 0 ? (
          <p id="search-result-container">Nothing was found. Try fewer or other words.</p>
        ) : (
          <>
            <p role="status">{resultCount(t, found.count)}</p>
            <ol id="search-result-container" className="ox-results">
              {found.items.map(item => (
                <ResultView key={item.url} item={item} />
              ))}
            </ol>
          </>
        ))}
    </>
  )
}

function ResultView({ item }: { item: FoundItem }) {
  return (
    <li>
      <h2>
        <a href={item.url}>
          <MarkedText parts={item.title} />
        </a>
      </h2>
      <p>
        <MarkedText parts={item.excerpt} />
      </p>
      {item.space && <p>{[item.space.name, ...item.breadcrumbs.map(crumb => crumb.title)].join(' / ')}</p>}
    </li>
  )
}

function MarkedText({ parts }: { parts: FoundItem['title'] }) {
  // Segments have fixed positions.
  return parts.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text))
}
