/** Visited pages of a user: stored shape and changes. Pure. */

/** Stored pages; the oldest are dropped. */
export const MOST_VISITED = 100

/** Stored shape. */
export interface VisitedPage {
  id: string
  title: string
  space: string
  type: 'page' | 'blogpost'
  /** Path on this site. */
  url: string
  /** Epoch milliseconds. */
  lastSeen: number
  count: number
}

export type NewVisit = Omit<VisitedPage, 'count'>

/** Adds a visit, newest first. Pages without id or title are ignored. */
export function withVisit(pages: readonly VisitedPage[], visit: NewVisit): readonly VisitedPage[] {
  if (!visit.id || !visit.title.trim()) return pages
  const before = pages.find(page => page.id === visit.id)
  return newestFirst([{ ...visit, count: (before?.count ?? 0) + 1 }, ...pages.filter(page => page.id !== visit.id)])
}

export function newestFirst(pages: VisitedPage[]): VisitedPage[] {
  return pages.toSorted((a, b) => b.lastSeen - a.lastSeen).slice(0, MOST_VISITED)
}

/** Validated stored visits. */
export function readVisited(text: string | null): readonly VisitedPage[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return [] // Corrupt.
  }
  return Array.isArray(stored) ? newestFirst(stored.filter(isVisited)) : []
}

function isVisited(value: unknown): value is VisitedPage {
  const { id, title, space, type, url, lastSeen, count } = (value ?? {}) as Record<string, unknown>
  return (
    [id, title, space].every(text => typeof text === 'string' && text !== '') &&
    (type === 'page' || type === 'blogpost') &&
    typeof url === 'string' &&
    /^\/(?![/\\])/.test(url) &&
    Number.isFinite(lastSeen) &&
    Number.isFinite(count)
  )
}
