import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#platform/web/i18n.ts'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { type PageSlotContext, Slot } from '#platform/web/slots.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import type { SelectedPlace } from './selected-place.ts'
import { findInArticle } from './selected-text.ts'

const GAP_PX = 8

interface SelectionPanelProps {
  page: PageSlotContext
  selected: SelectedPlace
  onClose: () => void
}

/** Actions on the selected text, above it. The full stop moves the focus to them, Escape closes. */
export default function SelectionPanel({ page, selected, onClose }: SelectionPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { range, area, root } = selected
  const { data: view } = useQuery(pageViewOptions(page.contentId, page.version))
  useLayoutEffect(() => {
    if (panel.current) place(panel.current, range)
  })
  const buttons = () => [...(panel.current?.querySelectorAll('button') ?? [])]
  useShortcut({ id: 'page.selection', keys: '.', label: 'Act on the selected text', group: 'Page' }, () => {
    buttons()[0]?.focus()
  })
  useEffect(() => {
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The focused element goes; the text stays selected.
      if (panel.current?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
      onClose()
    }
    // The tooltip of a focused button would take the key for itself.
    document.addEventListener('keydown', escape, { capture: true })
    return () => document.removeEventListener('keydown', escape, { capture: true })
  }, [onClose])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const all = buttons()
    const at = all.findIndex(button => button === document.activeElement)
    if (step !== 0) all.at((at + step) % all.length)?.focus()
  }
  if (!view) return null
  const close = () => {
    document.getSelection()?.removeAllRanges()
    onClose()
  }
  return createPortal(
    <div
      ref={panel}
      id="inline-dialog-selection-action-panel"
      className="ox-selection-panel"
      role="toolbar"
      aria-label={t('Selected text')}
      tabIndex={-1}
      // The text stays selected.
      onMouseDown={event => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <Slot
        name="selection.panel"
        context={{
          ...page,
          version: page.version,
          range,
          area,
          permissions: view.permissions,
          find: () => findInArticle(range, root),
          close,
        }}
      />
    </div>,
    document.body,
  )
}

/** Puts the panel above the selection, or below it where the bars at the top would cover it. */
function place(panel: HTMLElement, range: Range): void {
  const { width, height } = panel.getBoundingClientRect()
  const at = range.getBoundingClientRect()
  const bars = document.querySelector('.ox-strip')?.getBoundingClientRect().bottom ?? 0
  const above = at.top - height - GAP_PX
  // Below on a touch screen, whose own menu is above.
  const isBelow = above < Math.max(0, bars) || window.matchMedia('(pointer: coarse)').matches
  const middle = at.left + (at.width - width) / 2
  const left = Math.max(GAP_PX, Math.min(middle, document.documentElement.clientWidth - width - GAP_PX))
  const top = isBelow ? Math.min(at.bottom + GAP_PX, window.innerHeight - height - GAP_PX) : above
  panel.style.left = `${window.scrollX + left}px`
  panel.style.top = `${window.scrollY + top}px`
}
