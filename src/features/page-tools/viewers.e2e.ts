import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test, viewports } from '../../../test/browser.ts'

const READER = { username: 'reader', password: 'reader password' }

describe('who viewed a page', () => {
  let wiki: TestWiki
  let address = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.addUser(READER.username, { fullName: 'Rita Reader', password: READER.password })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    const { id } = (await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Read', space: { key: 'DOCS' } }))
      .json as { id: string }
    address = `${wiki.url}/pages/viewpage.action?pageId=${id}`
    await wiki.admin.put(`/rest/api/content/${id}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
    ])
  })
  afterAll(() => wiki.close())

  test('is shown to its editors, where it is switched on, in a dialog that takes the focus', async ({ openPage }) => {
    const reading = await openSignedIn(openPage, wiki, READER)
    await reading.goto(address)
    const page = await openSignedIn(openPage, wiki, ADMIN, { colorScheme: 'dark', viewport: viewports.phone })
    await page.goto(address)
    const entry = page.locator('#page-viewers-link')
    await page.locator('#action-menu-link').click()
    await page.locator('#action-view-source-link').waitFor()
    expect(await entry.count()).toBe(0)

    const settings = '/rest/oxbow/1.0/analytics/settings'
    expect((await wiki.admin.put(settings, { viewers: true })).status).toBe(200)
    await reading.reload()
    await reading.locator('#action-menu-link').click()
    await reading.locator('#action-view-source-link').waitFor()
    expect(await reading.locator('#page-viewers-link').count()).toBe(0)

    await page.reload()
    await page.locator('#action-menu-link').click()
    await entry.click()
    const dialog = page.getByRole('dialog', { name: 'Who viewed this page' })
    await dialog.getByText('Rita Reader').waitFor()
    await dialog
      .getByText(/^2 views/)
      .first()
      .waitFor()
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
    await screenshot(page, 'viewers phone dark')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('action-menu-link')

    // The same by keyboard.
    await page.keyboard.press('Enter')
    await entry.focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('action-menu-link')
  })
})
