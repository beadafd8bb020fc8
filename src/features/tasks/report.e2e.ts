import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { GLOBAL_VIEW_USERS, GROUP_USERS, findGroup, revoke } from '#features/accounts/server/index.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, type OpenPage, type PageOptions, screenshot, test } from '../../../test/browser.ts'

const PASSWORD = 'correct horse battery'
const REPORT = '**/rest/inlinetasks/1/task-report?*'

const task = (id: number, body: string, status = 'incomplete') =>
  `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>`
const list = (items: readonly string[]) => `<ac:task-list>${items.join('')}</ac:task-list>`
const due = (date: string) => `<time datetime="${date}" />`
const macro = (parameters: Record<string, string>) =>
  `<ac:structured-macro ac:name="tasks-report-macro">${Object.entries(parameters)
    .map(([name, value]) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

describe('task reports in the browser', () => {
  let wiki: TestWiki
  let ada: TestPerson
  /** Of the page with a hundred tasks. */
  let hundred = ''
  let plan = ''
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    ada = await person(wiki, 'ada')
    for (const key of ['RPT', 'BIG', 'DONE']) await wiki.admin.post('/rest/api/space', { key, name: key })
    const mention = `<ac:link><ri:user ri:userkey="${ada.userKey}" /></ac:link>`
    plan = await create('Release plan', list([task(1, `Write notes ${due('2027-05-02')}`), task(2, 'Old', 'complete')]))
    await create('Budget', list([task(1, `Ask ${mention} for numbers ${due('2027-05-01')}`), task(2, 'No date')]))
    await wiki.admin.post(`/rest/api/content/${plan}/label`, [{ prefix: 'global', name: 'launch' }])
    const many = Array.from({ length: 100 }, (_, n) => task(n + 1, `T${n + 1} ${due(day(n))}`))
    hundred = await create('Hundred', list(many), 'BIG')
    await create('Finished', list([task(1, 'All done', 'complete')]), 'DONE')
  })
  afterAll(() => wiki.close())

  /** The nth day of a year. */
  const day = (n: number) => new Date(Date.UTC(2028, 0, 1 + n)).toISOString().slice(0, 10)
  const create = (title: string, value: string, space = 'RPT') => wiki.admin.createPage(space, title, value)
  let reports = 0
  const reportOf = (parameters: Record<string, string>) => create(`Report ${++reports}`, macro(parameters))
  const open = async (openPage: OpenPage, id: string, options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page
  }
  const openReport = async (openPage: OpenPage, parameters: Record<string, string>, options: PageOptions = {}) =>
    open(openPage, await reportOf(parameters), options)
  const column = (page: Page, name: string) => page.locator(`td.tasks-report-${name}`).allInnerTexts()
  const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
  const sortBy = (page: Page, name: string) => heading(page, name).getByRole('button').click()
  const footer = (page: Page) => page.getByRole('navigation', { name: 'Pages of the task report' })
  /** The report's calls: their queries. */
  const calls = (page: Page) => {
    const seen: { pageIndex: string | null; parameters: Record<string, unknown> }[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.pathname !== '/rest/inlinetasks/1/task-report') return
      seen.push({
        pageIndex: url.searchParams.get('pageIndex'),
        parameters: JSON.parse(url.searchParams.get('reportParameters') ?? '') as Record<string, unknown>,
      })
    })
    return seen
  }
  /** The report answers to clicks. */
  const live = (page: Page) => page.locator('.tasks-report .ox-task-box').first().waitFor({ state: 'attached' })

  test('show tasks of several pages to who is signed in, in the columns that are chosen [I1-02] [I6-08] [I2.1-01] [I2.1-02]', async ({
    openPage,
  }) => {
    const all = 'duedate,description,assignee,location,completedate,labels'
    const page = await openReport(openPage, { spaces: 'RPT', columns: all })
    await live(page)
    expect(await page.locator('.tasks-report th').allInnerTexts()).toEqual([
      'Due date',
      'Description',
      'Assignee',
      'Task appears on',
      'Completed on',
      'Labels',
    ])
    expect(await column(page, 'location')).toEqual(['Budget', 'Release plan', 'Budget'])
    expect(await column(page, 'labels')).toEqual(['', 'launch', ''])
    await screenshot(page, 'task report')
    await page.setViewportSize({ width: 375, height: 812 })
    await screenshot(page, 'task report, phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 768, height: 1024 })
    await screenshot(page, 'task report, tablet, dark')
    await page.getByRole('link', { name: 'Release plan' }).click()
    await page.waitForURL('**/display/RPT/Release+plan?focusedTaskId=1')
    await expect
      .poll(() => page.locator('.focused-task').allInnerTexts())
      .toEqual([expect.stringContaining('Write notes')])
    const few = await openReport(openPage, { spaces: 'RPT', columns: 'labels,description' })
    expect(await few.locator('.tasks-report th').allInnerTexts()).toEqual(['Labels', 'Description'])
    const visitor = await openPage()
    await visitor.goto(`${wiki.url}/pages/viewpage.action?pageId=${plan}`)
    expect(new URL(visitor.url()).pathname).toBe('/login.action')
  })

  test('are sorted by the server, by every column but the description [I2.1-03] [I2.1-04] [I2.1-05] [I4.1-01] [I4.1-04] [I4.1-05] [I9-03] [I7.1-02]', async ({
    openPage,
  }) => {
    const page = await openReport(openPage, {
      spaces: 'RPT',
      columns: 'duedate,description,assignee,location,completedate,labels',
    })
    const seen = calls(page)
    await live(page)
    const rows = () =>
      page
        .locator('.tasks-report-description li')
        .evaluateAll(items => items.map(item => item.textContent.split(' ')[0]))
    expect(await rows()).toEqual(['Ask', 'Write', 'No'])
    expect(await heading(page, 'Due date').getAttribute('aria-sort')).toBe('ascending')
    await heading(page, 'Description').click()
    expect([await heading(page, 'Description').getByRole('button').count(), seen, await rows()]).toEqual([
      0,
      [],
      ['Ask', 'Write', 'No'],
    ])
    await sortBy(page, 'Due date')
    await expect.poll(rows).toEqual(['No', 'Write', 'Ask'])
    expect(await heading(page, 'Due date').getAttribute('aria-sort')).toBe('descending')
    await sortBy(page, 'Due date')
    await expect.poll(rows).toEqual(['Ask', 'Write', 'No'])
    await sortBy(page, 'Task appears on')
    await expect.poll(() => column(page, 'location')).toEqual(['Budget', 'Budget', 'Release plan'])
    await sortBy(page, 'Task appears on')
    await expect.poll(() => column(page, 'location')).toEqual(['Release plan', 'Budget', 'Budget'])
    await sortBy(page, 'Labels')
    await expect.poll(() => column(page, 'labels')).toEqual(['launch', '', ''])
    await sortBy(page, 'Assignee')
    await expect.poll(() => column(page, 'assignee')).toEqual(['ada Doe', '', ''])
    await sortBy(page, 'Completed on')
    await expect.poll(() => heading(page, 'Completed on').getAttribute('aria-sort')).toBe('ascending')
    expect(seen.map(({ parameters }) => [parameters['sortColumn'], parameters['reverseSort']])).toEqual([
      ['due date', true],
      ['due date', false],
      ['page title', false],
      ['page title', true],
      ['labels', false],
      ['assignee', false],
      ['completedate', false],
    ])
  })

  test('are paged by seven numbered links between Prev and Next [I2.1-06] [I2.1-07] [I2.1-08] [I9-01] [I9-02] [I4.1-03] [I7.1-02]', async ({
    openPage,
  }) => {
    const page = await openReport(openPage, { pages: hundred })
    const seen = calls(page)
    await live(page)
    const items = () => footer(page).locator('li').allInnerTexts()
    const first = () => page.locator('.tasks-report-description li').first().innerText()
    expect(await items()).toEqual(['Prev', '1', '2', '3', '4', '5', '6', '7', 'Next'])
    expect(await page.locator('.tasks-report tbody tr').count()).toBe(10)
    expect(await footer(page).getByRole('link').count()).toBe(7)
    expect(
      await footer(page)
        .locator('[aria-current="page"]')
        .evaluate(({ tagName, textContent }) => [tagName, textContent]),
    ).toEqual(['SPAN', '1'])
    expect(await footer(page).getByText('Prev').getAttribute('aria-disabled')).toBe('true')
    await footer(page).getByRole('link', { name: 'Next' }).press('Enter')
    await expect.poll(first).toContain('T11')
    expect(
      await footer(page)
        .getByRole('link', { name: 'Next' })
        .evaluate(link => link === document.activeElement),
    ).toBe(true)
    await footer(page).getByRole('link', { name: 'Page 5' }).click()
    await expect.poll(first).toContain('T41')
    await footer(page).getByRole('link', { name: 'Page 8' }).click()
    await expect.poll(first).toContain('T71')
    await footer(page).getByRole('link', { name: 'Page 10' }).click()
    await expect.poll(first).toContain('T91')
    expect(await items()).toEqual(['Prev', '4', '5', '6', '7', '8', '9', '10', 'Next'])
    expect(await footer(page).getByText('Next').getAttribute('aria-disabled')).toBe('true')
    await footer(page).getByRole('link', { name: 'Prev' }).click()
    await expect.poll(first).toContain('T81')
    await sortBy(page, 'Due date')
    await expect.poll(first).toContain('T20')
    expect(seen.map(({ pageIndex }) => pageIndex)).toEqual(['1', '4', '7', '9', '8', '8'])
    await screenshot(page, 'task report, pages')
    const short = await openReport(openPage, { pages: hundred, pageSize: '40' })
    await live(short)
    expect(await footer(short).locator('li').allInnerTexts()).toEqual(['Prev', '1', '2', '3', 'Next'])
  })

  test('are covered while they are sorted [I4.1-02]', async ({ openPage }) => {
    const page = await openReport(openPage, { pages: hundred })
    await live(page)
    const blanket = page.locator('.tasks-report-blanket')
    const table = page.locator('.tasks-report table')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(REPORT, async route => {
      await released
      await route.continue()
    })
    await sortBy(page, 'Due date')
    await blanket.waitFor()
    expect(await table.getAttribute('aria-busy')).toBe('true')
    release()
    await blanket.waitFor({ state: 'detached' })
    expect(await table.getAttribute('aria-busy')).toBeNull()
    await expect.poll(() => page.locator('.tasks-report-description li').first().innerText()).toContain('T100')
  })

  test('say so when there are no tasks, or none are chosen [I2.1-09] [I2.1-10] [I2.1-11] [I2.1-12] [I2.1-13] [I4.1-08]', async ({
    openPage,
  }) => {
    const empty = async (page: Page) => (await page.locator('.tasks-report-empty').innerText()).split(/\n+/)
    const page = await openReport(openPage, { spaces: 'DONE' })
    expect(await empty(page)).toEqual(['Task report', 'Looking good, no incomplete tasks.'])
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${await reportOf({ spaces: 'BIG', status: 'complete' })}`)
    expect(await empty(page)).toEqual(['Task report', 'Get going, no tasks completed yet.'])
    const none = await create('Empty', '<p>Nothing</p>')
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${await reportOf({ pages: none })}`)
    expect((await empty(page))[1]).toBe(
      'Create a task list in a Confluence page to keep track of things you need to do.',
    )
    await screenshot(page, 'task report, empty')
    const warning = page.locator('.tasks-report-warning')
    await page.goto(
      `${wiki.url}/pages/viewpage.action?pageId=${await reportOf({ spaces: 'NOPE', createddateFrom: 'soon' })}`,
    )
    expect(await warning.locator('p').innerText()).toBe('Unable to show this task report.')
    expect(await warning.locator('li').allInnerTexts()).toEqual([
      'There is no space “NOPE”, or you may not see it.',
      '“soon” is no date: write it as YYYY-MM-DD.',
    ])
    await page.goto(
      `${wiki.url}/pages/viewpage.action?pageId=${await reportOf({ isMissingRequiredParameters: 'true' })}`,
    )
    expect((await warning.innerText()).trim()).toBe(
      'Unable to show the task report. Edit this page to resolve the issues.',
    )
    await screenshot(page, 'task report, warning')
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${await reportOf({ spaces: 'RPT' })}`)
    await live(page)
    await page.route(REPORT, route =>
      route.fulfill({ json: { detailLines: [], totalPages: 0, currentPage: 0, adaptive: false } }),
    )
    await sortBy(page, 'Due date')
    await expect.poll(() => empty(page).catch(() => [])).toEqual(['Task report', 'Looking good, no incomplete tasks.'])
    expect(await page.locator('.tasks-report-table').count()).toBe(0)
  })

  test('send what their hidden field holds, with fields that they do not know [I3-02] [I3-03]', async ({
    openPage,
  }) => {
    const page = await openReport(openPage, {
      spaces: 'RPT',
      sortBy: 'page title',
      reverseSort: 'true',
      columns: 'location,duedate',
    })
    const seen = calls(page)
    const field = page.locator('.tasks-report input[name="reportParameters"]')
    await page.locator('.tasks-report-location').first().waitFor()
    expect(
      await field.evaluate(input => [input.getAttribute('type'), JSON.parse(input.getAttribute('value') ?? '')]),
    ).toEqual([
      'hidden',
      expect.objectContaining({
        columns: ['location', 'duedate'],
        status: 'incomplete',
        sortColumn: 'page title',
        reverseSort: true,
        spaces: ['RPT'],
      }),
    ])
    expect(await column(page, 'location')).toEqual(['Release plan', 'Budget', 'Budget'])
    await field.evaluate(input => {
      if (input instanceof HTMLInputElement) input.value = JSON.stringify({ ...JSON.parse(input.value), mine: 7 })
    })
    await expect
      .poll(async () => {
        if (seen.length === 0) await sortBy(page, 'Due date')
        return seen.length
      })
      .toBe(1)
    expect(seen[0]?.parameters).toMatchObject({ mine: 7, sortColumn: 'due date', spaces: ['RPT'] })
  })

  test('say that a completion date was not recorded [V9-39]', async ({ openPage }) => {
    const page = await openReport(openPage, { spaces: 'DONE', status: 'complete', columns: 'description,completedate' })
    const dash = page.locator('.no-completion-date')
    await dash.hover()
    expect(await dash.getAttribute('title')).toBe("A completion date wasn't recorded for this task")
  })

  test('link an assignee for those too who may not view profiles [I2.1-14]', async ({ openPage }) => {
    const users = await findGroup(wiki.app, GROUP_USERS)
    if (!users) throw new Error('the group of all users is missing')
    await revoke(wiki.app, { groupId: users.id }, [GLOBAL_VIEW_USERS], null)
    await person(wiki, 'bob')
    const id = await reportOf({ spaces: 'RPT', columns: 'assignee,description' })
    const page = await openSignedIn(openPage, wiki, { username: 'bob', password: PASSWORD })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    expect(await page.locator('.tasks-report-assignee a').getAttribute('href')).toBe('/display/~ada')
    expect(await page.locator('.tasks-report-description a').count()).toBe(0)
  })

  test("list one's own tasks, by the user menu [P2-06]", async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, { username: 'ada', password: PASSWORD })
    await page.goto(`${wiki.url}/`)
    await page.locator('#user-menu-link').click()
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.waitForURL('**/plugins/inlinetasks/mytasks.action')
    const item = page.locator('li[data-inline-task-id]')
    await expect.poll(() => item.allInnerTexts()).toEqual([expect.stringContaining('Ask ada Doe for numbers')])
    await screenshot(page, 'my tasks')
    await page.getByRole('searchbox', { name: 'Find in my tasks' }).fill('nothing like it')
    await page.getByText('No task matches “nothing like it”.').waitFor()
    await page.getByRole('searchbox', { name: 'Find in my tasks' }).fill('NUMBERS')
    await item.waitFor()
    await item.click({ position: { x: 8, y: 8 } })
    await expect.poll(() => item.getAttribute('aria-busy')).toBeNull()
    expect(await item.getAttribute('class')).toContain('checked')
    await page.getByRole('radio', { name: 'Completed tasks' }).check({ force: true })
    await expect.poll(() => item.allInnerTexts()).toEqual([expect.stringContaining('Ask ada Doe for numbers')])
    await page.getByRole('tab', { name: 'Created by me' }).click()
    await page.getByText('Get going, no tasks completed yet.').or(page.getByText('No task matches')).waitFor()
    const admin = await openSignedIn(openPage, wiki, ADMIN, {
      viewport: { width: 375, height: 812 },
      colorScheme: 'dark',
    })
    await admin.goto(`${wiki.url}/plugins/inlinetasks/mytasks.action`)
    await admin.getByRole('tab', { name: 'Created by me' }).click()
    await expect.poll(() => admin.locator('li[data-inline-task-id]').count()).toBe(25)
    await screenshot(admin, 'my tasks, phone, dark')
    await admin.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => admin.locator('li[data-inline-task-id]').first().innerText()).not.toContain('Write notes')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await screenshot(admin, 'my tasks, created, dark')
  })
})
