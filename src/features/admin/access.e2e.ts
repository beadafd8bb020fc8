import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, type OpenPage, screenshot, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'

const PASSWORD = 'a long enough one'
const STORAGE = { storage: { representation: 'storage', value: '<p>Quiet waters.</p>' } }
/** The rights of each role in the space, beside the right to see it. */
const ROLES = {
  viewer: [],
  commenter: ['create:comment'],
  editor: ['create:comment', 'create:page', 'create:blogpost'],
  steward: ['create:comment', 'create:page', 'create:blogpost', 'restrict_content:space', 'administer:space'],
} as const

/** Needs the web app in dist/web: `npm run build` first, as `npm test` does. */
describe('who may do what, in a browser', () => {
  let wiki: TestWiki
  const ids = { open: '', closed: '', below: '', uneditable: '', post: '' }
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    const { admin } = wiki
    await admin.post('/rest/api/space/_private', { key: 'ROLE', name: 'Roles' })
    const grantTo = (who: string, granted: readonly string[]) =>
      admin.put(
        `/rest/api/space/ROLE/permissions/${who}/grant`,
        ['read:space', ...granted].map(name => ({ operationKey: name.split(':')[0], targetType: name.split(':')[1] })),
      )
    for (const [userName, granted] of Object.entries(ROLES)) {
      await wiki.addUser(userName, { fullName: `The ${userName}`, password: PASSWORD })
      const { userKey } = (await admin.get(`/rest/api/user?username=${userName}`)).json
      expect((await grantTo(`user/${userKey}`, granted)).status).toBe(200)
    }
    expect((await grantTo('anonymous', [])).status).toBe(200)
    expect(
      (await admin.put('/rest/api/permissions/anonymous/grant', [{ operationKey: 'use', targetType: 'application' }]))
        .status,
    ).toBeLessThan(300)
    const make = async (title: string, more: object = {}) =>
      (await admin.post('/rest/api/content', { type: 'page', title, space: { key: 'ROLE' }, body: STORAGE, ...more }))
        .json.id as string
    ids.open = await make('Open')
    ids.closed = await make('Closed')
    ids.below = await make('Below', { ancestors: [{ id: ids.closed }] })
    ids.uneditable = await make('Uneditable', { ancestors: [{ id: ids.closed }] })
    ids.post = await make('Post', { type: 'blogpost' })
    const people = ['viewer', 'editor', 'steward', ADMIN.username].map(username => ({ type: 'known', username }))
    expect(
      (
        await admin.put(`/rest/api/content/${ids.uneditable}/restriction`, [
          { operation: 'update', restrictions: { user: people, group: [] } },
        ])
      ).status,
    ).toBe(200)
    expect(
      (
        await admin.put(`/rest/api/content/${ids.closed}/restriction`, [
          { operation: 'read', restrictions: { user: people, group: [] } },
        ])
      ).status,
    ).toBe(200)
  })
  afterAll(() => wiki.close())

  const view = (id: string) => `/pages/viewpage.action?pageId=${id}`
  const signIn = async (
    openPage: OpenPage,
    username: string,
    path: string,
    options: Parameters<OpenPage>[0] = {},
  ): Promise<Page> => {
    const page = await openPage({ allowErrors: [/favicon/], ...options })
    await page.goto(`${wiki.url}/login.action?os_destination=${encodeURIComponent(path)}`)
    await page.getByLabel('User name or e-mail').fill(username)
    await page.getByLabel('Password').fill(username === ADMIN.username ? ADMIN.password : PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(url => url.pathname !== '/dologin.action' && url.pathname !== '/login.action')
    return page
  }
  const setMode = (mode: string) =>
    wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', {
      mode,
      banner: { isShown: true, text: 'We move to another house.' },
    })
  /** Ready: the app has taken over the document. */
  const ready = (page: Page) => page.locator('#title-text').getByText(/\w/).first().waitFor()

  test('each role is offered what it may do, on pages and posts [V1-01] [I1-01] [I1-17]', async ({ openPage }) => {
    const offered = async (page: Page) => {
      await ready(page)
      await page.locator('.ox-space-name').waitFor()
      return {
        edits: (await page.locator('#editPageLink').count()) > 0,
        comments: (await page.locator('.quick-comment-prompt').count()) > 0,
        administersSpace: (await page.getByRole('button', { name: 'Edit space details' }).count()) > 0,
        administers: (await page.locator('#administration-link').count()) > 0,
        signsIn: (await page.locator('#login-link').count()) > 0,
      }
    }
    const nothing = { edits: false, comments: false, administersSpace: false, administers: false, signsIn: false }
    const expected = {
      viewer: nothing,
      commenter: { ...nothing, comments: true },
      editor: { ...nothing, comments: true, edits: true },
      steward: { ...nothing, comments: true, edits: true, administersSpace: true },
      [ADMIN.username]: { edits: true, comments: true, administersSpace: true, administers: true, signsIn: false },
    }
    for (const [role, wanted] of Object.entries(expected)) {
      const page = await signIn(openPage, role, view(ids.open))
      await expect.poll(() => offered(page), { message: role }).toEqual(wanted)
      await expect.poll(() => page.locator('meta[name=ajs-remote-user]').getAttribute('content')).toBe(role)
      await page.goto(wiki.url + view(ids.post))
      await expect.poll(() => offered(page), { message: `${role} on a post` }).toEqual(wanted)
      await page.context().close()
    }
    const visitor = await openPage({ allowErrors: [/favicon/] })
    for (const id of [ids.open, ids.post]) {
      await visitor.goto(wiki.url + view(id))
      await expect.poll(() => offered(visitor)).toEqual({ ...nothing, signsIn: true })
      await expect.poll(() => visitor.locator('meta[name=ajs-remote-user]').getAttribute('content')).toBe('')
    }
  })

  test('visitors are led to sign in and back to the page [P2-08] [P6-06]', async ({ openPage }) => {
    const page = await openPage({ allowErrors: [/favicon/] })
    await page.goto(wiki.url + view(ids.open))
    const link = page.locator('#login-link')
    const here = await page.evaluate(() => location.pathname + location.search)
    expect(
      new URL(await link.evaluate((element: HTMLAnchorElement) => element.href)).searchParams.get('os_destination'),
    ).toBe(here)
    await link.click()
    await page.getByLabel('User name or e-mail').fill('viewer')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(wiki.url + here)
    await page.locator('#user-menu-link').waitFor()
  })

  test('an icon above the page tells whether restrictions apply [V1-17] [V4.14-01] [V4.14-02] [V4.14-03]', async ({
    openPage,
  }) => {
    const page = await signIn(openPage, 'editor', view(ids.open))
    const button = page.locator('.ox-restrictions-button')
    const icon = () => button.locator('svg').getAttribute('class')
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Unrestricted')
    expect(await button.getAttribute('data-restricted')).toBeNull()
    expect(await icon()).toContain('lock-open')
    await page.goto(wiki.url + view(ids.closed))
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Restrictions apply')
    await expect.poll(() => button.getAttribute('data-restricted')).toBe('explicit')
    expect(await icon()).not.toContain('lock-open')
    await page.goto(wiki.url + view(ids.uneditable))
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Restrictions apply')
    await expect.poll(() => button.getAttribute('data-restricted')).toBe('explicit')
    expect(await icon()).not.toContain('lock-open')
    await page.goto(wiki.url + view(ids.below))
    await button.waitFor()
    await expect.poll(() => button.getAttribute('aria-label')).toBe('Restrictions apply')
    await expect.poll(() => button.getAttribute('data-restricted')).toBe('inherited')
    expect(await icon()).toContain('lock-open')
    await screenshot(page, 'inherited restriction')
  })

  test('restrictions that cannot be loaded say so [D8-13]', async ({ openPage }) => {
    const page = await signIn(openPage, 'steward', view(ids.open), {
      allowErrors: [/favicon/, /500 \(Internal Server Error\)/],
    })
    await page.route('**/restrictions**', route => route.fulfill({ status: 500, body: '' }))
    await page.route('**/restriction**', route => route.fulfill({ status: 500, body: '' }))
    await page.locator('.ox-restrictions-button').click()
    await page.getByText('There was an error loading the page restrictions. Please try again later.').waitFor()
  })

  test('a page says why it could not be edited [V2-16] [V2-17] [V2-18] [V2-19] [V6-21] [V8-20] [V8-21] [V8-22] [V8-23]', async ({
    openPage,
  }) => {
    const page = await signIn(openPage, 'viewer', view(ids.open))
    const notice = async (id: string, flag: string) => {
      await page.goto(`${wiki.url}${view(id)}&${flag}`)
      const element = page.locator('.ox-page-notice')
      await element.waitFor()
      return [await element.getAttribute('data-tone'), (await element.innerText()).trim()]
    }
    expect(await notice(ids.open, 'editingLocked=Ann%20Smith')).toEqual([
      'info',
      'Unable to edit Collaborative editing is offline right now, and Ann Smith is editing this page. Try again in a few minutes.',
    ])
    expect(await notice(ids.open, 'editingFailed=true')).toEqual([
      'warning',
      'Unable to edit Editing is unavailable right now. Try again in a few minutes.',
    ])
    expect(await notice(ids.open, 'userLimitReached=true')).toEqual([
      'warning',
      "You can't edit this page right now Try again when it's not so busy.",
    ])
    expect(await notice(ids.post, 'spaceEditingRestriction=true')).toEqual([
      'warning',
      'You can\'t edit blog posts in this space You need the "add blog" permission. Ask a space admin to give it to you.',
    ])
    expect(await notice(ids.open, 'spaceEditingRestriction=true')).toEqual([
      'warning',
      'You can\'t edit pages in this space You need the "add page" permission. Ask a space admin to give it to you.',
    ])
    await screenshot(page, 'space editing restriction')
  })

  test('a read-only wiki offers no editing, and says when it is back [I6-06] [V4.15-03]', async ({ openPage }) => {
    const page = await signIn(openPage, 'editor', view(ids.open), {
      allowErrors: [/favicon/, /403 \(Forbidden\)/, /ApiError: This site is in read-only mode/],
    })
    await page.locator('#editPageLink').waitFor()
    await setMode('READ_ONLY')
    await page.clock.install()
    await page.reload()
    await page.locator('.ox-access-mode').getByText('We move to another house.').waitFor()
    await page.locator('.ox-space-name').waitFor()
    await expect.poll(() => page.locator('meta[name=ajs-access-mode]').getAttribute('content')).toBe('READ_ONLY')
    await expect
      .poll(() => page.locator('#editPageLink, #quick-create-page-button, .quick-comment-prompt').count())
      .toBe(0)
    await screenshot(page, 'read-only')
    const other = await page.context().newPage()
    await other.goto(`${wiki.url}/pages/editpage.action?pageId=${ids.open}`)
    await other.getByText('This site is in read-only mode').first().waitFor()
    await other.close()
    await setMode('READ_WRITE')
    await page.clock.fastForward(31_000)
    const back = page.locator('.ox-access-mode').getByText("We're back!")
    await back.waitFor()
    await expect.poll(() => page.getByText('We move to another house.').count()).toBe(0)
    await screenshot(page, 'back from read-only')
    await page.locator('.ox-access-mode').getByRole('link', { name: 'Refresh' }).click()
    await page.locator('#editPageLink').waitFor()
    await expect.poll(() => back.count()).toBe(0)
  })

  test('a page that was open before learns of both changes [V4.15-02]', async ({ openPage }) => {
    const page = await openPage({ allowErrors: [/favicon/, /405 \(Method Not Allowed\)/] })
    await page.clock.install()
    await page.goto(`${wiki.url}/login.action?os_destination=${encodeURIComponent('/spacedirectory/view.action')}`)
    await page.getByLabel('User name or e-mail').fill('editor')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    const star = page.getByRole('button', { name: 'Star Roles' })
    await star.waitFor()
    await setMode('READ_ONLY')
    // A refusal says why, and so does the banner from then on.
    await star.click()
    await page.getByText('nothing can be changed right now').first().waitFor()
    await page.locator('.ox-access-mode').getByText('We move to another house.').waitFor()
    await setMode('READ_WRITE')
    await page.clock.fastForward(31_000)
    await page.locator('.ox-access-mode').getByText("We're back!").waitFor()
    // This screen was made when everything was allowed: nothing in it is out of date.
    await expect.poll(() => page.getByRole('link', { name: 'Refresh' }).count()).toBe(0)
    await star.click()
    await page.getByRole('button', { name: 'Take the star off Roles' }).waitFor()
  })

  test('administrators switch it in the general settings', async ({ openPage }) => {
    const page = await signIn(openPage, ADMIN.username, '/admin/settings')
    if (new URL(page.url()).pathname === '/authenticate.action') {
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByLabel('Password').press('Enter')
    }
    const section = page.getByRole('region', { name: 'Read-only mode' })
    await section.getByText('The wiki is read-only', { exact: true }).click()
    await section.getByLabel('Text of the banner').fill('Back at noon.')
    await section.getByRole('button', { name: 'Save' }).click()
    await page.locator('.ox-access-mode').getByText('Back at noon.').waitFor()
    await screenshot(page, 'read-only settings', { fullPage: true })
    await section.getByText('The wiki is read-only', { exact: true }).click()
    await section.getByRole('button', { name: 'Save' }).click()
    await page.locator('.ox-access-mode').getByText("We're back!").waitFor()
    expect((await wiki.admin.get('/rest/api/accessmode')).json).toBe('READ_WRITE')
  })
})
