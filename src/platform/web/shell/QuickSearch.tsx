import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { navigateTo } from '../navigation.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { meta } from '../session.ts'
import { Slot } from '../slots.tsx'
import { Icon } from '../ui/Icon.tsx'

/** The search box of the top bar; `/` goes to it. Suggestions come from the slot `header.search`. */
export function QuickSearch() {
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const suggests = meta('ajs-quick-search-enabled') !== 'false'
  useShortcut({ id: 'frame.search', keys: '/', label: 'Search', group: 'Everywhere' }, () => {
    input.current?.focus()
    input.current?.select()
  })
  useEffect(() => {
    if (!open) return
    const away = (event: Event) => {
      if (event.target instanceof Node && !form.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('focusin', away)
    document.addEventListener('pointerdown', away)
    return () => {
      document.removeEventListener('focusin', away)
      document.removeEventListener('pointerdown', away)
    }
  }, [open])
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (open && query !== '') close()
    else input.current?.blur()
  }
  return (
    <form
      ref={form}
      id="quick-search"
      className="ox-search"
      action="/dosearchsite.action"
      method="get"
      role="search"
      onSubmit={event => {
        event.preventDefault()
        close()
        // With no words nothing is asked for; with some the address has the old product's two parameters.
        const words = query.trim()
        navigateTo(words === '' ? '/dosearchsite.action' : `/dosearchsite.action?${new URLSearchParams({ cql: '', queryString: words })}`)
      }}
    >
      <input type="hidden" name="spaceSearch" value="false" />
      <span className="ox-search-icon">
        <Icon name="search" size={16} />
      </span>
      <input
        ref={input}
        id="quick-search-query"
        className="ox-search-input"
        type="search"
        name="queryString"
        placeholder={t('Search')}
        aria-label={t('Search')}
        autoComplete="off"
        maxLength={255}
        value={query}
        aria-describedby={open && !suggests ? 'quick-search-tip' : undefined}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={event => {
          setQuery(event.target.value)
          // The tip has been read by who empties the box.
          setOpen(suggests || event.target.value !== '')
        }}
        onKeyDown={key}
      />
      <kbd className="ox-search-key" aria-hidden="true">
        /
      </kbd>
      <button id="quick-search-submit" className="ox-visually-hidden" type="submit" tabIndex={-1}>
        {t('Search')}
      </button>
      <input type="hidden" id="quickNavEnabled" value={String(suggests)} />
      {open && suggests && <Slot name="header.search" context={{ query, input, close }} />}
      {open && !suggests && (
        <span id="quick-search-tip" className="ox-search-tip" role="tooltip">
          {t('Press Enter to search')}
        </span>
      )}
    </form>
  )
}
