import { pageData } from '#platform/web/session.ts'
import { readVisited, withVisit, type NewVisit, type VisitedPage } from '../visited.ts'

/** Versioned: other shapes are ignored. */
const KEY = 'oxbow.recently-viewed.v1'

function key(): string {
  return `${KEY}.${pageData().user?.userKey ?? 'anonymous'}`
}

/** Stored visits, newest first. */
export function visitedPages(): readonly VisitedPage[] {
  return readVisited(localStorage.getItem(key()))
}

/** Removes deleted pages. */
export function removeVisits(ids: ReadonlySet<string>): void {
  store(visitedPages().filter(page => !ids.has(page.id)))
}

/** Stores a visit; no-op without storage. */
export function storeVisit(visit: NewVisit): void {
  store(withVisit(visitedPages(), visit))
}

function store(pages: readonly VisitedPage[]): void {
  try {
    localStorage.setItem(key(), JSON.stringify(pages))
  } catch (error) {
    reportError(new Error('Visited pages could not be stored', { cause: error }))
  }
}
