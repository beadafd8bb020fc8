import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { approver } from '#features/linked-apps/testing/approver.ts'
import { type FakeIssue, type FakeJira, linkJira, startFakeJira } from '#features/linked-apps/testing/fake-jira.ts'
import { PASSWORD, person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  openSignedIn,
  type OpenPage,
  type PageOptions,
  screenshot,
  test,
  WINDOW_SIZES,
} from '../../../test/browser.ts'

const METADATA = '/rest/jira-metadata/1.0/metadata'
const HINT = 'View related Jira items here'
const TWO_ERRORS = {
  count: 0,
  incomplete: true,
  groups: [],
  unauthorisedAppLinks: [],
  errors: [{ errorMessage: 'The first is down.' }, { errorMessage: 'The second is down.' }],
}

describe('the Jira links of a page in the browser', () => {
  let wiki: TestWiki
  let jira: FakeJira
  let applicationId = ''
  let serverId = ''
  let people = 0

  beforeAll(async () => {
    ;[wiki, jira] = await Promise.all([startTestWiki('sqlite', features), startFakeJira()])
    await wiki.admin.post('/rest/api/space', { key: 'JRA', name: 'Linked' })
    applicationId = (await linkJira(wiki, jira)).id
    serverId = (await wiki.anonymous.get('/rest/applinks/1.0/manifest.json')).json.id as string
  })
  afterAll(async () => {
    await wiki.close()
    await jira.close()
  })
  beforeEach(() => Object.assign(jira, { failure: undefined, issues: [], sprints: [], publicCounts: undefined }))

  /** A page for which Jira was not asked yet. */
  const create = (value = '<p>Text</p>') => wiki.admin.createPage('JRA', `Page ${crypto.randomUUID()}`, value)
  const issue = (pageId: string, key: string, more: Partial<FakeIssue> = {}): FakeIssue => ({
    key,
    summary: `About ${key}`,
    status: { name: 'In review', statusCategory: { key: 'indeterminate', colorName: 'yellow' } },
    links: [`appId=${serverId}&pageId=${pageId}`],
    ...more,
  })
  /** A user who has seen nothing yet, and has approved or not. */
  const reader = async (
    openPage: OpenPage,
    { hasApproved = true, ...options }: PageOptions & { hasApproved?: boolean } = {},
  ) => {
    const username = `jira${++people}`
    const { client } = await (hasApproved ? approver(wiki, applicationId, username) : person(wiki, username))
    const page = await openSignedIn(openPage, { url: wiki.app.baseUrl }, { username, password: PASSWORD }, options)
    const asked: string[] = []
    const events: string[] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith(METADATA)) asked.push(pathname)
      if (pathname.endsWith('/publish/bulk')) events.push(request.postData() ?? '')
    })
    return { page, client, asked, events }
  }
  // By the address that Jira leads back to.
  const view = (page: Page, id: string) => page.goto(`${wiki.app.baseUrl}/pages/viewpage.action?pageId=${id}`)
  const count = (page: Page) => page.locator('#content-metadata-jira')
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Jira links', exact: true })
  const hint = (page: Page) => page.getByRole('dialog', { name: HINT, exact: true })
  const open = async (page: Page) => {
    await count(page).click()
    await panel(page).locator('[aria-busy="false"]').waitFor()
  }

  test('a panel lists what the page is linked with, in groups [V1-08] [V2.3-05] [V2.3-06] [V4.6-01] [V4.6-02] [V7-37] [V8-08] [V9-24] [V9-25]', async ({
    openPage,
  }) => {
    const pageId = await create(`<p><a href="${jira.url}/projects/DEV/versions/100">2.0</a></p>`)
    jira.issues = [
      issue(pageId, 'DEV-1', { status: null }),
      ...Array.from({ length: 11 }, (_, index) => issue(pageId, `DEV-${index + 2}`)),
      issue(pageId, 'DEV-99', { issuetype: { name: 'Epic' } }),
    ]
    jira.sprints = [{ title: 'Sprint 9', status: 'active', url: 'secure/RapidBoard.jspa?sprint=9', daysRemaining: 1 }]
    jira.versions = { 100: { name: '2.0', description: 'The next one' } }
    const { page, asked, events } = await reader(openPage)
    await view(page, pageId)
    await count(page).waitFor()
    expect(await count(page).innerText()).toBe('15 Jira links')
    expect(asked).toEqual([`${METADATA}/aggregate`])
    const answer = Promise.withResolvers<void>()
    await page.route(`**${METADATA}?*`, async route => {
      await answer.promise
      await route.continue()
    })
    await count(page).press('Enter')
    await panel(page).getByRole('status').getByText('Jira is asked…').waitFor({ state: 'attached' })
    answer.resolve()
    await panel(page).getByRole('heading', { name: 'Issues' }).waitFor()
    expect(await panel(page).getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Jira links'])
    expect(await panel(page).getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Issues',
      'Sprints',
      'Versions',
      'Epics',
    ])
    const first = panel(page).getByRole('listitem').first()
    expect(await first.innerText()).toContain('About DEV-1')
    await first.getByRole('img', { name: 'No issue status information was provided' }).waitFor()
    expect(await first.getByRole('link', { name: 'DEV-1' }).getAttribute('href')).toBe(
      `/plugins/servlet/jira-metadata/redirect?u=${encodeURIComponent(`${jira.url}/browse/DEV-1`)}&t=ISSUES`,
    )
    expect(await panel(page).getByRole('listitem').nth(1).innerText()).toContain('In review')
    const more = panel(page).getByRole('link', { name: 'View 2 more in Our Jira' })
    expect(await more.getAttribute('href')).toMatch(/&t=ISSUES&more$/)
    await panel(page).getByText('1 day remaining').waitFor()
    // Not in the table of screens, here and below: it needs a Jira that answers.
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content-metadata-jira')
    // Once loaded it is not fetched again.
    await open(page)
    expect(asked).toEqual([`${METADATA}/aggregate`, METADATA])
    await expect.poll(() => events.join()).toContain('confluence.jira.metadata.expanded')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const { width, height } of WINDOW_SIZES) {
        await page.setViewportSize({ width, height })
        await expect
          .poll(async () => (await panel(page).boundingBox())?.width)
          .toSatisfy((shown: number) => (width === 375 ? shown > 360 : shown < 420))
        await screenshot(page, `jira links, ${width}, ${colorScheme}`)
      }
    }
    await panel(page).getByRole('button', { name: 'Close this dialog' }).click()
    await panel(page).waitFor({ state: 'detached' })
  })

  test('pages say how many links they have, and nothing where they have none [V9-25]', async ({ openPage }) => {
    const [one, three, none] = [await create(), await create(), await create()]
    jira.issues = [issue(one, 'DEV-1'), ...['DEV-2', 'DEV-3', 'DEV-4'].map(key => issue(three, key))]
    const { page } = await reader(openPage)
    await view(page, one)
    await expect.poll(() => count(page).innerText()).toBe('1 Jira link')
    await view(page, three)
    await expect.poll(() => count(page).innerText()).toBe('3 Jira links')
    const answered = page.waitForResponse(`**${METADATA}/aggregate?*`)
    await view(page, none)
    await answered
    await page.waitForLoadState('networkidle')
    expect(await count(page).count()).toBe(0)
    const visitor = await reader(openPage, { hasApproved: false })
    await visitor.page.context().clearCookies()
    await view(visitor.page, one)
    await visitor.page.waitForLoadState('networkidle')
    expect(visitor.asked).toEqual([])
  })

  test('an empty panel and failures say what is wrong [V4.6-01] [V7-38] [V8-04] [V8-05] [V8-06] [V8-07]', async ({
    openPage,
  }) => {
    const { page, events } = await reader(openPage, { allowErrors: [/Failed to load resource|ERR_FAILED/] })
    const told = async (answer: object | 'failure') => {
      const pageId = await create()
      jira.issues = [issue(pageId, 'DEV-1')]
      await page.unroute(`**${METADATA}?*`)
      await page.route(`**${METADATA}?*`, route =>
        answer === 'failure' ? route.abort() : route.fulfill({ json: answer }),
      )
      await view(page, pageId)
      await open(page)
      return panel(page)
    }
    await (
      await told({ ...TWO_ERRORS, incomplete: false, errors: [] })
    )
      .getByText(
        'Jira links cannot be displayed. Either you do not have correct Jira permissions or the links have been removed.',
        { exact: true },
      )
      .waitFor()
    await expect.poll(() => events.join()).toContain('confluence.jira.metadata.error.no-metadata')
    await (
      await told({ ...TWO_ERRORS, errors: TWO_ERRORS.errors.slice(0, 1) })
    )
      .getByText('Unable to retrieve Jira metadata. The first is down.', { exact: true })
      .waitFor()
    const both = await told(TWO_ERRORS)
    await both.getByText('Unable to retrieve Jira metadata. The following errors occurred:', { exact: true }).waitFor()
    expect(await both.getByRole('listitem').allInnerTexts()).toEqual(['The first is down.', 'The second is down.'])
    await expectNoAxeViolations(page)
    await screenshot(page, 'jira links, errors')
    await (
      await told('failure')
    )
      .getByText('Unable to retrieve Jira metadata. Could not connect to Confluence', { exact: true })
      .waitFor()
  })

  test('what Jira itself fails to answer is said [V8-05]', async ({ openPage }) => {
    const pageId = await create()
    jira.failure = { path: /\/search$/, status: 500 }
    const { page } = await reader(openPage)
    await view(page, pageId)
    expect(await count(page).innerText()).toBe('Jira links')
    await open(page)
    await panel(page)
      .getByText('Unable to retrieve Jira metadata. Our Jira answered with an error (500)', { exact: true })
      .waitFor()
  })

  test('who has not approved does so in a window of Jira, and then sees the links [V6-16] [V4.6-02] [P4.5-01] [P4.5-02] [P4.5-03]', async ({
    openPage,
  }) => {
    const pageId = await create()
    jira.issues = [issue(pageId, 'DEV-1')]
    const { page, asked } = await reader(openPage, { hasApproved: false })
    await view(page, pageId)
    await open(page)
    expect(await panel(page).innerText()).toContain('Login & Approve to retrieve data from Our Jira')
    await expectNoAxeViolations(page)
    await screenshot(page, 'jira links, not approved')
    const opened = page.waitForEvent('popup')
    await panel(page).getByRole('link', { name: 'Login & Approve' }).click()
    const popup = await opened
    const closed = popup.waitForEvent('close')
    await page.evaluate(() => (document.title = 'Not reloaded'))
    await popup.getByRole('link', { name: 'Allow' }).click()
    await closed
    await panel(page).getByRole('link', { name: 'DEV-1' }).waitFor()
    expect(await page.title()).not.toBe('Not reloaded')
    expect(asked.filter(path => path === METADATA)).toHaveLength(2)
    await expect.poll(() => count(page).innerText()).toBe('1 Jira link')
  })

  test('a window of Jira closes when the reader refuses, and when the approval fails [P4.5-02]', async ({
    openPage,
  }) => {
    const pageId = await create()
    jira.issues = [issue(pageId, 'DEV-1')]
    const { page } = await reader(openPage, { hasApproved: false })
    await view(page, pageId)
    await open(page)
    await page.evaluate(() => (document.title = 'Not reloaded'))
    const link = panel(page).getByRole('link', { name: 'Login & Approve' })
    const end = async (finish: (popup: Page) => Promise<unknown>) => {
      const opened = page.waitForEvent('popup')
      await link.click()
      const popup = await opened
      const closed = popup.waitForEvent('close')
      await finish(popup)
      await closed
    }
    await end(popup => popup.getByRole('link', { name: 'Deny' }).click())
    expect(await page.getByText('The approval failed').count()).toBe(0)
    await end(async popup => {
      await popup.getByRole('link', { name: 'Allow' }).waitFor()
      // Jira's answer gets lost on the way: what comes back belongs to no request.
      await popup.evaluate(
        url => location.assign(url),
        `${wiki.app.baseUrl}/plugins/servlet/oauth2/client/callback?state=${'x'.repeat(43)}&code=1`,
      )
    })
    await page.getByText('The approval failed').waitFor()
    expect(await page.title()).toBe('Not reloaded')
    await link.waitFor()
  })

  test('each Jira that the reader has not approved has its link, and no other [V6-16]', async ({ openPage }) => {
    const second = await startFakeJira()
    const { id } = await linkJira(wiki, second, { name: 'Their Jira' })
    try {
      const pageId = await create()
      jira.issues = [issue(pageId, 'DEV-1')]
      second.issues = [issue(pageId, 'OPS-1')]
      const { page } = await reader(openPage, { hasApproved: false })
      await view(page, pageId)
      await open(page)
      await panel(page).getByText('Authenticate to retrieve data from the following instances:').waitFor()
      const approvals = () =>
        panel(page)
          .getByRole('link')
          .evaluateAll(links => links.map(link => [link.textContent, link.getAttribute('href')]))
      const to = (application: string) =>
        `${wiki.app.baseUrl}/plugins/servlet/applinks/oauth/login-dance/authorize?applicationLinkID=${application}`
      expect((await approvals()).toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
        ['Our Jira', to(applicationId)],
        ['Their Jira', to(id)],
      ])
      await expectNoAxeViolations(page)
      await screenshot(page, 'jira links, two not approved')

      const allow = async (link: string, key: string) => {
        const opened = page.waitForEvent('popup')
        await panel(page).getByRole('link', { name: link, exact: true }).click()
        const popup = await opened
        const closed = popup.waitForEvent('close')
        await popup.getByRole('link', { name: 'Allow' }).click()
        await closed
        await panel(page).getByRole('link', { name: key }).waitFor()
      }
      await allow('Our Jira', 'DEV-1')
      expect(await panel(page).innerText()).toContain('Login & Approve to retrieve data from Their Jira')
      await allow('Login & Approve', 'OPS-1')
      expect((await approvals()).map(([text]) => text)).toEqual(['DEV-1', 'OPS-1'])
    } finally {
      expect((await wiki.admin.delete(`/rest/oxbow/1.0/linked-applications/${id}`)).status).toBe(204)
      await second.close()
    }
  })

  test('a hint points at the links until it was followed, refused, or the count was pressed [V2.3-09] [V4.11-01]', async ({
    openPage,
  }) => {
    const pageId = await create()
    jira.issues = [issue(pageId, 'DEV-1')]
    /** A user who has done something about the hint does not get it again. */
    const isGone = async (page: Page, act: () => Promise<unknown>) => {
      const stored = page.waitForResponse('**/rest/feature-discovery/1.0/discovered/**/linked-issues-dropdown')
      await act()
      await stored
      await hint(page).waitFor({ state: 'detached' })
      await view(page, pageId)
      await count(page).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await hint(page).count()).toBe(0)
    }
    const arrive = async () => {
      const { page } = await reader(openPage)
      await view(page, pageId)
      await hint(page).waitFor()
      return page
    }
    const shown = await arrive()
    expect(await hint(shown).innerText()).toContain(
      'Now you can see which epics, sprints, versions and issues relate to this page.',
    )
    await expectNoAxeViolations(shown)
    for (const size of WINDOW_SIZES) {
      await shown.setViewportSize(size)
      const [card, link, text] = [
        await hint(shown).boundingBox(),
        await count(shown).boundingBox(),
        await shown.locator('#main-content').boundingBox(),
      ]
      const [top, bottom] = [card?.y ?? 0, (card?.y ?? 0) + (card?.height ?? 0)]
      expect(Math.abs(top - (link?.y ?? 0)), JSON.stringify(size)).toBeLessThan(200)
      const isBeside = (card?.x ?? 0) >= (text?.x ?? 0) + (text?.width ?? 0)
      expect(isBeside || bottom <= (text?.y ?? 0), JSON.stringify(size)).toBe(true)
      // The by-line's words stay on a line, those of the card do not.
      expect(await hint(shown).evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
      await screenshot(shown, `jira links, hint ${size.width}`)
    }
    await isGone(shown, async () => {
      await hint(shown).getByRole('button', { name: 'Show me', exact: true }).click()
      await panel(shown).getByRole('link', { name: 'DEV-1' }).waitFor()
    })
    const refused = await arrive()
    await isGone(refused, () => hint(refused).getByRole('button', { name: "Don't show again", exact: true }).click())
    const pressed = await arrive()
    await isGone(pressed, () => count(pressed).click())
  })
})
