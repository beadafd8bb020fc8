import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { TREE_PAGE_SIZE, TREE_SENT_SIZE } from '#features/content/shared.ts'
import { features } from '../../server.ts'
import { expect, isCall, screenshot, test, type OpenPage } from '../../../test/browser.ts'
import { created, signedIn } from './testing/browser.ts'

const READER = { username: 'reader', password: 'correct horse battery' }

describe('the sidebar of a space', () => {
  let wiki: TestWiki
  let top: { id: string; url: string }
  let post: { id: string; url: string }

  const option = async (name: string, value: string, key = 'DOCS') => {
    const reply = await wiki.admin.post('/rest/ia/1.0/space/option', { spaceKey: key, option: name, value })
    if (reply.status !== 200) throw new Error(reply.text)
  }
  const addLink = async (body: object) => {
    const reply = await wiki.admin.post('/rest/ia/1.0/link', { spaceKey: 'DOCS', ...body })
    if (reply.status !== 200) throw new Error(reply.text)
  }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.addUser(READER.username, { fullName: 'Reader', password: READER.password })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await wiki.admin.post('/rest/api/space', { key: 'SHUT', name: 'Read only' })
    // Readers of SHUT may not create in it; no user may in an archived space.
    await wiki.admin.post('/rest/api/space/SHUT/permissions', [
      { groupName: 'confluence-users', operations: [{ targetType: 'space', operationKey: 'read' }] },
    ])
    top = await created(wiki, 'Top')
    for (let n = 1; n <= 13; n++)
      await created(wiki, `Child ${String(n).padStart(2, '0')}`, { ancestors: [{ id: top.id }] })
    const locked = await created(wiki, 'Locked', { ancestors: [{ id: top.id }] })
    await wiki.admin.put(`/rest/api/content/${locked.id}/restriction`, [
      { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
    ])
    post = await created(wiki, 'News of today', { type: 'blogpost' })
    const file = new FormData()
    file.append('file', new Blob(['words']), 'plan.txt')
    const attached = await wiki.admin.send('POST', `/rest/api/content/${top.id}/child/attachment`, file, {
      'X-Atlassian-Token': 'no-check',
    })
    await addLink({ resourceType: 'page', resourceId: top.id })
    await addLink({ resourceType: 'attachment', resourceId: attached.json.results[0].id })
  })
  afterAll(() => wiki.close())

  const open = (openPage: OpenPage, options = {}, who?: typeof READER) => signedIn(openPage, wiki, options, who)
  const side = (page: Page) => page.locator('#ox-sidebar')
  const width = async (page: Page) => Math.round((await side(page).boundingBox())?.width ?? 0)
  const started = (page: Page) =>
    page.locator('#space-tools-menu-trigger[aria-haspopup]').waitFor({ state: 'attached' })
  const goto = async (page: Page, path: string) => {
    await page.goto(wiki.url + path)
    await started(page)
  }
  const handleAt = async (page: Page) => {
    const box = await page.locator('.ox-sidebar-handle').boundingBox()
    if (!box) throw new Error('the sidebar has no handle')
    return Math.round(box.x + box.width / 2)
  }
  /** Drags the handle until the sidebar would be `wanted` px wide. */
  const dragHandle = async (page: Page, wanted: number) => {
    const from = await handleAt(page)
    const to = from + wanted - (await width(page))
    await page.mouse.move(from, 400)
    await page.mouse.down()
    await page.mouse.move(to - 30, 400, { steps: 4 })
    await page.mouse.move(to, 400, { steps: 2 })
    await page.mouse.up()
  }

  test('shows the space, its links and shortcuts, its tree and its tools [V1-10] [V2.1-01] [V2.1-02] [V2.1-03] [V2.1-04] [V2.1-06] [V3-01] [V3-03]', async ({
    openPage,
  }) => {
    const saved = await wiki.admin.put('/rest/oxbow/1.0/spaces/DOCS/sidebar-content', {
      storage: '<p>Ask in <strong>#docs</strong></p>',
    })
    expect(saved.status).toBe(200)
    const page = await open(openPage)
    const calls: string[] = []
    page.on('request', request => {
      if (isCall(request)) calls.push(new URL(request.url()).pathname)
    })
    await goto(page, '/display/DOCS/Top')
    await page.getByRole('treeitem', { name: 'Locked, Restricted' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(calls).toEqual([])
    const info = side(page).locator('.ox-space-head')
    await expect.poll(() => info.locator('.ox-space-name').innerText()).toBe('Documentation')
    await expect.poll(() => info.locator('.ox-space-link').getAttribute('href')).toBe('/display/DOCS')
    await expect.poll(() => info.locator('img').getAttribute('src')).toContain('default-space-logo')
    await info.getByRole('button', { name: 'Star this space' }).waitFor()
    await info.hover()
    await info.getByRole('button', { name: 'Edit space details' }).waitFor()
    await expect
      .poll(() => side(page).locator('.ox-side > .ox-side-links a').allInnerTexts())
      .toEqual(['Pages', 'Blog'])
    const browse = side(page).getByRole('link', { name: 'Pages', exact: true })
    expect(await browse.getAttribute('href')).toBe('/collector/pages.action?key=DOCS')
    const logo = await page.request.get(new URL((await info.locator('img').getAttribute('src')) ?? '', wiki.url).href)
    expect([logo.status(), logo.headers()['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
    await side(page).getByRole('heading', { name: 'Space shortcuts' }).waitFor()
    // The newest first.
    await expect.poll(() => side(page).locator('.ox-side-section a').allInnerTexts()).toEqual(['plan.txt', 'Top'])
    await expect
      .poll(() => side(page).locator('a[data-style="pinned_attachment"] svg').getAttribute('data-icon'))
      .toBe('attachment')
    await expect
      .poll(() => side(page).locator('a[data-style="pinned_page"] svg').getAttribute('data-icon'))
      .toBe('page')
    await expect.poll(() => side(page).locator('.ox-side-custom strong').innerText()).toBe('#docs')
    await page.getByRole('button', { name: 'Space tools' }).click()
    await page.getByRole('dialog', { name: 'Space tools' }).getByRole('link', { name: 'Space settings' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Space tools' }).waitFor({ state: 'hidden' })
    await wiki.admin.put('/rest/oxbow/1.0/spaces/DOCS/sidebar-content', { storage: '' })
  })

  test('the tools are 170 px wide and offer configuring to who may [V2.3-04] [V2.1-07] [V6-03]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    await goto(page, '/display/DOCS/Top')
    const menu = page.getByRole('dialog', { name: 'Space tools' })
    await page.getByRole('button', { name: 'Space tools' }).click()
    expect((await menu.boundingBox())?.width).toBe(170)
    await menu.getByRole('button', { name: 'Configure sidebar' }).waitFor()
    const other = await open(openPage, {}, READER)
    await goto(other, '/display/DOCS/Top')
    await other.getByRole('button', { name: 'Space tools' }).click()
    await other.getByRole('dialog', { name: 'Space tools' }).getByRole('link', { name: 'Search this space' }).waitFor()
    await expect.poll(() => other.getByRole('button', { name: 'Configure sidebar' }).count()).toBe(0)
    await expect.poll(() => other.getByRole('treeitem', { name: /^Locked/ }).count()).toBe(0)
  })

  test('the width follows the handle within its limits, and is kept [V2.1-08] [V4.1-01] [V4.1-02] [V4.1-03] [V4.1-04] [V4.1-07] [V5-09] [V9-01] [V9-02] [V9-03] [V9-05]', async ({
    openPage,
  }) => {
    const narrow = await open(openPage, { viewport: { width: 1000, height: 700 } })
    await goto(narrow, '/display/DOCS/Top')
    await expect.poll(() => width(narrow)).toBe(285)
    const page = await open(openPage, { viewport: { width: 1200, height: 800 }, reducedMotion: 'no-preference' })
    await goto(page, '/display/DOCS/Top')
    await expect.poll(() => width(page)).toBe(285)
    await page.locator('.ox-sidebar-toggle').waitFor()
    await dragHandle(page, 400)
    await expect.poll(() => width(page)).toBe(400)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('confluence-sidebar.width'))).toBe('400')
    await page.reload()
    await started(page)
    await expect.poll(() => width(page)).toBe(400)
    await dragHandle(page, 1000)
    await expect.poll(() => width(page)).toBe(640)
    await dragHandle(page, 151)
    await expect.poll(() => width(page)).toBe(151)
    await dragHandle(page, 400)
    await dragHandle(page, 150)
    await expect.poll(() => width(page)).toBe(55)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(() => width(page)).toBe(400)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await expect.poll(() => width(page)).toBe(55)
    // The handle itself does the same.
    await page.mouse.click(await handleAt(page), 400)
    await expect.poll(() => width(page)).toBe(400)
    await dragHandle(page, 10)
    await expect.poll(() => width(page)).toBe(55)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('confluence-sidebar.width'))).toBe('55')
  })

  test('the default width is 285 px in any window that is wide enough to show it; in a narrower one it is a drawer of its own width [V9-01]', async ({
    openPage,
  }) => {
    const opened = async (windowWidth: number) => {
      const page = await open(openPage, { viewport: { width: windowWidth, height: 800 } })
      await goto(page, '/display/DOCS/Top')
      return page
    }
    for (const windowWidth of [900, 1200, 1920]) {
      const page = await opened(windowWidth)
      expect(await width(page), `${windowWidth} px`).toBe(285)
      expect((await page.locator('#main').boundingBox())?.x, `${windowWidth} px`).toBe(285)
    }
    for (const [windowWidth, drawer] of [
      [899, 320],
      [600, 320],
      [320, 275],
    ] as const) {
      const page = await opened(windowWidth)
      const edge = async () => {
        const box = await side(page).boundingBox()
        return box && Math.round(box.x + box.width)
      }
      expect(await edge(), 'out of sight').toBeLessThanOrEqual(0)
      expect((await page.locator('#main').boundingBox())?.x).toBe(0)
      await page.getByRole('button', { name: 'Open sidebar' }).click()
      await expect.poll(edge, { message: `${windowWidth} px` }).toBe(drawer)
      await expect.poll(() => width(page)).toBe(drawer)
    }
  })

  test('opened in a narrow window, it is whole when the window is widened; a width that was chosen stays', async ({
    openPage,
  }) => {
    const page = await open(openPage, { viewport: { width: 420, height: 800 } })
    await goto(page, '/display/DOCS/Top')
    const shell = page.locator('[data-sidebar]').first()
    await page.setViewportSize({ width: 1200, height: 800 })
    await expect.poll(() => shell.getAttribute('data-sidebar')).toBe('expanded')
    await expect.poll(() => width(page)).toBe(285)
    await page.locator('.ox-sidebar-toggle').click()
    await expect.poll(() => shell.getAttribute('data-sidebar')).toBe('collapsed')
    await page.setViewportSize({ width: 1300, height: 800 })
    await page.setViewportSize({ width: 420, height: 800 })
    await page.setViewportSize({ width: 1200, height: 800 })
    expect([await shell.getAttribute('data-sidebar'), await width(page)]).toEqual(['collapsed', 55])
    await page.locator('.ox-sidebar-toggle').click()
    await expect.poll(() => width(page)).toBe(285)
  })

  test('in a wiki that is read-only, nobody is offered to configure it', async ({ openPage }) => {
    const mode = (value: string) => wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: value })
    const page = await open(openPage)
    await goto(page, '/display/SHUT')
    const offers = page.getByRole('button', { name: 'Configure sidebar' })
    await page.getByRole('button', { name: 'Space tools' }).click()
    await page.getByRole('link', { name: 'Space settings' }).waitFor()
    await expect.poll(() => offers.count()).toBe(2)
    expect((await mode('READ_ONLY')).status).toBe(200)
    try {
      await page.reload()
      await started(page)
      await page.getByRole('button', { name: 'Space tools' }).click()
      await page.getByRole('link', { name: 'Space settings' }).waitFor()
      await expect.poll(() => offers.count()).toBe(0)
      expect((await wiki.admin.get('/display/SHUT')).text).not.toContain('Configure sidebar')
    } finally {
      await mode('READ_WRITE')
    }
  })

  test('collapsed, shortcuts and navigation fly out [V2.1-09]', async ({ openPage }) => {
    const page = await open(openPage)
    await goto(page, '/display/DOCS/Top')
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    await side(page).getByRole('button', { name: 'Space shortcuts' }).click()
    await page.getByRole('dialog', { name: 'Space shortcuts' }).getByRole('link', { name: 'plan.txt' }).waitFor()
    await side(page).getByRole('button', { name: 'Pages' }).click()
    const flyout = page.getByRole('dialog', { name: 'Pages' })
    await screenshot(page, 'sidebar collapsed flyout')
    await flyout.getByRole('treeitem', { name: 'Child 02' }).getByText('Child 02').click()
    await page.locator('#title-text', { hasText: 'Child 02' }).waitFor()
    await flyout.waitFor({ state: 'hidden' })
    await option('nav-type', 'pages')
    await page.goto(`${wiki.url}/display/DOCS/Top`)
    await started(page)
    await side(page).getByRole('button', { name: 'Child pages' }).click()
    await page.getByRole('dialog', { name: 'Child pages' }).getByRole('link', { name: 'Child 01' }).waitFor()
    await option('nav-type', 'page-tree')
  })

  test('child pages show the first ten, the rest behind a link [V2.1-10] [V9-22] [V2.1-11] [V6-06]', async ({
    openPage,
  }) => {
    await option('nav-type', 'pages')
    const page = await open(openPage)
    await goto(page, '/display/DOCS/Top')
    const nav = page.getByRole('navigation', { name: 'Child pages' })
    await nav.getByRole('link', { name: 'Create child page' }).waitFor()
    await expect.poll(() => nav.locator('li[data-depth="1"] a:not(.ox-side-create)').count()).toBe(10)
    await nav.getByRole('button', { name: '4 more child pages' }).click()
    await nav.getByRole('link', { name: 'Child 13' }).waitFor()
    await expect.poll(() => nav.locator('li[data-depth="1"] a:not(.ox-side-create)').count()).toBe(14)
    await expect.poll(() => nav.getByRole('button').count()).toBe(0)
    await expect.poll(() => nav.locator('[aria-current]').innerText()).toBe('Top')
    await nav.getByRole('link', { name: 'Child 13' }).click()
    await nav.locator('[aria-current]', { hasText: 'Child 13' }).waitFor()
    await expect.poll(() => nav.locator('.ox-side-up').innerText()).toBe('Top')
    const href = await nav.getByRole('link', { name: 'Create child page' }).getAttribute('href')
    expect(href).toMatch(/^\/pages\/createpage\.action\?spaceKey=DOCS&fromPageId=\d+&src=quick-create$/)
    await option('nav-type', 'page-tree')
    await option('nav-type', 'pages', 'SHUT')
    const other = await open(openPage, {}, READER)
    await goto(other, '/display/SHUT')
    await other.getByRole('navigation', { name: 'Child pages' }).locator('[aria-current]').waitFor()
    await expect.poll(() => other.getByRole('link', { name: 'Create child page' }).count()).toBe(0)
    await option('nav-type', 'page-tree', 'SHUT')
  })

  test('an empty tree offers the first page to who may create it [V2.1-12] [V6-07]', async ({ openPage }) => {
    await wiki.admin.post('/rest/api/space', { key: 'EMPTY', name: 'Empty' })
    const home = (await wiki.admin.get('/rest/api/space/EMPTY?expand=homepage')).json.homepage.id as string
    await created(wiki, 'A post', { type: 'blogpost' }, 'EMPTY')
    await wiki.admin.delete(`/rest/api/content/${home}`)
    const page = await open(openPage)
    await goto(page, '/collector/pages.action?key=EMPTY')
    await side(page).getByText('No pages yet').waitFor()
    await expect
      .poll(() => side(page).getByRole('link', { name: 'Create the first page' }).getAttribute('href'))
      .toBe('/pages/createpage.action?spaceKey=EMPTY&src=quick-create')
    await wiki.admin.post('/rest/api/space/EMPTY/permissions', [
      { groupName: 'confluence-users', operations: [{ targetType: 'space', operationKey: 'read' }] },
    ])
    const other = await open(openPage, {}, READER)
    await goto(other, '/collector/pages.action?key=EMPTY')
    await side(other).getByText('No pages yet').waitFor()
    await expect.poll(() => side(other).getByRole('link', { name: 'Create the first page' }).count()).toBe(0)
  })

  test('each place has its navigation; a month opens and closes [V2.1-05] [V4.3-01] [V4.3-02] [V4.3-03]', async ({
    openPage,
  }) => {
    // A post of another month, which the tree knows only as a closed group.
    const old = await created(wiki, 'Old news', { type: 'blogpost' })
    await wiki.app.database.transaction(async tx => {
      await tx.db.updateTable('content').set({ posting_day: '2020/03/04' }).where('id', '=', Number(old.id)).execute()
    })
    const page = await open(openPage)
    await goto(page, post.url)
    const blog = page.getByRole('tree', { name: 'Blog' })
    const current = blog.getByRole('treeitem', { name: 'News of today' })
    await current.waitFor()
    await expect.poll(() => current.getAttribute('aria-current')).toBe('page')
    const state = (name: string) =>
      blog.getByRole('treeitem', { name, exact: true }).locator('[data-state]').getAttribute('data-state')
    expect([await state('News of today'), await state('2020')]).toEqual(['leaf', 'closed'])
    await blog.getByText('2020').click()
    await blog.getByText('March').click()
    await blog.getByRole('treeitem', { name: 'Old news' }).waitFor()
    expect(await state('March')).toBe('open')
    await blog.getByText('March').click()
    await expect.poll(() => blog.getByRole('treeitem', { name: 'Old news' }).count()).toBe(0)
    await blog.getByText('March').click()
    await blog.getByText('Old news').click()
    await page.locator('#title-text', { hasText: 'Old news' }).waitFor()
    await side(page).getByRole('link', { name: 'Blog', exact: true }).click()
    await page.locator('.ox-collection').getByRole('link', { name: 'Old news' }).waitFor()
    await blog.waitFor()
    await side(page).locator('.ox-side-links').getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('tree', { name: 'Pages' }).waitFor()
    await goto(page, '/spaces/spacepermissions.action?key=DOCS')
    const settings = side(page).getByRole('navigation', { name: 'Space settings' })
    await expect.poll(() => settings.locator('[aria-current]').innerText()).toBe('Permissions')
    await settings.getByRole('link', { name: 'Sidebar content' }).click()
    await page.getByLabel('Content in storage format').fill('<p>Fresh words</p>')
    await page.getByRole('button', { name: 'Save' }).click()
    await side(page).getByText('Fresh words').waitFor()
    await wiki.admin.put('/rest/oxbow/1.0/spaces/DOCS/sidebar-content', { storage: '' })
  })

  test('who is not signed in has no star to give, and sees none [V6-09]', async ({ openPage }) => {
    const grant = async (path: string, targetType: string, operationKey: string) => {
      const { status, text } = await wiki.admin.put(path, [{ targetType, operationKey }])
      expect(status, text).toBeLessThan(300)
    }
    await grant('/rest/api/permissions/anonymous/grant', 'application', 'use')
    await grant('/rest/api/space/DOCS/permissions/anonymous/grant', 'space', 'read')
    const starIn = async (page: Page) => {
      await goto(page, '/display/DOCS/Top')
      await side(page).getByRole('treeitem', { name: 'Top' }).waitFor()
      return side(page).locator('.ox-space-star button').count()
    }
    expect(await starIn(await openPage())).toBe(0)
    expect(await starIn(await open(openPage, {}, READER))).toBe(1)
    const put = (client: TestWiki['admin']) =>
      client.send('PUT', '/rest/experimental/relation/user/current/favourite/toSpace/DOCS')
    expect((await put(wiki.anonymous)).status).toBe(401)
    expect((await put(wiki.as(READER.username, READER.password))).status).toBe(200)
  })

  test('words beside a link wait half a second [V9-13]', async ({ openPage }) => {
    const page = await open(openPage)
    await goto(page, '/display/DOCS/Top')
    await page.locator('.ox-tip').waitFor({ state: 'attached' })
    // The rest of the pointer is measured by the page's own clock, which the test advances.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const link = side(page).locator('.ox-side-links').getByRole('link', { name: 'Pages' })
    await link.hover()
    const tip = page.getByRole('tooltip')
    await page.clock.runFor(490)
    await tip.waitFor({ state: 'hidden' })
    await page.clock.runFor(20)
    await expect.poll(() => tip.innerText()).toBe('Pages')
  })

  test('the spaces menu is fetched when it is first opened, once [P1-09] [P2.2-01] [P2.2-02] [P2.2-03]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    let asked = 0
    page.on('request', request => {
      if (new URL(request.url()).pathname === '/rest/ia/1.0/spacesmenu') asked++
    })
    await goto(page, '/display/DOCS/Top')
    const button = page.locator('#header').getByRole('button', { name: 'Spaces', exact: true })
    expect(asked).toBe(0)
    await button.click()
    await page.locator('#space-menu-link-content').getByRole('link', { name: 'Read only' }).waitFor()
    await screenshot(page, 'spaces menu')
    await button.click()
    await page.locator('#space-menu-link-panel').waitFor({ state: 'hidden' })
    await button.click()
    await page.locator('#space-menu-link-content').getByRole('link', { name: 'Create space' }).click()
    await page.getByRole('dialog', { name: 'Create space' }).waitFor()
    expect(asked).toBe(1)
  })

  test('the spaces menu has a space that was just starred or created', async ({ openPage }) => {
    const page = await open(openPage)
    await goto(page, '/display/DOCS/Top')
    const button = page.locator('#header').getByRole('button', { name: 'Spaces', exact: true })
    const menu = page.locator('#space-menu-link-content')
    const read = async () => {
      await button.click()
      await menu.getByRole('link', { name: 'Create space' }).waitFor()
    }
    await read()
    const before = await menu.innerText()
    await button.click()
    await side(page).getByRole('button', { name: 'Star this space' }).click()
    await side(page).getByRole('button', { name: 'Take the star off this space' }).waitFor()
    await read()
    await expect.poll(() => menu.innerText()).not.toBe(before)
    await menu.getByRole('link', { name: 'Create space' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create space' })
    await dialog.getByLabel('Name').fill('Just made')
    await dialog.getByRole('button', { name: 'Create space' }).click()
    await page.locator('#title-text', { hasText: 'Just made Home' }).waitFor()
    await read()
    await menu.getByRole('link', { name: 'Just made' }).first().waitFor()
  })

  test('ten thousand siblings are walked and reordered by the keyboard', async ({ openPage }) => {
    await wiki.admin.post('/rest/api/space', { key: 'HUGE', name: 'Huge' })
    const { id, homepage } = (await wiki.admin.get('/rest/api/space/HUGE?expand=homepage')).json as {
      id: number
      homepage: { id: string }
    }
    const now = Date.now()
    await wiki.app.database.transaction(async tx => {
      for (let from = 0; from < 10_000; from += 500) {
        const rows = await tx.db
          .insertInto('content')
          .values(
            Array.from({ length: 500 }, (_, n) => {
              const number = String(from + n).padStart(5, '0')
              return {
                type: 'page' as const,
                status: 'current' as const,
                space_id: id,
                parent_id: Number(homepage.id),
                container_id: null,
                title: `Page ${number}`,
                title_key: `page ${number}`,
                position: `a${number}V`,
                version: 1,
                creator_id: null,
                created_at: now,
                updater_id: null,
                updated_at: now,
                guard_id: null,
                posting_day: null,
                trashed_at: null,
                trashed_by: null,
              }
            }),
          )
          .returning('id')
          .execute()
        await tx.db
          .insertInto('content_version')
          .values(
            rows.map(row => ({
              content_id: row.id,
              number: 1,
              author_id: null,
              at: now,
              message: '',
              minor: 0,
              title: '',
              storage: '<p>x</p>',
            })),
          )
          .execute()
      }
    })
    const page = await open(openPage)
    await goto(page, '/display/HUGE')
    const tree = page.getByRole('tree', { name: 'Pages' })
    await tree.getByRole('treeitem', { name: 'Page 00000' }).focus()
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    // Each End goes to the last loaded row, which loads more: the focus moves to the first of those.
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('End')
      await expect.poll(focused).toBe(`Page ${String(TREE_SENT_SIZE + step * TREE_PAGE_SIZE).padStart(5, '0')}`)
    }
    // Few of the rows are in the document, and the one with the focus is among them.
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(80)
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('Page 00339')
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('Huge Home')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Page 00000')
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('“Page 00000” was moved').waitFor()
    const first = async () =>
      (await wiki.admin.get(`/rest/api/content/${homepage.id}/child/page?limit=2`)).json.results.map(
        (child: { title: string }) => child.title,
      )
    await expect.poll(first).toEqual(['Page 00001', 'Page 00000'])

    // A page far down is shown among its neighbours, in the middle of the tree, not after the first loaded rows.
    await goto(page, '/display/HUGE/Page+07000')
    const far = tree.getByRole('treeitem', { name: 'Page 07000' })
    await far.focus()
    expect(await far.getAttribute('aria-posinset')).toBe('7001')
    const place = async () => (await far.boundingBox())?.y
    const [before, row, box] = [await place(), await far.boundingBox(), await tree.locator('..').boundingBox()]
    expect(row && box && row.y > box.y + 60 && row.y + row.height < box.y + box.height - 60).toBe(true)
    // Rows that are fetched above do not push it away, also when they come after one has scrolled there.
    const { promise: isScrolled, resolve: scrolledUp } = Promise.withResolvers<void>()
    await page.route('**/rest/oxbow/1.0/spaces/HUGE/pages?**', async route => {
      await isScrolled
      await route.continue()
    })
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('Page 06999')
    await page.mouse.move((row?.x ?? 0) + 40, row?.y ?? 0)
    await page.mouse.wheel(0, -420)
    await expect.poll(place).toBe((before ?? 0) + 420)
    scrolledUp()
    await tree.getByRole('treeitem', { name: 'Page 06970' }).waitFor({ state: 'attached' })
    await page.mouse.wheel(0, 420)
    await expect.poll(place).toBe(before)
    const around = async (start: number) =>
      (
        await wiki.admin.get(`/rest/oxbow/1.0/spaces/HUGE/pages?parent=${homepage.id}&start=${start}&limit=2`)
      ).json.results.map((node: { title: string }) => node.title)
    await far.press('Alt+ArrowUp')
    await expect.poll(() => around(6999)).toEqual(['Page 07000', 'Page 06999'])
    await page.keyboard.press('Alt+End')
    await expect.poll(() => around(9998)).toEqual(['Page 09999', 'Page 07000'])
    await expect.poll(focused).toBe('Page 07000')
    await page.keyboard.press('Alt+Home')
    await expect.poll(() => around(0)).toEqual(['Page 07000', 'Page 00001'])
    await expect.poll(focused).toBe('Page 07000')
    // The next page is shown in the tree too, and by Back one comes to where one was.
    const scrolled = () => tree.locator('..').evaluate(element => element.scrollTop)
    await page.keyboard.press('Alt+End')
    await expect.poll(() => around(9998)).toEqual(['Page 09999', 'Page 07000'])
    await expect.poll(focused).toBe('Page 07000')
    // How far down that is depends on how many of the rows above were fetched on the way.
    const below = () =>
      tree
        .locator('..')
        .evaluate(element => Math.round(element.scrollHeight - element.clientHeight - element.scrollTop))
    await expect.poll(below).toBe(0)
    const deep = await scrolled()
    expect(deep).toBeGreaterThan(0)
    await page.locator('#breadcrumbs').getByRole('link', { name: 'Huge Home' }).click()
    await page.locator('#title-text').getByText('Huge Home').waitFor()
    await expect.poll(scrolled).toBe(0)
    await page.goBack()
    await page.locator('#title-text').getByText('Page 07000').waitFor()
    await expect.poll(scrolled).toBe(deep)
    // Its steps are one message, whose Undo takes back the last of them.
    await expect.poll(() => page.getByText('“Page 07000” was moved').count()).toBe(1)
  })
})
