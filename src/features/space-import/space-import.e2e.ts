import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, viewports } from '../../../test/browser.ts'
import { features } from '../../server.ts'
import { EXPORT } from './testing/export.ts'

describe('the import of spaces in a browser', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
  })
  afterAll(() => wiki.close())

  test('an administrator reviews an export, imports it and reads the report', async ({ openPage }) => {
    await wiki.addUser('gina', { fullName: 'Gina Gardener' })
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/admin/imports`)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(url => url.pathname === '/admin/imports')
    const send = async (name: string, bytes: Uint8Array) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) })
      await page.getByText(new RegExp(`^${name} · `)).waitFor()
      await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    const look = async (name: string) => {
      await expectNoAxeViolations(page)
      await screenshot(page, `${name} 1440 light`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 375, height: 812 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await screenshot(page, `${name} 375 dark`)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(viewports.desktop)
    }
    await send('none.zip', strToU8('no zip'))
    await page.getByText(/The file is no zip archive/).waitFor()
    await page.getByRole('link', { name: 'Import', exact: true }).last().click()
    const files = Object.entries(EXPORT).map(([name, of]) => [name, typeof of === 'string' ? strToU8(of) : of])
    await send('old.zip', zipSync(Object.fromEntries(files)))

    // Nothing is imported before the choices are made.
    await page.getByRole('textbox', { name: 'Key here of Old & gold' }).fill('NEW')
    const choose = async (name: string, option: string) => {
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('button', { name: /becomes/ })
        .press('Enter')
      await page.getByRole('option', { name: option }).press('Enter')
    }
    await choose('cook', 'An existing user')
    await page.getByRole('combobox', { name: 'User of this wiki' }).fill('gina')
    await page.getByRole('option', { name: /Gina/ }).click()
    await page.getByText('@gina').waitFor()
    await page.getByRole('tab', { name: 'Groups' }).click()
    const people = await wiki.admin.get(
      (await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')) ?? '',
    )
    const changed = people.text.replace(/^(group,gardeners,.*),create,/m, '$1,skip,')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
    await page
      .getByRole('row', { name: /gardeners/ })
      .getByRole('button', { name: 'Left out' })
      .waitFor()
    await look('import review')
    await page.getByRole('button', { name: 'Start the import' }).press('Enter')

    const counts = page.getByRole('table', { name: 'Counts of all spaces' })
    await counts.getByRole('row', { name: 'Pages 7 7 2 0' }).waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    await page.getByRole('button', { name: /Topic/ }).press('Enter')
    await page.getByRole('option', { name: /^Texts/ }).press('Enter')
    await page.getByText(/The text of "Below" cannot be read/).waitFor()
    await look('import report')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Remarks as CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('The text of ""Below"" cannot be read')
    await page.getByRole('link', { name: 'Old & gold' }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/display/NEW')
    const home = await wiki.admin.get('/rest/api/content/900001?expand=version')
    expect(home.json.version.by.username).toBe('gina')
    expect((await wiki.admin.get('/rest/api/group/gardeners')).status).toBe(404)
  })
})
