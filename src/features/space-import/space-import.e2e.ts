import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'
import { EXPORT } from './testing/export.ts'

describe('the import of spaces in a browser', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
  })
  afterAll(() => wiki.close())

  test('an administrator uploads an export, sees what became of it and opens the space', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/admin/imports`)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(url => url.pathname === '/admin/imports')
    const files = Object.entries(EXPORT).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
    const send = async (name: string, bytes: Uint8Array) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) })
      await page.getByText(new RegExp(`^${name} · `)).waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
    }
    await send('old.zip', zipSync(Object.fromEntries(files)))
    const row = page.getByRole('row', { name: /old\.zip/ })
    await row.getByText('Done').waitFor()
    await row.getByText('Pages: 7').waitFor()
    await row.getByText(/^Not imported as it was: \d+$/).click()
    await row.getByText(/The text of "Below" cannot be read/).waitFor()
    await send('none.zip', strToU8('no zip'))
    await page
      .getByRole('row', { name: /none\.zip/ })
      .getByText(/The file is no zip archive/)
      .waitFor()
    // Not in the table of screens: an import takes a while and leaves a space.
    await expectNoAxeViolations(page)
    await screenshot(page, 'import 1440 light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await screenshot(page, 'import 375 dark')
    await page.getByRole('link', { name: 'Old & gold' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  })
})
