import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NONE = { licenceExpiry: '', maintenanceExpiry: '', renewUrl: '', salesEmail: '' }

describe('the licence banner', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
  })
  afterAll(() => wiki.close())

  const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const record = async (values: object) => {
    const reply = await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { ...NONE, ...values })
    expect(reply.status, reply.text).toBe(200)
  }
  const expiry = (page: Page) => page.locator('#license-banner')
  const maintenance = (page: Page) => page.locator('#maintenance-banner')
  const close = (page: Page) => expiry(page).getByRole('button', { name: 'Close' })
  /** Bodies of the reminders that the page sends, by path. */
  const reminders = (page: Page) => {
    const sent: [path: string, body: unknown][] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/rest/licensebanner/'))
        sent.push([`${request.method()} ${pathname}`, request.postDataJSON()])
    })
    return sent
  }

  test('is there once an administrator has recorded a date, and warns at the top of the page [P1-10] [P2.6-01] [P3-07]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/admin/settings`)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/admin/settings')
    expect(await expiry(page).count()).toBe(0)
    const form = page.locator('form', { hasText: 'The licence ends on' })
    await form.getByLabel('The licence ends on').fill(dateIn(20))
    await form.getByLabel('Address to renew it').fill('https://vendor.example.org/renew')
    await form.getByLabel('E-mail address for questions about it').fill('sales@vendor.example.org')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved').waitFor()
    await page.goto(wiki.url)
    const banner = page.locator('#license-banner')
    expect(await banner.locator('p').innerText()).toContain('The licence expires in 20 days.')
    const [top, bar] = [await banner.boundingBox(), await page.locator('.ox-topbar').boundingBox()]
    expect([top?.x, top?.y]).toEqual([0, 0])
    expect(bar?.y).toBe(top?.height)
    expect(await banner.getByRole('link', { name: 'Renew' }).getAttribute('href')).toBe(
      'https://vendor.example.org/renew',
    )
    expect(await banner.getByRole('link', { name: 'Contact sales' }).getAttribute('href')).toBe(
      'mailto:sales@vendor.example.org',
    )
    const details = await page.locator('meta[name="license-details"]').getAttribute('content')
    expect(JSON.parse(details ?? '')).toEqual({
      showLicenseExpiryBanner: true,
      showMaintenanceExpiryBanner: false,
      daysBeforeLicenseExpiry: 20,
      daysBeforeMaintenanceExpiry: null,
      renewUrl: 'https://vendor.example.org/renew',
      salesEmail: 'sales@vendor.example.org',
    })
    await expectNoAxeViolations(page)
  })

  test('says how many days are left [P4.2-01] [P4.2-02] [P4.2-03]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    for (const [days, text] of [
      [-1, 'The licence has expired. Until it is renewed, it covers read-only use alone.'],
      [0, 'The licence expires today.'],
      [1, 'The licence expires in 1 day.'],
      [5, 'The licence expires in 5 days.'],
    ] as const) {
      await record({ licenceExpiry: dateIn(days) })
      await page.goto(wiki.url)
      expect(await expiry(page).locator('p').innerText()).toBe(text)
      expect(await close(page).count()).toBe(0)
    }
  })

  test('can be closed while more than 7 days are left [P4.2-04] [P9-11]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await record({ licenceExpiry: dateIn(7) })
    await page.goto(wiki.url)
    await expiry(page).waitFor()
    expect(await close(page).count()).toBe(0)
    await record({ licenceExpiry: dateIn(8) })
    await page.goto(wiki.url)
    const answered = page.waitForResponse('**/rest/licensebanner/1.0/reminder/later')
    await close(page).click()
    expect((await answered).status()).toBe(204)
    expect(await expiry(page).count()).toBe(0)
    await page.goto(wiki.url)
    expect(await expiry(page).count()).toBe(0)
    // It is back when it cannot be closed any more.
    await record({ licenceExpiry: dateIn(7) })
    await page.goto(wiki.url)
    await expiry(page).waitFor()
  })

  test('offers to be reminded of maintenance later or never, and goes [P4.2-05] [P4.2-06]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent = reminders(page)
    const clearReminders = () => wiki.app.database.transaction(({ db }) => db.deleteFrom('licence_reminder').execute())
    for (const [name, path] of [
      ['Remind me later', '/rest/licensebanner/1.0/reminder/later'],
      ['Never remind me', '/rest/licensebanner/1.0/reminder/never'],
    ] as const) {
      await clearReminders()
      await record({ maintenanceExpiry: dateIn(12) })
      await page.goto(wiki.url)
      expect(await maintenance(page).locator('p').innerText()).toBe('Maintenance expires in 12 days.')
      expect(await maintenance(page).getByRole('button').allInnerTexts()).toEqual([
        'Remind me later',
        'Never remind me',
      ])
      const token = await page.locator('meta[name="ajs-atl-token"]').getAttribute('content')
      const answered = page.waitForResponse(`**${path}`)
      await maintenance(page).getByRole('button', { name }).click()
      expect((await answered).status()).toBe(204)
      expect(await maintenance(page).count()).toBe(0)
      expect(sent.splice(0)).toEqual([[`POST ${path}`, { atl_token: token }]])
      await page.goto(wiki.url)
      expect(await maintenance(page).count()).toBe(0)
    }
    await clearReminders()
  })

  test('fits each window, in light and dark', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await record({
      licenceExpiry: dateIn(3),
      maintenanceExpiry: dateIn(12),
      renewUrl: 'https://vendor.example.org/renew',
    })
    await page.goto(wiki.url)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `licence banners, ${size.width}, ${colorScheme}`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      await expectNoAxeViolations(page)
    }
    await record({})
  })
})
