import { useQueryClient } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import SearchIcon from 'lucide-react/icons/search'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import type { Slots } from '#platform/web/slots.tsx'
import { Icon } from '#platform/view/Icon.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { track } from '#platform/web/tracking.ts'
import { filterVisited, useVisitedPages, type VisitedPage } from '#features/recently-viewed/web/index.ts'
import { searchHref } from '../../address-shared.ts'
import { quickSearch, type QuickItem } from '../../contract.ts'
import { MarkedText } from '../results/MarkedText.tsx'
import type { Marked } from '../../marks-shared.ts'
import { TYPE_LOOK } from '../results/type-look.ts'
import css from './suggestions.module.css'

/** Typing pause before a request. */
const DELAY_MS = 200

const MOST_CACHED = 30

/** Visited pages offered. */
const MOST_RECENT = 8
const MOST_RECENT_FOUND = 3

/** Event of a suggestion that was chosen. */
const SELECTED = 'search.suggestion.selected'

interface Choice {
  /** Unique in the list. */
  id: string
  /** `recent`, `all`, or the type of the result. */
  kind: string
  href: string
  title: Marked
  note: string | undefined
  Icon: typeof Clock
}

interface Group {
  name: string
  choices: Choice[]
}

/**
 * Suggestion list, an ARIA combobox with the focus in the box. Arrow keys select; Enter opens the selection or the
 * search page.
 */
export default function Suggestions({ query, input, close }: Slots['header.search']) {
  const listId = useId()
  const typed = query.trim()
  const groups = useGroups(typed)
  const choices = groups.flatMap(group => group.choices)
  const [choice, setChoice] = useState<{ id: string | undefined; typed: string }>({ id: undefined, typed })
  // New words reset the selection.
  const chosenId = choice.typed === typed ? choice.id : undefined
  const setChosenId = (id: string | undefined) => setChoice({ id, typed })
  const chosen = choices.find(one => one.id === chosenId)
  const optionId = (one: Choice) => `${listId}-${one.id}`
  const open = choices.length > 0

  useEffect(() => {
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView({ block: 'nearest' })
  })
  useCombobox(input, { listId, open, activeId: chosen && optionId(chosen) })
  useKeys(input, event => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && open) {
      event.preventDefault()
      const at = choices.findIndex(one => one.id === chosenId)
      // Wraps around through the box itself.
      const next = at === -1 ? (step === 1 ? 0 : choices.length - 1) : at + step
      setChosenId(choices[next]?.id)
    } else if (event.key === 'Enter' && chosen && !event.isComposing) {
      event.preventDefault()
      track(SELECTED, { kind: chosen.kind })
      close()
      navigateTo(chosen.href)
    }
  })

  if (!open) return null
  return (
    <div id="search-result-container" className={css.list}>
      <div id={listId} role="listbox" aria-label={t('Suggestions')}>
        {groups.map((group, index) => (
          <div key={group.name} role="group" aria-labelledby={`${listId}-group-${index}`}>
            <div id={`${listId}-group-${index}`} className={css.heading} role="presentation">
              {group.name}
            </div>
            {group.choices.map(option => (
              <ChoiceLink
                key={option.id}
                id={optionId(option)}
                choice={option}
                isChosen={option.id === chosenId}
                onPoint={() => setChosenId(option.id)}
                onClick={() => {
                  track(SELECTED, { kind: option.kind })
                  close()
                }}
              />
            ))}
          </div>
        ))}
      </div>
      <button
        type="button"
        id="search-drawer-close"
        className={css.close}
        aria-label={t('Close search')}
        onClick={() => {
          input.current?.focus()
          close()
        }}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}

interface ChoiceLinkProps {
  id: string
  choice: Choice
  isChosen: boolean
  onPoint: () => void
  onClick: () => void
}

function ChoiceLink({ id, choice, isChosen, onPoint, onClick }: ChoiceLinkProps) {
  return (
    <a
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={css.option}
      href={choice.href}
      onPointerMove={onPoint}
      onClick={onClick}
    >
      <choice.Icon />
      <span className={css.title}>
        <MarkedText parts={choice.title} />
      </span>
      {choice.note && <span className={css.note}>{choice.note}</span>}
    </a>
  )
}

