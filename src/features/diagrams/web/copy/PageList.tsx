import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import type { TargetPage } from '../../copy-contract.ts'
import css from './copy.module.css'
import { ListTable } from './list-table.ts'
import { PAGE_SEARCH, PagedSearch } from './paged-search.ts'
import { findPages } from './wiki-calls.ts'

interface PageListProps {
  term: string
  /** Absent for all spaces. */
  spaceKey: string | undefined
  onSelect: (page: TargetPage | null) => void
  error: string | undefined
  onFailure: (error: unknown) => void
}

/** The pages that a search finds, of which one is chosen; more come at the bottom. */
export function PageList({ term, spaceKey, error, ...events }: PageListProps) {
  const parent = useRef<HTMLDivElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const onSelect = useEffectEvent(events.onSelect)
  const onFailure = useEffectEvent(events.onFailure)

  useEffect(() => {
    const element = parent.current
    if (!element) return
    let isOver = false
    const search = new PagedSearch<TargetPage>({
      ...PAGE_SEARCH,
      fetch: range => findPages(term.trim(), spaceKey, range),
    })
    let shown = 0
    const table = new ListTable(element, [t('Page'), t('Space')], {
      label: t('Pages'),
      onSelect: id => onSelect(search.items.find(page => page.id === id) ?? null),
      onBottom: () => void load(),
    })
    const load = async (): Promise<void> => {
      try {
        const pages = await search.more()
        if (isOver) return
        for (const { id, title, space } of pages.slice(shown)) table.addRow(id, [title, space.name])
        shown = pages.length
        setEmpty(shown === 0)
        // Until there is something to scroll.
        if (search.hasMore && element.scrollHeight <= element.clientHeight) await load()
      } catch (failure) {
        if (!isOver) onFailure(failure)
      }
    }
    onSelect(null)
    void load()
    return () => {
      isOver = true
      table.remove()
    }
  }, [term, spaceKey])

  return (
    <>
      <div ref={parent} className={css.pages} />
      <p className={css.note} role="status">
        {isEmpty && t('No page is found that you may change.')}
      </p>
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
