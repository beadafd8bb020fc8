import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'
import { boxes, gliffy, saved, UNKNOWN_SHAPE } from './testing/wiki.ts'

const PHONE = { viewport: { width: 375, height: 812 }, colorScheme: 'dark' } as const
const EMBEDDING = '/rest/oxbow/1.0/diagrams/embedding/settings'
describe('what goes with diagrams that travel, by keyboard and on small screens', () => {
  let wiki: TestWiki
  let owner = ''
  let linked = ''
  /** Another site, with a page that frames what its address names. */
  let site: Server

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'TRIP', name: 'A space with a rather long name for a phone' })
    owner = await create('Where all the diagrams of the order process are drawn and discussed', '<p>owner</p>')
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship', 'Return'), 1)
    const long = 'A diagram whose name somebody wrote as if it were the first sentence of its description'
    await saved(wiki.admin, owner, long, boxes('Only one'))
    await attach(wiki.admin, owner, 'Imported', UNKNOWN_SHAPE, 'application/gliffy+json')
    linked = await create('Linked', gliffy({ name: 'Flow', pageid: owner }))
    for (let number = 1; number < 12; number++) {
      const showing = gliffy({ name: 'Flow', pageid: owner, ...(number % 3 === 0 ? { version: '1' } : {}) })
      await create(`Page number ${number} that shows the diagram`, showing)
    }
    expect((await wiki.admin.put(EMBEDDING, { enabled: true })).status).toBe(200)
    site = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://site')
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,"><iframe title="Diagram" width="600" height="300" src="${searchParams.get('frame') ?? ''}"></iframe>`,
      )
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
  })
  afterAll(async () => {
    site?.close()
    await wiki.close()
  })

  const create = async (title: string, value: string) => {
    const body = { storage: { value, representation: 'storage' } }
    const made = await wiki.admin.post('/rest/api/content', { type: 'page', title, space: { key: 'TRIP' }, body })
    expect(made.status, made.text).toBe(200)
    return made.json.id as string
  }
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.gliffy-toolbar').first().waitFor({ state: 'attached' })
  }
  const hasFocus = (target: Locator) => target.evaluate(element => element === document.activeElement)
  /** Goes to an element by the Tab key, as a user without a mouse does. */
  const tabTo = async (page: Page, target: Locator, key = 'Tab') => {
    for (let presses = 0; presses < 90; presses++) {
      if (await hasFocus(target)) return
      await page.keyboard.press(key)
    }
    expect.fail(`Tab does not lead to ${String(target)}`)
  }
  const press = async (page: Page, target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  /** Requirements of every screen: within its width and without a violation of WCAG; keeps a picture of it. */
  const look = async (page: Page, name: string) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
    await expectNoAxeViolations(page)
    await screenshot(page, name)
  }
  /** A dialog fills a phone, all of it can be seen, and Tab does not leave it. */
  const lookAtDialog = async (page: Page, dialog: Locator, name: string) => {
    await dialog.waitFor()
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(375)
    await look(page, name)
    const cut = await dialog.evaluate(element =>
      [...element.querySelectorAll<HTMLElement>('button, input, label, h2, p')]
        .filter(one => one.getClientRects().length > 0 && !one.closest('[inert]'))
        .filter(one => {
          const { left, right, width } = one.getBoundingClientRect()
          return width > 1 && (left < 0 || right > innerWidth)
        })
        .map(one => one.outerHTML.slice(0, 100)),
    )
    expect(cut, 'parts that are cut off').toEqual([])
    const stops: string[] = []
    while (stops.length < 2 || stops.at(-1) !== stops[0]) {
      await page.keyboard.press('Tab')
      const stop = await dialog.evaluate(element =>
        element.contains(document.activeElement) ? (document.activeElement?.outerHTML ?? '') : 'outside',
      )
      stops.push(stop)
      expect(stop, `after ${stops.length} times Tab`).not.toBe('outside')
      expect(stops.length).toBeLessThan(30)
    }
  }
  /** Opens what the bar over the diagram offers, by keys alone. */
  const openFromBar = async (page: Page, action: string, from?: string) => {
    const button = page.locator('.wiki-content .gliffy-toolbar').getByRole('button', { name: action }).first()
    if (from !== undefined) await press(page, page.getByRole('button', { name: from, exact: true }).first())
    await press(page, button)
  }

  test('the report of all diagrams is read and worked with by keyboard, at each width, in both themes', async ({
    openPage,
  }) => {
    await wiki.app.events.settled('diagram-summaries')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/admin/diagrams`)
    if (page.url().includes('authenticate')) {
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByLabel('Password').press('Enter')
    }
    const rows = page.getByRole('table', { name: 'Diagrams' })
    const names = async () =>
      (await rows.getByRole('rowheader').allInnerTexts()).map(text => (text.split('\n')[0] ?? '').slice(0, 9))
    await expect.poll(names).toEqual(['A diagram', 'Flow', 'Imported'])
    for (const { width, height } of WINDOW_SIZES) {
      await page.setViewportSize({ width, height })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await look(page, `diagrams report ${width} ${colorScheme}`)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })

    const search = page.getByRole('searchbox', { name: 'Find by diagram, page or space key' })
    await tabTo(page, search)
    await page.keyboard.type('nothing like it')
    await page.getByText('No diagram matches').waitFor()
    await look(page, 'diagrams report, nothing found')
    await press(page, page.getByRole('button', { name: 'Show all' }))
    await expect.poll(async () => (await names()).length).toBe(3)
    const header = rows.getByRole('columnheader', { name: 'Shown on' })
    await press(page, header.getByRole('button'))
    await expect.poll(async () => (await names())[0]).toBe('Flow')
    expect(await header.getAttribute('aria-sort')).toBe('descending')

    const count = rows.getByRole('button', { name: '12 – Pages that show “Flow”' })
    await press(page, count)
    const uses = page.getByRole('dialog', { name: 'Pages that show “Flow”' })
    await uses.getByRole('listitem').first().waitFor()
    expect(await uses.getByRole('listitem').count()).toBe(12)
    await look(page, 'diagrams report, pages that show one')
    await page.keyboard.press('Escape')
    await uses.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(count)).toBe(true)
    await press(page, rows.getByRole('button', { name: /Approximations in “Imported”$/ }))
    const approximations = page.getByRole('dialog', { name: 'Approximations in “Imported”' })
    await approximations
      .getByText(/unheard/)
      .first()
      .waitFor()
    await look(page, 'diagrams report, approximations')
    await page.keyboard.press('Escape')
    await approximations.waitFor({ state: 'detached' })
    const file = page.waitForEvent('download')
    await press(page, page.getByRole('link', { name: 'Download as CSV' }))
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  })

  test('the Embed dialog, its question and its error, by keyboard on a phone in the dark', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { ...PHONE, allowErrors: [/403 \(Forbidden\)/, /503/] })
    await view(page, linked)
    await openFromBar(page, 'Embed')
    const dialog = page.locator('#embed-diagram')
    const targets = dialog.getByRole('radio')
    await targets.first().waitFor({ state: 'attached' })
    await lookAtDialog(page, dialog, 'embed dialog phone dark')
    const field = dialog.getByLabel('Link', { exact: true })
    const calls = '**/rest/gliffy/1.0/embeddedDiagrams'
    await page.route(calls, route =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"The wiki is busy."}' }),
    )
    await tabTo(page, targets.first())
    await page.keyboard.press('Space')
    await dialog.getByText('The wiki is busy.').waitFor()
    await look(page, 'embed dialog phone dark, refused')
    await page.unroute(calls)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => field.inputValue()).toMatch(/^!http.*\/embed\/[\w-]{43}!$/)
    await look(page, 'embed dialog phone dark, chosen')
    const path = new URL((await field.inputValue()).replaceAll('!', '')).pathname
    expect((await wiki.anonymous.get(path)).status).toBe(200)

    await press(page, dialog.getByRole('button', { name: 'Deactivate All Embed Links' }))
    const question = page.getByRole('alertdialog')
    await question.getByText('All embedded diagrams will no longer be viewable anywhere.').waitFor()
    await lookAtDialog(page, question, 'embed question phone dark')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'Deactivate All Embed Links' }))).toBe(true)
    await page.keyboard.press('Enter')
    await press(page, question.getByRole('button', { name: 'OK' }))
    await dialog.getByText('The link has been deactivated').waitFor()
    expect((await wiki.anonymous.get(path)).status).toBe(404)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const button = page.locator('.gliffy-toolbar').getByRole('button', { name: 'Embed' })
    await expect.poll(() => hasFocus(button), { message: 'focus is back' }).toBe(true)

    await page.route(/\/diagrams\/Flow\/permission$/, route =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{}' }),
    )
    await page.keyboard.press('Enter')
    const error = page.locator('#embed-diagram-error')
    await error.getByText('Please save the diagram and document to generate an embed link!').waitFor()
    await lookAtDialog(page, error, 'embed error phone dark')
    await press(page, error.locator('footer').getByRole('button', { name: 'Close' }))
    await error.waitFor({ state: 'detached' })
  })

  test('both Unlink dialogs, by keyboard on a phone in the dark', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, PHONE)
    await view(page, linked)
    await openFromBar(page, 'Unlink Diagram', 'More')
    const dialog = page.getByRole('dialog', { name: 'Unlink Diagram?' })
    await lookAtDialog(page, dialog, 'unlink dialog phone dark')
    const name = dialog.getByRole('textbox')
    await tabTo(page, name)
    await page.keyboard.type('?')
    await dialog.getByText('The diagram name cannot contain any of the following characters').waitFor()
    await lookAtDialog(page, dialog, 'unlink dialog phone dark, refused')
    await tabTo(page, name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${linked}`)
    const node = page.locator('.ox-diagram-node img').first()
    await node.click()
    await page.getByRole('button', { name: 'More tools' }).press('Enter')
    await page.getByRole('button', { name: 'Unlink Diagram', exact: true }).press('Enter')
    const inEditor = page.getByRole('dialog', { name: 'Unlink Diagram', exact: true })
    await lookAtDialog(page, inEditor, 'unlink dialog of the editor phone dark')
    await tabTo(page, inEditor.getByRole('textbox', { name: 'Diagram Name' }))
    await page.keyboard.type('=')
    await inEditor.getByText('The diagram name cannot contain any of the following characters').waitFor()
    await lookAtDialog(page, inEditor, 'unlink dialog of the editor phone dark, refused')
    await tabTo(page, inEditor.getByRole('textbox', { name: 'Diagram Name' }))
    await page.keyboard.press('Escape')
    await inEditor.waitFor({ state: 'detached' })
  })

  test('the choices of a version, to edit and to display, by keyboard on a phone in the dark', async ({ openPage }) => {
    const id = await create('Pinned', gliffy({ name: 'Flow', pageid: owner, version: '1' }))
    const page = await openSignedIn(openPage, wiki, ADMIN, PHONE)
    await view(page, id)
    await press(page, page.locator('.gliffy-toolbar').getByText('Edit', { exact: true }))
    const edit = page.getByRole('dialog', { name: 'Select Diagram Version to Edit' })
    const pictures = edit.locator('label img')
    await expect
      .poll(() => pictures.evaluateAll(all => all.map(image => (image as HTMLImageElement).naturalWidth > 50)))
      .toEqual([true, true])
    await lookAtDialog(page, edit, 'version to edit phone dark')
    await tabTo(page, edit.getByRole('radio', { name: 'Version 1' }))
    await page.keyboard.press('ArrowRight')
    expect(await edit.getByRole('radio', { name: 'Latest' }).isChecked()).toBe(true)
    await look(page, 'version to edit phone dark, latest')
    await press(page, edit.getByRole('button', { name: 'Cancel' }))
    await edit.waitFor({ state: 'detached' })

    const edited = new URLSearchParams({
      name: 'Flow',
      ceoid: owner,
      isPinned: 'true',
      inline: 'false',
      originalAttachmentVersion: '1',
    })
    await page.evaluate(value => localStorage.setItem('gliffy-diagram-edited', value), `/x?${edited}`)
    await page.reload()
    const display = page.getByRole('dialog', { name: 'Select Diagram Version to Display' })
    await display.getByRole('radio').first().waitFor({ state: 'attached' })
    await lookAtDialog(page, display, 'version to display phone dark')
    await tabTo(page, display.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Escape')
    await display.waitFor({ state: 'detached' })
  })

  test('Copy To, with its three targets, by keyboard on a phone in the dark', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, PHONE)
    await view(page, linked)
    await openFromBar(page, 'Copy Diagram', 'More')
    const dialog = page.getByRole('dialog', { name: 'Copy To' })
    await lookAtDialog(page, dialog, 'copy to this page phone dark')
    await tabTo(page, dialog.getByRole('radio', { name: 'This Page' }))
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => dialog.getByRole('radio', { name: 'New Page' }).isChecked()).toBe(true)
    const title = dialog.getByRole('textbox', { name: 'Page Title' })
    await tabTo(page, title)
    await page.keyboard.type('x')
    await page.keyboard.press('Backspace')
    await look(page, 'copy to a new page phone dark')
    await tabTo(page, dialog.getByRole('radio', { name: 'New Page' }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await dialog.locator('tbody tr').first().waitFor()
    await look(page, 'copy to an existing page phone dark')
    await tabTo(page, dialog.getByRole('searchbox', { name: 'Search' }))
    await page.keyboard.type('nothing')
    await expect.poll(() => dialog.locator('tbody tr').count()).toBe(0)
    await look(page, 'copy to an existing page phone dark, nothing found')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await wiki.admin.get(`/rest/gliffy/1.0/page/${linked}/diagrams`)).toMatchObject({ json: [] })
  })

  test('an embed link shows its diagram within a frame of an allowed site, and of no other', async ({ openPage }) => {
    const { port } = site.address() as AddressInfo
    const { results } = (await wiki.admin.get(`/rest/api/content/${owner}/child/attachment?filename=Flow`)).json
    const made = await wiki.admin.post('/rest/gliffy/1.0/embeddedDiagrams', {
      pageId: owner,
      attachmentId: (results[0].id as string).replace('att', ''),
    })
    const { embedUrl } = made.json as { embedUrl: string }
    const [allowed, refused] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`] as const
    expect((await wiki.admin.put(EMBEDDING, { origins: [allowed] })).status).toBe(200)
    const visitor = await openPage({ allowErrors: [/frame-ancestors/] })
    const violations: string[] = []
    visitor.on('console', message => {
      if (message.type() === 'error') violations.push(message.text())
    })
    const framed = (from: string) => visitor.goto(`${from}/?frame=${encodeURIComponent(embedUrl)}`)
    await framed(allowed)
    const picture = visitor.frameLocator('iframe').locator('main img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    expect(await picture.getAttribute('alt')).toBe('Flow: Order Pay Ship Return')
    await screenshot(visitor, 'diagram framed by an allowed site')
    expect(violations).toEqual([])

    await framed(refused)
    await expect.poll(() => violations.join()).toMatch(/frame-ancestors/)
    expect(await visitor.frameLocator('iframe').locator('img[alt^=Flow]').count()).toBe(0)
    await screenshot(visitor, 'diagram framed by another site')
    // Taken from the list, a site shows it no longer.
    expect((await wiki.admin.put(EMBEDDING, { origins: [] })).status).toBe(200)
    violations.length = 0
    await framed(allowed)
    await expect.poll(() => violations.join()).toMatch(/frame-ancestors/)
  })
})
