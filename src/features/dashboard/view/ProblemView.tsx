import { Icon } from '#platform/view/Icon.tsx'
import { MISSING_PARTS_ID } from '#platform/view/NoticeView.tsx'
import type { Reader } from '#platform/view/reader.ts'
import type { ReactNode } from 'react'

interface ProblemViewProps {
  title: string
  text: string
  reader: Reader
  /** Alternatives offered by features. */
  parts: ReactNode
}

/** Replaces a page that cannot be shown: reason, what features offer, search, links. */
export function ProblemView({ title, text, reader: { t }, parts }: ProblemViewProps) {
  return (
    <div className="ox-notice">
      <h1>{title}</h1>
      <p>{text}</p>
      {parts && <div id={MISSING_PARTS_ID}>{parts}</div>}
      <form
        className="ox-notice-search"
        action="/dosearchsite.action"
        method="get"
        role="search"
        aria-label={t('Search the wiki')}
      >
        <span className="ox-search-icon">
          <Icon name="search" size={16} />
        </span>
        <input
          className="ox-search-input"
          type="search"
          name="queryString"
          aria-label={t('Search')}
          placeholder={t('Search')}
          maxLength={255}
        />
      </form>
      <p>
        <a href="/">{t('Go to the dashboard')}</a>
        {' · '}
        <a href="/spacedirectory/view.action">{t('All spaces')}</a>
      </p>
    </div>
  )
}
