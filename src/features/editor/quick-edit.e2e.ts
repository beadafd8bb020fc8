import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, type OpenPage, openSignedIn, test } from '../../../test/browser.ts'
import { text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

/** The call that brings the text of a page into the editor, and the one that begins something new. */
const CALL = '**/rest/oxbow/1.0/editor*'
const EDITOR_PAGE = '**/pages/editpage.action*'

describe('an editor that does not open', () => {
  let wiki: TestWiki
  let steps: EditorSteps
  let pages = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'QUICK', 'Quick edit')
  })
  afterAll(() => wiki.close())

  /** A page that a user reads, with a mark that is gone when another document takes its place. */
  async function reading(openPage: OpenPage) {
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      allowErrors: [/Failed to load (?:resource|editor resources)/],
    })
    const id = await steps.create(`Read ${++pages}`, '<p>what is read</p>')
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = 'same document'
    })
    return page
  }
  const isSameDocument = (page: Page) =>
    page.evaluate(() => document.documentElement.dataset['mark'] === 'same document')
  const flag = (page: Page) => page.getByRole('region', { name: 'Messages' })

  async function staysWith(page: Page, words: readonly string[]) {
    const address = page.url()
    await page.locator('#editPageLink').click()
    for (const said of words) await flag(page).getByText(said, { exact: true }).waitFor()
    expect(page.url()).toBe(address)
    expect(await isSameDocument(page)).toBe(true)
    await page.getByText('what is read').waitFor()
    // Not in the table of screens: the message belongs to an editor that fails to load.
    await expectNoAxeViolations(page, '[aria-label=Messages]')
  }

  test('says what the server says when it refuses with 405, and the page stays [I8-10]', async ({ openPage }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}/*`, route =>
      route.fulfill({ status: 405, json: { statusCode: 405, message: 'The wiki sleeps until noon' } }),
    )
    await staysWith(page, ['The wiki sleeps until noon'])
  })

  test('says who edits the page when it is locked with 423, and the page stays [I8-11]', async ({ openPage }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}/*`, route => route.fulfill({ status: 423, json: { user: 'Ann Smith' } }))
    await staysWith(page, [
      'Unable to edit',
      'Collaborative editing is offline right now, and Ann Smith is editing this page. Try again in a few minutes.',
    ])
  })

  test('says that too many edit the page with 412, and the page stays [I8-12]', async ({ openPage }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}/*`, route => route.fulfill({ status: 412, json: {} }))
    await staysWith(page, [
      "You can't edit this page right now",
      "This page is so popular, you've reached the maximum number of simultaneous editors. Try again when it's not so busy.",
    ])
  })

  test('opens as the full edit page after any other failure [I8-13]', async ({ openPage }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}/*`, route => route.fulfill({ status: 500, json: {} }))
    await page.locator('#editPageLink').click()
    await page.waitForURL('**/pages/editpage.action*')
    await text(page).getByText('what is read').waitFor()
    expect(await isSameDocument(page)).toBe(false)
  })

  test('opens in place with the one theme of the wiki, light or dark, in any colours [I2.8-02]', async ({
    openPage,
  }) => {
    const page = await reading(openPage)
    const address = page.url()
    for (const theme of ['light', 'dark']) {
      await page.context().addCookies([{ name: 'oxbow-theme', value: theme, url: wiki.url }])
      await page.goto(address)
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme)
      expect(await page.locator('body').getAttribute('class')).toContain('theme-default')
      await page.evaluate(() => {
        document.documentElement.dataset['mark'] = 'same document'
      })
      await page.locator('#editPageLink').click()
      await text(page).getByText('what is read').waitFor()
      expect(await isSameDocument(page)).toBe(true)
    }
  })

  test('is not opened in place while the wiki is read-only, and the page says so', async ({ openPage }) => {
    const page = await reading(openPage)
    const mode = (to: string) => wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: to })
    await mode('READ_ONLY')
    try {
      // Another tab is looked at and left.
      await page.clock.install({ time: Date.now() + 60_000 })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await page.getByText('This site is read-only right now').waitFor()
      await staysWith(page, ['The editor could not be opened', 'This site is read-only'])
    } finally {
      await mode('READ_WRITE')
    }
  })

  test('opens after the reader has gone elsewhere while it was loading', async ({ openPage }) => {
    const page = await reading(openPage)
    let answer = () => undefined as void
    const held = new Promise<void>(resolve => (answer = resolve))
    await page.route(`${CALL}/*`, async route => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest(`${CALL}/*`)
    await page.locator('#editPageLink').click()
    await asked
    await page.getByRole('link', { name: 'Quick edit' }).first().click()
    await page.waitForURL(/\/display\/QUICK|Quick/)
    answer()
    await page.unrouteAll({ behavior: 'wait' })
    await page.goBack()
    await page.getByText('what is read').waitFor()
    await page.locator('#editPageLink').click()
    await text(page).getByText('what is read').waitFor()
    expect(await isSameDocument(page)).toBe(true)
  })

  test('leaves the page where the full edit page fails too, and opens when it is asked for again', async ({
    openPage,
  }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}/*`, route => route.fulfill({ status: 500, json: {} }))
    await page.route(EDITOR_PAGE, route => route.fulfill({ status: 500, body: 'down' }))
    await staysWith(page, ['The editor could not be opened', 'The server could not do this. Try again in a moment.'])
    await page.unrouteAll()
    await page.locator('#editPageLink').click()
    await text(page).getByText('what is read').waitFor()
    expect(await isSameDocument(page)).toBe(true)
  })

  test('leaves the page when no answer comes, and opens when it is asked for again', async ({ openPage }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}/*`, () => undefined)
    await staysWith(page, [
      'The editor could not be opened',
      'The server did not answer in time. Try again in a moment.',
    ])
    await page.unrouteAll()
    await page.locator('#editPageLink').click()
    await text(page).getByText('what is read').waitFor()
    expect(await isSameDocument(page)).toBe(true)
  })

  test('leaves the page when its scripts do not come', async ({ openPage }) => {
    const page = await reading(openPage)
    // The full edit page answers, but needs the same scripts.
    await page.route('**/assets/EditorScreen*', route => route.abort())
    await staysWith(page, ['The editor could not be opened'])
    await page.unrouteAll()
    await page.locator('#editPageLink').click()
    await text(page).getByText('what is read').waitFor()
  })

  test('leaves the page when nothing can be begun', async ({ openPage }) => {
    const page = await reading(openPage)
    await page.route(`${CALL}*`, route =>
      route.fulfill({ status: 405, json: { statusCode: 405, message: 'The wiki sleeps until noon' } }),
    )
    await page.locator('#quick-create-page-button').click()
    await flag(page).getByText('The wiki sleeps until noon').waitFor()
    expect(await isSameDocument(page)).toBe(true)
    expect(page.url()).toContain('viewpage.action')
    await page.unrouteAll()
    await page.locator('#quick-create-page-button').click()
    await page.getByRole('textbox', { name: 'Page Title' }).waitFor()
    expect(await isSameDocument(page)).toBe(true)
  })
})
