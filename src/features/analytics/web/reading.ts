import { debounce } from '#platform/web/debounce.ts'

export const PAGE_READING = 'page.reading'
const READING_MS = 5 * 60_000
const SCROLL_DEBOUNCE_MS = 200

interface Reading {
  /** Fires `scroll`. */
  target: EventTarget
  /** How far down the reader is, in percent. */
  measure: () => number
  onRead: (scrolled: number) => void
}

/**
 * Records once that a page was open for five minutes, and how far down it was scrolled. Scrolling is measured when it
 * pauses. @returns a function that ends it
 */
export function watchReading({ target, measure, onRead }: Reading): () => void {
  let scrolled = 0
  const check = debounce(() => {
    scrolled = Math.max(scrolled, measure())
  }, SCROLL_DEBOUNCE_MS)
  const timer = setTimeout(() => onRead(scrolled), READING_MS)
  target.addEventListener('scroll', check, { passive: true })
  return () => {
    clearTimeout(timer)
    check.cancel()
    target.removeEventListener('scroll', check)
  }
}

/** How far down the window is, in percent. */
export function windowScrolled(): number {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight <= clientHeight ? 100 : Math.round((100 * window.scrollY) / (scrollHeight - clientHeight))
}
