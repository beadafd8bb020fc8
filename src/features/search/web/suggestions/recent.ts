/** Pages that were opened in this browser, newest first: what the empty search box offers. */
export interface RecentPage {
  title: string
  url: string
  space: string
}

const KEY = 'oxbow.recent-pages'
const MOST = 8

/** The remembered pages of one user. What is stored is data of another time: it is checked. */
export function recentPages(userKey: string): RecentPage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${KEY}.${userKey}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : []
  } catch {
    return [] // Not ours, or cut off: nothing is remembered then.
  }
}

/** Puts a page first. */
export function rememberPage(userKey: string, page: RecentPage): void {
  const pages = [page, ...recentPages(userKey).filter(other => other.url !== page.url)].slice(0, MOST)
  localStorage.setItem(`${KEY}.${userKey}`, JSON.stringify(pages))
}

function isRecent(value: unknown): value is RecentPage {
  const { title, url, space } = (value ?? {}) as Record<string, unknown>
  return typeof title === 'string' && typeof space === 'string' && typeof url === 'string' && /^\/(?!\/)/.test(url)
}
