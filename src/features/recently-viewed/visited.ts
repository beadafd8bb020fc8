/** The pages that one user opened: what is kept of them, how they are filtered and grouped. Pure. */

/** Pages that are remembered; the one not seen longest gives way. */
export const MOST_VISITED = 100
/** The filter waits for so long a pause in typing. */
export const FILTER_DEBOUNCE_MS = 100

/** As the browser keeps it. */
export interface VisitedPage {
  id: string
  title: string
  /** Name of the space. */
  space: string
  type: 'page' | 'blogpost'
  /** Path on this site. */
  url: string
  /** Epoch milliseconds. */
  lastSeen: number
  count: number
}

export type NewVisit = Omit<VisitedPage, 'count'>

/** The list with one more visit, newest first. A page without an id or a title is nothing one could come back to. */
export function withVisit(pages: readonly VisitedPage[], visit: NewVisit): readonly VisitedPage[] {
  if (!visit.id || !visit.title.trim()) return pages
  const before = pages.find(page => page.id === visit.id)
  return newestFirst([{ ...visit, count: (before?.count ?? 0) + 1 }, ...pages.filter(page => page.id !== visit.id)])
}

/** Two lists of the same user, e.g. of this browser and of the server, as one. */
export function merged(ours: readonly VisitedPage[], theirs: readonly VisitedPage[]): readonly VisitedPage[] {
  const byId = new Map(ours.map(page => [page.id, page]))
  for (const page of theirs) {
    const own = byId.get(page.id)
    // The server knows of renames and moves; which visit was last, either may know.
    byId.set(page.id, own ? { ...page, lastSeen: Math.max(own.lastSeen, page.lastSeen), count: Math.max(own.count, page.count) } : page)
  }
  return newestFirst([...byId.values()])
}

function newestFirst(pages: VisitedPage[]): VisitedPage[] {
  return pages.toSorted((a, b) => b.lastSeen - a.lastSeen).slice(0, MOST_VISITED)
}

/** Pages whose title and space name together have every word of the query. Words end at white space and hyphens. */
export function filterVisited(pages: readonly VisitedPage[], query: string): readonly VisitedPage[] {
  const terms = termsOf(query)
  return pages.filter(page => {
    const text = `${page.title} ${page.space}`.toLowerCase()
    return terms.every(term => text.includes(term))
  })
}

/** The words that a filter looks for, in small letters. */
export function termsOf(query: string): string[] {
  return query.toLowerCase().split(/[\s-]+/).filter(term => term !== '')
}

export interface VisitedGroup {
  /** A key of i18n. */
  name: 'Today' | 'Yesterday' | 'Older'
  pages: readonly VisitedPage[]
}

/** By days of the reader's own clock; groups without pages are left out. */
export function byDay(pages: readonly VisitedPage[], now: Date): VisitedGroup[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()
  const groups: VisitedGroup[] = [
    { name: 'Today', pages: pages.filter(page => page.lastSeen >= today) },
    { name: 'Yesterday', pages: pages.filter(page => page.lastSeen < today && page.lastSeen >= yesterday) },
    { name: 'Older', pages: pages.filter(page => page.lastSeen < yesterday) },
  ]
  return groups.filter(group => group.pages.length > 0)
}

/** What was stored, as data of another time: only what has the shape of a visit. */
export function readVisited(text: string | null): readonly VisitedPage[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return [] // Not ours, or cut off: nothing is remembered then.
  }
  return Array.isArray(stored) ? newestFirst(stored.filter(isVisited)) : []
}

function isVisited(value: unknown): value is VisitedPage {
  const { id, title, space, type, url, lastSeen, count } = (value ?? {}) as Record<string, unknown>
  return [id, title, space].every(text => typeof text === 'string' && text !== '') && (type === 'page' || type === 'blogpost')
    && typeof url === 'string' && /^\/(?![/\\])/.test(url) && Number.isFinite(lastSeen) && Number.isFinite(count)
}
