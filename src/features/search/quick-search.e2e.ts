import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, type OpenPage, openSignedIn, type PageOptions, test } from '../../../test/browser.ts'

const BUNDLE = /\/assets\/Suggestions-[^/]+\.js/

describe('the search box of the navigation bar', () => {
  let wiki: TestWiki

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Walnut', space: { key: 'DOCS' } })
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const open = async (page: Page) => {
    await page.goto(`${wiki.url}/display/DOCS`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    return page.locator('#header').getByRole('searchbox').or(page.locator('#header').getByRole('combobox'))
  }
  const bundles = (page: Page) => {
    const asked: string[] = []
    page.on('request', request => {
      if (BUNDLE.test(request.url())) asked.push(request.url())
    })
    return asked
  }

  test('loads its suggestions once, when it is first used [P1-12] [P4.7-05] [P4.7-06] [P4.7-07] [P4.7-08] [P7.10-02]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const asked = bundles(page)
    let answer = () => {}
    await page.route(BUNDLE, async route => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      await route.continue()
    })
    const box = await open(page)
    expect(asked).toEqual([])
    const icon = page.locator('#quick-search .ox-search-icon svg')
    const spinner = () =>
      page
        .locator('#quick-search .ox-search-icon')
        .evaluate(element => getComputedStyle(element, '::after').animationName)
    expect([await icon.isVisible(), await spinner()]).toEqual([true, 'none'])
    await box.click()
    await box.click()
    await page.locator('#quick-search[data-loading]').waitFor()
    expect([await icon.isVisible(), await spinner()]).toEqual([false, 'ox-turn'])
    await box.fill('wal')
    answer()
    await page.getByRole('option', { name: /Walnut/ }).waitFor()
    expect([await icon.isVisible(), await spinner()]).toEqual([true, 'none'])
    // Beside the list, which goes then.
    await page.mouse.click(1200, 600)
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await box.click()
    await page.getByRole('option', { name: /Walnut/ }).waitFor()
    expect(asked).toHaveLength(1)
  })

  test('says so when its suggestions do not load, and tries again with the next use [P4.7-09] [P8-16]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage, { allowErrors: [/fail to load/, /net::ERR_FAILED/] })
    const logged: string[] = []
    page.on('console', message => {
      if (message.type() === 'error') logged.push(message.text())
    })
    await page.route(BUNDLE, route => route.abort())
    const box = await open(page)
    await box.click()
    await expect.poll(() => logged.filter(text => text.includes('fail to load')).length).toBe(1)
    await page.locator('#quick-search:not([data-loading]) .ox-search-icon svg').waitFor()
    await box.fill('wal')
    await box.press('Enter')
    await page.waitForURL('**/dosearchsite.action?cql=&queryString=wal')
  })

  test('suggests what was found and what was viewed 200 ms after the last key, and remembers thirty answers [P9-07]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const { id } = (
      await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Walk in the woods', space: { key: 'DOCS' } })
    ).json as { id: string }
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    // The box reads what was viewed once, when it opens.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Walk in the woods')
    const asked: string[] = []
    await page.route('**/rest/oxbow/1.0/quick-search?*', async route => {
      const query = new URL(route.request().url()).searchParams.get('query') ?? ''
      asked.push(query)
      const found = {
        type: 'page',
        id: query,
        title: [{ text: `About ${query}.`, hit: false }],
        url: '/',
        space: { key: 'DOCS', name: 'Documentation' },
      }
      await route.fulfill({ json: { results: [found] } })
    })
    // Before the box has timers: one of the real clock could not be ended by the page any more.
    await page.clock.install()
    const box = await open(page)
    const viewed = page.getByRole('group', { name: 'Recently opened' }).getByRole('option')
    // The empty box lists recent pages after checking that they still exist. A paused clock would delay the answer.
    const present = page.waitForResponse(/\/recently-viewed\/present\?/)
    await box.click()
    await expect.poll(() => viewed.allTextContents()).toContain('Walk in the woodsDocumentation')
    expect(await (await present).json()).toMatchObject({ ids: expect.arrayContaining([id]) })
    await page.clock.pauseAt(Date.now() + 60_000)
    await box.fill('wa')
    await page.clock.runFor(199)
    expect([asked, await viewed.count()]).toEqual([[], 0])
    await box.fill('walk')
    await page.clock.runFor(199)
    expect([asked, await viewed.count()]).toEqual([[], 0])
    await page.clock.runFor(1)
    await expect.poll(() => asked).toEqual(['walk'])
    await expect.poll(() => viewed.allTextContents()).toEqual(['Walk in the woodsDocumentation'])
    await box.fill('waln')
    await page.clock.runFor(199)
    expect([asked, await viewed.count()]).toEqual([['walk'], 1])
    await page.clock.runFor(1)
    await expect.poll(() => viewed.count()).toBe(0)
    await expect.poll(() => asked).toEqual(['walk', 'waln'])
    asked.length = 0
    const type = async (words: string) => {
      await box.fill(words)
      await page.clock.runFor(200)
      await page.getByRole('option', { name: `About ${words}.` }).waitFor()
    }
    const terms = Array.from({ length: 30 }, (_, index) => `term ${index}`)
    await type('waln')
    for (const term of terms) await type(term)
    expect(asked).toEqual(terms)
    for (const term of terms) await type(term)
    expect(asked).toHaveLength(30)
    await type('walk')
    expect(asked).toEqual([...terms, 'walk'])
    await expect.poll(() => viewed.count()).toBe(1)
    // Both are there again at once, without a request.
    await type(terms[29] ?? '')
    await type('walk')
    await expect.poll(() => viewed.count()).toBe(1)
    expect(asked).toEqual([...terms, 'walk'])
  })

  test('leads on by "Search for", and has the hooks by which programs find and close its list [P2-07]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const box = await open(page)
    expect(await page.locator('#search-result-container, #search-drawer-close').count()).toBe(0)
    await box.fill('wal')
    await page
      .locator('#search-result-container')
      .getByRole('option', { name: /Walnut/ })
      .waitFor()
    expect(await page.locator('#quick-search-query').getAttribute('aria-controls')).toBe(
      await page.locator('#search-result-container [role=listbox]').getAttribute('id'),
    )
    // Load tests dismiss every dialog that has a button with this text.
    expect(await page.locator('button:has(span:text-is("Close"))').count()).toBe(0)
    await page.locator('#search-drawer-close').click()
    await page.locator('#search-result-container').waitFor({ state: 'detached' })
    expect(await box.inputValue()).toBe('wal')
    await expect.poll(() => box.evaluate(element => element === document.activeElement)).toBe(true)
    // By the keyboard it is the next stop after the box.
    await box.fill('chil & co')
    await page.locator('#search-result-container').waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search-drawer-close')
    await page.getByRole('option', { name: 'Search for “chil & co”' }).click()
    await page.getByRole('searchbox', { name: 'Search for' }).waitFor()
    expect([new URL(page.url()).pathname, new URL(page.url()).searchParams.get('queryString')]).toEqual([
      '/dosearchsite.action',
      'chil & co',
    ])
    expect(await page.getByRole('searchbox', { name: 'Search for' }).inputValue()).toBe('chil & co')
  })

  test('leads to the search page with what was typed, and with nothing for nothing [P2-07] [P2-10] [P2-11] [P5-15] [P9-22]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const box = await open(page)
    const arrival = Promise.withResolvers<void>()
    await page.route(/SearchScreen/, async route => {
      await arrival.promise
      await route.continue()
    })
    await box.press('Enter')
    await page.waitForURL(`${wiki.url}/dosearchsite.action`)
    // A user who writes on while the page is on its way keeps the cursor.
    await box.fill('wal nut&x')
    arrival.resolve()
    await page.getByRole('searchbox', { name: 'Search for' }).waitFor()
    const codes = await page.evaluateHandle(() => {
      const seen: number[] = []
      document.addEventListener('keydown', event => seen.push(event.keyCode), true)
      return seen
    })
    await page.keyboard.press('Enter')
    expect(await codes.jsonValue()).toEqual([13])
    await page.waitForURL(url => url.searchParams.get('queryString') === 'wal nut&x')
    expect(new URL(page.url()).search).toBe('?cql=&queryString=wal+nut%26x')
    await page.goto(`${wiki.url}/dosearchsite.action?queryString=walnut`)
    await page.getByRole('link', { name: 'Walnut' }).first().waitFor()
  })

  test('is a plain search with a tip where suggestions are turned off [P4.7-01] [P4.7-02] [P4.7-03] [P4.7-04]', async ({
    openPage,
  }) => {
    const set = (quickSearch: boolean) => wiki.admin.put('/rest/oxbow/1.0/admin/settings', { quickSearch })
    const off = await set(false)
    expect([off.status, off.json?.quickSearch], off.text).toEqual([200, false])
    const page = await signedIn(openPage)
    const asked = bundles(page)
    const box = await open(page)
    const tip = page.locator('#quick-search').getByRole('tooltip')
    await expect.poll(() => tip.count()).toBe(0)
    await box.focus()
    await tip.waitFor()
    await page.locator('#title-heading').click({ position: { x: 400, y: 5 } })
    await expect.poll(() => tip.count()).toBe(0)
    await box.click()
    await tip.waitFor()
    await box.fill('wal')
    await expect.poll(() => tip.textContent()).toBe('Press Enter to search')
    await box.fill('')
    await expect.poll(() => tip.count()).toBe(0)
    await box.fill('walnut')
    await tip.waitFor()
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await box.press('Enter')
    await page.waitForURL('**/dosearchsite.action?cql=&queryString=walnut')
    expect(asked).toEqual([])
    await set(true)
  })

  test('is not on the sign-in screen [P2.10-05]', async ({ openPage }) => {
    const page = await openPage()
    await page.goto(`${wiki.url}/login.action`)
    await page.getByLabel('User name or e-mail').waitFor()
    await expect.poll(() => page.locator('#quick-search, #quick-search-query, header input').count()).toBe(0)
  })
})
