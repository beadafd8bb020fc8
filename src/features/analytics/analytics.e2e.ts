import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  type OpenPage,
  openSignedIn,
  screenshot,
  selectContents,
  test,
  viewports,
} from '../../../test/browser.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { recorderOf } from './server/recorder.ts'
import type { EventName } from './shared.ts'
import { STORED_EVENTS } from './web/event-queue.ts'

const BULK = '**/rest/analytics/1.0/publish/bulk'

interface Sent {
  name: string
  properties?: Record<string, unknown>
  timeDelta: number
}

describe('analytics', () => {
  let wiki: TestWiki
  let pageId = ''
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'ANA', name: 'Analysed' })
    const body = { storage: { value: '<p>quokka</p>'.repeat(100), representation: 'storage' } }
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Read',
      space: { key: 'ANA' },
      body,
    })
    pageId = made.json.id
  })
  afterAll(() => wiki.close())

  const eventsIn = (request: Request) => JSON.parse(request.postData() ?? '[]') as Sent[]
  /** Events that pages of a browser send. */
  const sentBy = (page: Page): Sent[] => {
    const sent: Sent[] = []
    page.context().on('request', request => {
      if (request.url().endsWith('/publish/bulk')) sent.push(...eventsIn(request))
    })
    return sent
  }
  const named = (sent: readonly Sent[], name: string) => sent.filter(event => event.name === name)
  const open = async (openPage: OpenPage) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = sentBy(page)
    await page.clock.install()
    await view(page)
    return { page, sent }
  }
  const view = async (page: Page) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
  }
  const saveButton = (page: Page) => page.locator('#page-favourite')
  const likeLink = (page: Page) => page.locator('.like-button').first()

  test('events wait in the browser and go in one call [P1-03] [P3-01] [P4.1-01] [I7.9-01] [V7-39] [V7-40]', async ({
    openPage,
  }) => {
    const { page, sent } = await open(openPage)
    const stored = () => page.evaluate(key => localStorage.getItem(key) ?? '', STORED_EVENTS)
    // The events of the opening itself have been sent; from here on time passes only where the test lets it.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await expect.poll(stored).toBe('')
    // Never answered: the events are in the storage meanwhile.
    const arrived = Promise.withResolvers<void>()
    await page.route(BULK, async route => {
      await arrived.promise
      await route.fulfill({ json: {} })
    })
    await saveButton(page).click()
    await likeLink(page).click()
    expect(await stored()).toBe('')
    await expect
      .poll(async () => {
        await page.clock.runFor(1000)
        return stored()
      })
      .toContain('confluence.favourite.click')
    arrived.resolve()
    await expect.poll(stored).toBe('')
    await expect
      .poll(async () => {
        await page.clock.runFor(6000)
        return named(sent, 'confluence.like.create').length
      })
      .toBe(1)
    const [favourite] = named(sent, 'confluence.favourite.click')
    expect(favourite).toEqual({
      name: 'confluence.favourite.click',
      properties: { contentId: pageId, isSaved: true },
      timeDelta: expect.any(Number),
    })
    expect(favourite?.timeDelta).toBeLessThanOrEqual(0)
  })

  test('a click on the star of a space is told, on and off [V7-40]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = sentBy(page)
    await view(page)
    await page.getByRole('button', { name: 'Star this space' }).click()
    await page.getByRole('button', { name: 'Take the star off this space' }).click()
    await expect
      .poll(() => named(sent, 'confluence.favourite.click').map(event => event.properties))
      .toEqual([
        { spaceKey: 'ANA', isSaved: true },
        { spaceKey: 'ANA', isSaved: false },
      ])
  })

  test('the features of a page record what is done with them [I7.9-01]', async ({ openPage }) => {
    await wiki.addUser('ben', { fullName: 'Person ben', password: 'correct horse battery' })
    const task = (id: number) =>
      `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>T${id}</ac:task-body></ac:task>`
    const id = await wiki.admin.createPage('ANA', 'All features', '<p>The ferry sails on Monday.</p>')
    const report =
      '<ac:structured-macro ac:name="tasks-report-macro"><ac:parameter ac:name="spaces">@self</ac:parameter></ac:structured-macro>'
    const tasks = Array.from({ length: 12 }, (_, at) => task(at + 1)).join('')
    const ofTasks = await wiki.admin.createPage('ANA', 'To do', `<ac:task-list>${tasks}</ac:task-list>${report}`)
    await attach(wiki.admin, id, 'notes.txt', 'Notes')
    const template = await wiki.admin.post('/rest/api/template', {
      name: 'Plain',
      body: { storage: { value: '<p><at:var at:name="what" /></p>', representation: 'storage' } },
      space: { key: 'ANA' },
    })
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = sentBy(page)
    /** Waits for an event. @returns its properties */
    const recorded = async (name: EventName) => {
      await expect.poll(() => named(sent, name).length, { message: name }).toBeGreaterThan(0)
      return named(sent, name).at(-1)?.properties
    }
    const view = async (contentId: string) => {
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${contentId}`)
      await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    }
    await view(id)

    await likeLink(page).click()
    await recorded('confluence.like.create')
    await likeLink(page).click()
    expect(await recorded('confluence.like.remove')).toEqual({ contentId: id, contentType: 'page' })

    await page.locator('#watch-content-button').click()
    for (let n = 0; n < 2; n++) await page.locator('#cw-watch-blogs').click()
    expect(await recorded('confluence.watch.create')).toEqual({ contentId: id, target: 'blogs' })
    await recorded('confluence.watch.remove')
    await page.keyboard.press('Escape')

    await page.locator('#share-page-button').click()
    await recorded('confluence.share.open')
    const share = page.getByRole('dialog', { name: 'Share this page' })
    await share.getByRole('combobox', { name: 'Users and groups' }).fill('ben')
    await page.getByRole('option', { name: /Person ben/ }).click()
    await share.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await recorded('confluence.share.send')).toEqual({ contentId: id, users: 1, groups: 0, emails: 0 })

    await page.locator('#comment-prompt').click()
    await page.getByRole('textbox', { name: 'Write a comment…' }).fill('When?')
    await page.keyboard.press('Control+Enter')
    expect(await recorded('confluence.comment.create')).toEqual({ contentId: id, isReply: false })

    await selectContents(page.locator('#main-content p').first())
    await page.getByRole('button', { name: 'Comment on this text' }).click()
    await page.getByRole('textbox', { name: 'Comment on this text' }).fill('Every Monday?')
    await page.keyboard.press('Control+Enter')
    expect(await recorded('confluence.inline-comment.create')).toEqual({ contentId: id })
    const thread = page.getByRole('region', { name: 'Comment on the text' })
    await thread.getByRole('button', { name: 'Resolve', exact: true }).click()
    expect(await recorded('confluence.inline-comment.resolve')).toMatchObject({ isResolved: true })

    await page.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${id}`)
    await page.locator('a.filename', { hasText: 'notes.txt' }).click()
    expect(await recorded('confluence.preview.open')).toEqual({ contentId: id, mode: 'full' })
    await page.keyboard.press('Escape')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('12345') })
    expect(await recorded('confluence.attachment.upload')).toEqual({ contentId: id, size: 5 })

    await view(ofTasks)
    // The report sorts once its code is there.
    await page.locator('.tasks-report .ox-task-box').first().waitFor({ state: 'attached' })
    // A hint may lie over the report.
    await page.locator('.tasks-report th[data-column-name="assignee"] button').dispatchEvent('click')
    expect(await recorded('confluence.task-report.sort')).toEqual({ column: 'assignee', isReverse: false })
    await page.locator('.tasks-report-next a').dispatchEvent('click')
    expect(await recorded('confluence.task-report.page')).toEqual({ page: 1 })
    await page.locator(`ul[data-inline-tasks-content-id="${ofTasks}"] input`).first().dispatchEvent('change')
    expect(await recorded('confluence.task.update')).toEqual({ contentId: ofTasks, isDone: true })

    await page.goto(`${wiki.url}/dosearchsite.action?cql=${encodeURIComponent('title = "All features"')}`)
    expect(await recorded('search.cql-performed')).toEqual({ results: 1 })
    await page.locator('#quick-search-query').fill('All features')
    await page
      // Not the one that searches for the words, which comes first.
      .getByRole('option', { name: /^(?!Search for).*All features/ })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await recorded('search.suggestion.selected')).toMatchObject({
      kind: expect.stringMatching(/^(?:page|recent)$/),
    })

    const { templateId } = template.json as { templateId: string }
    await page.goto(
      `${wiki.url}/pages/createpage-entervariables.action?templateId=${templateId}&spaceKey=ANA&title=From+it`,
    )
    await page.getByRole('textbox', { name: 'what' }).fill('words')
    await page.getByRole('main').locator('button[type=submit]').click()
    expect(await recorded('confluence.template.use')).toEqual({ template: templateId })
  })

  test('a page that is read for five minutes is told [I1-16]', async ({ openPage }) => {
    const { page, sent } = await open(openPage)
    await page.clock.runFor(5 * 60_000)
    await expect
      .poll(async () => {
        await page.clock.runFor(6000)
        return named(sent, 'page.reading').length
      })
      .toBe(1)
    expect(named(sent, 'page.reading')[0]?.properties).toMatchObject({ contentId: pageId })
  })

  test('a click on Edit is told with how it came about [V7-41]', async ({ openPage }) => {
    const ways = {
      hover: (page: Page) => page.locator('#editPageLink').click(),
      async scroll(page: Page) {
        await page.evaluate(() => window.scrollTo(0, 600))
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
        await page.locator('#editPageLink').dispatchEvent('click')
      },
      other: (page: Page) => page.locator('#editPageLink').dispatchEvent('click'),
      key: (page: Page) => page.keyboard.press('e'),
    }
    for (const [way, click] of Object.entries(ways)) {
      const method = way === 'key' ? 'other' : way
      const page = await openSignedIn(openPage, wiki, ADMIN)
      const sent = sentBy(page)
      await view(page)
      await click(page)
      await expect
        .poll(() => named(sent, 'confluence.edit.button.clicked').map(event => event.properties))
        .toEqual([{ method }])
    }
  })

  test('two tabs send each event once [P4.1-04]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = sentBy(page)
    const other = await page.context().newPage()
    await view(page)
    await other.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
    await other.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    await Promise.all([saveButton(page).click(), saveButton(other).click()])
    await expect.poll(() => named(sent, 'confluence.favourite.click').length).toBe(2)
    await expect
      .poll(() =>
        page.evaluate(key => [localStorage.getItem(key), localStorage.getItem('oxbow-analytics.lock')], STORED_EVENTS),
      )
      .toEqual([null, null])
    expect(named(sent, 'confluence.favourite.click')).toHaveLength(2)
  })

  test('who comes from a search is told of when they leave or edit [P4.10-01] [P4.10-02] [P7.10-01]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = sentBy(page)
    const come = async () => {
      await page.goto(`${wiki.url}/dosearchsite.action?queryString=quokka`)
      await page.locator('a[data-result]').first().click()
      await page.waitForURL(/viewpage|display/)
      await page.locator('#editPageLink').waitFor()
      await expect.poll(() => page.url()).not.toContain('searchId')
    }
    const told = (name: string) => named(sent, name).map(event => event.properties)
    const expected = [{ searchId: expect.stringMatching(/^[0-9a-f]{32}$/), period: expect.any(Number) }]
    await come()
    await page.locator('#logo').click()
    await expect.poll(() => told('search.view-content')).toEqual(expected)
    await come()
    await page.locator('#editPageLink').click()
    await page.waitForURL(/editpage/)
    await expect.poll(() => told('search.edit-content')).toEqual(expected)
    // Replaced in the history: there is no step to the page with them.
    await come()
    const { pathname } = new URL(page.url())
    await page.goBack()
    await page.waitForURL('**/dosearchsite.action*')
    await page.goForward()
    await page.waitForURL(url => url.pathname === pathname)
    expect(new URL(page.url()).search).not.toContain('search')
  })

  test('nothing is sent for who asks not to be tracked', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = sentBy(page)
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await page.clock.install()
    await view(page)
    await saveButton(page).click()
    await page.clock.runFor(60_000)
    expect(sent).toEqual([])
  })

  test('who says so in their profile is not recorded, and what was is removed', async ({ openPage }) => {
    const account = { username: 'private', password: 'a private password' }
    await wiki.addUser(account.username, { fullName: 'Priya Private', password: account.password })
    const ofAccount = async () => {
      await recorderOf(wiki.app).flush()
      const { read } = wiki.app.database
      const found = read.selectFrom('analytics_event').innerJoin('account', 'account.id', 'analytics_event.account_id')
      return found.select('name').where('username', '=', account.username).execute()
    }
    const page = await openSignedIn(openPage, wiki, account)
    const sent = sentBy(page)
    await view(page)
    await expect.poll(ofAccount).toContainEqual({ name: 'page.view' })
    const box = page.getByRole('checkbox', { name: 'Record which pages I view' })
    const choose = async (isRecorded: boolean) => {
      await page.goto(`${wiki.url}/users/viewmysettings.action`)
      expect(await box.isChecked()).toBe(!isRecorded)
      await box.press('Space')
      await page.locator('form').filter({ has: box }).getByRole('button', { name: 'Save' }).click()
      await page.getByText('Your settings were saved').first().waitFor()
    }
    await choose(false)
    expect(await ofAccount()).toEqual([])
    await page.clock.install()
    await view(page)
    sent.length = 0
    await saveButton(page).click()
    await page.clock.runFor(60_000)
    expect(sent).toEqual([])
    expect(await ofAccount()).toEqual([])
    await choose(true)
    await view(page)
    await expect.poll(ofAccount).toContainEqual({ name: 'page.view' })
  })

  test('administrators see it as plots with tables behind them', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/admin/analytics`)
    await page.locator('#password').fill(ADMIN.password)
    await page.locator('#authenticateButton').click()
    await page.getByRole('img', { name: /^Views and readers: Views \d+, Readers \d+$/ }).waitFor()
    await page.getByText('Show as a table').first().click()
    await page.getByRole('table', { name: 'Views and readers' }).waitFor()
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme)
      for (const [name, size] of Object.entries(viewports)) {
        await page.setViewportSize(size)
        await screenshot(page, `analytics ${theme} ${name}`)
      }
    }
  })
})
