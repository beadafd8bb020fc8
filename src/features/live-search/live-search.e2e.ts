import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test, viewports } from '../../../test/browser.ts'

const macro = (parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="livesearch">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

describe('the live search macro', () => {
  let wiki: TestWiki

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'ONE', name: 'First space' })
    await wiki.admin.post('/rest/api/space', { key: 'TWO', name: 'Second space' })
    await wiki.admin.createPage('ONE', 'Brewing coffee', '<p>Boil the water first.</p>')
    const labelled = await wiki.admin.createPage('ONE', 'Brewing tea', '<p>Warm the pot first.</p>')
    await wiki.admin.post(`/rest/api/content/${labelled}/label`, [{ prefix: 'global', name: 'leaves' }])
    await wiki.admin.createPage('TWO', 'Brewing beer', '<p>Crush the malt first.</p>')
  })
  afterAll(() => wiki.close())

  const open = async (page: Page, title: string, value: string) => {
    const id = await wiki.admin.createPage('ONE', title, value)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page.getByRole('combobox', { name: 'Search', exact: true }).and(page.locator('.search-macro-query'))
  }
  const titles = (page: Page) => page.locator('.ox-live-search-title').allTextContents()
  const notes = (page: Page) => page.locator('.ox-live-search-note').allTextContents()

  test('finds while one types, and opens what is chosen by the keyboard', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const box = await open(page, 'Everywhere', `<p>Find a recipe:</p>${macro()}<p>Below it.</p>`)
    await box.fill('brew')
    await expect
      .poll(async () => (await titles(page)).toSorted())
      .toEqual(['Brewing beer', 'Brewing coffee', 'Brewing tea'])
    expect((await notes(page)).toSorted()).toEqual(['First space', 'First space', 'Second space'])
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    await screenshot(page, 'live search')
    await box.press('Escape')
    await expect.poll(() => page.getByRole('listbox', { name: 'Search results' }).isVisible()).toBe(false)
    expect(await box.getAttribute('aria-expanded')).toBe('false')
    await box.fill('brewing te')
    await expect.poll(() => titles(page)).toEqual(['Brewing tea'])
    await box.press('ArrowDown')
    expect(await page.locator('.ox-live-search [aria-selected="true"]').getAttribute('id')).toBe(
      await box.getAttribute('aria-activedescendant'),
    )
    await box.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(null)
    await box.press('ArrowUp')
    await box.press('Enter')
    await page.waitForURL('**/display/ONE/Brewing+tea')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Brewing tea')
  })

  test('keeps to the space, the labels and the excerpts of its macro', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { viewport: viewports.phone, colorScheme: 'dark' })
    const own = await open(page, 'Here', macro({ spaceKey: '@self', additional: 'none' }))
    await own.fill('brewing')
    await expect.poll(async () => (await titles(page)).toSorted()).toEqual(['Brewing coffee', 'Brewing tea'])
    expect(await notes(page)).toEqual([])
    const labelled = await open(
      page,
      'Labelled',
      macro({ labels: 'leaves', additional: 'page excerpt', size: 'large' }),
    )
    await labelled.fill('brewing')
    await expect.poll(() => titles(page)).toEqual(['Brewing tea'])
    expect((await notes(page)).join()).toContain('Warm the pot first.')
    await screenshot(page, 'live search phone')
    await labelled.press('Enter')
    await page.waitForURL('**/dosearchsite.action?*')
    expect(new URL(page.url()).searchParams.get('cql')).toBe('siteSearch ~ "brewing*" and label in ("leaves")')
    await page.getByRole('link', { name: 'Brewing tea' }).waitFor()
  })

  test('says that nothing was found, and that a search failed', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/400/] })
    const box = await open(page, 'Nothing', macro())
    await box.fill('zebra')
    await page.getByText('Nothing was found', { exact: true }).waitFor()
    await box.fill('')
    await expect.poll(() => page.locator('.ox-live-search-status').textContent()).toBe('')
    await page.route('**/rest/api/search?**', route =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"No such thing"}' }),
    )
    await box.fill('brewing')
    await page.getByText('The search failed: No such thing').waitFor()
  })

  test('leads to the search page with its space, with and without script', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const box = await open(page, 'To the search', macro({ spaceKey: '@self', type: 'page' }))
    await box.fill('brewing tea')
    await box.press('Enter')
    await page.waitForURL('**/dosearchsite.action?queryString=brewing+tea&where=ONE&type=page')
    const plain = await openSignedIn(openPage, wiki, ADMIN, { javaScriptEnabled: false })
    await plain.goto(`${wiki.url}/display/ONE/To+the+search`)
    await plain.locator('.search-macro-query').fill('brewing tea')
    await plain.locator('.search-macro-query').press('Enter')
    await plain.waitForURL('**/dosearchsite.action?*')
    const { searchParams } = new URL(plain.url())
    expect(Object.fromEntries(searchParams)).toEqual({ queryString: 'brewing tea', where: 'ONE', type: 'page' })
  })
})
