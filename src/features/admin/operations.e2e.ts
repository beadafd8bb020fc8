import { afterAll, beforeAll, describe } from 'vitest'
import type { Page } from 'playwright-core'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, type OpenPage, openSignedIn, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'

/** Needs the web app in dist/web: `npm run build` first, as `npm test` does. */
describe('what administrators look after, in a browser', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
  })
  afterAll(() => wiki.close())

  /** The administration, by its sidebar. */
  const enter = async (openPage: OpenPage): Promise<(area: string) => Promise<Page>> => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/admin`)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(url => url.pathname === '/admin')
    return async area => {
      await page
        .getByRole('navigation', { name: 'Administration' })
        .getByRole('link', { name: area, exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: area, exact: true }).waitFor()
      return page
    }
  }

  test('backups are made and fetched, webhooks are kept, and the audit log tells of it', async ({ openPage }) => {
    const area = await enter(openPage)
    const page = await area('Backups')
    await page.getByText('No backup was made here yet').waitFor()
    await page.getByRole('button', { name: 'Make a backup' }).press('Enter')
    const fetch = page.getByRole('button', { name: /^Download oxbow-/ })
    await fetch.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), fetch.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/^oxbow-.*\.tar\.gz$/)

    await area('Webhooks')
    await page.getByRole('button', { name: 'Create webhook' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Intranet')
    await dialog.getByLabel('Address').fill('http://127.0.0.1:9/hook')
    await dialog.getByRole('checkbox', { name: 'page_moved' }).press('Space')
    // The library's live region still announces a button of the screen before.
    await dialog.getByLabel('Name').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /Intranet/ })
    await row.getByRole('cell', { name: '3', exact: true }).waitFor()
    const choose = async (what: string) => {
      await row.getByRole('button').press('Enter')
      await page.getByRole('menuitem', { name: what }).click()
    }
    await choose('Send test message')
    await page.getByText('The test message did not arrive').waitFor()
    await choose('Switch off')
    await row.getByText('Off', { exact: true }).waitFor()
    await page.getByLabel('Hosts', { exact: true }).fill('ci.internal, build.internal')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('The settings were saved').waitFor()
    await expect.poll(() => page.getByLabel('Hosts', { exact: true }).inputValue()).toBe('ci.internal\nbuild.internal')
    await choose('Delete')
    await page.getByRole('button', { name: 'Delete webhook' }).press('Enter')
    await page.getByText('No webhooks yet').waitFor()

    await wiki.app.events.settled('audit')
    await area('Audit log')
    await page.getByRole('row', { name: /Backup downloaded/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Find words, people, groups or spaces' }).fill('webhook intranet')
    await page.getByRole('row', { name: /Backup downloaded/ }).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
    await page.getByLabel('Until').fill('2020-01-31')
    await page.getByText('No record matches').waitFor()
    await page.getByRole('button', { name: 'Show all' }).press('Enter')
    await page.getByRole('row', { name: /Backup downloaded/ }).waitFor()
    await page.getByLabel('Number').fill('90')
    await page.getByRole('button', { name: /Unit/ }).press('Enter')
    await page.getByRole('option', { name: 'Days' }).click()
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect
      .poll(async () => (await wiki.admin.get('/rest/api/audit/retention')).json)
      .toEqual({ number: 90, units: 'DAYS' })
  })

  test('the wiki gets colours of its own, with a word about those that cannot be read, and a language', async ({
    openPage,
  }) => {
    const area = await enter(openPage)
    const page = await area('Colours')
    const digits = page.getByRole('textbox', { name: 'Top bar, Light theme, digits' })
    await digits.waitFor()
    await digits.fill('#0747')
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await digits.fill('#0747a6')
    await page.getByText(/Top bar: text on Top bar, Light theme: contrast \d\.\d to 1/).waitFor()
    await digits.press('Enter')
    await page.getByText('The colours were saved').waitFor()
    const bar = () => page.locator('.ox-topbar').evaluate(element => getComputedStyle(element).backgroundColor)
    await expect.poll(bar).toBe('rgb(7, 71, 166)')
    await page.reload()
    await digits.waitFor()
    expect(await bar()).toBe('rgb(7, 71, 166)')
    await page.getByRole('button', { name: 'Back to the colours that the wiki came with' }).press('Enter')
    await expect.poll(() => digits.inputValue()).toBe('#ffffff')
    await expect.poll(bar).toBe('rgb(255, 255, 255)')

    await area('General settings')
    await page.getByRole('button', { name: /Language of the wiki/ }).press('Enter')
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByText('Prefer the language that their browser asks for').click()
    await page.getByRole('button', { name: 'Save' }).first().press('Enter')
    await page.getByText('The settings were saved').waitFor()
    const german = await openPage()
    await german.goto(`${wiki.url}/login.action`)
    await german.getByRole('button', { name: 'Anmelden' }).waitFor()
  })
})
