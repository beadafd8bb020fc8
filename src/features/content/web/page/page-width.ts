import { shared } from '#platform/web/shared.ts'
import { PAGE_WIDTH_COOKIE } from '../../page-links.ts'

const YEAR_S = 365 * 24 * 60 * 60
/** Chosen since the document came. */
const chosen = shared<boolean | null>(null)

/** How wide the reader has pages now. */
export function currentPageWidth(): 'normal' | 'full' {
  return isFull() ? 'full' : 'normal'
}

function isFull(): boolean {
  return chosen.get() ?? document.cookie.split('; ').includes(`${PAGE_WIDTH_COOKIE}=full`)
}

function set(next: boolean): void {
  // A cookie, so that the server draws the page at this width at once.
  document.cookie = `${PAGE_WIDTH_COOKIE}=${next ? 'full' : ''}; path=/; max-age=${next ? YEAR_S : 0}; samesite=lax`
  chosen.set(next)
}

/** How wide the reader wants pages, and a switch. */
export function usePageWidth(): { width: 'normal' | 'full'; toggle: () => void } {
  const wide = chosen.use() ?? isFull()
  return { width: wide ? 'full' : 'normal', toggle: () => set(!wide) }
}
