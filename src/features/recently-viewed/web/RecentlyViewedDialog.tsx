import FileText from 'lucide-react/icons/file-text'
import Newspaper from 'lucide-react/icons/newspaper'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { useWhen } from '#platform/web/useWhen.ts'
import { fullTime } from '#platform/friendly-time.ts'
import { recentVisits, type Visit } from '../contract.ts'
import { byDay, FILTER_DEBOUNCE_MS, filterVisited, merged } from '../visited-list.ts'
import type { VisitedPage } from '../visited.ts'
import css from './recently-viewed.module.css'
import { useVisitedPages } from './useVisitedPages.ts'

/** Visited pages by day with a filter. Arrow keys select, Enter opens. */
export default function RecentlyViewedDialog({ onClose }: { onClose: () => void }) {
  const listId = useId()
  const pages = useVisitedPages()
  const elsewhere = useEndpoint(recentVisits, { query: {} }, { enabled: pageData().user !== null, staleTime: 0 })
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed, FILTER_DEBOUNCE_MS)
  const all = merged(pages, (elsewhere.data ?? []).map(pageOf))
  const found = filterVisited(all, query)
  const [chosenId, setChosenId] = useState<string>()
  const at = Math.max(
    0,
    found.findIndex(page => page.id === chosenId),
  )
  const chosen = found[at]
  useEffect(() => {
    if (chosen) document.getElementById(`${listId}-${chosen.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, listId])

  const open = (page: VisitedPage) => {
    onClose()
    navigateTo(page.url)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setChosenId(found[(at + step + found.length) % found.length]?.id)
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) open(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      id="recently-viewed-dialog"
      title={t('Recently viewed')}
      width={600}
      height={500}
      onClose={onClose}
      footer={
        <div className={css.foot}>
          <span>{t('Hint: type g and then r anywhere to open this list')}</span>
          <button type="button" className={css.close} onClick={onClose}>
            {t('Close')}
          </button>
        </div>
      }
    >
      <input
        className={css.filter}
        type="text"
        role="combobox"
        aria-label={t('Filter')}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        placeholder={t('Filter')}
        autoComplete="off"
        maxLength={255}
        // Opened to search.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <VisitedList id={listId} pages={found} chosen={chosen} onPoint={setChosenId} onOpen={onClose} />
      {found.length === 0 && !elsewhere.isLoading && (
        <Nothing isEmpty={all.length === 0} query={query} onLeave={onClose} />
      )}
    </Dialog>
  )
}

interface VisitedListProps {
  id: string
  pages: readonly VisitedPage[]
  chosen: VisitedPage | undefined
  onPoint: (id: string) => void
  onOpen: () => void
}

function VisitedList({ id, pages, chosen, onPoint, onOpen }: VisitedListProps) {
  const [now] = useState(() => new Date())
  return (
    <div id={id} role="listbox" aria-label={t('Recently viewed')} hidden={pages.length === 0}>
      {byDay(pages, now).map((group, index) => (
        <div key={group.name} role="group" aria-labelledby={`${id}-day-${index}`}>
          <div id={`${id}-day-${index}`} className={css.day} role="presentation">
            {t(group.name)}
          </div>
          {group.pages.map(page => (
            <Page
              key={page.id}
              id={`${id}-${page.id}`}
              page={page}
              isChosen={page === chosen}
              onPoint={() => onPoint(page.id)}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface PageProps {
  id: string
  page: VisitedPage
  isChosen: boolean
  onPoint: () => void
  onOpen: () => void
}

function Page({ id, page, isChosen, onPoint, onOpen }: PageProps) {
  const when = useWhen()
  const Icon = page.type === 'blogpost' ? Newspaper : FileText
  return (
    <a
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={css.page}
      href={page.url}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <Icon />
      <span className={css.title}>{page.title}</span>
      <span className={css.space}>{page.space}</span>
      <time
        className={css.when}
        dateTime={new Date(page.lastSeen).toISOString()}
        title={fullTime(page.lastSeen, locale())}
      >
        {when(new Date(page.lastSeen).toISOString())}
      </time>
    </a>
  )
}

function Nothing({ isEmpty, query, onLeave }: { isEmpty: boolean; query: string; onLeave: () => void }) {
  if (isEmpty) return <p className={css.nothing}>{t("Sorry mate, looks like you haven't visited any pages yet.")}</p>
  const words = query.trim()
  return (
    <div className={css.nothing}>
      <p>{t("We didn't find any matching pages in your history.")}</p>
      <p>
        <a href={`/dosearchsite.action?${new URLSearchParams({ cql: '', queryString: words })}`} onClick={onLeave}>
          {t('Search for “{{words}}”', { words })}
        </a>
      </p>
    </div>
  )
}

function pageOf({ id, title, space, type, url, lastSeen, count }: Visit): VisitedPage {
  return { id: String(id), title, space, type, url, lastSeen, count }
}
