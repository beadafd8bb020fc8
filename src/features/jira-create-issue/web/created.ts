import type { ResponseOf } from '#platform/contract.ts'
import type { createIssues } from '../contract.ts'
import { CREATED_PARAMETER } from '../shared.ts'

export type Created = ResponseOf<typeof createIssues>

/** Session storage: the issues of which the next document tells. */
const STORED = 'oxbow.jira-create-issue.created'

/** Loads the page again, which then tells of the created issues. */
export function tellOf(created: Created): void {
  sessionStorage.setItem(STORED, JSON.stringify(created))
  const url = new URL(location.href)
  url.searchParams.set(CREATED_PARAMETER, 'true')
  url.hash = ''
  location.assign(url)
}

/** Whether the address says that issues were created. */
export function isTold(): boolean {
  return new URLSearchParams(location.search).has(CREATED_PARAMETER)
}

/** The issues to tell of. */
export function storedCreated(): Created | undefined {
  const stored = sessionStorage.getItem(STORED)
  return stored === null ? undefined : (JSON.parse(stored) as Created)
}

/** Takes the parameter out of the address, so that the issues are told of once. */
export function forgetCreated(): void {
  const url = new URL(location.href)
  url.searchParams.delete(CREATED_PARAMETER)
  history.replaceState(history.state, '', url)
  sessionStorage.removeItem(STORED)
}
