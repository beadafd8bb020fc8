import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
  viewports,
} from '../../../test/browser.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('recently viewed pages', () => {
  let wiki: TestWiki
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await wiki.admin.post('/rest/api/space', { key: 'MKT', name: 'Marketing' })
    await wiki.addUser('fresh')
    for (const [title, key] of [
      ['Road map', 'MKT'],
      ['Road works', 'DOCS'],
      ['Old plan', 'DOCS'],
    ] as const) {
      const made = await wiki.admin.post('/rest/api/content', { type: 'page', title, space: { key } })
      ids[title] = made.json.id as string
    }
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, user: typeof ADMIN = ADMIN, options: PageOptions = {}) =>
    openSignedIn(openPage, wiki, user, options)
  const view = async (page: Page, title: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids[title]}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
  }
  const options = (page: Page) => page.getByRole('option').locator('span:first-of-type').allTextContents()

  test('says so where nothing was opened, and where the filter matches nothing [P2.1-09] [P2.1-10] [P4.6-01] [P8-10] [P2-07]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage, { username: 'fresh', password: 'fresh password' })
    const dialog = page.getByRole('dialog', { name: 'Recently viewed' })
    const nothing = dialog.getByText("Sorry mate, looks like you haven't visited any pages yet.")
    const noMatch = dialog.getByText("We didn't find any matching pages in your history.")
    const show = async () => {
      await page.locator('#user-menu-link').click()
      await page.locator('#user-history').click()
    }
    await page.goto(`${wiki.url}/`)
    await show()
    await nothing.waitFor()
    expect([await dialog.getByRole('option').count(), await noMatch.count()]).toEqual([0, 0])
    // Filtered or not: there is nothing that could match.
    await dialog.getByRole('combobox', { name: 'Filter' }).fill('road')
    await nothing.waitFor()
    await page.keyboard.press('Escape')

    await view(page, 'Road works')
    await show()
    await dialog.getByRole('option', { name: /Road works/ }).waitFor()
    expect([await nothing.count(), await noMatch.count()]).toEqual([0, 0])
    await dialog.getByRole('combobox', { name: 'Filter' }).fill('rail & sea')
    await noMatch.waitFor()
    expect([await dialog.getByRole('option').count(), await nothing.count()]).toEqual([0, 0])
    await dialog.getByRole('link').click()
    await page.getByRole('searchbox', { name: 'Search for' }).waitFor()
    expect([new URL(page.url()).pathname, new URL(page.url()).searchParams.get('queryString')]).toEqual([
      '/dosearchsite.action',
      'rail & sea',
    ])
    expect(await page.getByRole('searchbox', { name: 'Search for' }).inputValue()).toBe('rail & sea')
  })

  test('lose a page that was deleted, or hidden from the reader, also in the search box and in what the browser stores', async ({
    openPage,
  }) => {
    const made = (title: string) => wiki.admin.createPage('DOCS', title)
    for (const title of ['Short lived', 'Soon hidden', 'Here to stay']) ids[title] = await made(title)
    const page = await signedIn(openPage, { username: 'fresh', password: 'fresh password' })
    for (const title of ['Short lived', 'Soon hidden', 'Here to stay']) await view(page, title)
    const dialog = page.getByRole('dialog', { name: 'Recently viewed' })
    const show = async () => {
      await page.locator('#user-menu-link').click()
      await page.locator('#user-history').click()
      await dialog.getByRole('option', { name: /Here to stay/ }).waitFor()
    }
    await show()
    for (const title of ['Short lived', 'Soon hidden'])
      expect(await dialog.getByRole('option', { name: title }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await wiki.admin.delete(`/rest/api/content/${ids['Short lived']}`)
    await wiki.admin.put(`/rest/api/content/${ids['Soon hidden']}/restriction`, [
      { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
    ])
    const gone = page.getByRole('option', { name: /Short lived|Soon hidden/ })
    await page.locator('#quick-search-query').click()
    await page.getByRole('option', { name: /Here to stay/ }).waitFor()
    await gone.first().waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Short lived|Soon hidden/)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Here to stay')
    await page.keyboard.press('Escape')
    await show()
    await gone.first().waitFor({ state: 'detached' })
  })

  test('lists them by days, filters, and opens by keys [P1-08] [P2.1-01] [P9-20] [P2.1-02] [P2.1-03] [P2.1-04] [P2.1-05] [P2.1-06] [P2.1-07] [P2.1-08] [P2.1-10] [P5-06] [P9-04]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    await view(page, 'Old plan')
    await view(page, 'Road works')
    await view(page, 'Road map')
    const kept = await page.evaluate(() =>
      Object.entries(localStorage).find(([key]) => /^oxbow\.recently-viewed\.v\d+\./.test(key)),
    )
    expect(JSON.parse(kept?.[1] ?? '[]')).toMatchObject([
      { title: 'Road map', space: 'Marketing' },
      { title: 'Road works' },
      { title: 'Old plan' },
    ])
    // As though the first two had been opened on other days. The server's own list is of today alone.
    await page.route('**/rest/recentlyviewed/1.0/recent', route => route.fulfill({ json: [] }))
    await page.evaluate(
      ([key, text, day]) => {
        const pages = JSON.parse(text) as { lastSeen: number }[]
        localStorage.setItem(
          key,
          JSON.stringify(pages.map((one, days) => ({ ...one, lastSeen: one.lastSeen - days * day }))),
        )
      },
      [...(kept ?? ['', '[]']), DAY_MS] as [string, string, number],
    )

    await page.keyboard.press('g')
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Recently viewed' })
    await dialog.waitFor()
    const box = await dialog.boundingBox()
    expect([box?.width, box?.height]).toEqual([600, 500])
    await dialog.getByRole('group', { name: 'Older' }).waitFor()
    expect(
      await dialog
        .getByRole('group')
        .evaluateAll(groups => groups.map(group => (group as HTMLElement).innerText.split('\n', 2))),
    ).toEqual([
      ['Today', 'Road map'],
      ['Yesterday', 'Road works'],
      ['Older', 'Old plan'],
    ])
    await screenshot(page, 'recently viewed')

    const chosen = () => dialog.getByRole('option', { selected: true }).locator('span').first().textContent()
    expect(await chosen()).toBe('Road map')
    await page.keyboard.press('ArrowDown')
    await expect.poll(chosen).toBe('Road works')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect.poll(chosen).toBe('Old plan')

    const filter = dialog.getByRole('combobox', { name: 'Filter' })
    await filter.fill('ROAD-mark')
    await expect.poll(() => options(page)).toEqual(['Road map'])
    await filter.fill('nonsense')
    await dialog.getByText("We didn't find any matching pages in your history.").waitFor()
    await expect
      .poll(() => dialog.getByRole('link').getAttribute('href'))
      .toBe('/dosearchsite.action?cql=&queryString=nonsense')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.locator('#user-menu-link').click()
    await page.locator('#user-history').click()
    await dialog.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('#title-text', { hasText: 'Road works' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  test('filters 100 ms after the last key [P9-06]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await view(page, 'Old plan')
    await view(page, 'Road map')
    await page.locator('#user-menu-link').click()
    await page.locator('#user-history').click()
    const filter = page.getByRole('combobox', { name: 'Filter' })
    await page.getByRole('option', { name: /Road map/ }).waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const all = await options(page)
    await filter.fill('ol')
    await page.clock.runFor(99)
    await filter.fill('old')
    await page.clock.runFor(99)
    expect(await options(page)).toEqual(all)
    await page.clock.runFor(1)
    await expect.poll(() => options(page)).toEqual(['Old plan'])
  })

  test('counts a page once, whether its document is loaded or the app opens it [P3-02]', async ({ openPage }) => {
    const walker = { username: 'walker', password: 'walker password' }
    await wiki.addUser('walker', { password: walker.password })
    const page = await signedIn(openPage, walker)
    const counted = () => page.waitForResponse(answer => /\/content\/\d+\/visit$/.test(answer.url()))
    const visits = async () => {
      const { json } = await wiki.as(walker.username, walker.password).get('/rest/recentlyviewed/1.0/recent')
      return (json as { title: string; count: number }[]).map(({ title, count }) => [title, count])
    }
    await page.goto(`${wiki.url}/`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    await Promise.all([counted(), page.locator('#main').getByRole('link', { name: 'Road map' }).first().click()])
    await page.locator('#title-text', { hasText: 'Road map' }).waitFor()
    expect(await visits()).toEqual([['Road map', 1]])
    await view(page, 'Road works')
    await Promise.all([counted(), page.locator('#ox-sidebar').getByRole('link', { name: 'Old plan' }).click()])
    await Promise.all([counted(), page.goBack()])
    expect(await visits()).toEqual([
      ['Road works', 2],
      ['Old plan', 1],
      ['Road map', 1],
    ])
  })

  test('knows the pages that were opened elsewhere', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await view(page, 'Old plan')
    const other = await signedIn(openPage, ADMIN, { viewport: viewports.phone, colorScheme: 'dark' })
    await other.goto(`${wiki.url}/`)
    await other.locator('#user-menu-link').click()
    await other.locator('#user-history').click()
    await other.getByRole('option', { name: /Old plan/ }).waitFor()
    await screenshot(other, 'recently viewed phone dark')
  })
})
