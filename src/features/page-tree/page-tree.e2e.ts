import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { LEVEL_SIZE } from './server/tree.ts'
import {
  expect,
  openSignedIn,
  screenshot,
  test,
  type OpenPage,
  type PageOptions,
  WINDOW_SIZES,
} from '../../../test/browser.ts'

const CHILDREN = '**/plugins/pagetree/naturalchildren.action*'
const PHONE = { viewport: { width: 375, height: 812 } }

const macro = (name: string, parameters: Record<string, string> = {}) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

describe('page trees in the browser', () => {
  let wiki: TestWiki
  const ids: Record<string, string> = {}

  const create = async (title: string, parent: string | undefined, value = '') => {
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title,
      space: { key: 'TRE' },
      ...(parent ? { ancestors: [{ id: parent }] } : {}),
      body: { storage: { value, representation: 'storage' } },
    })
    expect(made.status, made.text).toBe(200)
    ids[title] = String(made.json.id)
  }
  /** Opens a page with the tree in it. */
  const open = async (openPage: OpenPage, title: string, options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids[title]}`)
    if (options.javaScriptEnabled !== false) await started(page)
    return page
  }
  const started = (page: Page) =>
    page.locator('[data-macro-name="pagetree"][data-started]').waitFor({ state: 'attached' })
  const toggle = (page: Page, title: string) =>
    page.locator('.plugin_pagetree').getByRole('button', { name: `Pages below ${title}` })
  const link = (page: Page, title: string) =>
    page.locator('.plugin_pagetree').getByRole('link', { name: title, exact: true })
  const shown = (page: Page) =>
    page.locator('.plugin_pagetree .plugin_pagetree_children_span > a:visible').allTextContents()
  /** Addresses at which children were asked for, from now on. */
  const requests = (page: Page) => {
    const found: URL[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/naturalchildren.action')) found.push(url)
    })
    return found
  }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'TRE', name: 'Trees' })
    await create(
      'Garden',
      undefined,
      macro('pagetree', { root: '@self', expandCollapseAll: 'true', searchBox: 'true' }),
    )
    await create('Fruit', ids['Garden'])
    await create(
      'Apples of the orchard behind the old mill, by variety and by the month of their harvest',
      ids['Fruit'],
    )
    await create('Pears', ids['Fruit'], macro('pagetree', { root: 'Garden' }))
    await create('Conference pears', ids['Pears'])
    await create('Vegetables', ids['Garden'])
    await create('Carrots', ids['Vegetables'])
    await create('Tools', ids['Garden'])
    await create('Top', undefined, macro('pagetree', { root: '@none' }))
    await create('Whole space', undefined, macro('pagetree', { root: '@none', expandCollapseAll: 'true' }))
    await create('Search', undefined, macro('pagetreesearch', { rootPage: 'Garden' }))
  })
  afterAll(() => wiki.close())

  test('shows a hierarchy that opens and closes, by mouse and by key [P1-14] [P2.10-01] [P2.10-03] [P4.9-01]', async ({
    openPage,
  }) => {
    const page = await open(openPage, 'Garden')
    expect(await shown(page)).toEqual(['Fruit', 'Vegetables', 'Tools'])
    const fruit = toggle(page, 'Fruit')
    const chevron = () => fruit.evaluate(icon => getComputedStyle(icon, '::before').transform)
    const closed = await chevron()
    await expect.poll(() => fruit.getAttribute('aria-expanded')).toBe('false')
    expect(await fruit.getAttribute('class')).toContain('aui-iconfont-chevron-right')
    await fruit.click()
    await link(page, 'Pears').waitFor()
    expect((await shown(page)).slice(0, 1)).toEqual(['Fruit'])
    expect(await fruit.getAttribute('aria-expanded')).toBe('true')
    expect(await fruit.getAttribute('class')).toContain('aui-iconfont-chevron-down')
    expect(await fruit.getAttribute('class')).not.toContain('chevron-right')
    expect(await chevron()).not.toBe(closed)
    await fruit.focus()
    await page.keyboard.press('Enter')
    await link(page, 'Pears').waitFor({ state: 'hidden' })
    expect(await chevron()).toBe(closed)
    await page.keyboard.press('Space')
    await link(page, 'Pears').waitFor()
    await toggle(page, 'Pears').click()
    await link(page, 'Conference pears').waitFor()
    await link(page, 'Pears').click()
    await page.waitForURL('**/display/TRE/Pears')
    // The way to the page that is read is open, and the page is marked.
    await expect.poll(() => link(page, 'Pears').getAttribute('aria-current')).toBe('page')
  })

  test('loads the pages below a page once [P4.9-02] [P7.9-01] [P7.9-02]', async ({ openPage }) => {
    const page = await open(openPage, 'Garden')
    const asked = requests(page)
    const fruit = toggle(page, 'Fruit')
    await fruit.click()
    await link(page, 'Pears').waitFor()
    await fruit.click()
    await link(page, 'Pears').waitFor({ state: 'hidden' })
    await fruit.click()
    await link(page, 'Pears').waitFor()
    expect(asked).toHaveLength(1)
    const base = await page.locator('.plugin_pagetree input[name="treeRequestId"]').inputValue()
    expect(asked[0]?.href.slice(wiki.url.length).startsWith(`${base}&`)).toBe(true)
    const query = asked[0]?.searchParams
    expect(
      Object.fromEntries(
        ['hasRoot', 'pageId', 'spaceKey', 'treeId', 'startDepth', 'mobile', 'treePageId'].map(name => [
          name,
          query?.get(name),
        ]),
      ),
    ).toEqual({
      hasRoot: 'true',
      pageId: ids['Fruit'],
      spaceKey: null,
      treeId: '0',
      startDepth: '0',
      mobile: 'false',
      treePageId: ids['Garden'],
    })
    // Below a page that has others above it, these are named each.
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Pears']}`)
    await started(page)
    await toggle(page, 'Vegetables').click()
    await link(page, 'Carrots').waitFor()
    expect(asked[1]?.searchParams.getAll('ancestors')).toEqual([ids['Garden'], ids['Fruit']])
  })

  test('has its settings in hidden fields [P3-16]', async ({ openPage }) => {
    const page = await open(openPage, 'Pears')
    const fields = await page
      .locator('.plugin_pagetree fieldset.hidden input')
      .evaluateAll(inputs => inputs.map(input => [(input as HTMLInputElement).name, (input as HTMLInputElement).value]))
    expect(Object.fromEntries(fields)).toMatchObject({
      treeId: '0',
      treePageId: ids['Pears'],
      noRoot: 'false',
      rootPageId: ids['Garden'],
      rootPage: 'Garden',
      mobile: 'false',
      startDepth: '1',
      spaceKey: 'TRE',
      loginUrl: expect.stringMatching(/^\/login\.action\?os_destination=/) as string,
      treeRequestId: expect.stringMatching(/^\/plugins\/pagetree\/naturalchildren\.action\?/) as string,
      'i18n-pagetree.loading': 'Loading…',
      'i18n-pagetree.error.permission': 'You do not have permission to view these pages.',
      'i18n-pagetree.eeror.general': 'The pages could not be loaded. Try again.',
    })
    const ancestors = page.locator('fieldset.hidden > fieldset.hidden > input[name="ancestorId"]')
    expect(await ancestors.evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value))).toEqual([
      ids['Garden'],
      ids['Fruit'],
    ])
  })

  test('slides in 300 ms, and not at all for who prefers less motion [P4.9-03] [P9-23]', async ({ openPage }) => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const page = await open(openPage, 'Garden', { reducedMotion })
      await toggle(page, 'Fruit').click()
      await link(page, 'Pears').waitFor()
      const durations = await toggle(page, 'Fruit').evaluate(button => {
        const container = document.getElementById(button.getAttribute('aria-controls') ?? '')
        const running = () => container?.getAnimations().map(one => one.effect?.getComputedTiming().duration)
        return [1, 2].map(() => {
          ;(button as HTMLElement).click()
          return running()
        })
      })
      expect(durations).toEqual(reducedMotion === 'reduce' ? [[], []] : [[300], [300]])
      expect(await toggle(page, 'Fruit').getAttribute('aria-expanded')).toBe('true')
      await link(page, 'Pears').waitFor()
    }
  })

  test('opens and closes everything [P2.10-02] [P4.9-04] [P4.9-05] [P9-25]', async ({ openPage }) => {
    const page = await open(openPage, 'Garden')
    const asked = requests(page)
    const containers = () =>
      page
        .locator('.plugin_pagetree_children_container')
        .evaluateAll(elements => elements.map(one => [one.childElementCount > 0, one.checkVisibility()]))
    await page.getByRole('button', { name: 'Expand all' }).click()
    await link(page, 'Conference pears').waitFor()
    expect(asked.map(url => url.searchParams.get('startDepth'))).toEqual(['999'])
    // Those with pages are open, and those of leaves hidden.
    const all = await containers()
    expect(all).toHaveLength(7)
    expect(all.filter(([isFull]) => isFull)).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ])
    expect(all.filter(([isFull]) => !isFull).map(([, isVisible]) => isVisible)).toEqual([false, false, false, false])
    await page.getByRole('button', { name: 'Collapse all' }).press('Enter')
    expect((await containers()).map(([, isVisible]) => isVisible)).toEqual(all.map(() => false))
    expect(await page.locator('.plugin_pagetree [aria-expanded="true"]').count()).toBe(0)
    expect(await shown(page)).toEqual(['Fruit', 'Vegetables', 'Tools'])
    await toggle(page, 'Fruit').click()
    await link(page, 'Pears').waitFor()
    expect(asked).toHaveLength(1)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Top']}`)
    expect(await page.getByRole('button', { name: 'Expand all' }).count()).toBe(0)
    // A tree without a root asks for the space.
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Whole space']}`)
    await started(page)
    expect(await page.locator('.plugin_pagetree input[name="noRoot"]').inputValue()).toBe('true')
    await page.getByRole('button', { name: 'Expand all' }).click()
    await link(page, 'Conference pears').waitFor()
    const { searchParams } = asked.at(-1) ?? new URL(wiki.url)
    expect(['hasRoot', 'spaceKey', 'pageId'].map(name => searchParams.get(name))).toEqual(['false', 'TRE', null])
  })

  test('shows the rest of a long level in its place', async ({ openPage }) => {
    await create('Seeds', undefined, macro('pagetree', { root: '@self' }))
    for (let number = 1; number <= LEVEL_SIZE + 1; number++) await create(`Seed ${number}`, ids['Seeds'])
    const page = await open(openPage, 'Seeds')
    const last = link(page, `Seed ${LEVEL_SIZE + 1}`)
    expect(await shown(page)).toHaveLength(LEVEL_SIZE)
    await page.getByRole('link', { name: 'Show more pages' }).press('Enter')
    await last.waitFor()
    expect(await shown(page)).toHaveLength(LEVEL_SIZE + 1)
    expect(await last.evaluate(one => one === document.activeElement)).toBe(true)
    expect(await page.getByRole('link', { name: 'Show more pages' }).count()).toBe(0)
    expect(new URL(page.url()).searchParams.get('pageId')).toBe(ids['Seeds'])
  })

  test('says what has failed, and tries again [P8-12] [P8-13]', async ({ openPage }) => {
    const page = await open(openPage, 'Garden', { allowErrors: [/status of (?:403|500)/, /ERR_FAILED/] })
    const alert = page.locator('.plugin_pagetree').getByRole('alert')
    const failing = [
      [403, 'You do not have permission to view these pages.'],
      [500, 'The pages could not be loaded. Try again.'],
      [undefined, 'The pages could not be loaded. Try again.'],
    ] as const
    for (const [status, words] of failing) {
      await page.route(CHILDREN, route => (status ? route.fulfill({ status, body: 'no' }) : route.abort()))
      await toggle(page, 'Fruit').click()
      await expect.poll(() => alert.allTextContents()).toEqual([words])
      expect(await toggle(page, 'Fruit').getAttribute('aria-expanded')).toBe('false')
      await page.unroute(CHILDREN)
    }
    await toggle(page, 'Fruit').click()
    await link(page, 'Pears').waitFor()
    expect(await alert.count()).toBe(0)
  })

  test('goes to sign in when the answer is no list [P5-14] [P8-14]', async ({ openPage }) => {
    const page = await open(openPage, 'Garden')
    const login = await page.locator('.plugin_pagetree input[name="loginUrl"]').inputValue()
    const opened: string[] = []
    // A signed-in user is led on at once.
    page.on('request', request => opened.push(request.url().slice(wiki.url.length)))
    await page.route(CHILDREN, route => route.fulfill({ contentType: 'text/html', body: '<p>Who are you?</p>' }))
    await toggle(page, 'Fruit').click()
    await expect.poll(() => opened).toContain(login)
    await page.unroute(CHILDREN)
    // The same where the session has really ended.
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Garden']}`)
    await started(page)
    await page.context().clearCookies()
    await toggle(page, 'Fruit').click()
    await page.waitForURL(`${wiki.url}${login}`)
    await page.getByLabel('Password').waitFor()
  })

  test('has a spinner on a narrow screen after 250 ms [P9-24]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, PHONE)
    await page.clock.install()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Garden']}`)
    await started(page)
    let answer = () => {}
    const asked = new Promise<string>(resolve => {
      void page.route(CHILDREN, async route => {
        resolve(route.request().url())
        await new Promise<void>(release => (answer = release))
        await route.continue()
      })
    })
    const spinner = page.locator('.plugin_pagetree_loading')
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await toggle(page, 'Fruit').evaluate(button => (button as HTMLElement).click())
    expect(new URL(await asked).searchParams.get('mobile')).toBe('true')
    await page.clock.runFor(249)
    expect(await spinner.count()).toBe(0)
    await page.clock.runFor(1)
    expect(await spinner.isVisible()).toBe(true)
    expect(await spinner.textContent()).toBe('Loading…')
    answer()
    await link(page, 'Pears').waitFor()
    expect(await spinner.count()).toBe(0)
  })

  test('has a search that flies out on a narrow screen [P2.10-04]', async ({ openPage }) => {
    for (const title of ['Garden', 'Pears']) {
      const page = await open(openPage, title, PHONE)
      const button = page.getByRole('button', { name: 'Search the pages of this tree' })
      const box = page.getByRole('searchbox', { name: 'Search the pages of this tree' })
      await box.waitFor({ state: 'hidden' })
      await button.click()
      await box.waitFor()
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      await screenshot(page, `page tree flyout ${title}`)
      await page.keyboard.press('Escape')
      await box.waitFor({ state: 'hidden' })
      expect(await button.evaluate(one => one === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await box.fill('pears')
      await box.press('Enter')
      await page.waitForURL('**/dosearchsite.action?cql=*')
      expect(new URL(page.url()).searchParams.get('cql')).toContain(`ancestor = ${ids['Garden']}`)
    }
  })

  test('searches below its root', async ({ openPage }) => {
    for (const title of ['Garden', 'Search']) {
      const page = await openSignedIn(openPage, wiki, ADMIN)
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids[title]}`)
      await page.getByRole('searchbox', { name: 'Search the pages of this tree' }).fill('carrots')
      await page.locator('.plugin_pagetree_pagetreesearch').getByRole('button', { name: 'Search' }).click()
      await page.waitForURL('**/dosearchsite.action?cql=*')
      await page.locator('#main').getByRole('link', { name: 'Carrots' }).first().waitFor()
    }
  })

  test('is a list of links without script', async ({ openPage }) => {
    const page = await open(openPage, 'Pears', { javaScriptEnabled: false })
    expect((await shown(page)).slice(0, 1)).toEqual(['Fruit'])
    expect(await link(page, 'Pears').getAttribute('href')).toBe('/display/TRE/Pears')
    expect(await page.locator('.plugin_pagetree').getByRole('button').count()).toBe(0)
  })

  test('fits any width', async ({ openPage }) => {
    for (const viewport of WINDOW_SIZES) {
      const page = await open(openPage, 'Garden', { viewport })
      await page.getByRole('button', { name: 'Expand all' }).click()
      await link(page, 'Conference pears').waitFor()
      await screenshot(page, `page tree ${viewport.width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
})
