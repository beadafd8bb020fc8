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

const READER = { username: 'reader', password: 'reader password' }

describe('the watch button of a page', () => {
  let wiki: TestWiki
  let pageId = ''
  let postId = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await wiki.addUser(READER.username, { fullName: 'Reader', password: READER.password })
    pageId = await wiki.admin.createPage('DOCS', 'Page')
    postId = (await wiki.admin.post('/rest/api/content', { type: 'blogpost', title: 'Post', space: { key: 'DOCS' } }))
      .json.id as string
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, user: typeof ADMIN = READER, options: PageOptions = {}) =>
    openSignedIn(openPage, wiki, user, options)
  const openDialog = async (page: Page, id = pageId) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('#watch-content-button').click()
    const dialog = page.locator('#watch-dialog')
    await dialog.waitFor()
    return dialog
  }
  const button = (page: Page) => page.locator('#watch-content-button').getAttribute('aria-label')

  test('says what is watched and changes it [I1-10] [I4.7-01] [I4.7-03] [I9-18] [I6-04]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const dialog = await openDialog(page)
    expect((await page.locator('#watch-content-button-panel').boundingBox())?.width).toBe(325)
    const box = (name: string) => dialog.getByRole('checkbox', { name })
    expect(await button(page)).toBe('Not watching')
    await box('Watch for new blog posts in this space').check()
    expect(await button(page)).toBe('Watching new blog posts')
    await box('Watch page').check()
    expect(await button(page)).toBe('Watching page')
    await box('Watch page').uncheck()
    await box('Watch for new blog posts in this space').uncheck()
    await box('Watch all content in this space').check()
    expect(await button(page)).toBe('Watching this space')
    for (const name of ['Watch page', 'Watch for new blog posts in this space']) {
      expect([await box(name).isChecked(), await box(name).isDisabled()], name).toEqual([true, true])
    }
    await screenshot(page, 'watch dialog')
    const reader = wiki.as(READER.username, READER.password)
    const stored = async () => (await reader.get(`/rest/watch-button/1.0/watchState/${pageId}`)).json
    await expect.poll(stored).toMatchObject({ watchingPage: false, watchingBlogs: false, watchingSpace: true })
    await expect.poll(() => dialog.getByRole('button', { name: 'Manage Watchers' }).count()).toBe(0)
    await box('Watch all content in this space').uncheck()
    await expect.poll(() => box('Watch page').isEnabled()).toBe(true)
    // The next document is rendered from what is stored.
    await expect.poll(stored).toMatchObject({ watchingSpace: false })

    const ofPost = await openDialog(page, postId)
    await ofPost.getByRole('checkbox', { name: 'Watch blog post' }).check()
    expect(await button(page)).toBe('Watching blog post')
  })

  test('takes a change back that the server refuses [I4.7-02] [I8-18]', async ({ openPage }) => {
    const page = await signedIn(openPage, READER, { allowErrors: [/405/] })
    let answer = () => {}
    await page.route(`**/rest/api/user/watch/content/${pageId}`, async route => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      await route.fulfill({ status: 405, json: { statusCode: 405, message: 'Read only' } })
    })
    const dialog = await openDialog(page)
    const box = dialog.getByRole('checkbox', { name: 'Watch page' })
    await box.check()
    // Shown before the server has said anything.
    expect([await box.isChecked(), await button(page)]).toEqual([true, 'Watching page'])
    answer()
    await dialog.getByText("This site is read-only. You can't make changes right now.").waitFor()
    expect([await box.isChecked(), await button(page)]).toEqual([false, 'Not watching'])
  })

  test('closes a second after the pointer has left it [I9-15]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.clock.install()
    const dialog = await openDialog(page)
    // From here on time passes when the test says so.
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.hover()
    await page.mouse.move(300, 600)
    await page.clock.runFor(990)
    await dialog.waitFor()
    // Coming back keeps it open.
    await dialog.hover()
    await page.clock.runFor(5000)
    await dialog.waitFor()
    await page.mouse.move(300, 600)
    await page.clock.runFor(1010)
    await dialog.waitFor({ state: 'hidden' })
  })

  test('changes nothing while the site is read-only [I6-05]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const setMode = async (mode: string) => {
      const reply = await wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', {
        mode,
        banner: { isShown: false, text: 'Closed for now.' },
      })
      expect(reply.status, reply.text).toBe(200)
    }
    const states = async () => {
      const boxes = await (await openDialog(page)).getByRole('checkbox').all()
      return Promise.all(boxes.map(box => box.isDisabled()))
    }
    const reader = wiki.as(READER.username, READER.password)
    const before = (await reader.get(`/rest/watch-button/1.0/watchState/${pageId}`)).json as object
    expect(await states()).toEqual([false, false, false])
    await setMode('READ_ONLY')
    try {
      expect(await states()).toEqual([true, true, true])
      await page.locator('#watch-dialog').getByText('Watch page', { exact: true }).click({ force: true })
      expect((await reader.get(`/rest/watch-button/1.0/watchState/${pageId}`)).json).toEqual(before)
      // The server holds to it, whatever a page would show.
      expect((await reader.post(`/rest/api/user/watch/content/${pageId}`)).status).toBe(405)
    } finally {
      await setMode('READ_WRITE')
    }
    expect(await states()).toEqual([false, false, false])
  })

  test('lets administrators see and remove watchers [I6-04]', async ({ openPage }) => {
    await wiki.as(READER.username, READER.password).post(`/rest/api/user/watch/content/${pageId}`)
    const page = await signedIn(openPage, ADMIN, { viewport: viewports.phone, colorScheme: 'dark' })
    const dialog = await openDialog(page)
    await screenshot(page, 'watch dialog phone dark')
    await dialog.getByRole('button', { name: 'Manage Watchers' }).click()
    const manage = page.getByRole('dialog', { name: 'Manage Watchers' })
    await manage.getByRole('button', { name: 'Remove Reader' }).click()
    await manage.getByText('This page has no watchers.').waitFor()
    expect((await wiki.admin.get(`/rest/api/content/${pageId}/watchers`)).json.size).toBe(0)
  })
})
