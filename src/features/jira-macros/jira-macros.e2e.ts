import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { timeLimit } from '#features/linked-apps/server/index.ts'
import { approver } from '#features/linked-apps/testing/approver.ts'
import { type FakeIssue, type FakeJira, linkJira, startFakeJira } from '#features/linked-apps/testing/fake-jira.ts'
import { atEnd, editorSteps, publish, text } from '#features/editor/testing/steps.ts'
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
import { clearIssues } from './server/issues.ts'
import {
  AUTHENTICATE,
  CHART_FAILED,
  CHART_TIMED_OUT,
  RETRIEVER_PATH,
  SEARCH_REFUSED,
  TABLE_HEIGHT,
  TO_RETRIEVE,
} from './shared.ts'

const ICON = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const STATUSES = [
  { name: 'To Do', statusCategory: { key: 'new', colorName: 'blue-gray' } },
  { name: 'In Review', statusCategory: { key: 'indeterminate', colorName: 'yellow' } },
  { name: 'Done', statusCategory: { key: 'done', colorName: 'green' } },
]
const TYPES = ['Bug', 'Task', 'Story']
const DAY_MS = 86_400_000
/** The administrator has not approved, which the page says after publishing. */
const UNAPPROVED = { allowErrors: [/status of 401/] }

const macro = (parameters: Record<string, string>, name = 'jira') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

const issue = (number: number, more: Partial<FakeIssue> = {}): FakeIssue => ({
  key: `DEV-${number}`,
  summary: `Let the ferry leave on time, also in fog and snow (${number})`,
  status: STATUSES[number % 3] ?? null,
  issuetype: { name: TYPES[number % TYPES.length], iconUrl: ICON },
  fields: {
    assignee: { displayName: 'Jane Roe' },
    reporter: { displayName: 'Richard Miles' },
    priority: { name: 'High', iconUrl: ICON },
    resolution: number % 3 === 2 ? { id: '1', name: 'Fixed' } : null,
    created: new Date(Date.now() - number * DAY_MS).toISOString(),
    updated: '2026-11-20T10:00:00.000+0000',
    resolutiondate: number % 3 === 2 ? new Date().toISOString() : null,
    duedate: '2026-12-24',
  },
  ...more,
})

