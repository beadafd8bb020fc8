import { type RefCallback, useCallback, useRef, useState } from 'react'

/** Rows rendered beyond the viewport. */
const OVERSCAN = 12

export interface RowWindow {
  /** For the scrolling element. */
  scroller: RefCallback<HTMLElement>
  /** Rendered range, end exclusive. */
  from: number
  to: number
  top: number
  /** Scrolls a row into view and renders it: minimally, or to the middle if it was outside. */
  reveal: (index: number, place?: 'nearest' | 'middle') => void
  /** First and last fully visible row. */
  inView: () => { first: number; last: number }
  /** Scrolls by a number of rows. */
  scrollByRows: (rows: number) => void
}

/**
 * Virtual window of equally high rows. A general library would add a tenth to the first load.
 * @param rowPx row height
 */
export function useRowWindow(count: number, rowPx: number): RowWindow {
  const element = useRef<HTMLElement>(null)
  const [visible, setVisible] = useState({ first: 0, rows: 0 })

  const measure = useCallback(() => {
    if (!element.current) return
    const first = Math.floor(element.current.scrollTop / rowPx)
    const rows = Math.ceil(element.current.clientHeight / rowPx) + 1
    setVisible(before => (before.first === first && before.rows === rows ? before : { first, rows }))
  }, [rowPx])

  const scroller = useCallback(
    (scrolled: HTMLElement | null) => {
      if (!scrolled) return
      element.current = scrolled
      scrolled.addEventListener('scroll', measure, { passive: true })
      const sizes = new ResizeObserver(measure)
      sizes.observe(scrolled)
      measure()
      return () => {
        scrolled.removeEventListener('scroll', measure)
        sizes.disconnect()
        element.current = null
      }
    },
    [measure],
  )

  const reveal = useCallback(
    (index: number, place: 'nearest' | 'middle' = 'nearest') => {
      if (!element.current) return
      const { scrollTop, clientHeight } = element.current
      const top = index * rowPx
      const isAbove = top < scrollTop
      const isBelow = top + rowPx > scrollTop + clientHeight
      if (place === 'middle' && (isAbove || isBelow)) element.current.scrollTop = top - (clientHeight - rowPx) / 2
      else if (isAbove) element.current.scrollTop = top
      else if (isBelow) element.current.scrollTop = top + rowPx - clientHeight
      measure()
    },
    [measure, rowPx],
  )

  const inView = useCallback(() => {
    const { scrollTop, clientHeight } = element.current ?? { scrollTop: 0, clientHeight: 0 }
    return { first: Math.ceil(scrollTop / rowPx), last: Math.floor((scrollTop + clientHeight) / rowPx) - 1 }
  }, [rowPx])

  const scrollByRows = useCallback(
    (rows: number) => {
      if (!element.current) return
      element.current.scrollTop += rows * rowPx
      measure()
    },
    [measure, rowPx],
  )

  const first = Math.min(visible.first, Math.max(0, count - 1))
  return {
    scroller,
    top: first,
    from: Math.max(0, first - OVERSCAN),
    to: Math.min(count, first + visible.rows + OVERSCAN),
    reveal,
    inView,
    scrollByRows,
  }
}
