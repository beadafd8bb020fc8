import { type RefCallback, useCallback, useRef, useState } from 'react'

/** Rows drawn beyond what is seen, so that scrolling does not show gaps. */
const OVERSCAN = 12

export interface RowWindow {
  /** For the element that scrolls. */
  scroller: RefCallback<HTMLElement>
  /** First row to draw, and the one after the last. */
  from: number
  to: number
  /** Scrolls as little as it takes to see a row, and draws it. */
  reveal: (index: number) => void
}

/**
 * Which rows of a long list of equally high rows are in sight. A library for lists of any height would be a tenth of all
 * that a page loads first.
 * @param rowPx height of a row
 */
export function useRowWindow(count: number, rowPx: number): RowWindow {
  const element = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState({ first: 0, rows: 0 })

  const look = useCallback(() => {
    if (!element.current) return
    const first = Math.floor(element.current.scrollTop / rowPx)
    const rows = Math.ceil(element.current.clientHeight / rowPx) + 1
    setSeen(before => (before.first === first && before.rows === rows ? before : { first, rows }))
  }, [rowPx])

  const scroller = useCallback((scrolled: HTMLElement | null) => {
    if (!scrolled) return
    element.current = scrolled
    scrolled.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(scrolled)
    look()
    return () => {
      scrolled.removeEventListener('scroll', look)
      sizes.disconnect()
      element.current = null
    }
  }, [look])

  const reveal = useCallback((index: number) => {
    if (!element.current) return
    const { scrollTop, clientHeight } = element.current
    const top = index * rowPx
    if (top < scrollTop) element.current.scrollTop = top
    else if (top + rowPx > scrollTop + clientHeight) element.current.scrollTop = top + rowPx - clientHeight
    look()
  }, [look, rowPx])

  const first = Math.min(seen.first, Math.max(0, count - 1))
  return { scroller, from: Math.max(0, first - OVERSCAN), to: Math.min(count, first + seen.rows + OVERSCAN), reveal }
}