/** Visited pages and search hits for the typed words. */
function useGroups(typed: string): Group[] {
  const settled = useDebounced(typed, DELAY_MS)
  const { data } = useEndpoint(
    quickSearch,
    { query: { query: settled } },
    { enabled: settled !== '', keepPrevious: true },
  )
  useLimitedCache(data)
  const visited = useVisitedPages()
  if (typed === '') return recentGroup(visited.slice(0, MOST_RECENT))
  const recent = settled === '' ? [] : filterVisited(visited, settled).slice(0, MOST_RECENT_FOUND)
  const found = (data?.results ?? []).filter(
    item => !recent.some(page => page.type === item.type && page.id === item.id),
  )
  return [...recentGroup(recent), ...foundGroups(found, typed)]
}

/** Listens to the keys of the shell's input. */
function useKeys(input: RefObject<HTMLInputElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const key = useEffectEvent(onKey)
  useEffect(() => {
    const box = input.current
    const listener = (event: KeyboardEvent) => key(event)
    box?.addEventListener('keydown', listener)
    return () => box?.removeEventListener('keydown', listener)
  }, [input])
}

/** Drops the oldest cached answers. */
function useLimitedCache(latest: unknown): void {
  const client = useQueryClient()
  useEffect(() => {
    const cache = client.getQueryCache()
    const cached = cache.findAll({ queryKey: allOf(quickSearch), predicate: query => query.state.data !== undefined })
    for (const query of cached.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(MOST_CACHED))
      cache.remove(query)
  }, [client, latest])
}

/** Sets the combobox attributes on the shell's input while suggestions show. */
function useCombobox(
  box: RefObject<HTMLInputElement | null>,
  { listId, open, activeId }: { listId: string; open: boolean; activeId: string | undefined },
): void {
  useEffect(() => {
    const input = box.current
    if (!input) return
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', String(open))
    if (open) input.setAttribute('aria-controls', listId)
    else input.removeAttribute('aria-controls')
    if (activeId) input.setAttribute('aria-activedescendant', activeId)
    else input.removeAttribute('aria-activedescendant')
  }, [box, listId, open, activeId])
  useEffect(() => {
    const input = box.current
    return () => {
      for (const name of ['role', 'aria-autocomplete', 'aria-expanded', 'aria-controls', 'aria-activedescendant'])
        input?.removeAttribute(name)
    }
  }, [box])
}

function recentGroup(pages: readonly VisitedPage[]): Group[] {
  if (pages.length === 0) return []
  return [
    {
      name: t('Recently opened'),
      choices: pages.map(page => ({
        id: `recent-${page.id}`,
        kind: 'recent',
        href: page.url,
        title: [{ text: page.title, hit: false }],
        note: page.space,
        Icon: Clock,
      })),
    },
  ]
}

function foundGroups(items: readonly QuickItem[], typed: string): Group[] {
  const of = (types: readonly string[]) => items.filter(item => types.includes(item.type)).map(choiceOf)
  const groups = [
    { name: t('Pages'), choices: of(['page', 'blogpost', 'comment', 'attachment']) },
    { name: t('Spaces'), choices: of(['space']) },
    { name: t('People'), choices: of(['user']) },
  ].filter(group => group.choices.length > 0)
  const all: Choice = {
    id: 'all',
    kind: 'all',
    href: searchHref({ queryString: typed }),
    Icon: SearchIcon,
    note: undefined,
    title: [{ text: t('Search for “{{words}}”', { words: typed }), hit: false }],
  }
  return [...groups, { name: t('Everywhere'), choices: [all] }]
}

function choiceOf(item: QuickItem): Choice {
  return {
    id: `${item.type}-${item.id}`,
    kind: item.type,
    href: item.url,
    title: item.title,
    Icon: TYPE_LOOK[item.type].Icon,
    note: item.type === 'space' ? item.space?.key : item.space?.name,
  }
}
