import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Toolbar } from 'react-aria-components/Toolbar'
import { t } from '#platform/web/i18n.ts'

/** Maximum vertical offset, in px, between centred tools of one row. */
const SAME_ROW_PX = 20

interface ToolRowProps {
  label: string
  /** Tools that are always the first. */
  lead?: ReactNode
  /** Tools for what is at the cursor: the last, or next to the first where not all tools have place. */
  context?: ReactNode
  children: ReactNode
}

/** One-row toolbar. Overflowing tools unfold by a button at the end, or when arrow keys reach them. */
export function ToolRow({ label, lead, context, children }: ToolRowProps) {
  const toolbar = useRef<HTMLDivElement>(null)
  const [hasMore, setHasMore] = useState(false)
  const [wantsOpen, setOpen] = useState(false)
  const isOpen = hasMore && wantsOpen
  const id = useId()

  useEffect(() => {
    const element = toolbar.current
    if (!element) return
    // Height changes with both width and content.
    const observer = new ResizeObserver(() => setHasMore(isBelow(element, element.lastElementChild)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!isOpen) return
    const row = toolbar.current?.closest('.ox-tool-row')
    const fold = (event: Event) => {
      const { target } = event
      // Menus render outside; focus returning to the text folds the row.
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the tools in it */}
      <div
        id={id}
        className="ox-tool-rows"
        onKeyDown={toFirstOrLast}
        onFocus={event => {
          if (toolbar.current && isBelow(toolbar.current, event.target)) setOpen(true)
        }}
      >
        <Toolbar ref={toolbar} className="ox-toolbar" aria-label={label}>
          {lead}
          {hasMore && context}
          {children}
          {!hasMore && context}
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
          <ChevronDown />
        </button>
      )}
    </div>
  )
}

/** Home and End lead to the first and the last tool: those of the table, code or box at the cursor are the last. */
function toFirstOrLast(event: ReactKeyboardEvent): void {
  const { key, target, currentTarget } = event
  if ((key !== 'Home' && key !== 'End') || !(target instanceof HTMLButtonElement)) return
  event.preventDefault()
  const tools = [...currentTarget.querySelectorAll<HTMLElement>('button:not([disabled])')]
  tools.at(key === 'Home' ? 0 : -1)?.focus()
}

/** Whether an element is below the first row. */
function isBelow(toolbar: Element, element: Element | null): boolean {
  const first = toolbar.firstElementChild
  if (!first || !element) return false
  return element.getBoundingClientRect().top - first.getBoundingClientRect().top > SAME_ROW_PX
}
