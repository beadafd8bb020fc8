import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { SmtpServer } from '#platform/server/testing/smtp.ts'
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
import { SHARE_HIDE_DELAY_MS } from './shared.ts'

const ADA = { username: 'ada', password: 'correct horse battery' }

describe('the share dialog', () => {
  let wiki: TestWiki
  let smtp: SmtpServer
  let id = ''

  beforeAll(async () => {
    smtp = new SmtpServer()
    const port = await smtp.listen()
    wiki = await startTestWiki('sqlite', features, { OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}` })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    for (const username of ['ada', 'ben'])
      await wiki.addUser(username, { fullName: `Person ${username}`, password: ADA.password })
    id = await wiki.admin.createPage('DOCS', 'Page', '<h2>First</h2><p>a</p><h2>Second</h2><p>b</p>')
  })
  afterAll(async () => {
    await wiki.close()
    await smtp.close()
  })

  const open = async (openPage: OpenPage, options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, ADA, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page
  }
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this page' })

  test('shares with users and addresses, and asks for the restrictions [I1-11] [I2.5-04] [I6-09] [I9-16]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    // Beside it the page has its contents, and a dialog for watching.
    await page.getByRole('complementary', { name: 'On this page' }).getByRole('link', { name: 'Second' }).click()
    expect(new URL(page.url()).hash).toBe('#Page-Second')
    await page.locator('#watch-content-button').click()
    await page.locator('#watch-dialog').waitFor()
    await page.keyboard.press('Escape')
    const asked = page.waitForRequest(request => request.url().includes(`/rest/api/content/${id}/restriction`))
    await page.keyboard.press('s')
    await asked
    const width = () =>
      dialog(page).evaluate(element => Math.round(element.parentElement?.getBoundingClientRect().width ?? 0))
    await expect.poll(width).toBe(250)
    await dialog(page).getByRole('combobox', { name: 'Users and groups' }).fill('ben')
    await page.getByRole('option', { name: /Person ben/ }).click()
    await dialog(page).getByRole('button', { name: 'Remove Person ben' }).waitFor()
    await dialog(page).getByRole('textbox', { name: 'E-mail addresses' }).fill('x@example.org, y@example.org')
    await dialog(page).getByRole('textbox', { name: 'Note' }).fill('Please read')
    await screenshot(page, 'share dialog')
    await dialog(page).getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByText('The page is shared').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('share-page-button')
    await wiki.app.jobs.idle()
    expect(smtp.received.flatMap(message => message.to).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'ben@example.org',
      'x@example.org',
      'y@example.org',
    ])
  })

  test('says that something went wrong, and keeps what was typed [I8-22]', async ({ openPage }) => {
    const page = await open(openPage, { viewport: viewports.phone, colorScheme: 'dark', allowErrors: [/500/] })
    await page.route('**/rest/share-page/**', route => route.fulfill({ status: 500, json: {} }))
    await page.locator('#share-page-button').click()
    // A sheet at the bottom of the window.
    const sheet = () => page.locator('[data-trigger]:has(#share-dialog)').boundingBox()
    const { width, height } = viewports.phone
    await expect.poll(async () => ((await sheet())?.y ?? 0) + ((await sheet())?.height ?? 0)).toBe(height)
    expect(await sheet()).toMatchObject({ x: 0, width })
    const addresses = dialog(page).getByRole('textbox', { name: 'E-mail addresses' })
    await addresses.fill('x@example.org')
    await dialog(page).getByRole('button', { name: 'Share', exact: true }).click()
    await expect
      .poll(() => dialog(page).getByRole('alert').innerText())
      .toBe('An unexpected error occurred. Please try again.')
    expect(await addresses.inputValue()).toBe('x@example.org')
    await screenshot(page, 'share dialog phone dark')
  })

  test('stays for an hour after the pointer has left it [I9-17]', async ({ openPage }) => {
    expect(SHARE_HIDE_DELAY_MS).toBe(3_600_000)
    const page = await openSignedIn(openPage, wiki, ADA)
    await page.clock.install()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('#share-page-button').click()
    await page.clock.runFor(1000)
    await dialog(page).locator('form').hover()
    await page.mouse.move(300, 700)
    await page.clock.runFor(SHARE_HIDE_DELAY_MS - 10_000)
    await dialog(page).waitFor()
    await page.clock.runFor(20_000)
    await dialog(page).waitFor({ state: 'hidden' })
  })
})
