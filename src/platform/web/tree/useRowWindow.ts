import { type RefCallback, useCallback, useRef, useState } from 'react'

/** Rows drawn beyond what is seen, so that scrolling does not show gaps. */
const OVERSCAN = 12

export interface RowWindow {
  /** For the element that scrolls. */
  scroller: RefCallback<HTMLElement>
  /** First row to draw, and the one after the last. */
  from: number
  to: number
  /** First row in sight. */
  top: number
  /** Scrolls so that a row is seen, and draws it: as little as it takes, or with the row in the middle where it was out of sight. */
  reveal: (index: number, place?: 'nearest' | 'middle') => void
  /** The first row that is not above the sight; undefined at the very top, where what comes first should be seen. */
  firstInSight: () => number | undefined
  /** Scrolls on by some rows: so many have come above what is seen. */
  skip: (rows: number) => void
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

  const reveal = useCallback((index: number, place: 'nearest' | 'middle' = 'nearest') => {
    if (!element.current) return
    const { scrollTop, clientHeight } = element.current
    const top = index * rowPx
    const isAbove = top < scrollTop
    const isBelow = top + rowPx > scrollTop + clientHeight
    if (place === 'middle' && (isAbove || isBelow)) element.current.scrollTop = top - (clientHeight - rowPx) / 2
    else if (isAbove) element.current.scrollTop = top
    else if (isBelow) element.current.scrollTop = top + rowPx - clientHeight
    look()
  }, [look, rowPx])

  const firstInSight = useCallback(() => {
    const top = element.current?.scrollTop ?? 0
    return top === 0 ? undefined : Math.ceil(top / rowPx)
  }, [rowPx])

  const skip = useCallback((rows: number) => {
    if (!element.current) return
    element.current.scrollTop += rows * rowPx
    look()
  }, [look, rowPx])

  const first = Math.min(seen.first, Math.max(0, count - 1))
  return { scroller, top: first, from: Math.max(0, first - OVERSCAN), to: Math.min(count, first + seen.rows + OVERSCAN), reveal, firstInSight, skip }
}
