import { afterAll, beforeAll, describe } from 'vitest'
import { GLOBAL_USE, grant } from '#features/accounts/server/index.ts'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
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

const COUNT = '**/rest/mywork/latest/status/notification/count*'
const READER = { username: 'reader', password: 'reader password' }

describe('the bell of the navigation bar', () => {
  let wiki: TestWiki
  let page = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features, { OXBOW_SMTP_URL: 'smtp://127.0.0.1:9' })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await wiki.addUser(READER.username, { fullName: 'Rita Reader', password: READER.password })
    const made = await wiki
      .as(READER.username, READER.password)
      .post('/rest/api/content', { type: 'page', title: 'Plans', space: { key: 'DOCS' } })
    page = made.json.id as string
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, READER, options)
  const comment = async (times = 1) => {
    for (let i = 0; i < times; i++) {
      const made = await wiki.admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: page, type: 'page' },
        body: { storage: { value: '<p>And then?</p>', representation: 'storage' } },
      })
      expect(made.status, made.text).toBe(200)
    }
    await wiki.app.events.settled()
    await wiki.app.jobs.idle()
  }

  test('counts what is new, up to 9, until the list is opened, which leads to the exact place [P1-11] [P2.5-01] [P4.3-01] [P4.3-02] [P4.3-03] [P9-10] [P9-21]', async ({
    openPage,
  }) => {
    const shown = await signedIn(openPage)
    await shown.goto(`${wiki.url}/display/DOCS`)
    const bell = shown.locator('#notifications-anchor')
    const badge = bell.locator('.badge')
    await expect.poll(() => bell.getAttribute('class')).toMatch(/\bread\b/)
    expect(await badge.count()).toBe(0)
    await comment()
    await shown.reload()
    await expect.poll(() => badge.textContent()).toBe('1')
    expect(await bell.getAttribute('class')).toMatch(/\bunread\b/)
    expect(await shown.getByRole('button', { name: 'Notifications: 1 new' }).count()).toBe(1)
    await comment(9)
    await shown.reload()
    await expect.poll(() => badge.textContent()).toBe('9+')
    await bell.focus()
    await shown.keyboard.press('Enter')
    const list = shown.getByRole('dialog', { name: 'Notifications' })
    await list.getByRole('link').first().waitFor()
    expect(await list.getByRole('link').count()).toBe(10)
    expect(await badge.count()).toBe(0)
    await expect
      .poll(async () => {
        const box = await list.boundingBox()
        return box && [box.width, box.height]
      })
      .toEqual([500, 520])
    for (const [name, size] of Object.entries(viewports)) {
      await shown.setViewportSize(size)
      await screenshot(shown, `notifications ${name}`)
    }
    await shown.setViewportSize(viewports.desktop)
    await shown.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => shown.evaluate(() => document.activeElement?.id)).toBe('notifications-anchor')
    // Not again after it was seen.
    await shown.reload()
    await expect.poll(() => bell.getAttribute('class')).toMatch(/\bread\b/)
    await bell.click()
    const unread = list.getByRole('tab', { name: 'Unread' })
    await list.getByRole('link').first().click()
    await shown.waitForURL(/focusedCommentId=\d+#comment-\d+$/)
    await bell.click()
    await unread.click()
    await expect.poll(() => list.getByRole('tabpanel').getByRole('link').count()).toBe(9)
    const readAll = list.getByRole('button', { name: 'Mark all as read' })
    const place = await readAll.boundingBox()
    await readAll.press('Enter')
    await list.getByText('Nothing unread').waitFor()
    // It has nothing more to do, stays where it is, and has not taken the focus with it.
    await expect.poll(() => readAll.isDisabled()).toBe(true)
    expect(await readAll.boundingBox()).toEqual(place)
    expect(await unread.evaluate(element => element === document.activeElement)).toBe(true)
    await shown.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await bell.click()
    await expect.poll(() => readAll.isDisabled()).toBe(true)
    await comment()
    await shown.reload()
    await bell.click()
    await unread.click()
    await list.getByRole('tabpanel').getByRole('link').waitFor()
    expect(await readAll.isEnabled()).toBe(true)
  })

  test('opens its list from the address too [P2.5-02]', async ({ openPage }) => {
    const shown = await signedIn(openPage)
    await shown.goto(`${wiki.url}/display/DOCS?show-miniview`)
    await shown.getByRole('dialog', { name: 'Notifications' }).waitFor()
    await shown.goto(`${wiki.url}/plugins/servlet/notifications-miniview`)
    await shown.getByRole('heading', { name: 'Notifications' }).waitFor()
  })

  test('asks while the page is visible, and at once when it is shown again or clicked [P4.3-04]', async ({
    openPage,
  }) => {
    const shown = await signedIn(openPage)
    let asked = 0
    await shown.route(COUNT, route => {
      asked++
      return route.fulfill({ json: { count: asked, timeout: 30, maxTimeout: 300 } })
    })
    await shown.clock.install()
    await shown.goto(`${wiki.url}/display/DOCS`)
    // The number comes with the document.
    expect(asked).toBe(0)
    // The first delay begins when the document has become the application, the next when the answer has arrived.
    await expect
      .poll(async () => {
        await shown.clock.runFor(10_000)
        return asked
      })
      .toBe(1)
    const badge = shown.locator('#notifications-anchor .badge')
    await expect.poll(() => badge.textContent()).toBe('1')
    const hide = (hidden: boolean) =>
      shown.evaluate(value => {
        Object.defineProperty(document, 'hidden', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await shown.clock.runFor(30_000)
    await expect.poll(() => badge.textContent()).toBe('2')
    await hide(true)
    await shown.clock.runFor(600_000)
    expect(asked).toBe(2)
    await hide(false)
    await expect.poll(() => badge.textContent()).toBe('3')
    await hide(true)
    await shown.locator('#main').click()
    await expect.poll(() => badge.textContent()).toBe('4')
  })

  test('is set up in the profile, with what comes by mail', async ({ openPage }) => {
    const shown = await signedIn(openPage)
    await shown.goto(`${wiki.url}/users/viewmysettings.action`)
    await shown.getByRole('navigation', { name: 'Your settings' }).getByRole('link', { name: 'Notifications' }).click()
    const row = shown.getByRole('row', { name: /^Changes to pages I watch/ })
    await row.waitFor()
    await shown.getByText('Mail goes to reader@example.org.').waitFor()
    await screenshot(shown, 'notification settings', { fullPage: true })
    await row.getByRole('checkbox').press('Space')
    await row.getByRole('button', { name: /By mail/ }).press('Enter')
    await shown.getByRole('option', { name: 'Once a day' }).press('Enter')
    await shown.getByRole('button', { name: /The daily mail comes at/ }).press('Enter')
    await shown.getByRole('option', { name: '9:00 PM', exact: true }).press('Enter')
    await shown.getByRole('button', { name: 'Save' }).press('Enter')
    await shown.getByText('Your settings were saved').waitFor()
    let asked = 0
    await shown.route('**/rest/oxbow/1.0/notifications/settings', route => {
      asked++
      return route.continue()
    })
    await shown.reload()
    await expect.poll(() => row.getByRole('button').textContent()).toBe('Once a day')
    expect(await row.getByRole('checkbox').isChecked()).toBe(false)
    expect(await shown.getByRole('button', { name: /The daily mail comes at/ }).textContent()).toBe('9:00 PM')
    // They come with the document.
    expect(asked).toBe(0)
  })

  test('is not there for who has not signed in, and asks nothing [P6-02]', async ({ openPage }) => {
    await grant(wiki.app, 'anonymous', [GLOBAL_USE], null)
    await wiki.admin.put('/rest/api/space/DOCS/permissions/anonymous/grant', [
      { targetType: 'space', operationKey: 'read' },
    ])
    const shown = await openPage()
    let asked = 0
    shown.on('request', request => {
      if (request.url().includes('/rest/mywork/')) asked++
    })
    await shown.clock.install()
    await shown.goto(`${wiki.url}/display/DOCS`)
    await shown.getByRole('tree').first().waitFor()
    await shown.clock.runFor(60_000)
    expect([asked, await shown.locator('#notifications-anchor').count()]).toEqual([0, 0])
  })
})
