import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { GLOBAL_USE, grant } from '#features/accounts/server/index.ts'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  isCall,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
  viewports,
} from '../../../test/browser.ts'

const ARTICLE = `<p>See <ac:link><ri:page ri:content-title="Second" /></ac:link>.</p><h2>Figures</h2>
<table><tbody><tr><th>Space</th><th>Pages</th></tr><tr><td>Docs</td><td>986</td></tr><tr><td>Eng</td><td>12,345</td></tr><tr><td>All</td><td>7</td></tr></tbody></table>
<h2>Code</h2><ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[const a = 1]]></ac:plain-text-body></ac:structured-macro>
<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">More</ac:parameter><ac:rich-text-body><p>Hidden words</p></ac:rich-text-body></ac:structured-macro>
<p>Ask <ac:link><ri:user ri:username="admin" /></ac:link> until <time datetime="2026-12-24" />.</p>`

describe('reading pages', () => {
  let wiki: TestWiki
  const ids: Record<string, string> = {}

  const create = async (title: string, value = `<p>${title}</p>`, parent?: string, type = 'page') => {
    const reply = await wiki.admin.post('/rest/api/content', {
      type,
      title,
      space: { key: 'DOCS' },
      ...(parent ? { ancestors: [{ id: parent }] } : {}),
      body: { storage: { value, representation: 'storage' } },
    })
    expect(reply.status, reply.text).toBe(200)
    const made = reply.json as { id: string; _links: { webui: string } }
    ids[title] = made.id
    return made
  }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await create('Top')
    await create('First + best', ARTICLE, ids['Top'])
    await create('Second', undefined, ids['Top'])
    await create('Third', undefined, ids['Top'])
    await create('Below', undefined, ids['Second'])
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  /** Calls that the page makes from now on. */
  const callsOf = (page: Page): string[] => {
    const calls: string[] = []
    page.on('request', request => {
      if (isCall(request)) calls.push(new URL(request.url()).pathname)
    })
    return calls
  }
  /** The app has taken over: React puts the tree's role where the server has plain links. */
  const started = (page: Page) => page.getByRole('tree').first().waitFor()

  test("the app takes over the server's page in its place and asks for nothing", async ({ openPage }) => {
    const plain = await signedIn(openPage, { javaScriptEnabled: false })
    const page = await signedIn(openPage)
    const calls = callsOf(page)
    const address = `${wiki.url}/display/DOCS/First+%2B+best`
    await plain.goto(address)
    await page.goto(address, { waitUntil: 'networkidle' })
    await started(page)
    expect(calls).toEqual([])
    expect(await page.title()).toBe(await plain.title())
    for (const selector of [
      '#title-text',
      '.ox-byline',
      '#editPageLink',
      '#action-menu-link',
      '#main-content',
      '#main-content table',
      '.ox-outline',
      '.ox-space-name',
    ]) {
      expect(await page.locator(selector).boundingBox(), selector).toEqual(await plain.locator(selector).boundingBox())
    }
    const row = await page.getByRole('treeitem', { name: 'First + best' }).boundingBox()
    expect(row?.y).toBe((await plain.locator('.ox-tree-row[aria-current]').boundingBox())?.y)
  })

  test('an empty page says so, with a way to begin for who may write', async ({ openPage }) => {
    await create('Nothing yet', '<p> </p>')
    const page = await signedIn(openPage)
    const server = await (
      await page.request.get(`${wiki.url}/pages/viewpage.action?pageId=${ids['Nothing yet']}`)
    ).text()
    expect(server).toContain('<p>This page is empty.</p>')
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Nothing yet']}`)
    await started(page)
    await page.getByText('This page is empty.').waitFor()
    await screenshot(page, 'empty page')
    await page.getByRole('link', { name: 'Begin writing' }).click()
    await page.getByRole('textbox', { name: 'Page text' }).waitFor()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids['Top']}`)
    await started(page)
    await expect.poll(() => page.getByText('This page is empty.').count()).toBe(0)
  })

  test('every address of a page opens without a further call', async ({ openPage }) => {
    await create('Words of November', undefined, undefined, 'blogpost')
    const post = (await wiki.admin.get(`/rest/api/content/${ids['Words of November']}`)).json as {
      _links: { webui: string }
    }
    const page = await signedIn(openPage)
    const calls = callsOf(page)
    const id = ids['Second'] ?? ''
    const addresses = {
      '/display/DOCS/Second': 'Second',
      [`/pages/viewpage.action?pageId=${id}`]: 'Second',
      '/pages/viewpage.action?spaceKey=DOCS&title=Second': 'Second',
      [`/spaces/DOCS/pages/${id}`]: 'Second',
      [`/spaces/DOCS/pages/${id}/Second`]: 'Second',
      '/display/DOCS': 'Documentation Home',
      '/spaces/viewspacesummary.action?key=DOCS': 'Documentation Home',
      [post._links.webui]: 'Words of November',
    }
    for (const [address, title] of Object.entries(addresses)) {
      await page.goto(wiki.url + address, { waitUntil: 'networkidle' })
      await started(page)
      expect(await page.locator('#title-text').textContent(), address).toBe(title)
    }
    expect(calls).toEqual([])
  })

  test('links lead from page to page without loading a document', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/display/DOCS/First+%2B+best`)
    await started(page)
    let documents = 0
    page.on('request', request => {
      if (request.resourceType() === 'document') documents++
    })
    await page.locator('#main-content').getByRole('link', { name: 'Second' }).click()
    await page.waitForURL('**/display/DOCS/Second')
    await page.locator('#title-text', { hasText: 'Second' }).waitFor()
    await page.getByRole('treeitem', { name: 'Below' }).getByText('Below').click()
    await page.locator('#title-text', { hasText: 'Below' }).waitFor()
    await expect.poll(() => page.locator('#breadcrumbs').innerText()).toContain('Second')
    await page.goBack()
    await page.locator('#title-text', { hasText: 'Second' }).waitFor()
    expect(documents).toBe(0)
  })

  test('a table sorts by a short click on its head [I5-17]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/display/DOCS/First+%2B+best`)
    const head = page.locator('th', { hasText: 'Pages' })
    const column = () => page.locator('#main-content tr td:nth-child(2)').allTextContents()
    await page.getByRole('button', { name: 'Sort by Pages' }).waitFor()
    const box = await head.boundingBox()
    if (!box) throw new Error('the table has no head')
    await page.mouse.move(box.x + 10, box.y + 10)
    await page.mouse.down()
    // The rule is about time: a press of 300 ms is no click.
    await page.waitForTimeout(300)
    await page.mouse.up()
    expect(await column()).toEqual(['986', '12,345', '7'])
    // Short however busy the machine is: nothing comes between the two.
    const shortClick = () =>
      head.evaluate(cell => {
        cell.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        cell.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
      })
    await shortClick()
    await expect.poll(column).toEqual(['7', '986', '12,345'])
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Sort by Pages' }).press('Enter')
    await expect.poll(column).toEqual(['12,345', '986', '7'])
    await shortClick()
    await expect.poll(column).toEqual(['986', '12,345', '7'])
  })

  test('an expand macro opens and closes [V4.16-01]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/display/DOCS/First+%2B+best`)
    await started(page)
    const hidden = page.getByText('Hidden words')
    await hidden.waitFor({ state: 'hidden' })
    await page.getByText('More', { exact: true }).click()
    await hidden.waitFor()
    await page.getByText('More', { exact: true }).click()
    await hidden.waitFor({ state: 'hidden' })
  })

  test('a page is dragged to another place in the tree, and taken back', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/display/DOCS/Second`)
    await started(page)
    const children = async () =>
      (
        (await wiki.admin.get(`/rest/api/content/${ids['Top']}/child/page`)).json as { results: { title: string }[] }
      ).results.map(({ title }) => title)
    expect(await children()).toEqual(['First + best', 'Second', 'Third'])
    const third = page.getByRole('treeitem', { name: 'Third' }).locator('a').first()
    const first = page.getByRole('treeitem', { name: 'First + best' }).locator('a').first()
    await third.dragTo(first, { targetPosition: { x: 60, y: 3 } })
    await page.getByText('“Third” was moved').waitFor()
    await expect.poll(children).toEqual(['Third', 'First + best', 'Second'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(children).toEqual(['First + best', 'Second', 'Third'])
  })

  test('without a network the reader is told at once, a page that cannot come says so, and comes at another try', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage, { allowErrors: [/ERR_INTERNET_DISCONNECTED|ApiError/] })
    await page.goto(`${wiki.url}/display/DOCS/Second`)
    await started(page)
    await page.context().setOffline(true)
    await page.locator('.ox-connection').getByText('The server cannot be reached').waitFor()
    await page.locator('#breadcrumbs').getByRole('link', { name: 'Top' }).click()
    const again = page.locator('#main').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.context().setOffline(false)
    await page.locator('.ox-connection p').waitFor({ state: 'detached' })
    await again.click()
    await page.locator('#title-text').getByText('Top').waitFor()
  })

  test('an old version says so, and so does a page with unpublished changes', async ({ openPage }) => {
    const { id } = await create('Changing')
    await wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title: 'Changing',
      version: { number: 2 },
      body: { storage: { value: '<p>newer</p>', representation: 'storage' } },
    })
    await wiki.admin.put(`/rest/oxbow/1.0/content/${id}/draft`, {
      title: 'Changing',
      storage: '<p>unpublished</p>',
      baseVersion: 2,
    })
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}&pageVersion=1`)
    await started(page)
    await expect
      .poll(() => page.locator('.ox-page-notice').innerText())
      .toContain('You are viewing an old version of this page: version 1')
    await expect.poll(() => page.locator('#main-content').innerText()).toBe('Changing')
    await page.getByRole('link', { name: 'View the current version' }).click()
    await page.getByText('newer').waitFor()
    await page.getByText('You have unpublished changes on this page.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.locator('.ox-page-notice').count()).toBe(0)
    expect((await wiki.admin.get(`/rest/oxbow/1.0/content/${id}/draft`)).json).toEqual({ draft: null })
  })

  test('a visitor is told that they are not logged in, beside the mark of restrictions [V6-18] [V6-19] [V1-16] [V2.3-22]', async ({
    openPage,
  }) => {
    await grant(wiki.app, 'anonymous', [GLOBAL_USE], null)
    await wiki.admin.put('/rest/api/space/DOCS/permissions/anonymous/grant', [
      { targetType: 'space', operationKey: 'read' },
    ])
    const page = await openPage()
    await page.goto(`${wiki.url}/display/DOCS/Second`)
    await started(page)
    expect(await page.locator('.ox-page-notice p').first().innerText()).toBe(
      'You are not logged in. Any changes you make will be marked as anonymous.',
    )
    expect(await page.locator('.ox-page-notice').getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(
      '/login.action?os_destination=%2Fdisplay%2FDOCS%2FSecond',
    )
    await expect.poll(() => page.locator('#editPageLink').count()).toBe(0)
    await page.locator('.ox-restrictions-button[aria-label="Unrestricted"] svg').waitFor()
    // If users are managed elsewhere, the notice has no link.
    const settings = '/rest/oxbow/1.0/admin/settings'
    expect((await wiki.admin.put(settings, { externalUsers: true })).status).toBe(200)
    await page.reload()
    await started(page)
    await page.locator('.ox-page-notice', { hasText: 'You are not logged in.' }).waitFor()
    expect(await page.locator('.ox-page-notice').getByRole('link', { name: 'Log In' }).count()).toBe(0)
    await wiki.admin.put(settings, { externalUsers: false })
  })

  test('what is not there is a page with a search and status 404', async ({ openPage }) => {
    const page = await signedIn(openPage, { allowErrors: [/404 \(Not Found\)/] })
    const calls = callsOf(page)
    for (const path of ['/display/DOCS/Nowhere', '/no/such/address']) {
      const answer = await page.goto(wiki.url + path, { waitUntil: 'networkidle' })
      expect(answer?.status()).toBe(404)
      await expect.poll(() => page.locator('#main h1').innerText()).toBe('Page Not Found')
      await expect.poll(() => page.locator('#main input[name=queryString]').count()).toBe(1)
    }
    expect(calls).toEqual([])
  })

  test('a former address leads to the page inside the app too, and lists the pages that had its title', async ({
    openPage,
  }) => {
    const rename = async (from: string, title: string) => {
      const reply = await wiki.admin.put(`/rest/api/content/${ids[from]}`, {
        type: 'page',
        title,
        version: { number: 2 },
      })
      expect(reply.status, reply.text).toBe(200)
    }
    await create('Before')
    await rename('Before', 'After')
    await create('Pointing', '<p><a href="/display/DOCS/Before?a=b">former address</a></p>')
    const page = await signedIn(openPage, { allowErrors: [/404 \(Not Found\)/] })
    await page.goto(`${wiki.url}/display/DOCS/Pointing`)
    await page.getByRole('link', { name: 'former address' }).click()
    await page.waitForURL('**/display/DOCS/After?a=b')
    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor()
    await create('Before')
    await rename('Before', 'Later')
    const calls = callsOf(page)
    const answer = await page.goto(`${wiki.url}/display/DOCS/Before`, { waitUntil: 'networkidle' })
    expect(answer?.status()).toBe(404)
    const candidates = page.locator('.ox-candidates a')
    await expect.poll(async () => (await candidates.allInnerTexts()).toSorted()).toEqual(['After', 'Later'])
    expect(calls).toEqual([])
    await candidates.filter({ hasText: 'After' }).click()
    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor()
  })

  for (const [size, viewport] of Object.entries(viewports)) {
    test(`a page fits at ${size} width`, async ({ openPage }) => {
      const page = await signedIn(openPage, { viewport })
      await page.goto(`${wiki.url}/display/DOCS/First+%2B+best`, { waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Sort by Pages' }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await screenshot(page, `page ${size}`)
    })
  }
})
