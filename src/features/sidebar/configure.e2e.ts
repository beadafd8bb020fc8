import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, screenshot, test, type OpenPage, type PageOptions } from '../../../test/browser.ts'
import type { SidebarLink } from './contract.ts'
import { created, signedIn } from './testing/browser.ts'

describe('configuring the sidebar of a space', () => {
  let wiki: TestWiki

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.addUser('reader', { password: 'correct horse battery' })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    const top = await created(wiki, 'Top')
    await created(wiki, 'Below', { ancestors: [{ id: top.id }] })
  })
  afterAll(() => wiki.close())

  const links = async (group: string) =>
    (await wiki.admin.get(`/rest/ia/1.0/link/${group}?spaceKey=DOCS&includeHidden=true`)).json as SidebarLink[]
  const titles = async (group: string) => (await links(group)).map(link => link.title)
  const side = (page: Page) => page.locator('#ox-sidebar')
  const width = async (page: Page) => Math.round((await side(page).boundingBox())?.width ?? 0)
  const open = async (openPage: OpenPage, options: PageOptions = {}) => {
    const page = await signedIn(openPage, wiki, options)
    await page.goto(`${wiki.url}/display/DOCS/Top`)
    await page.locator('#space-tools-menu-trigger[aria-haspopup]').waitFor({ state: 'attached' })
    return page
  }
  const configure = async (page: Page) => {
    await page.getByRole('button', { name: 'Space tools' }).click()
    await page.getByRole('dialog', { name: 'Space tools' }).getByRole('button', { name: 'Configure sidebar' }).click()
    await page.getByRole('heading', { name: 'Configure sidebar' }).waitFor()
  }
  const table = (page: Page, name: string) => side(page).getByRole('table', { name })
  const rows = (page: Page, name: string) => table(page, name).getByRole('rowheader').allInnerTexts()
  const done = async (page: Page) => {
    await side(page).getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Space tools' }).waitFor()
  }
  /** Bodies of the posts that change an option. */
  const optionsSent = (page: Page) => {
    const sent: unknown[] = []
    page.on('request', request => {
      if (request.url().endsWith('/rest/ia/1.0/space/option')) sent.push(request.postDataJSON())
    })
    return sent
  }

  test('shortcuts are added; the tip shows while there are none [V6-04] [V2.2-04] [V4.2-01] [V4.2-02] [V2.2-01]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    const other = await signedIn(openPage, wiki, {}, { username: 'reader', password: 'correct horse battery' })
    await other.goto(`${wiki.url}/display/DOCS/Top`)
    await other.getByRole('button', { name: 'Space tools' }).waitFor()
    await expect.poll(() => other.getByText('Add links here to the pages').count()).toBe(0)
    await side(page).getByText('Add links here to the pages that your team opens most.').waitFor()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/\/rest\/ia\/1\.0\/link\/quick/, async route => {
      await held
      await route.continue()
    })
    await side(page).locator('.ox-side-tip').getByRole('button', { name: 'Configure sidebar' }).click()
    await side(page).getByRole('status').filter({ hasText: 'Loading the links…' }).waitFor()
    await expect.poll(() => side(page).getByRole('table').count()).toBe(0)
    release()
    await table(page, 'Main links').waitFor()
    await table(page, 'Space shortcuts').waitFor({ state: 'attached' })
    await expect.poll(() => side(page).getByRole('status').filter({ hasText: 'Loading the links…' }).count()).toBe(0)
    for (const [url, title] of [
      ['https://example.org/one', 'One'],
      ['https://example.org/two', 'Two'],
    ] as const) {
      await side(page).getByRole('button', { name: 'Add link' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add link' })
      await dialog.getByText('An address').click()
      await dialog.getByRole('textbox', { name: /^Address/ }).fill(url)
      await dialog.getByRole('textbox', { name: /^Link text/ }).fill(title)
      await dialog.getByRole('button', { name: 'Add link' }).click()
      await table(page, 'Space shortcuts').getByText(title).waitFor()
    }
    await side(page).getByRole('button', { name: 'Add link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add link' })
    await dialog.getByRole('combobox', { name: /^Page, post, file or space/ }).fill('Below')
    await page.getByRole('option', { name: 'Below' }).click()
    await dialog.getByRole('button', { name: 'Add link' }).click()
    await table(page, 'Space shortcuts').getByText('Below').waitFor()
    expect(await rows(page, 'Space shortcuts')).toEqual(['Below', 'Two', 'One'])
    await screenshot(page, 'sidebar configure')
  })

  test('rows are dragged into another order, hidden and removed; leaving fetches the links again [V2.2-02] [V2.2-03] [V2.2-07] [V4.2-03] [V4.2-05] [V4.5-01] [V4.5-02] [V5-10]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    await configure(page)
    const shortcuts = table(page, 'Space shortcuts')
    const main = table(page, 'Main links')
    await shortcuts
      .getByRole('row', { name: 'One' })
      .dragTo(shortcuts.getByRole('row', { name: 'Below' }), { targetPosition: { x: 40, y: 3 } })
    await expect.poll(() => rows(page, 'Space shortcuts')).toEqual(['One', 'Below', 'Two'])
    await expect.poll(() => titles('quick')).toEqual(['Two', 'Below', 'One'])
    await main
      .getByRole('row', { name: 'Pages' })
      .dragTo(main.getByRole('row', { name: 'Blog' }), { targetPosition: { x: 40, y: 33 } })
    await expect.poll(() => titles('main')).toEqual(['Blog', 'Pages'])
    await page.reload()
    await page.getByRole('button', { name: 'Space tools' }).waitFor()
    await expect
      .poll(() => side(page).locator('.ox-side > .ox-side-links a').allInnerTexts())
      .toEqual(['Blog', 'Pages'])
    await configure(page)
    await main.getByRole('button', { name: 'Move Pages up' }).click()
    await expect.poll(() => titles('main')).toEqual(['Pages', 'Blog'])
    // Main links are hidden, shortcuts removed, and not the other way.
    await expect.poll(() => main.getByRole('button', { name: /^Remove/ }).count()).toBe(0)
    await expect.poll(() => shortcuts.getByRole('button', { name: /^(Hide|Show)/ }).count()).toBe(0)
    await expect.poll(() => main.getByRole('button', { name: /^Hide/ }).count()).toBe(2)
    await expect.poll(() => shortcuts.getByRole('button', { name: /^Remove/ }).count()).toBe(3)
    await main.getByRole('button', { name: 'Hide Blog' }).click()
    await main.getByRole('button', { name: 'Show Blog' }).waitFor()
    await shortcuts.getByRole('button', { name: 'Remove Two' }).click()
    await expect.poll(() => titles('quick')).toEqual(['Below', 'One'])
    const fetched: string[] = []
    let documents = 0
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.pathname.startsWith('/rest/ia/1.0/link/')) fetched.push(url.pathname + url.search)
      if (request.resourceType() === 'document') documents++
    })
    await done(page)
    expect(fetched).toEqual(
      expect.arrayContaining([
        '/rest/ia/1.0/link/main?spaceKey=DOCS&includeHidden=false',
        '/rest/ia/1.0/link/quick?spaceKey=DOCS',
      ]),
    )
    expect(documents).toBe(0)
    await expect.poll(() => side(page).locator('.ox-side > .ox-side-links a').allInnerTexts()).toEqual(['Pages'])
    await expect.poll(() => side(page).locator('.ox-side-section a').allInnerTexts()).toEqual(['One', 'Below'])
    await configure(page)
    await main.getByRole('button', { name: 'Show Blog' }).click()
    await main.getByRole('button', { name: 'Hide Blog' }).waitFor()
    await done(page)
    await expect
      .poll(() => side(page).locator('.ox-side > .ox-side-links a').allInnerTexts())
      .toEqual(['Pages', 'Blog'])
    await page.reload()
    await page.getByRole('button', { name: 'Space tools' }).waitFor()
    await expect.poll(() => side(page).locator('.ox-side-section a').allInnerTexts()).toEqual(['One', 'Below'])
  })

  test('it is 285 px wide at least, and does not collapse meanwhile [V4.1-05] [V4.1-06] [V9-04]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    await page.evaluate(() => {
      localStorage.setItem('confluence-sidebar.width', '200')
      localStorage.setItem('confluence-sidebar.expanded-width', '200')
    })
    await page.reload()
    await page.locator('#space-tools-menu-trigger[aria-haspopup]').waitFor({ state: 'attached' })
    await expect.poll(() => width(page)).toBe(200)
    await configure(page)
    await expect.poll(() => width(page)).toBe(285)
    const chevron = page.locator('.ox-sidebar-toggle')
    await expect.poll(() => chevron.isDisabled()).toBe(true)
    await page.mouse.click(285, 400)
    await page.keyboard.press('[')
    await expect.poll(() => width(page)).toBe(285)
    await done(page)
    await expect.poll(() => width(page)).toBe(200)
    await expect.poll(() => chevron.isDisabled()).toBe(false)
  })

  test('what shows is switched, and sent at once [V2.2-05] [V2.2-06] [V5-06] [V5-07] [V5-08] [V4.2-04]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    const sent = optionsSent(page)
    await configure(page)
    const shortcuts = side(page).getByRole('switch', { name: 'Show the shortcuts' })
    const navigation = side(page).getByRole('switch', { name: 'Show the navigation' })
    const radios = side(page).getByRole('radio')
    await side(page).getByRole('heading', { name: 'Navigation display options' }).waitFor()
    await expect
      .poll(() => side(page).getByRole('radiogroup').locator('label').allInnerTexts())
      .toEqual(['Child pages', 'Page tree'])
    await side(page).getByText('Show the shortcuts').click()
    await expect.poll(() => shortcuts.isChecked()).toBe(false)
    await expect.poll(() => side(page).getByRole('button', { name: 'Add link' }).isDisabled()).toBe(true)
    await done(page)
    await expect.poll(() => side(page).getByText('Space shortcuts').count()).toBe(0)
    await configure(page)
    await side(page).getByText('Show the shortcuts').click()
    await expect.poll(() => side(page).getByRole('button', { name: 'Add link' }).isEnabled()).toBe(true)
    await side(page).getByText('Show the navigation').click()
    await expect.poll(() => navigation.isChecked()).toBe(false)
    for (const radio of await radios.all()) await expect.poll(() => radio.isDisabled()).toBe(true)
    let documents = 0
    page.on('request', request => {
      if (request.resourceType() === 'document') documents++
    })
    await done(page)
    await page.waitForLoadState()
    await expect.poll(() => documents).toBe(1)
    await page.getByRole('button', { name: 'Space tools' }).waitFor()
    await expect.poll(() => page.getByRole('tree', { name: 'Pages' }).count()).toBe(0)
    await configure(page)
    await side(page).getByText('Show the navigation').click()
    await expect.poll(() => radios.first().isEnabled()).toBe(true)
    await side(page).getByText('Child pages', { exact: true }).click()
    await expect.poll(() => sent.length).toBe(5)
    await done(page)
    await page.getByRole('navigation', { name: 'Child pages' }).getByRole('link', { name: 'Below' }).waitFor()
    await expect.poll(() => documents).toBe(2)
    expect(sent).toEqual([
      { spaceKey: 'DOCS', option: 'quick-links-state', value: 'hide' },
      { spaceKey: 'DOCS', option: 'quick-links-state', value: 'show' },
      { spaceKey: 'DOCS', option: 'page-tree-state', value: 'hide' },
      { spaceKey: 'DOCS', option: 'page-tree-state', value: 'show' },
      { spaceKey: 'DOCS', option: 'nav-type', value: 'pages' },
    ])
  })

  test('a dialog that cannot be loaded is logged [V8-15]', async ({ openPage }) => {
    const page = await open(openPage, { allowErrors: [/Failed to load/, /ERR_FAILED/] })
    await configure(page)
    await table(page, 'Main links').waitFor()
    await page.route(/AddLinkDialog/, route => route.abort())
    const logged = page.waitForEvent(
      'console',
      message => message.type() === 'error' && message.text().startsWith('Failed to load editor resources'),
    )
    await side(page).getByRole('button', { name: 'Add link' }).click()
    await logged
    await page.getByText('The dialog could not be loaded').waitFor()
  })
})
