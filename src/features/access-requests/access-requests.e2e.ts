import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { requireAccount, updateAccount } from '#features/accounts/server/index.ts'
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
import { prepare, REQUESTS, settled, type Setting } from './testing/setting.ts'

const PASSWORD = 'correct horse battery'
const SMALL = { width: 375, height: 812 }

describe('requests for access', () => {
  let wiki: TestWiki
  let setting: Setting

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    setting = await prepare(wiki)
    for (const [who, displayName] of [
      [setting.ada, 'Ada Lovelace'],
      [setting.rita, 'Rita Reader'],
      [setting.sam, 'Sam Keeper'],
      [setting.out, 'Olga Outside'],
    ] as const)
      await updateAccount(wiki.app, await requireAccount(wiki.app, { id: who.id }), { displayName }, null)
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, username: string, options: PageOptions = {}) =>
    openSignedIn(openPage, wiki, { username, password: PASSWORD }, options)
  const addressOf = (name: string) => `${wiki.url}/pages/viewpage.action?pageId=${setting.pages[name]}`
  const missing = { allowErrors: [/404/] }
  const dialog = (page: Page) => page.locator('#page-restrictions-dialog')
  const requests = (page: Page) => dialog(page).getByRole('region', { name: 'Requests for access' })
  /** Follows the newest notification. */
  const follow = async (page: Page, text: string) => {
    await settled(wiki)
    await page.goto(`${wiki.url}/`)
    await page.locator('#notifications-anchor').click()
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: text }).click()
  }
  const look = async (page: Page, name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [size, viewport] of Object.entries({ desktop: viewports.desktop, phone: SMALL })) {
        await page.setViewportSize(viewport)
        await screenshot(page, `access requests ${name} ${size} ${colorScheme}`)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(viewports.desktop)
  }

  test('go from who finds nothing to the author and back', async ({ openPage }) => {
    const rita = await signedIn(openPage, 'rita', missing)
    await rita.goto(addressOf('hidden'))
    const button = rita.getByRole('button', { name: 'Request access' })
    await look(rita, 'missing')
    await button.focus()
    await rita.keyboard.press('Enter')
    const status = rita.getByRole('status').filter({ hasText: 'Your request was sent' })
    await status.waitFor()
    expect(await button.count()).toBe(0)
    await expect.poll(() => status.evaluate(element => element === document.activeElement)).toBe(true)
    await look(rita, 'asked')

    const ada = await signedIn(openPage, 'ada')
    await follow(ada, 'Rita Reader asks for access to Hidden')
    await requests(ada).getByText('Rita Reader asks to view this page').waitFor()
    expect(new URL(ada.url()).search).toBe('')
    await look(ada, 'dialog')
    // Input that is not stored yet stays.
    await dialog(ada).getByRole('combobox', { name: 'Add a user or group' }).fill('sam')
    await ada.getByRole('option', { name: /Sam Keeper/ }).click()
    // The list of the field is over all else.
    await ada.keyboard.press('Escape')
    await requests(ada).getByRole('button', { name: 'Grant access to Rita Reader' }).press('Enter')
    await ada.getByText('Rita Reader can view this page now').waitFor()
    await requests(ada).getByText('There is no open request that you could answer.').waitFor()
    await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe('Requests for access')
    const let_in = dialog(ada).getByRole('list', { name: 'Users and groups who are let in' }).getByRole('listitem')
    await expect.poll(() => let_in.count()).toBe(3)
    await look(ada, 'granted')
    await dialog(ada).getByRole('button', { name: 'Apply' }).click()
    await dialog(ada).waitFor({ state: 'detached' })
    const { json } = await setting.ada.client.get(`/rest/oxbow/1.0/content/${setting.pages['hidden']}/restrictions`)
    expect(json.read.users.map((user: { username: string }) => user.username)).toEqual(['ada', 'sam', 'rita'])
    // It opened once, and not again with the page.
    await ada.reload()
    await ada.getByRole('button', { name: 'Restrictions apply' }).waitFor()
    expect(await dialog(ada).count()).toBe(0)

    await follow(rita, 'Ada Lovelace gave you access to Hidden')
    await rita.getByRole('heading', { name: 'Hidden' }).waitFor()
  })

  test('are offered after a link within the wiki too, and say what went wrong', async ({ openPage }) => {
    const page = await signedIn(openPage, 'out', { allowErrors: [/404/, /429/] })
    await page.goto(`${wiki.url}/`)
    await page.route(`**${REQUESTS}`, route => route.fulfill({ status: 429, json: { message: 'Too many requests.' } }))
    await page.evaluate(href => {
      const link = document.createElement('a')
      link.href = href
      link.textContent = 'There'
      document.querySelector('#main')?.prepend(link)
    }, `/pages/viewpage.action?pageId=${setting.pages['missing']}`)
    await page.getByRole('link', { name: 'There' }).click()
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    const button = page.getByRole('button', { name: 'Request access' })
    await button.click()
    await page.getByRole('alert').waitFor()
    await look(page, 'refused')
    await page.unroute(`**${REQUESTS}`)
    await button.click()
    await page.getByText('Your request was sent').waitFor()
    await page.goto(`${wiki.url}/no/such/address`)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    expect(await button.count()).toBe(0)
  })

  test('to edit are in the menu and the restrictions of the page, and can be declined', async ({ openPage }) => {
    const rita = await signedIn(openPage, 'rita')
    await rita.goto(addressOf('locked'))
    await rita.getByRole('button', { name: 'Restrictions apply' }).click()
    const note = dialog(rita).getByText('A restriction keeps you from editing this page.')
    await note.waitFor()
    await look(rita, 'edit')
    await rita.keyboard.press('Escape')
    await rita.locator('#action-menu-link').click()
    await rita.getByRole('button', { name: 'Request edit access' }).click()
    await rita.getByText('Your request to edit this page is on its way').waitFor()
    await rita.locator('#action-menu-link').click()
    await rita.getByRole('button', { name: 'Restrictions…' }).click()
    await dialog(rita).getByText('You have asked to edit this page.').waitFor()
    expect(await rita.getByRole('button', { name: 'Request edit access' }).count()).toBe(0)

    const ada = await signedIn(openPage, 'ada')
    await follow(ada, 'Rita Reader asks for access to Locked')
    await requests(ada).getByText('Rita Reader asks to edit this page').waitFor()
    await requests(ada).getByRole('button', { name: 'Decline the request of Rita Reader' }).click()
    await requests(ada).getByText('There is no open request that you could answer.').waitFor()
    // Opened again, there is nothing to say.
    await ada.keyboard.press('Escape')
    await ada.getByRole('button', { name: 'Restrictions apply' }).click()
    await dialog(ada).getByRole('button', { name: 'Apply' }).waitFor()
    expect(await requests(ada).count()).toBe(0)
  })

  test('for a space lead its administrators to its permissions, in German too', async ({ openPage }) => {
    const out = await signedIn(openPage, 'out', missing)
    await out.goto(`${wiki.url}/display/PRIV`)
    await out.getByRole('button', { name: 'Request access' }).click()
    await out.getByText('Your request was sent').waitFor()
    await updateAccount(wiki.app, await requireAccount(wiki.app, { id: setting.sam.id }), { locale: 'de' }, null)
    const sam = await signedIn(openPage, 'sam')
    await settled(wiki)
    await sam.goto(`${wiki.url}/plugins/servlet/notifications-miniview`)
    await sam.getByRole('link', { name: 'Olga Outside bittet um Zugriff auf Private Home' }).click()
    const asked = dialog(sam).getByRole('region', { name: 'Zugriffsanfragen' })
    await asked.getByText('Olga Outside darf den Bereich Private nicht ansehen.').waitFor()
    await look(sam, 'space')
    await asked.getByRole('link', { name: 'Bereichsberechtigungen' }).click()
    const row = sam.getByRole('row', { name: /Olga Outside/ })
    await row.getByRole('checkbox').first().press('Space')
    await expect.poll(async () => (await setting.out.client.get('/rest/api/space/PRIV')).status).toBe(200)
    await look(sam, 'permissions')
    await follow(out, 'Sam Keeper gave you access to Private Home')
    await out.getByRole('heading', { name: 'Private Home' }).waitFor()
  })
})
