import { pageData } from '#platform/web/session.ts'
import { readVisited, withVisit, type NewVisit, type VisitedPage } from '../visited.ts'

/** The version of the shape: what an older one wrote is left alone. */
const KEY = 'oxbow.recently-viewed.v1'

function key(): string {
  return `${KEY}.${pageData().user?.userKey ?? 'anonymous'}`
}

/** Pages that the user opened in this browser, newest first. */
export function visitedPages(): readonly VisitedPage[] {
  return readVisited(localStorage.getItem(key()))
}

/** Forgets pages that are gone. */
export function forgetVisits(ids: ReadonlySet<string>): void {
  store(visitedPages().filter(page => !ids.has(page.id)))
}

/** Keeps one more visit. A browser that is full, or keeps nothing, forgets it. */
export function keepVisit(visit: NewVisit): void {
  store(withVisit(visitedPages(), visit))
}

function store(pages: readonly VisitedPage[]): void {
  try {
    localStorage.setItem(key(), JSON.stringify(pages))
  } catch (error) {
    reportError(new Error('Visited pages could not be stored', { cause: error }))
  }
}
