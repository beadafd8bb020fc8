/** List of visited pages, loaded when shown: filter and grouping. Pure. */
import { newestFirst, type VisitedPage } from './visited.ts'

export const FILTER_DEBOUNCE_MS = 100

/** Merges two lists of a user, e.g. of browser and server. */
export function merged(ours: readonly VisitedPage[], theirs: readonly VisitedPage[]): readonly VisitedPage[] {
  const byId = new Map(ours.map(page => [page.id, page]))
  for (const page of theirs) {
    const own = byId.get(page.id)
    // The server knows renames and moves; either may have the last visit.
    byId.set(
      page.id,
      own ? { ...page, lastSeen: Math.max(own.lastSeen, page.lastSeen), count: Math.max(own.count, page.count) } : page,
    )
  }
  return newestFirst([...byId.values()])
}

/** Pages whose title and space contain every query word. Words end at white space and hyphens. */
export function filterVisited(pages: readonly VisitedPage[], query: string): readonly VisitedPage[] {
  const terms = termsOf(query)
  return pages.filter(page => {
    const text = `${page.title} ${page.space}`.toLowerCase()
    return terms.every(term => text.includes(term))
  })
}

/** Lower-case query words. */
export function termsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(term => term !== '')
}

export interface VisitedGroup {
  /** i18n key. */
  name: 'Today' | 'Yesterday' | 'Older'
  pages: readonly VisitedPage[]
}

/** Pages by day in local time, without empty groups. */
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
