import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { QuickSearchView } from '#platform/view/frame/QuickSearchView.tsx'
import { t } from '../i18n.ts'
import { navigateTo } from '../navigation.ts'
import { useReader } from '../reader.ts'
import { meta } from '../session.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { Slot } from '../slots.tsx'

/** Top bar search; `/` focuses it. Suggestions come from the slot `header.search`. */
export function QuickSearch() {
  const reader = useReader()
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
  // Text typed before hydration is unknown to React.
  useEffect(() => {
    if (!input.current) return
    setQuery(input.current.value)
    setOpen(document.activeElement === input.current)
  }, [])
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
    <QuickSearchView
      reader={reader}
      suggests={suggests}
      formProps={{
        ref: form,
        onSubmit: event => {
          event.preventDefault()
          close()
          // No search without words; the address has the old product's parameters.
          const words = query.trim()
          navigateTo(
            words === ''
              ? '/dosearchsite.action'
              : `/dosearchsite.action?${new URLSearchParams({ cql: '', queryString: words })}`,
          )
        },
      }}
      inputProps={{
        ref: input,
        value: query,
        'aria-describedby': open && !suggests ? 'quick-search-tip' : undefined,
        onFocus: () => setOpen(true),
        onClick: () => setOpen(true),
        onChange: event => {
          setQuery(event.target.value)
          // The tip is not repeated after clearing.
          setOpen(suggests || event.target.value !== '')
        },
        onKeyDown: key,
      }}
    >
      {open && suggests && <Slot name="header.search" context={{ query, input, close }} />}
      {open && !suggests && (
        <span id="quick-search-tip" className="ox-search-tip" role="tooltip">
          {t('Press Enter to search')}
        </span>
      )}
    </QuickSearchView>
  )
}
