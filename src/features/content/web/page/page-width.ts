import { shared } from '#platform/web/shared.ts'
import { PAGE_WIDTH_COOKIE } from '../../page-links.ts'

const YEAR_S = 365 * 24 * 60 * 60
/** Choice made in this document. */
const chosen = shared<boolean | null>(null)

export function currentPageWidth(): 'normal' | 'full' {
  return isFull() ? 'full' : 'normal'
}

function isFull(): boolean {
  return chosen.get() ?? document.cookie.split('; ').includes(`${PAGE_WIDTH_COOKIE}=full`)
}

function set(next: boolean): void {
  // A cookie, so that the server renders this width.
  document.cookie = `${PAGE_WIDTH_COOKIE}=${next ? 'full' : ''}; path=/; max-age=${next ? YEAR_S : 0}; samesite=lax`
  chosen.set(next)
}

/** Page width and its toggle. */
export function usePageWidth(): { width: 'normal' | 'full'; toggle: () => void } {
  const wide = chosen.use() ?? isFull()
  return { width: wide ? 'full' : 'normal', toggle: () => set(!wide) }
}
