import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { grant, GLOBAL_USE } from '#features/accounts/server/index.ts'
import { type ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
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
const OTHERS = Array.from('abcdefgh', letter => ({ username: letter, password: 'others password' }))

describe('likes in the browser', () => {
  let wiki: TestWiki
  const ids = { page: '', post: '', comment: '', crowded: '' }
  const path = (id: string) => `/rest/likes/1.0/content/${id}/likes`
  const as = ({ username, password }: typeof ADMIN) => wiki.as(username, password)

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    for (const { username, password } of [READER, ...OTHERS])
      await wiki.addUser(username, { fullName: `Person ${username.toUpperCase()}`, password })
    const made = async (body: object) => (await wiki.admin.post('/rest/api/content', body)).json.id as string
    ids.page = await made({ type: 'page', title: 'Page', space: { key: 'DOCS' } })
    ids.crowded = await made({ type: 'page', title: 'A page that many people like', space: { key: 'DOCS' } })
    ids.post = await made({ type: 'blogpost', title: 'Post', space: { key: 'DOCS' } })
    ids.comment = await made({
      type: 'comment',
      container: { id: ids.page, type: 'page' },
      body: { storage: { value: '<p>Well said</p>', representation: 'storage' } },
    })
    for (const other of OTHERS) await as(other).post(path(ids.crowded))
    for (const { username } of OTHERS.slice(0, 3))
      await as(READER).put(`/rest/likes/1.0/user/reader/following?username=${username}`)
  })
  afterAll(() => wiki.close())

  const open = async (openPage: OpenPage, id: string, options: PageOptions = {}) => {
    await as(READER).delete(path(id))
    const page = await openSignedIn(openPage, wiki, READER, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page
  }
  const section = (page: Page) => page.locator('#likes-section')
  const likers = async (id: string) =>
    ((await wiki.admin.get(path(id))).json.likes as { user: { name: string } }[]).map(like => like.user.name)

  test('a page, a post and a comment are liked, without a call when the page opens [V1-13] [V2.3-18] [V9-19]', async ({
    openPage,
  }) => {
    const calls: string[] = []
    const page = await openSignedIn(openPage, wiki, READER)
    page.on('request', request => {
      if (request.url().includes('/likes')) calls.push(request.method())
    })
    for (const id of [ids.page, ids.post]) {
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`, { waitUntil: 'networkidle' })
      expect(await section(page).locator('.like-summary').innerText()).toBe('Be the first to like this')
      await section(page).getByRole('button', { name: 'Like', exact: true }).press('Space')
      await expect.poll(() => section(page).locator('.like-summary').innerText()).toBe('You like this')
      await expect.poll(() => likers(id)).toEqual(['reader'])
    }
    expect(calls).toEqual(['POST', 'POST'])
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids.page}`)
    const comment = page.locator(`#comment-${ids.comment}`)
    expect(await comment.locator('.like-summary').count()).toBe(0)
    await comment.getByRole('button', { name: 'Like', exact: true }).click()
    await expect.poll(() => likers(ids.comment)).toEqual(['reader'])
    expect(await comment.locator('.like-summary').innerText()).toBe('You like this')
    await screenshot(page, 'likes of a page and a comment')
    await comment.getByRole('button', { name: 'Unlike' }).click()
    await expect.poll(() => likers(ids.comment)).toEqual([])
  })

  test('Like becomes Unlike at once, and Like again when the call fails or takes 10 seconds [V4.7-01] [V7-20] [V8-09] [V8-10] [V9-07]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, READER, { allowErrors: [/405|500/] })
    await wiki.admin.delete(path(ids.post))
    await as(READER).delete(path(ids.post))
    await page.clock.install()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${ids.post}`)
    await page.clock.pauseAt(Date.now() + 60_000)
    const like = section(page).getByRole('button', { name: 'Like', exact: true })
    const unlike = section(page).getByRole('button', { name: 'Unlike', exact: true })
    const failed = (name: string) => section(page).getByRole('img', { name, exact: true })
    const answers: (() => void)[] = []
    let status = 500
    await page.route(`**${path(ids.post)}`, async route => {
      await new Promise<void>(resolve => answers.push(resolve))
      await route
        .fulfill({ status, json: { statusCode: status, message: 'Nobody likes anything today' } })
        .catch(() => undefined)
    })
    const answer = async () => {
      await expect.poll(() => answers.length).toBe(1)
      answers.pop()?.()
    }
    await like.click()
    await unlike.waitFor()
    await answer()
    await like.waitFor()
    expect(await failed('Like failed').getAttribute('title')).toBe('Like failed')
    expect(await section(page).locator('.like-summary').innerText()).toBe('Be the first to like this')

    // No answer: it still counts as liked a moment before the 10 seconds are over.
    await like.click()
    await unlike.waitFor()
    expect(await failed('Like failed').count()).toBe(0)
    await expect.poll(() => answers.length).toBe(1)
    await page.clock.runFor(9_900)
    expect(await unlike.count()).toBe(1)
    await page.clock.runFor(200)
    await like.waitFor()
    await failed('Like failed').waitFor()
    answers.pop()?.()

    status = 405
    await like.click()
    await answer()
    await page.getByText('Nobody likes anything today').waitFor()
    await like.waitFor()
    expect(await failed('Like failed').count()).toBe(0)

    await page.unroute(`**${path(ids.post)}`)
    await like.click()
    await expect.poll(() => likers(ids.post)).toEqual(['reader'])
    await page.route(`**${path(ids.post)}`, route => route.fulfill({ status: 500, json: {} }))
    await unlike.click()
    await failed('Unlike failed').waitFor()
    await unlike.waitFor()
  })

  test('the summary names three whom one follows, and the dialog says who else [V9-18] [V2.3-12] [V2.3-13] [V6-11]', async ({
    openPage,
  }) => {
    // A pointer that rests on a name asks where its profile is; these people have no personal space.
    const page = await open(openPage, ids.crowded, { allowErrors: [/404.*\/address/] })
    const summary = section(page).locator('.like-summary')
    expect(await summary.innerText()).toBe('Person A, Person B, Person C, and 5 others like this')
    await section(page).getByRole('button', { name: 'Like', exact: true }).click()
    await expect.poll(() => summary.innerText()).toBe('You, Person A, Person B, Person C, and 5 others like this')
    await expect.poll(() => likers(ids.crowded)).toContain('reader')
    const asked = page.waitForRequest(
      request => request.method() === 'GET' && request.url().includes(path(ids.crowded)),
    )
    await summary.click()
    expect(new URL((await asked).url()).search).toBe('?expand=user&max=50')
    const dialog = page.getByRole('dialog', { name: 'People who like this' })
    const people = dialog.getByRole('listitem')
    await expect.poll(() => people.count()).toBe(9)
    const box = await dialog.boundingBox()
    expect([box?.width, box?.height]).toEqual([400, 365])
    expect(await people.first().innerText()).toContain('Person C')
    await screenshot(page, 'people who like this')
    await dialog.getByRole('button', { name: 'Follow Person H' }).click()
    await dialog.getByRole('button', { name: 'Unfollow Person H' }).waitFor()
    await expect
      .poll(async () =>
        ((await as(READER).get(path(ids.crowded))).json.likes as { user: Record<string, unknown> }[]).filter(
          ({ user }) => user['followedByRemoteUser'],
        ),
      )
      .toHaveLength(4)
    await dialog.getByRole('button', { name: 'Unfollow Person H' }).click()
    await dialog.getByRole('button', { name: 'Follow Person H', exact: true }).waitFor()
    // Users do not follow themselves.
    expect(await dialog.getByRole('button', { name: /Person READER/ }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => summary.evaluate(element => element === document.activeElement)).toBe(true)
    await section(page).getByRole('button', { name: 'Unlike' }).click()
    await expect.poll(() => likers(ids.crowded)).not.toContain('reader')
  })

  test('no one follows where that is switched off [V6-12]', async ({ openPage }) => {
    const follow = (on: boolean) => wiki.admin.put('/rest/oxbow/1.0/admin/settings', { follow: on })
    expect((await follow(false)).status).toBe(200)
    try {
      const page = await open(openPage, ids.crowded, { viewport: viewports.phone, colorScheme: 'dark' })
      await section(page).locator('.like-summary').click()
      const dialog = page.getByRole('dialog', { name: 'People who like this' })
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(8)
      expect(await dialog.getByRole('button', { name: /ollow/ }).count()).toBe(0)
      await screenshot(page, 'people who like this phone dark')
    } finally {
      await follow(true)
    }
  })

  test('the button is for users in a space that can be changed [V5-13] [V6-13] [V6-14]', async ({ openPage }) => {
    await grant(wiki.app, 'anonymous', [GLOBAL_USE], null)
    await wiki.admin.put('/rest/api/space/DOCS/permissions/anonymous/grant', [
      { targetType: 'space', operationKey: 'read' },
    ])
    const unliked = await wiki.admin.createPage('DOCS', 'Unliked')
    const visitor = await openPage()
    const reader = await openSignedIn(openPage, wiki, READER)
    const shown = async (page: Page, id: string) => {
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
      return [await page.locator('.like-button').count(), await section(page).locator('.like-summary').allInnerTexts()]
    }
    expect(await shown(reader, unliked)).toEqual([1, ['Be the first to like this']])
    expect(await shown(visitor, unliked)).toEqual([0, []])
    expect(await shown(visitor, ids.crowded)).toEqual([0, ['8 people like this']])
    await wiki.admin.put('/rest/api/space/DOCS/archive')
    try {
      expect(await shown(reader, unliked)).toEqual([0, []])
      expect(await shown(reader, ids.crowded)).toEqual([0, ['Person A, Person B, Person C, and 5 others like this']])
    } finally {
      await wiki.admin.put('/rest/api/space/DOCS/restore')
    }
  })

  test('the dashboard lists what is liked, with the document', async ({ openPage }) => {
    await as(READER).delete(path(ids.crowded))
    const page = await openSignedIn(openPage, wiki, READER)
    const calls: string[] = []
    page.on('request', request => {
      if (request.url().includes('/popular')) calls.push(request.url())
    })
    await page.goto(wiki.url, { waitUntil: 'networkidle' })
    const popular = page.getByRole('region', { name: 'Popular' })
    expect(await popular.getByRole('link').first().innerText()).toMatch(
      /A page that many people like\s+Documentation · 8 likes/,
    )
    expect(calls).toEqual([])
    await screenshot(page, 'dashboard with popular pages')
  })
})
