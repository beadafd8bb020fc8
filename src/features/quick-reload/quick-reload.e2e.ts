import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { atEnd, publish, text as pageText } from '#features/editor/testing/steps.ts'
import { type ADMIN, startTestWiki, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
  viewports,
} from '../../../test/browser.ts'

const PASSWORD = 'correct horse battery'
const READER = { username: 'reader', password: PASSWORD }
const ADA = { username: 'ada', password: PASSWORD }
const CROWD = Array.from('bcdefghij', name => ({ username: `person-${name}`, password: PASSWORD }))

describe('live updates in the browser', () => {
  let wiki: TestWiki
  const as = ({ username, password }: typeof ADMIN) => wiki.as(username, password)
  const made = async (body: object, who: typeof ADMIN = ADA) =>
    (await as(who).post('/rest/api/content', body)).json.id as string
  const TASK =
    '<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Do it</ac:task-body></ac:task></ac:task-list>'
  const newPage = (title: string) =>
    made({
      type: 'page',
      title,
      space: { key: 'LIVE' },
      body: storage(`<p>${'A long text to scroll in. '.repeat(300)}</p>${TASK}<p>The end of it.</p>`),
    })
  const comment = (id: string, who: typeof ADMIN = ADA, extra: object = {}) =>
    made({ type: 'comment', container: { id, type: 'page' }, body: storage('<p>Well said</p>'), ...extra }, who)

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'LIVE', name: 'Live' })
    for (const { username, password } of [READER, ADA, ...CROWD])
      await wiki.addUser(username, { fullName: `Person ${username}`, password })
  })
  afterAll(() => wiki.close())

  /** Opens an address with a separate clock; the polls that it sends are counted. */
  const open = async (openPage: OpenPage, address: string, options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, READER, options)
    const polls: Request[] = []
    page.on('request', request => {
      if (request.url().includes('/rest/quickreload/')) polls.push(request)
    })
    await page.clock.install()
    await page.goto(wiki.url + address)
    await page.clock.pauseAt(Date.now() + 1000)
    return { page, polls }
  }
  const address = (id: string) => `/pages/viewpage.action?pageId=${id}`
  const halfMinute = async (page: Page) => {
    await page.mouse.move(Math.random() * 100, 200)
    const answered = page.waitForResponse(response => response.url().includes('/rest/quickreload/'))
    const [answer] = await Promise.all([answered, page.clock.runFor(31_000)])
    return answer
  }
  /** Waits for what a poll brings, and lets the page's timers run meanwhile: answers are shown by them. */
  const eventually = <T>(page: Page, look: () => Promise<T> | T) =>
    expect.poll(async () => {
      await page.clock.runFor(20)
      return look()
    })
  const arrives = (page: Page, what: Locator) => eventually(page, () => what.count()).toBeGreaterThan(0)
  const notices = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator(':scope > div')
  /** Writes a comment in the browser. @returns its id */
  const writeComment = async (page: Page, words: string) => {
    await page.locator('#comment-prompt').click()
    await page.getByRole('textbox', { name: 'Write a comment…' }).fill(words)
    await page.keyboard.press('Control+Enter')
    const written = page.locator('[id^=comment-]', { has: page.locator('.ox-comment-body', { hasText: words }) })
    return (await written.getAttribute('id'))?.replace('comment-', '')
  }

  test('shows what another does within one poll, and loses nothing of what the reader does [V1-19] [V2.3-27] [V4.12-03] [V4.12-04] [V9-30]', async ({
    openPage,
  }) => {
    const id = await newPage('Page')
    const { page, polls } = await open(openPage, address(id))
    const ada = await openSignedIn(openPage, wiki, ADA)
    await ada.goto(wiki.url + address(id))
    // Half a comment, a selection, and a place further down.
    await page.getByRole('button', { name: 'Write a comment…' }).click()
    const field = page.locator('.ox-comment-form [contenteditable], .ox-comment-form textarea').first()
    await field.fill('Half a comment')
    await page.evaluate(() => {
      const end = document.querySelector('#main-content > p:last-of-type')
      if (end) getSelection()?.selectAllChildren(end)
      scrollTo(0, 300)
    })
    const state = () =>
      page.evaluate(() => [
        scrollY,
        String(getSelection()),
        document.querySelector<HTMLTextAreaElement>('.ox-comment-form textarea')?.value ??
          document.querySelector('.ox-comment-form [contenteditable]')?.textContent,
      ])
    const before = await state()
    expect(before.slice(1)).toEqual(['The end of it.', 'Half a comment'])

    await ada.locator('#likes-section .like-button').click()
    await ada.locator('.ox-task-box').press('Space')
    await ada.getByText('You like this').waitFor()
    await expect
      .poll(async () => (await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value)
      .toContain('<ac:task-status>complete')
    const first = await writeComment(ada, 'Well said')
    await halfMinute(page)
    await arrives(page, page.getByText('Person ada likes this'))
    await eventually(page, () => page.locator('.ox-task-box').isChecked()).toBe(true)
    await arrives(page, page.locator(`#comment-${first}`))
    await arrives(page, notices(page))
    const notice = notices(page)
    expect(await notice.innerText()).toContain('Person ada wrote a comment')
    expect(await notice.locator('img').count()).toBe(1)
    await eventually(page, () => page.title()).toMatch(/^\(1\) Page - /)
    expect(await state()).toEqual(before)
    await screenshot(page, 'notice of a new comment')

    // The same notice reports the next one, and an edit has another one.
    await comment(id, CROWD[0])
    await ada.locator('#editPageLink').click()
    await pageText(ada).waitFor()
    await atEnd(ada)
    await ada.keyboard.type(' Another text')
    await publish(ada)
    await halfMinute(page)
    await eventually(page, () => notice.count()).toBe(2)
    expect(await notice.allInnerTexts()).toEqual([
      expect.stringContaining('2 new comments'),
      expect.stringContaining('Person ada edited this page'),
    ])
    await eventually(page, () => page.title()).toMatch(/^\(3\) Page - /)
    expect(await state()).toEqual(before)
    await screenshot(page, 'notices of comments and an edit')
    await notice.getByRole('button', { name: 'Dismiss' }).first().click()
    await eventually(page, () => page.title()).toMatch(/^\(1\) Page - /)
    const third = await writeComment(ada, 'And one more')
    await halfMinute(page)
    await arrives(page, page.getByText('Person ada wrote a comment'))
    await page.getByRole('button', { name: 'Show' }).click()
    await eventually(page, () => page.evaluate(() => document.activeElement?.id)).toBe(`comment-${third}`)
    await page.getByRole('button', { name: 'Reload' }).click()
    await arrives(page, page.getByText('Another text'))
    expect((await state())[2]).toBe('Half a comment')
    await eventually(page, () => page.title()).toMatch(/^Page - /)
    expect(polls.every(poll => poll.url().includes(`/latest/${id}?since=`))).toBe(true)
  })

  test('says nothing of comments on marked text, of one’s own and of what is shown already [V5-20] [V5-21]', async ({
    openPage,
  }) => {
    const id = await made({
      type: 'page',
      title: 'Marked',
      space: { key: 'LIVE' },
      body: storage('<p><ac:inline-comment-marker ac:ref="m1">Text</ac:inline-comment-marker></p>'),
    })
    const inline = {
      extensions: { location: 'inline', inlineProperties: { markerRef: 'm1', originalSelection: 'Text' } },
    }
    const { page, polls } = await open(openPage, address(id), { viewport: viewports.phone, colorScheme: 'dark' })
    for (const who of [ADA, READER]) {
      await comment(id, who, inline)
      const answer = await halfMinute(page)
      const { comments } = (await answer.json()) as { comments: { comment: { isInlineComment: boolean } }[] }
      expect(comments.map(each => each.comment.isInlineComment)).toEqual([true])
    }
    const own = await comment(id, READER)
    await halfMinute(page)
    await arrives(page, page.locator(`#comment-${own}`))
    expect(await notices(page).count()).toBe(0)
    expect(polls).toHaveLength(3)
    // For a comment by another user there is one.
    await comment(id)
    await halfMinute(page)
    await arrives(page, notices(page))
    await screenshot(page, 'notice of a new comment phone dark')
    await page.clock.resume()
    // Not in the table of screens: it needs a clock that is set.
    await expectNoAxeViolations(page)
  })

  test('shows at most eight pictures [V9-29]', async ({ openPage }) => {
    const id = await newPage('Crowded')
    const { page } = await open(openPage, address(id))
    for (const who of CROWD) await comment(id, who)
    await halfMinute(page)
    await arrives(page, page.getByText('9 new comments'))
    expect(await notices(page).locator('img').count()).toBe(8)
    await screenshot(page, 'notice with many people')
  })

  test('asks about no page where there is none, and not at all while it is switched off [V7-27] [V4.17-01]', async ({
    openPage,
  }) => {
    const { page, polls } = await open(openPage, '/', { allowErrors: [/404/] })
    expect(polls).toHaveLength(0)
    await halfMinute(page)
    expect(new URL(polls[0]!.url()).pathname).toBe('/rest/quickreload/latest/0')
    await halfMinute(page)
    expect(polls).toHaveLength(2)
    const enabled = (liveUpdates: boolean) => wiki.admin.put('/rest/oxbow/1.0/admin/settings', { liveUpdates })
    expect((await enabled(false)).status).toBe(200)
    try {
      await halfMinute(page)
      await page.clock.runFor(2 * 3600_000)
      expect(polls).toHaveLength(3)
    } finally {
      await enabled(true)
    }
  })

  test.for([404, 500, 503, 504])(
    'stops after status %i and asks to refresh the page [V4.17-02] [V8-16] [V8-17] [V8-18] [V8-19]',
    async (status, { openPage }) => {
      const id = await newPage(`Stopped by ${status}`)
      const { page, polls } = await open(openPage, address(id), { allowErrors: [new RegExp(`${status}`)] })
      const logged: string[] = []
      page.on('console', message => {
        if (message.type() === 'warning') logged.push(message.text())
      })
      await page.route('**/rest/quickreload/**', route => route.fulfill({ status, json: {} }))
      await halfMinute(page)
      await eventually(page, () => logged).toEqual([
        `Live updates ended with status ${status}: the comment reload plugin is disabled for this page. Please refresh the page.`,
      ])
      await page.mouse.move(50, 50)
      await page.clock.runFor(2 * 3600_000)
      expect(polls).toHaveLength(1)
    },
  )
})
