import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { boxes, gliffy, saved } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'

const PERMISSION = /\/rest\/gliffy\/1\.0\/ceo\/\d+\/diagrams\/Flow\/permission$/
const CALL = /\/rest\/gliffy\/1\.0\/embeddedDiagrams$/
const SAVE_FIRST = 'Please save the diagram and document to generate an embed link!'

describe('the Embed dialog, in the browser', () => {
  let wiki: TestWiki
  let owner = ''
  let id = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'EMB', name: 'Embedding' })
    const made = (title: string, value: string) => wiki.admin.createPage('EMB', title, value)
    owner = await made('Owner', '<p>owner</p>')
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
    id = await made('Showing', gliffy({ name: 'Flow', pageid: owner, version: '1' }))
  })
  afterAll(() => wiki.close())

  const enable = async (enabled: boolean) => {
    const reply = await wiki.admin.put('/rest/oxbow/1.0/diagrams/embedding/settings', { enabled })
    expect(reply.status).toBe(200)
  }
  const view = async (page: Page) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.gliffy-toolbar').waitFor({ state: 'attached' })
    const toolbar = page.locator('.wiki-content .gliffy-container')
    await toolbar.hover()
    return toolbar
  }
  const sizeOf = (page: Page, dialog: string) =>
    page
      .locator(dialog)
      .evaluate(element => [element.parentElement?.offsetWidth, element.parentElement?.offsetHeight] as const)

  test('is offered where links are on, and makes a link for each of seven tools [D2.1-06] [D2.5-01] [D2.5-02] [D2.5-03] [D2.5-04] [D2.5-05] [D2.5-06] [D4-24] [D4-25] [D4-27] [D4-28] [D4-29] [D4-30] [D4-31] [D4-32] [D4-33] [D4-34] [D7-26] [D7-35] [D8-06] [D9-09] [D9-17]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/403 \(Forbidden\)/, /503/] })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: wiki.url })
    let toolbar = await view(page)
    const words = async () => (await toolbar.locator('.gliffy-toolbar-actions').innerText()).split(/\s+/)
    expect(await words()).not.toContain('Embed')
    await enable(true)
    const events: string[] = []
    const links: unknown[] = []
    page.on('request', request => {
      if (request.url().endsWith('/publish/bulk'))
        events.push(...(JSON.parse(request.postData() ?? '[]') as { name: string }[]).map(({ name }) => name))
      if (CALL.test(request.url())) links.push(request.postDataJSON())
    })
    toolbar = await view(page)
    expect(await words()).toContain('Embed')

    // While the permission is asked for there is a spinner.
    let release: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(PERMISSION, async route => {
      await held
      await route.continue()
    })
    const open = async () => {
      await toolbar.hover()
      await toolbar.getByRole('button', { name: 'Embed' }).click()
      await page.locator('#embed-diagram').waitFor()
    }
    await open()
    const dialog = page.locator('#embed-diagram')
    const spinner = dialog.getByRole('status')
    await spinner.waitFor()
    expect(await spinner.evaluate(element => element.getBoundingClientRect().width / 2)).toBe(50)
    expect(await sizeOf(page, '#embed-diagram')).toEqual([540, 400])
    expect(await dialog.getByRole('radio').count()).toBe(0)
    release()

    const targets = dialog.getByRole('radio')
    await expect.poll(() => targets.count()).toBe(7)
    expect(await dialog.locator('label[class*=target]').allInnerTexts()).toEqual([
      'Custom',
      'Jira',
      'Jira Service Desk',
      'Confluence',
      'Hipchat',
      'Trello',
      'Slack',
    ])
    await expect.poll(() => sizeOf(page, '#embed-diagram')).toEqual([540, 400])
    expect(
      await dialog.evaluate(element =>
        [...element.querySelectorAll('*')].some(
          one => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
        ),
      ),
      'scrolls',
    ).toBe(false)
    const buttons = dialog.locator('footer button')
    expect(await buttons.allInnerTexts()).toEqual(['Deactivate All Embed Links', 'Close', 'Copy'])
    const field = dialog.getByLabel('Link', { exact: true })
    expect(await field.inputValue()).toBe('')
    await expectNoAxeViolations(page)

    // By keys too: the arrows choose, and the link is made once for all targets.
    await targets.first().focus()
    await page.keyboard.press('Space')
    await expect.poll(() => field.inputValue()).toMatch(/\/embed\/[\w-]{43}$/)
    const url = await field.inputValue()
    await field.focus()
    await page.keyboard.type('typed')
    expect(await field.inputValue()).toBe(url)
    await targets.first().focus()
    const suffixed = (source: string) => `${url}?utm_medium=live&utm_source=${source}`
    for (const link of [
      `!${url}!`,
      ...['jira-service-desk', 'confluence', 'hipchat', 'trello', 'slack'].map(suffixed),
    ]) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => field.inputValue()).toBe(link)
    }
    expect(links).toEqual([{ pageId: owner, attachmentId: expect.stringMatching(/^\d+$/), version: 1 }])
    await screenshot(page, 'embed dialog')

    // Deactivated, the link is gone from the field and shows nothing any more.
    expect((await wiki.anonymous.get(new URL(url).pathname)).status).toBe(200)
    await buttons.first().click()
    const confirm = page.getByRole('alertdialog')
    await confirm.getByText('All embedded diagrams will no longer be viewable anywhere.', { exact: true }).waitFor()
    expect(await confirm.locator('footer button').allInnerTexts()).toEqual(['Cancel', 'OK'])
    await expectNoAxeViolations(page)
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await confirm.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe(suffixed('slack'))
    await buttons.first().click()
    await confirm.getByRole('button', { name: 'OK' }).click()
    await confirm.waitFor({ state: 'detached' })
    await dialog.getByText('The link has been deactivated', { exact: true }).waitFor()
    expect(await field.inputValue()).toBe('')
    expect((await wiki.anonymous.get(new URL(url).pathname)).status).toBe(404)

    // The server's message about a failure follows the instruction; the next choice tries again.
    await page.route(CALL, route =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"The wiki is busy."}' }),
    )
    await dialog.getByText('Custom').click()
    await dialog.getByText('Choose where to show the diagram, then copy the link. The wiki is busy.').waitFor()
    await page.unroute(CALL)
    await dialog.getByText('Trello').click()
    await expect.poll(() => field.inputValue()).toMatch(/utm_source=trello$/)
    const copied = await field.inputValue()
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied)

    // A click outside closes it.
    await open()
    await targets.first().waitFor({ state: 'attached' })
    await page.mouse.click(4, 4)
    await dialog.waitFor({ state: 'detached' })
    // On a phone it fills the screen and nothing of it is cut off.
    await page.setViewportSize({ width: 375, height: 667 })
    await toolbar.scrollIntoViewIfNeeded()
    await open()
    await targets.first().waitFor({ state: 'attached' })
    await expect.poll(() => sizeOf(page, '#embed-diagram')).toEqual([375, 667])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await buttons.last().scrollIntoViewIfNeeded()
    await screenshot(page, 'embed dialog on a phone')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect.poll(() => events).toContain('showEmbedDialog')

    // A user who may no longer edit the diagram gets no link.
    const before = links.length
    await page.route(PERMISSION, route => route.fulfill({ status: 403, contentType: 'application/json', body: '{}' }))
    await toolbar.hover()
    await toolbar.getByRole('button', { name: 'Embed' }).click()
    await refused(page)
    expect(links.length).toBe(before)
    await expectNoAxeViolations(page, '#embed-diagram-error')
    await page.locator('#embed-diagram-error footer').getByRole('button', { name: 'Close' }).click()
    await page.locator('#embed-diagram-error').waitFor({ state: 'detached' })
  })

  /** The error dialog. */
  async function refused(page: Page): Promise<void> {
    const dialog = page.locator('#embed-diagram-error')
    await dialog.getByText(SAVE_FIRST, { exact: true }).waitFor()
    await expect.poll(() => sizeOf(page, '#embed-diagram-error')).toEqual([340, 190])
    expect(
      await dialog.evaluate(
        element =>
          [...element.querySelectorAll('*')].filter(
            one => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
          ).length,
      ),
      'parts that scroll',
    ).toBe(0)
    expect(await dialog.locator('footer button').allInnerTexts()).toEqual(['Close'])
  }

  test('asks to save first what is not saved, in the editor of diagrams [D2.5-07] [D2.5-08] [D4-26] [D5-21] [D6-02] [D8-05] [D9-10]', async ({
    openPage,
  }) => {
    await enable(true)
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const sent: string[] = []
    page.on('request', request => {
      if (CALL.test(request.url())) sent.push(request.url())
    })
    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${id}&ceoid=${id}&name=`)
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('button', { name: 'More', exact: true }).click()
    await frame.getByRole('menuitem', { name: 'Embed…' }).click()
    await refused(page)
    expect(sent).toEqual([])
    await page.locator('#embed-diagram-error footer').getByRole('button', { name: 'Close' }).click()

    // A saved one is what the dialog is for.
    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${id}&ceoid=${owner}&name=Flow`)
    await frame.getByRole('button', { name: 'More', exact: true }).click()
    await frame.getByRole('menuitem', { name: 'Embed…' }).click()
    await page.locator('#embed-diagram').getByText('Custom').click()
    await expect.poll(() => page.getByLabel('Link', { exact: true }).inputValue()).toContain('/embed/')
    const url = await page.getByLabel('Link', { exact: true }).inputValue()

    // It shows the diagram to all who have the link, in light and dark, also within a frame of an allowed site.
    const visitor = await openPage()
    await visitor.goto(url)
    const picture = visitor.locator('main img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await picture.getAttribute('alt')).toBe('Flow: Order Pay Ship')
    await expectNoAxeViolations(visitor)
    await screenshot(visitor, 'embedded diagram')
    for (const width of [375, 1440]) {
      await visitor.setViewportSize({ width, height: 700 })
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const ratio = await picture.evaluate((image: HTMLImageElement) => {
        const { width: shown, height } = image.getBoundingClientRect()
        return (shown / height / (image.naturalWidth / image.naturalHeight)).toFixed(1)
      })
      expect(ratio).toBe('1.0')
    }
    await visitor.emulateMedia({ colorScheme: 'dark' })
    await screenshot(visitor, 'embedded diagram, dark')
    expect(await visitor.context().cookies()).toEqual([])
  })

  test('administrators allow links, see them used, and revoke them; spaces are excepted', async ({ openPage }) => {
    await enable(false)
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      allowErrors: [/403 \(Forbidden\)/, /400 \(Bad Request\)/],
    })
    await page.goto(`${wiki.url}/spaces/spaceadmin.action?key=EMB`)
    await page.getByRole('heading', { name: 'Categories' }).waitFor()
    expect(await page.getByText('Diagrams elsewhere').count()).toBe(0)

    await page.goto(`${wiki.url}/admin/embed-links`)
    if (page.url().includes('authenticate')) {
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByLabel('Password').press('Enter')
    }
    const allow = page.getByRole('checkbox', { name: 'Allow links that show diagrams elsewhere' })
    await allow.waitFor()
    await page.getByText('Allow links that show diagrams elsewhere').click()
    const sites = page.getByLabel('Sites that may show diagrams in a frame')
    await sites.fill('example.org')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/must be an origin/i).waitFor()
    await sites.fill('https://*.example.org/\nhttps://jira.example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings were saved').waitFor()
    const row = page.getByRole('row', { name: /Flow/ }).first()
    await row.waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, 'embed links')
    await row.getByRole('button', { name: 'Deactivate all links of “Flow”' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('No links yet').waitFor()

    await page.goto(`${wiki.url}/spaces/spaceadmin.action?key=EMB`)
    const own = page.getByRole('switch', { name: 'Allow links that show diagrams of this space elsewhere' })
    await expect.poll(() => own.isChecked()).toBe(true)
    await page.getByText('Allow links that show diagrams of this space elsewhere').click()
    await expect.poll(() => own.isChecked()).toBe(false)
    const toolbar = await view(page)
    expect(await toolbar.getByRole('button', { name: 'Embed' }).count()).toBe(0)
  })
})
