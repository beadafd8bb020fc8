import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
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

/** Far more than a screen of text. */
const LONG = Array.from(
  { length: 120 },
  (_, line) => `<p>Line ${line} of a long page, so that there is something to scroll through.</p>`,
).join('')

describe('a page while it is read', () => {
  let wiki: TestWiki
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'READ', name: 'Reading' })
    for (const [title, value] of [
      ['Long', LONG],
      ['Short', '<p>short</p>'],
    ] as const) {
      const made = await wiki.admin.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'READ' },
        body: { storage: { value, representation: 'storage' } },
      })
      ids[title] = made.json.id as string
    }
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const view = async (page: Page, title: string, more = '') => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids[title]}${more}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
  }

  test('its bars stay, give way to reading on and come back when one turns back [V1-12] [V4.9-01] [V4.9-02] [V4.9-03] [V4.9-04] [V4.9-05] [V9-10] [V9-11]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    await view(page, 'Long')
    const bar = page.locator('.ox-strip')
    const look = () =>
      bar.evaluate(element =>
        ['fixed', 'hidden', 'overlay'].filter(name => element.hasAttribute(`data-${name}`)).join(' '),
      )
    // Browsers report scrolling once a frame: each step is seen by itself after a frame.
    const scroll = (y: number) =>
      page.evaluate(
        top =>
          new Promise(resolve => {
            window.scrollTo(0, top)
            requestAnimationFrame(() => requestAnimationFrame(resolve))
          }),
        y,
      )
    const top = (selector: string) =>
      page.locator(selector).evaluate(element => Math.round(element.getBoundingClientRect().top))
    expect(await look()).toBe('')
    await scroll(40)
    await expect.poll(look).toBe('fixed')
    expect([await top('#header'), await top('.ox-strip')]).toEqual([0, 48])
    expect(await page.locator('#header').evaluate(element => getComputedStyle(element).zIndex)).toBe('100')
    await expect.poll(() => bar.locator('.ox-strip-title').innerText()).toBe('Long')
    await scroll(60)
    await expect.poll(look).toBe('fixed hidden')
    await expect.poll(() => top('.ox-strip')).toBeLessThanOrEqual(4)
    await scroll(1000)
    await scroll(960)
    expect(await look()).toBe('fixed hidden')
    await scroll(940)
    await expect.poll(look).toBe('fixed overlay')
    await expect.poll(() => top('.ox-strip')).toBe(48)
    expect(await bar.evaluate(element => getComputedStyle(element).boxShadow)).not.toBe('none')
    await screenshot(page, 'fixed header')
    await page.locator('#action-menu-link').hover()
    await expect.poll(look).toBe('fixed')
    await scroll(1200)
    await expect.poll(look).toBe('fixed hidden')
    await scroll(0)
    await expect.poll(look).toBe('')
    expect(await top('#header')).toBe(0)
    await scroll(1200)
    await expect.poll(look).toBe('fixed hidden')
    await page.keyboard.press('e')
    await page.waitForURL(/editpage\.action/)
    await page.getByRole('textbox', { name: 'Page Title' }).waitFor()
    await expect.poll(() => page.locator('[data-fixed], [data-hidden], [data-overlay]').count()).toBe(0)
    expect([await top('#header'), await page.evaluate(() => scrollY)]).toEqual([0, 0])
  })

  test('its document has the facts that programs read, at its address with further parameters too [V3-17] [I2.6-02]', async ({
    openPage,
  }) => {
    const below = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Below',
      space: { key: 'READ' },
      ancestors: [{ id: ids['Short'] }],
    })
    const post = await wiki.admin.post('/rest/api/content', { type: 'blogpost', title: 'Post', space: { key: 'READ' } })
    Object.assign(ids, { Below: below.json.id, Post: post.json.id })
    const page = await signedIn(openPage)
    const expectMetas = async (shown: Page, metas: Record<string, string>) => {
      for (const [name, content] of Object.entries(metas)) {
        expect(
          await shown
            .locator(`meta[name="${name}"]`)
            .evaluateAll(found => found.map(one => (one as HTMLMetaElement).content)),
          name,
        ).toEqual([content])
      }
    }
    // No issues are counted here and no page is made from a blueprint: these are what the old product says then.
    const always = {
      'ajs-context-path': '',
      'ajs-jira-metadata-count': '-1',
      'ajs-jira-metadata-count-incomplete': 'false',
      'ajs-blueprint-index-popup-key': '',
    }
    await view(page, 'Short', '&refresh=1700000000000')
    await expect.poll(() => page.locator('#main-content').innerText()).toBe('short')
    const own = {
      ...always,
      'ajs-space-key': 'READ',
      'ajs-remote-user': ADMIN.username,
      'ajs-access-mode': 'READ_WRITE',
    }
    await expectMetas(page, {
      ...own,
      'ajs-page-id': ids['Short'] ?? '',
      'ajs-parent-page-id': '',
      'ajs-content-type': 'page',
    })
    // The token is the one that the session's forms are let through by.
    const change = (token: string) =>
      page.request.post(`${wiki.url}/pages/doremovepage.action`, { form: { pageId: '1', atl_token: token } })
    const token = (await page.locator('meta[name="atlassian-token"]').getAttribute('content')) ?? ''
    expect([(await change('another')).status(), (await change(token)).status()]).toEqual([403, 404])
    await view(page, 'Below')
    await expectMetas(page, {
      ...own,
      'ajs-page-id': ids['Below'] ?? '',
      'ajs-parent-page-id': ids['Short'] ?? '',
      'ajs-content-type': 'page',
    })
    await view(page, 'Post')
    await expectMetas(page, {
      ...own,
      'ajs-page-id': ids['Post'] ?? '',
      'ajs-parent-page-id': '',
      'ajs-content-type': 'blogpost',
    })

    const setMode = async (mode: string) =>
      expect(
        (
          await wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', {
            mode,
            banner: { isShown: false, text: 'Closed' },
          })
        ).status,
      ).toBe(200)
    await setMode('READ_ONLY')
    try {
      await view(page, 'Below')
      await expectMetas(page, { ...own, 'ajs-page-id': ids['Below'] ?? '', 'ajs-access-mode': 'READ_ONLY' })
    } finally {
      await setMode('READ_WRITE')
    }
    expect(
      (
        await wiki.admin.put('/rest/api/permissions/anonymous/grant', [
          { targetType: 'application', operationKey: 'use' },
        ])
      ).status,
    ).toBeLessThan(300)
    expect(
      (
        await wiki.admin.put('/rest/api/space/READ/permissions/anonymous/grant', [
          { targetType: 'space', operationKey: 'read' },
        ])
      ).status,
    ).toBeLessThan(300)
    const visitor = await openPage()
    await visitor.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Below']}`)
    await expectMetas(visitor, {
      ...own,
      'ajs-page-id': ids['Below'] ?? '',
      'ajs-parent-page-id': ids['Short'] ?? '',
      'ajs-remote-user': '',
    })
  })

  test('tooltips come after half a second of rest [V9-14]', async ({ openPage }) => {
    const page = await signedIn(openPage, { reducedMotion: 'no-preference' })
    await view(page, 'Short')
    const button = page.locator('#page-favourite')
    const opacity = () => button.evaluate(element => getComputedStyle(element, '::after').opacity)
    expect(await opacity()).toBe('0')
    await button.hover()
    // Declared values, whether or not the time is over.
    const transition = await button.evaluate(element => {
      const { transitionProperty, transitionDelay } = getComputedStyle(element, '::after')
      return [transitionProperty, transitionDelay]
    })
    expect(transition).toEqual(['opacity', '0.5s'])
    await expect.poll(opacity).toBe('1')
  })

  test('is saved for later and found in the list', async ({ openPage }) => {
    const page = await signedIn(openPage, { viewport: viewports.phone })
    await view(page, 'Short')
    await page.getByRole('button', { name: 'Save for later' }).click()
    await page.getByRole('button', { name: 'Saved for later' }).waitFor()
    await page.locator('#user-menu-link').click()
    await page.getByRole('link', { name: 'Saved for later' }).click()
    await page.getByRole('link', { name: 'Short', exact: true }).waitFor()
    await screenshot(page, 'saved for later phone')
    await page.getByRole('button', { name: 'Remove “Short”' }).click()
    await page.getByText('Nothing saved yet').waitFor()
    expect((await wiki.admin.get('/rest/oxbow/1.0/saved')).json.size).toBe(0)
  })

  test('has a short address; in the trash it says since when, and is brought back', async ({ openPage }) => {
    const made = await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Passing', space: { key: 'READ' } })
    ids['Passing'] = made.json.id as string
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}${(made.json as { _links: { tinyui: string } })._links.tinyui}`)
    expect(new URL(page.url()).pathname).toBe('/display/READ/Passing')
    await page.locator('#title-text', { hasText: 'Passing' }).waitFor()
    await wiki.admin.delete(`/rest/api/content/${ids['Passing']}`)
    await view(page, 'Passing')
    const notice = page.locator('.ox-page-notice')
    await expect
      .poll(() => notice.innerText())
      .toMatch(
        new RegExp(
          `This page was deleted on .*${new Date().getUTCFullYear()}.*Only space administrators can see it\\.`,
        ),
      )
    await notice.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The page is back').waitFor()
    await expect.poll(() => notice.count()).toBe(0)
    expect((await wiki.admin.get(`/rest/api/content/${ids['Passing']}`)).json.status).toBe('current')
  })

  test("the part of the dashboard for one's own work has its address [V2-15]", async ({ openPage }) => {
    for (let number = 0; number < 25; number++) {
      await wiki.admin.post('/rest/api/content', { type: 'page', title: `Fresh ${number}`, space: { key: 'READ' } })
    }
    const draft = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      status: 'draft',
      title: 'Half a thought',
      space: { key: 'READ' },
      body: { storage: { value: '<p>half</p>', representation: 'storage' } },
    })
    expect(draft.status, draft.text).toBe(200)
    const page = await signedIn(openPage, { viewport: viewports.phone })
    const place = () =>
      page.locator('#recently-worked').evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect()
        return bottom <= 0 || top >= innerHeight
          ? 'out of sight'
          : top >= (document.querySelector('#header')?.getBoundingClientRect().bottom ?? 0)
            ? 'in sight'
            : 'under the bar'
      })
    const shows = async () => {
      await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      await expect.poll(place).toBe('in sight')
      await page.locator('#recently-worked').getByRole('link', { name: 'Half a thought' }).waitFor()
    }
    await page.goto(`${wiki.url}/`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    expect(await place()).toBe('out of sight')
    await page.goto('about:blank')
    await page.goto(`${wiki.url}/#recently-worked`)
    await shows()
    // The list above it grows on request only.
    expect(await page.locator('.ox-update').count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('.ox-update').count()).toBeGreaterThan(20)
    // By a link inside the app too.
    const link = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Link',
      space: { key: 'READ' },
      body: {
        storage: { value: `<p><a href="${wiki.url}/#recently-worked">My work</a></p>`, representation: 'storage' },
      },
    })
    ids['Link'] = link.json.id as string
    await view(page, 'Link')
    await page.evaluate(() => Reflect.set(window, 'isSameDocument', true))
    await page.getByRole('link', { name: 'My work' }).click()
    await page.waitForURL(/#recently-worked$/)
    await shows()
    expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument') as unknown)).toBe(true)
  })

  test('a page that cannot be fetched says so and can be tried again [D8-12]', async ({ openPage }) => {
    const page = await signedIn(openPage, { allowErrors: [/ERR_FAILED/, /An error has occurred connecting/] })
    await view(page, 'Short')
    await page.route('**/rest/**', route => route.abort())
    await page.getByRole('treeitem', { name: 'Long' }).locator('a').first().click()
    await page.getByText('An error has occurred connecting to the server. Please try again.').waitFor()
    await page.unroute('**/rest/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('#title-text', { hasText: 'Long' }).waitFor()
  })

  test('keys create a page and go through a menu', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await view(page, 'Short')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.locator('#action-menu-link').press('ArrowDown')
    await expect.poll(focused).toMatch(/^Attachments/)
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('Page history')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('Full width')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toMatch(/^Attachments/)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('action-menu-link')
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Page Title' }).waitFor()
    const from = new URL(page.url()).searchParams
    expect([from.get('spaceKey'), from.get('fromPageId')]).toEqual(['READ', ids['Short']])
  })

  test('what was deleted is brought back by keys alone', async ({ openPage }) => {
    const page = await signedIn(openPage, { permissions: ['clipboard-read', 'clipboard-write'] })
    // Another name each time: a test that is run once more finds what it did before.
    const title = `Deleted by keys ${Object.keys(ids).length}`
    ids[title] = await wiki.admin.createPage('READ', title)
    await view(page, title)
    await page.locator('#action-menu-link').press('ArrowDown')
    // The dialog's list is there before the page is not.
    const listed = page.waitForResponse(response => response.url().includes('/diagrams/uses?'))
    await page.locator('#action-remove-content-link').press('Enter')
    await listed
    await page.getByRole('button', { name: 'Delete page' }).press('Enter')
    const message = page.getByRole('region', { name: 'Messages' })
    await message.getByText('is in the trash').waitFor()
    await page.keyboard.press('F8')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    await page.keyboard.press('Enter')
    await page.locator('#title-text', { hasText: title }).waitFor()
    // The focus is given back, and without a message the key does nothing.
    await page.locator('#shareContentLink').press('Enter')
    await message.getByText('Link copied').waitFor()
    await page.keyboard.press('F8')
    await page.keyboard.press('Enter')
    await message.getByText('Link copied').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('shareContentLink')
  })

  test('German readers have German words, dates and controls', async ({ openPage }) => {
    const page = await signedIn(openPage, {
      locale: 'de-DE',
      extraHTTPHeaders: { 'accept-language': 'de-DE,de' },
      allowErrors: [/400 \(Bad Request\)/],
    })
    await view(page, 'Short')
    await screenshot(page, 'page german')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-DE')
    await page.goto(`${wiki.url}/spacedirectory/view.action?create=space`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Noch einer')
    expect(await page.title()).toMatch(/^Bereiche - /)
    await page.getByRole('textbox', { name: 'Bereichsschlüssel' }).fill('READ')
    await page.getByRole('dialog').getByRole('button', { name: 'Bereich erstellen' }).click()
    await page.getByText('Den Schlüssel READ hat schon ein anderer Bereich.').waitFor()
    await view(page, 'Short')
    await page.locator('#watch-content-button').click()
    await page.getByRole('checkbox', { name: 'Seite beobachten' }).waitFor()
    await screenshot(page, 'watch german')
    await page.keyboard.press('Escape')
    await page.locator('#action-menu-link').click()
    await screenshot(page, 'menu german')
  })
})
