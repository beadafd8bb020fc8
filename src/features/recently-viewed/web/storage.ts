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

/** Keeps one more visit. A browser that is full, or keeps nothing, forgets it. */
export function keepVisit(visit: NewVisit): void {
  try {
    localStorage.setItem(key(), JSON.stringify(withVisit(visitedPages(), visit)))
  } catch (error) {
    reportError(new Error('A visit could not be kept', { cause: error }))
  }
}
