import type { FormHTMLAttributes, InputHTMLAttributes, ReactNode, RefObject } from 'react'
import { Icon } from '../Icon.tsx'
import type { Reader } from '../reader.ts'

interface QuickSearchViewProps {
  reader: Reader
  /** Whether suggestions are enabled. */
  suggests: boolean
  /** Browser-only handlers, state and suggestions. */
  formProps?: FormHTMLAttributes<HTMLFormElement> & { ref: RefObject<HTMLFormElement | null> }
  inputProps?: InputHTMLAttributes<HTMLInputElement> & { ref: RefObject<HTMLInputElement | null> }
  children?: ReactNode
}

/** Search box of the top bar, a form without script. */
export function QuickSearchView({ reader: { t }, suggests, formProps, inputProps, children }: QuickSearchViewProps) {
  return (
    <form
      id="quick-search"
      className="ox-search"
      action="/dosearchsite.action"
      method="get"
      role="search"
      {...formProps}
    >
      <input type="hidden" name="spaceSearch" value="false" />
      <span className="ox-search-icon">
        <Icon name="search" size={16} />
      </span>
      <input
        id="quick-search-query"
        className="ox-search-input"
        type="search"
        name="queryString"
        placeholder={t('Search')}
        aria-label={t('Search')}
        autoComplete="off"
        maxLength={255}
        {...inputProps}
      />
      <kbd className="ox-search-key" aria-hidden="true">
        /
      </kbd>
      <button id="quick-search-submit" className="ox-visually-hidden" type="submit" tabIndex={-1}>
        {t('Search')}
      </button>
      <input type="hidden" id="quickNavEnabled" value={String(suggests)} />
      {children}
    </form>
  )
}
