import { Browser } from '#platform/server/testing/browser.ts'
import type { TestWiki } from '#platform/server/testing/harness.ts'
import { PASSWORD, person, type TestPerson } from '#features/spaces/testing/people.ts'
import type { ApprovedAccess } from '../shared.ts'
import { approveJira } from './fake-jira.ts'

/** A new user who has approved that the wiki asks Jira with their rights, and the browser in which they did. */
export async function approver(
  wiki: TestWiki,
  applicationId: string,
  username: string,
  access: ApprovedAccess = 'read',
): Promise<TestPerson & { browser: Browser; end: string | null }> {
  const made = await person(wiki, username)
  const browser = new Browser(wiki.url)
  await browser.login(username, PASSWORD)
  const answer = await approveJira(browser, applicationId, 'Allow', access)
  return { ...made, browser, end: answer.headers.get('location') }
}
