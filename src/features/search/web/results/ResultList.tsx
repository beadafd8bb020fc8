import { Fragment, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { formatDateTime, formatRelative } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { randomId } from '#platform/web/random-id.ts'
import { withSearchId } from '#features/analytics/web/index.ts'
import css from './results.module.css'
import { MarkedText } from './MarkedText.tsx'
import type { Shown } from './shown.ts'
import { TYPE_LOOK } from './type-look.ts'

/** Result list. Arrow keys move, Enter opens. */
export function ResultList({ results }: { results: readonly Shown[] }) {
  const list = useRef<HTMLOListElement>(null)
  const [searchId] = useState(randomId)
  // Only when a result is opened: the addresses of results are those of their pages.
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-result]')
    if (link) link.href = withSearchId(link.href, searchId)
  }
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !list.current) return
    const links = [...list.current.querySelectorAll<HTMLElement>('a[data-result]')]
    const current = links.findIndex(link => link === document.activeElement)
    const next = links[current + step]
    event.preventDefault()
    if (next) next.focus()
    else if (current + step < 0) document.getElementById('search-page-query')?.focus()
  }
  return (
    // Keys move between links that Tab reaches too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={list} id="search-result-container" className={css.results} onKeyDown={key} onClickCapture={open}>
      {results.map(result => (
        <Result key={result.key} result={result} />
      ))}
    </ol>
  )
}

function Result({ result }: { result: Shown }) {
  const { Icon, name } = TYPE_LOOK[result.type]
  return (
    <li className={css.result}>
      <Icon size={20} className={css.icon} role="img" aria-label={t(name)} />
      <div>
        <h2 className={css.title}>
          <a className={result.type === 'user' ? 'confluence-userlink' : undefined} href={result.url} data-result>
            <MarkedText parts={result.title} />
          </a>
        </h2>
        {result.excerpt.length > 0 && (
          <p className={css.excerpt}>
            <MarkedText parts={result.excerpt} />
          </p>
        )}
        <p className={css.meta}>
          {result.trail.length > 0 && (
            <span className={css.trail}>
              {result.trail.map((place, index) => (
                <Fragment key={`${index} ${place.title}`}>
                  {index > 0 && <span aria-hidden="true"> / </span>}
                  {place.url ? <a href={place.url}>{place.title}</a> : place.title}
                </Fragment>
              ))}
            </span>
          )}
          {result.author && <span>{result.author}</span>}
          {result.lastModified && (
            <time dateTime={result.lastModified} title={formatDateTime(result.lastModified)}>
              {formatRelative(result.lastModified)}
            </time>
          )}
        </p>
      </div>
    </li>
  )
}

/** Focuses the first result. */
export function focusFirstResult(): void {
  document.querySelector<HTMLElement>('#search-result-container a[data-result]')?.focus()
}