describe('issues of Jira in pages in the browser', () => {
  let wiki: TestWiki
  let jira: FakeJira
  let applicationId = ''
  let people = 0

  beforeAll(async () => {
    ;[wiki, jira] = await Promise.all([startTestWiki('sqlite', features), startFakeJira()])
    await wiki.admin.post('/rest/api/space', { key: 'JME', name: 'Ferries' })
    applicationId = (await linkJira(wiki, jira)).id
  })
  afterAll(async () => {
    await wiki.close()
    await jira.close()
  })
  beforeEach(() => {
    clearIssues(wiki.app)
    Object.assign(jira, { failure: undefined, issues: [] })
    jira.forget()
  })

  const create = (value: string) => wiki.admin.createPage('JME', `Page ${crypto.randomUUID()}`, value)
  const reader = async (
    openPage: OpenPage,
    { hasApproved = true, ...options }: PageOptions & { hasApproved?: boolean } = {},
  ) => {
    const username = `jme${++people}`
    await (hasApproved ? approver(wiki, applicationId, username) : person(wiki, username))
    const page = await openSignedIn(openPage, { url: wiki.app.baseUrl }, { username, password: PASSWORD }, options)
    const asked: URL[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.pathname === RETRIEVER_PATH) asked.push(url)
    })
    return { page, asked }
  }
  const view = (page: Page, id: string) => page.goto(`${wiki.app.baseUrl}/pages/viewpage.action?pageId=${id}`)
  const line = (page: Page, key: string) => page.locator(`[data-jira-key="${key}"]`)
  const jqlOf = (url: URL | undefined) =>
    new URL(url?.searchParams.get('url') ?? '', 'http://jira').searchParams.get('jqlQuery')

  test('an issue in a line gets its type, summary and status from one request for all [V1-07] [P7.7-02]', async ({
    openPage,
  }) => {
    jira.issues = [issue(1), issue(2)]
    const id = await create(
      `<p>See ${macro({ key: 'DEV-1' })}, ${macro({ key: 'DEV-2' })} and ${macro({ key: 'DEV-3' })}.</p>`,
    )
    const { page, asked } = await reader(openPage)
    const answer = Promise.withResolvers<void>()
    jira.failure = { path: /search/, until: answer.promise }
    await view(page, id)
    // The page is there before Jira has answered, with links.
    expect(await line(page, 'DEV-1').innerText()).toBe('DEV-1')
    answer.resolve()
    const status = line(page, 'DEV-1').locator('.jira-status')
    await status.waitFor()
    expect(await status.innerText()).toBe('In Review')
    expect(await line(page, 'DEV-1').getByRole('img', { name: 'Task' }).count()).toBe(1)
    expect(await line(page, 'DEV-1').locator('.summary').innerText()).toContain('Let the ferry leave on time')
    expect(await line(page, 'DEV-1').getByRole('link', { name: 'DEV-1' }).getAttribute('href')).toBe(
      `${jira.url}/browse/DEV-1`,
    )
    expect(
      await line(page, 'DEV-2')
        .locator('.jira-issue-key')
        .evaluate(each => getComputedStyle(each).textDecorationLine),
    ).toBe('line-through')
    await line(page, 'DEV-3').getByText('This issue does not exist, or you may not see it.').waitFor()
    expect(asked).toHaveLength(1)
    expect(asked[0]?.searchParams.get('url')).toMatch(
      /^\/sr\/jira\.issueviews:searchrequest-xml\/temp\/SearchRequest\.xml\?/,
    )
    expect(asked[0]?.searchParams.get('appId')).toBe(applicationId)
    expect(jqlOf(asked[0])).toBe('issuekey in (DEV-1,DEV-2,DEV-3)')
    // The Jira links of the page search as well, a little later.
    expect(jira.requests.filter(request => request.includes('/search?jql=issuekey+in'))).toHaveLength(1)
    // With what is cached, the page needs no script.
    await view(page, await create(`<p>See ${macro({ key: 'DEV-1' })}.</p>`))
    expect(await line(page, 'DEV-1').locator('.jira-status').innerText()).toBe('In Review')
    expect(asked).toHaveLength(1)
  })

  test('a table has its columns, pages and number, and sorts [P1-07] [P2.7-01] [P3-09] [P9-16] [P9-17]', async ({
    openPage,
  }) => {
    jira.issues = Array.from({ length: 27 }, (_, index) => issue(index + 1))
    const id = await create(`<p>All work.</p>${macro({ jqlQuery: 'project = DEV', title: 'Work on ferries' })}`)
    const { page, asked } = await reader(openPage)
    await view(page, id)
    const frame = page.getByRole('region', { name: 'Work on ferries' })
    const rows = frame.locator('tbody tr')
    await rows.nth(19).waitFor()
    expect(await rows.count()).toBe(20)
    expect((await frame.boundingBox())?.height).toBe(TABLE_HEIGHT)
    const first = rows.first()
    expect(await first.getByRole('link', { name: 'DEV-1', exact: true }).getAttribute('href')).toBe(
      `${jira.url}/browse/DEV-1`,
    )
    const cells = await first.locator('td').allInnerTexts()
    expect(cells.slice(2, 5)).toEqual([
      'Let the ferry leave on time, also in fog and snow (1)',
      'Jane Roe',
      'Richard Miles',
    ])
    expect(await first.getByRole('img', { name: 'Task' }).count()).toBe(1)
    expect(await first.locator('.jira-status').innerText()).toBe('In Review')
    expect(cells[7]).toBe('Unresolved')
    expect(cells[10]).toBe('24/Dec/26')
    const widths = await frame
      .locator('th')
      .evaluateAll(heads =>
        Object.fromEntries(heads.map(head => [head.dataset['field'], Math.round(head.getBoundingClientRect().width)])),
      )
    expect(widths).toMatchObject({
      issuetype: 30,
      priority: 50,
      status: 100,
      issuekey: 90,
      resolution: 80,
      created: 80,
      assignee: 140,
    })
    expect(widths['summary']).toBeGreaterThanOrEqual(250)

    await page.getByText('Displaying 1 to 20 of 27 issues.').waitFor()
    expect(await page.getByRole('link', { name: '27 issues' }).getAttribute('href')).toBe(
      `${jira.url}/issues/?jql=project%20%3D%20DEV`,
    )
    await page.getByRole('button', { name: 'Next page' }).press('Enter')
    await page.getByText('Displaying 21 to 27 of 27 issues.').waitFor()
    expect(await rows.count()).toBe(7)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Next page')
    expect(await page.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
    await frame.getByRole('button', { name: 'Key' }).click()
    await page.getByText('Displaying 1 to 20 of 27 issues.').waitFor()
    await frame.getByRole('button', { name: 'Key' }).click()
    await rows.first().getByText('DEV-27', { exact: true }).waitFor()
    expect(await frame.getByRole('columnheader', { name: 'Key' }).getAttribute('aria-sort')).toBe('descending')
    expect(asked.at(-1)?.searchParams.get('sortorder')).toBe('desc')
    expect(asked.at(-1)?.searchParams.getAll('columns')[1]).toBe('issuekey')
    // Not in the table of screens, here and below: it needs a Jira that answers.
    await expectNoAxeViolations(page)
  })

  test('several keys that are refused are asked for one by one [P5-11]', async ({ openPage }) => {
    const { page } = await reader(openPage, { allowErrors: [/status of 400/] })
    const asked: (string | null)[] = []
    await page.route(`**${RETRIEVER_PATH}?*`, async route => {
      const jql = jqlOf(new URL(route.request().url()))
      asked.push(jql)
      await route.fulfill(
        jql === 'issuekey in (DEV-1)'
          ? {
              contentType: 'text/xml',
              body: `<rss><channel><item><link>${jira.url}/browse/DEV-1</link><key>DEV-1</key><summary>Fog</summary><type>Bug</type><status>Open</status><resolution id="-1">Unresolved</resolution></item></channel></rss>`,
            }
          : { status: 400, body: '' },
      )
    })
    await view(page, await create(`<p>${macro({ key: 'DEV-1' })} ${macro({ key: 'DEV-2' })}</p>`))
    await line(page, 'DEV-1').getByText('Fog').waitFor()
    // The text of a refusal is there for the issue that is refused alone.
    await line(page, 'DEV-2').getByText(SEARCH_REFUSED).waitFor()
    expect(asked).toEqual(['issuekey in (DEV-1,DEV-2)', 'issuekey in (DEV-1)', 'issuekey in (DEV-2)'])
  })

  test('users who have not approved are asked to, in a line and in a table [P8-07]', async ({ openPage }) => {
    const { page } = await reader(openPage, { hasApproved: false, allowErrors: [/status of 401/] })
    await view(page, await create(`<p>${macro({ key: 'DEV-1' })}</p>${macro({ jqlQuery: 'project = DEV' })}`))
    const href = `${wiki.app.baseUrl}/plugins/servlet/applinks/oauth/login-dance/authorize?applicationLinkID=${applicationId}`
    const link = line(page, 'DEV-1').getByRole('link', { name: AUTHENTICATE })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(href)
    const below = page.locator('.jira-approval')
    expect(await below.innerText()).toBe(`Login & Approve ${TO_RETRIEVE}`)
    expect(await below.getByRole('link').getAttribute('href')).toBe(href)
    await expectNoAxeViolations(page)
  })

  test('refusals and failures are said in a frame [P8-08] [P8-09]', async ({ openPage }) => {
    const { page } = await reader(openPage, { allowErrors: [/status of (?:400|502)/] })
    jira.failure = { path: /search/, status: 400, body: '{"errorMessages":["no"]}' }
    await view(page, await create(macro({ jqlQuery: 'nonsense' })))
    await page.locator('.jira-table .jira-message').getByText(SEARCH_REFUSED).waitFor()
    clearIssues(wiki.app)
    jira.failure = { path: /search/, status: 500 }
    await view(page, await create(`<p>${macro({ key: 'DEV-1' })}</p>${macro({ jqlQuery: 'project = DEV' })}`))
    const message = page.locator('.jira-table .jira-message')
    await message.getByText('Our Jira answered with an error (500)').waitFor()
    expect(await message.evaluate(each => getComputedStyle(each).borderTopStyle)).toBe('solid')
    await line(page, 'DEV-1').locator('.jira-message').getByText('Our Jira answered with an error (500)').waitFor()
    clearIssues(wiki.app)
    jira.failure = { path: /search/, status: 200, type: 'text/html', body: '<title>Maintenance</title>' }
    await view(page, await create(macro({ jqlQuery: 'project = DEV' })))
    await page.getByText('Our Jira answered with something that the wiki cannot read').waitFor()
    await expectNoAxeViolations(page)
  })

  test('charts are pictures with their numbers in a table [I1-13]', async ({ openPage }) => {
    jira.issues = Array.from({ length: 12 }, (_, index) => issue(index + 1))
    const id = await create(
      [
        macro({ jql: 'project = DEV', statType: 'issuetype' }, 'jirachart'),
        macro({ jql: 'project = DEV', chartType: 'createdvsresolved', daysprevious: '14' }, 'jirachart'),
        macro(
          {
            jql: 'project = DEV',
            chartType: 'twodimensional',
            xstattype: 'issuetype',
            ystattype: 'statuses',
            numberToShow: '2',
          },
          'jirachart',
        ),
      ].join(''),
    )
    const { page } = await reader(openPage)
    await view(page, id)
    const pie = page.getByRole('img', { name: 'Issues by Type' })
    await pie.waitFor()
    expect(await pie.locator('path').count()).toBe(3)
    expect(await page.locator('.jira-legend').first().innerText()).toContain('Bug (4)')
    const lines = page.getByRole('img', { name: 'Created and resolved issues' })
    await lines.waitFor()
    expect(await lines.locator('polyline').count()).toBe(2)
    await page.getByText('Data table').first().click()
    expect(await page.locator('.jira-chart').first().getByRole('row').count()).toBe(4)
    const table = page.locator('.jira-chart').nth(2)
    await table.getByRole('button', { name: 'Show more' }).click()
    await table.getByRole('button', { name: 'Show less' }).waitFor()
    expect(await table.getByRole('row').count()).toBe(4)
    await table.getByRole('button', { name: 'Show less' }).press('Enter')
    await table.getByRole('button', { name: 'Show more' }).waitFor()
    expect(await table.getByRole('row').count()).toBe(3)
    await expectNoAxeViolations(page)
  })

  test('a chart that fails, and one that takes too long, say so [I8-20] [I8-21]', async ({ openPage }) => {
    const { page } = await reader(openPage, { allowErrors: [/status of 50[24]/] })
    const chart = macro({ jql: 'project = DEV' }, 'jirachart')
    jira.failure = { path: /search/, status: 500 }
    await view(page, await create(chart))
    await page.locator('.jira-chart').getByText(CHART_FAILED, { exact: true }).waitFor()
    clearIssues(wiki.app)
    jira.failure = { path: /search/, hangs: true }
    wiki.app.own(timeLimit).ms = 200
    await view(page, await create(chart))
    await page.locator('.jira-chart').getByText(CHART_TIMED_OUT, { exact: true }).waitFor()
    wiki.app.own(timeLimit).ms = 8000
  })

  test('addresses of issues and searches become macros in the editor, and undo makes them links again', async ({
    openPage,
  }) => {
    jira.issues = [issue(1), issue(2)]
    const page = await openSignedIn(openPage, wiki, ADMIN, UNAPPROVED)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const steps = editorSteps(
      wiki,
      'JME',
      (await wiki.admin.get('/rest/api/space/JME?expand=homepage')).json.homepage.id,
    )
    const id = await steps.create('Pasted', '<p>See</p>')
    await steps.edit(page, id)
    const paste = async (words: string) => {
      await page.evaluate(copied => navigator.clipboard.writeText(copied), words)
      await page.keyboard.press('Control+v')
    }
    await atEnd(page)
    await page.keyboard.type(' ')
    const address = `${jira.url}/browse/DEV-1`
    await paste(address)
    const placed = text(page).locator('[aria-label^="Jira issues"]')
    await placed.first().waitFor()
    await page.keyboard.press('Control+z')
    await text(page).getByRole('link', { name: address }).waitFor()
    await page.keyboard.press('Control+y')
    await placed.first().waitFor()
    await atEnd(page)
    await page.keyboard.press('Enter')
    await paste(`${jira.url}/issues/?jql=project%20%3D%20DEV`)
    await placed.nth(1).waitFor()
    await atEnd(page)
    await paste('https://elsewhere.example.com/browse/DEV-1')
    await text(page).getByRole('link', { name: 'elsewhere.example.com' }).waitFor()
    await publish(page)
    const server = `<ac:parameter ac:name="server">Our Jira</ac:parameter><ac:parameter ac:name="serverId">${applicationId}</ac:parameter>`
    const { storage } = await steps.stored(id)
    expect(storage).toContain(`${server}<ac:parameter ac:name="key">DEV-1</ac:parameter></ac:structured-macro>`)
    expect(storage).toContain(
      `${server}<ac:parameter ac:name="jqlQuery">project = DEV</ac:parameter></ac:structured-macro>`,
    )
    expect(storage).toContain('<a href="https://elsewhere.example.com/browse/DEV-1">')
  })

  test('/jira opens the form of the macro, which is inserted with its values', async ({ openPage }) => {
    jira.issues = [issue(1)]
    const page = await openSignedIn(openPage, wiki, ADMIN, UNAPPROVED)
    const steps = editorSteps(
      wiki,
      'JME',
      (await wiki.admin.get('/rest/api/space/JME?expand=homepage')).json.homepage.id,
    )
    const id = await steps.create('Inserted', '<p></p>')
    await steps.edit(page, id)
    await atEnd(page)
    await page.keyboard.type('/jira')
    await page.getByRole('option', { name: 'Jira issues' }).waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Jira issues' })
    await form.getByRole('textbox', { name: 'Issue' }).fill('DEV-1')
    await screenshot(page, 'jira macros, form')
    await expectNoAxeViolations(page)
    await form.getByRole('button', { name: 'Insert' }).click()
    await publish(page)
    expect((await steps.stored(id)).storage).toContain('<ac:parameter ac:name="key">DEV-1</ac:parameter>')
  })

  for (const viewport of WINDOW_SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`issues and charts at ${viewport.width} px, ${colorScheme}`, async ({ openPage }) => {
        jira.issues = Array.from({ length: 27 }, (_, index) => issue(index + 1))
        const id = await create(
          `<h2>Plan</h2><p>Before ${macro({ key: 'DEV-4' })} we finish ${macro({ key: 'DEV-5' })}; of ${macro({ jqlQuery: 'project = DEV', count: 'true' })} most are small.</p>${macro({ jqlQuery: 'project = DEV', title: 'Open work' })}${macro({ jql: 'project = DEV', statType: 'statuses' }, 'jirachart')}${macro({ jql: 'project = DEV', chartType: 'createdvsresolved' }, 'jirachart')}`,
        )
        const { page } = await reader(openPage, { viewport, colorScheme })
        await view(page, id)
        await page.getByText('Displaying 1 to 20 of 27 issues.').waitFor()
        await page.getByRole('img', { name: 'Created and resolved issues' }).waitFor()
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow).toBeLessThanOrEqual(0)
        await screenshot(page, `jira macros ${viewport.width} ${colorScheme}`, { fullPage: true })
        await expectNoAxeViolations(page)
      })
    }
  }
})
