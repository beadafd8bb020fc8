import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Toolbar } from 'react-aria-components/Toolbar'
import { t } from '#platform/web/i18n.ts'

/** Tools of one row differ by less than this in where they begin, px: they are centred, and not equally high. */
const SAME_ROW_PX = 20

/**
 * A toolbar of one row. What does not fit into it stands in further rows, which a button at its end unfolds over the
 * page; so does going there with the arrow keys.
 */
export function ToolRow({ label, children }: { label: string; children: ReactNode }) {
  const toolbar = useRef<HTMLDivElement>(null)
  const [hasMore, setHasMore] = useState(false)
  const [wantsOpen, setOpen] = useState(false)
  const isOpen = hasMore && wantsOpen
  const id = useId()

  useEffect(() => {
    const element = toolbar.current
    if (!element) return
    // Its height tells of both: less width, and more tools.
    const observer = new ResizeObserver(() => setHasMore(isBelow(element, element.lastElementChild)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isOpen) return
    const row = toolbar.current?.closest('.ox-tool-row')
    const fold = (event: Event) => {
      const { target } = event
      // Menus of the tools lie outside the page; whoever goes back to the text is done.
      if (target instanceof Element && !row?.contains(target) && target.closest('.ox-page')) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('pointerdown', fold)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', fold)
      document.removeEventListener('keydown', escape)
    }
  }, [isOpen])

  return (
    <div className="ox-tool-row" data-more={hasMore || undefined} data-open={isOpen || undefined}>
      <div
        id={id}
        className="ox-tool-rows"
        onFocus={event => {
          if (toolbar.current && isBelow(toolbar.current, event.target)) setOpen(true)
        }}
      >
        <Toolbar ref={toolbar} className="ox-toolbar" aria-label={label}>
          {children}
        </Toolbar>
      </div>
      {hasMore && (
        <button
          type="button"
          className="ox-tool ox-tool-more"
          aria-label={t('More tools')}
          title={t('More tools')}
          aria-expanded={isOpen}
          aria-controls={id}
          onPointerDown={event => event.preventDefault()}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** Whether an element of the toolbar stands below its first row. */
function isBelow(toolbar: Element, element: Element | null): boolean {
  const first = toolbar.firstElementChild
  if (!first || !element) return false
  return element.getBoundingClientRect().top - first.getBoundingClientRect().top > SAME_ROW_PX
}
