import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  isCall,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
} from '../../../test/browser.ts'
import { attach, makePage, makeSpace } from './testing/forms.ts'

const MANY = 52
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)

describe('the files of a space', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await makeSpace(wiki)
    const page = await makePage(wiki, 'Where the plans of the second floor and all its changes are kept')
    const plan = await attach(wiki.admin, page, 'plan of the second floor.pdf', 'plan', 'application/pdf')
    await wiki.admin.post(`/rest/api/content/${plan.id}/label`, [
      { prefix: 'global', name: 'final' },
      { prefix: 'global', name: 'architecture' },
    ])
    await attach(wiki.admin, page, 'a picture.png', PICTURE, 'image/png')
    for (let n = 0; n < MANY; n++) await attach(wiki.admin, page, `record ${String(n).padStart(2, '0')}.log`, 'words')
    await wiki.admin.post('/rest/api/space', { key: 'NONE', name: 'Nothing here' })
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const rows = (page: Page) => page.getByRole('table', { name: 'Attachments' }).locator('tbody tr')

  test("is found among the space's tools; it grows, is filtered by extension and label, and leads to file and page", async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const calls: string[] = []
    page.on('request', request => {
      if (isCall(request)) calls.push(new URL(request.url()).pathname)
    })
    await page.goto(`${wiki.url}/display/FILES`)
    await page.locator('#space-tools-menu-trigger[aria-haspopup]').click()
    await page.getByRole('dialog', { name: 'Space tools' }).getByRole('link', { name: 'Attachments' }).click()
    await page.getByRole('heading', { name: 'Attachments', level: 1 }).waitFor()
    await expect.poll(() => rows(page).count()).toBe(50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rows(page).count()).toBe(MANY + 2)
    await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
    await page.getByLabel('File extension').fill('*.PDF')
    await page.getByLabel('File extension').press('Enter')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('fileExtension')).toBe('pdf')
    await page.getByRole('link', { name: 'Show all' }).click()
    // Rows that had been fetched are still there.
    await expect.poll(() => rows(page).count()).toBe(MANY + 2)
    await page.getByRole('link', { name: 'final' }).click()
    await expect.poll(() => rows(page).count()).toBe(1)
    await expect.poll(() => page.getByLabel('Label', { exact: true }).inputValue()).toBe('final')
    await expect
      .poll(() => rows(page).getByRole('link', { name: 'plan of the second floor.pdf' }).getAttribute('href'))
      .toContain('/download/attachments/')
    // The server drew what the browser shows: nothing is asked on load.
    calls.length = 0
    await page.reload()
    await page.locator('#space-tools-menu-trigger[aria-haspopup]').waitFor({ state: 'attached' })
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(calls).toEqual([])
    await page.getByLabel('Label', { exact: true }).fill('nobody')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('No file is like that.').waitFor()
    await page.goBack()
    await expect.poll(() => rows(page).count()).toBe(1)
    await rows(page)
      .getByRole('link', { name: /^Where the plans/ })
      .click()
    await page.locator('#title-text').getByText('Where the plans').waitFor()
    await page.goto(`${wiki.url}/spaces/listattachmentsforspace.action?key=NONE`)
    await page.getByText('There are no files in this space yet.').waitFor()
  })

  for (const [size, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    tablet: { width: 768, height: 1024 },
    phone: { width: 375, height: 812 },
  })) {
    test(`fits at ${size} width`, async ({ openPage }) => {
      const page = await signedIn(openPage, { viewport })
      await page.goto(`${wiki.url}/spaces/listattachmentsforspace.action?key=FILES`)
      await page.locator('#space-tools-menu-trigger[aria-haspopup]').waitFor({ state: 'attached' })
      await screenshot(page, `space files ${size}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  }
})
