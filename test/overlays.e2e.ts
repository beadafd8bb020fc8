import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'
import { expect, type OpenPage, openSignedIn, test, viewports } from './browser.ts'

/** One of each kind of overlay, and how it is opened. */
const OVERLAYS: readonly { kind: string; open: (page: Page) => Promise<void> }[] = [
  { kind: 'a dialog', open: page => choose(page, 'action-move-page-dialog-link', 'Move page') },
  { kind: 'a dialog that asks', open: page => choose(page, 'action-remove-content-link', 'Delete page') },
  {
    kind: 'a list in a dialog',
    async open(page) {
      await choose(page, 'action-move-page-dialog-link', 'Move page')
      await page.getByRole('dialog').getByText('Documentation Home').click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Position/ })
        .click()
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    kind: 'the list of shortcuts',
    async open(page) {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
  },
  {
    kind: 'the menu of the page',
    async open(page) {
      await page.locator('#action-menu-link').click()
      await page.locator('#action-remove-content-link').focus()
    },
  },
  {
    kind: 'a menu of the top bar',
    async open(page) {
      await page.locator('#space-menu-link').click()
      await page.locator('#space-directory-link').focus()
    },
  },
]

async function choose(page: Page, link: string, title: string): Promise<void> {
  await page.locator('#action-menu-link').click()
  await page.locator(`#${link}`).click()
  await page
    .getByRole('dialog', { name: title })
    .or(page.getByRole('alertdialog', { name: title }))
    .waitFor()
}

describe('what is open above the page', () => {
  let wiki: TestWiki
  let pageId = ''
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    const made = await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Below', space: { key: 'DOCS' } })
    expect(made.status, made.text).toBe(200)
    pageId = made.json.id as string
  })
  afterAll(() => wiki.close())

  /** The page's reaction to an event is known when the last listener has run: nothing here waits and hopes. */
  const watch = (page: Page) =>
    page.evaluate(() => {
      const taken: string[] = []
      Object.assign(window, { taken })
      addEventListener('keydown', event => {
        if (event.defaultPrevented) taken.push(event.key)
      })
      addEventListener('drop', event => {
        if (event.defaultPrevented) taken.push('drop')
      })
    })
  const taken = (page: Page) => page.evaluate(() => (window as unknown as { taken: string[] }).taken.splice(0))
  const drop = (page: Page) =>
    page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.txt'))
      document
        .querySelector('#main')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
  const view = async (openPage: OpenPage, options = {}) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.route('**/plugins/drag-and-drop/**', route => route.abort())
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    await watch(page)
    return page
  }

  test.for(OVERLAYS)('keeps keys and files from the page: $kind [I5-06]', async ({ open }, { openPage }) => {
    const page = await view(openPage)
    await open(page)
    await taken(page)
    for (const key of ['e', 'm', 'l', 'c', '/']) await page.keyboard.press(key)
    await drop(page)
    expect(await taken(page)).toEqual([])
    // The same press does what it is for once nothing is above the page.
    await page.reload()
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    await page.keyboard.press('e')
    await page.waitForURL(/editpage\.action/)
  })

  test('tells which items of a menu have a tick', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${pageId}`)
    await page.getByRole('textbox', { name: 'Page text' }).click()
    await page.getByRole('button', { name: /^Style of the paragraph/ }).click()
    const items = page.getByRole('menu').getByRole('menuitemcheckbox')
    await items.first().waitFor()
    const ticked = items.and(page.locator('[aria-checked=true]'))
    expect(await ticked.allInnerTexts()).toEqual([expect.stringContaining('Normal text')])
    expect(await items.count()).toBeGreaterThan(5)
    await page.getByRole('menuitemcheckbox', { name: 'Heading 2' }).click()
    await page.getByRole('button', { name: /^Style of the paragraph/ }).click()
    await expect.poll(() => ticked.allInnerTexts()).toEqual([expect.stringContaining('Heading 2')])
  })

  test('keeps keys and files from the page: the drawer of narrow windows', async ({ openPage }) => {
    const page = await view(openPage, { viewport: viewports.phone })
    await page
      .getByRole('button', { name: /sidebar|menu/i })
      .first()
      .click()
    await expect.poll(() => page.locator('.ox-column').evaluate(column => (column as HTMLElement).inert)).toBe(true)
    await page.keyboard.press('e')
    await drop(page)
    expect(await taken(page)).toEqual([])
  })

  test('keeps keys from the text that is edited: the diagram editor', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${pageId}`)
    const text = page.getByRole('textbox', { name: 'Page text' })
    await text.click()
    await page.keyboard.type('/diagram')
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog.ox-diagram-inline')
    await dialog.waitFor()
    await page.frameLocator('#gliffy-editor').getByRole('application', { name: 'Drawing area' }).waitFor()
    await watch(page)
    // The frame handles its own keys; keys pressed beside it come to the page.
    await dialog.evaluate(element => {
      element.tabIndex = -1
      element.focus()
    })
    await page.keyboard.press('Control+Enter')
    expect(await taken(page)).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/pages/editpage.action')
  })
})
