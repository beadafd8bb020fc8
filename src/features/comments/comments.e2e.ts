import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
} from '../../../test/browser.ts'

const BUNDLE = /\/assets\/CommentForm-[^/]+\.js/
const SAVE = /\/rest\/tinymce\/1\/content\/\d+\/comment\?*/

describe('comments below a page', () => {
  let wiki: TestWiki
  let pages = 0
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Elsewhere', space: { key: 'DOCS' } })
  })
  afterAll(() => wiki.close())
  const create = async (more: object) => {
    const reply = await wiki.admin.post('/rest/api/content', more)
    expect(reply.status, reply.text).toBe(200)
    return reply.json.id as string
  }
  const makePage = (text = '<p>text</p>') =>
    create({ type: 'page', title: `Page ${++pages}`, space: { key: 'DOCS' }, body: storage(text) })
  const comment = (id: string, text: string) =>
    create({ type: 'comment', container: { id, type: 'page' }, body: storage(`<p>${text}</p>`) })
  const texts = async (id: string) =>
    (
      (await wiki.admin.get(`/rest/api/content/${id}/child/comment?depth=all&expand=body.storage`)).json.results as {
        body: { storage: { value: string } }
      }[]
    ).map(one => one.body.storage.value)
  const open = async (openPage: OpenPage, id: string, query = '', options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    return view(page, id, query)
  }
  const view = async (page: Page, id: string, query = '') => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}${query}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    return page
  }
  const asked = (page: Page) => page.getByRole('alertdialog', { name: 'Your comment will be lost.' })
  const prompt = (page: Page) => page.locator('#comment-prompt')
  const field = (page: Page, name: RegExp | string = 'Write a comment…') => page.getByRole('textbox', { name })
  const written = (page: Page, name?: RegExp | string) => field(page, name).textContent()

  test('what was written is not lost to another form unasked, nor by leaving the page [I4.6-01] [I8-09]', async ({
    openPage,
  }) => {
    const id = await makePage()
    await comment(id, 'First')
    const page = await open(openPage, id)
    await prompt(page).click()
    await field(page).fill('Half a thought')
    await page.getByRole('button', { name: /^Reply to/ }).click()
    await asked(page).getByRole('button', { name: 'Cancel' }).click()
    await asked(page).waitFor({ state: 'detached' })
    expect([await written(page), await field(page, /^Reply to/).count()]).toEqual(['Half a thought', 0])
    await page.getByRole('button', { name: /^Edit comment by/ }).click()
    await asked(page).getByRole('button', { name: 'Discard' }).click()
    const edit = field(page, 'Edit comment')
    await edit.waitFor()
    await prompt(page).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Edit comment')
    // Nothing was written into this one: it goes unasked.
    await prompt(page).click()
    await field(page).fill('Another half')
    expect([await edit.count(), await asked(page).count()]).toEqual([0, 0])
    const left = page.waitForEvent('dialog')
    const leaving = page.goto(`${wiki.url}/display/DOCS`).catch(() => undefined)
    const warning = await left
    expect(warning.type()).toBe('beforeunload')
    await warning.dismiss()
    await leaving
    expect(await written(page)).toBe('Another half')
    await page.keyboard.press('Escape')
    await asked(page).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: /comment|Reply/ }).count()).toBe(0)
    expect(await texts(id)).toEqual(['<p>First</p>'])
  })

  const WAYS_OUT: readonly { way: string; go: (page: Page) => Promise<void>; to: RegExp }[] = [
    { way: 'the logo', go: page => page.locator('#logo').click(), to: /\/$/ },
    {
      way: 'the page tree',
      go: page =>
        page.getByRole('tree', { name: 'Pages' }).getByRole('link', { name: 'Elsewhere', exact: true }).click(),
      to: /Elsewhere/,
    },
    { way: 'Edit', go: page => page.locator('#editPageLink').click(), to: /editpage\.action/ },
    {
      way: 'the key of Edit',
      async go(page) {
        await page.locator('#comments-section-title').click()
        await page.keyboard.press('e')
      },
      to: /editpage\.action/,
    },
    // The promise of the browser's own Back ends with the page that it leads to, which does not come before the answer.
    { way: 'Back', go: page => page.evaluate(() => history.back()), to: /Elsewhere/ },
  ]
  test.for(WAYS_OUT)(
    'what was written is asked about before the page is left by $way [I8-09] [I4.6-01]',
    async ({ go, to }, { openPage }) => {
      const id = await makePage()
      const page = await openSignedIn(openPage, wiki, ADMIN)
      // The page is gone to in the app, so that Back is the app's too.
      await page.goto(`${wiki.url}/display/DOCS/Elsewhere`)
      await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
      await page
        .getByRole('tree', { name: 'Pages' })
        .getByRole('link', { name: `Page ${pages}`, exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: `Page ${pages}` }).waitFor()
      const here = page.url()
      await prompt(page).click()
      await field(page).fill('Half a thought')
      await go(page)
      await asked(page).getByRole('button', { name: 'Cancel' }).click()
      await asked(page).waitFor({ state: 'detached' })
      await page.waitForURL(here)
      expect(await written(page)).toBe('Half a thought')
      await go(page)
      await asked(page).getByRole('button', { name: 'Discard' }).click()
      await page.waitForURL(to)
      await asked(page).waitFor({ state: 'detached' })
      // Nothing is asked twice, and nothing comes back of what was discarded.
      await view(page, id)
      await prompt(page).click()
      await field(page).waitFor()
      expect(await written(page)).toBe('')
    },
  )

  test('links within the page leave what is written alone', async ({ openPage }) => {
    const id = await makePage('<h2>One</h2><p>text</p><h2>Two</h2><p>text</p>')
    const first = await comment(id, 'First')
    const page = await open(openPage, id)
    await prompt(page).click()
    await field(page).fill('Half a thought')
    await page.locator(`#comment-${first} .ox-comment-when`).click()
    await page.waitForURL(/focusedCommentId/)
    await page.locator(`#comment-${first}[data-focused]`).waitFor()
    await page.getByRole('complementary', { name: 'On this page' }).getByRole('link', { name: 'Two' }).click()
    await page.waitForURL(/#.*Two/)
    expect([await written(page), await asked(page).count()]).toEqual(['Half a thought', 0])
  })

  test('what was written is there again after the window was closed on it, each in its own form [I8-09]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const other = await makePage()
    const commentId = await comment(id, 'First')
    const page = await open(openPage, id)
    page.on('dialog', dialog => void dialog.accept())
    const thread = page.locator(`.ox-comment-thread:has(#comment-${commentId})`)
    const forms = [
      { begin: () => prompt(page).click(), name: 'Write a comment…', before: '', sent: '<p>new text</p>' },
      {
        begin: () => thread.getByRole('button', { name: /^Reply to/ }).click(),
        name: /^Reply to/,
        before: '',
        sent: '<p>reply text</p>',
      },
      {
        begin: () =>
          thread
            .getByRole('button', { name: /^Edit comment by/ })
            .first()
            .click(),
        name: 'Edit comment',
        before: 'First',
        sent: '<p>edit text</p>',
      },
    ] as const
    const words = ['new text', 'reply text', 'edit text']
    for (const [index, { begin, name, before }] of forms.entries()) {
      await begin()
      expect(await written(page, name)).toBe(before)
      await field(page, name).fill(words[index] ?? '')
      await view(page, id)
    }
    await view(page, other)
    await prompt(page).click()
    await field(page).waitFor()
    expect(await written(page)).toBe('')
    await view(page, id)
    for (const [index, { begin, name, sent }] of forms.entries()) {
      await begin()
      await page.getByText('This is the text that you had not sent.').waitFor()
      expect(await written(page, name)).toBe(words[index])
      await page.locator('#rte-button-publish').click()
      // Left there, it may rest on the name of the writer, whose page is fetched then: there is none.
      await page.mouse.move(0, 0)
      await field(page, name).waitFor({ state: 'detached' })
      expect(await texts(id)).toContain(sent)
      await view(page, id)
    }
    await prompt(page).click()
    await field(page).waitFor()
    expect(await written(page)).toBe('')
  })

  test('a failure to save says that trying later may help, and keeps the text [I8-17]', async ({ openPage }) => {
    const id = await makePage()
    const page = await open(openPage, id, '', { allowErrors: [/500/] })
    await page.route(SAVE, route => route.fulfill({ status: 500, json: { statusCode: 500, message: 'Out of luck' } }))
    await prompt(page).click()
    await field(page).fill('Kept')
    await page.keyboard.press('Control+Enter')
    await page
      .getByRole('alert')
      .getByText('Failed to save the comment. Please try again later.', { exact: true })
      .waitFor()
    expect(await written(page)).toBe('Kept')
    await page.unroute(SAVE)
    await field(page).press('Control+Enter')
    await page.getByRole('heading', { name: '1 Comment' }).waitFor()
    expect(await texts(id)).toEqual(['<p>Kept</p>'])
  })

  test('the form shows that it loads, and when it does not load, how to go on [V4.12-02] [V8-27] [I8-15]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const page = await open(openPage, id, '', { allowErrors: [/ERR_FAILED/, /dynamically imported/] })
    const loading = page.locator('#comments-section').getByRole('status')
    const arrived = Promise.withResolvers<void>()
    await page.route(BUNDLE, async route => {
      await arrived.promise
      await route.abort()
    })
    await prompt(page).waitFor()
    expect(await loading.count()).toBe(0)
    await prompt(page).click()
    await loading.getByText('Loading…').waitFor()
    expect(await prompt(page).count()).toBe(0)
    arrived.resolve()
    const failure = page.locator('#comments-section').getByRole('alert')
    await failure.getByText('Error', { exact: true }).waitFor()
    await failure
      .getByText('Error loading the comment editor. Please refresh the page to try again.', { exact: true })
      .waitFor()
    await page.unroute(BUNDLE)
    await failure.getByRole('link', { name: 'Try again' }).click()
    await page.waitForURL('**/pages/viewpage.action?pageId=*&showComments=true')
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    await prompt(page).click()
    await field(page).waitFor()
  })

  test('the form is given up when it has not loaded in eight seconds [I9-11]', async ({ openPage }) => {
    const id = await makePage()
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.clock.install()
    await view(page, id)
    await page.route(BUNDLE, () => undefined)
    // From now on only the test moves the clock.
    await page.clock.pauseAt(Date.now() + 60_000)
    await prompt(page).click()
    await page.locator('#comments-section').getByText('Loading…').waitFor()
    const failure = page.getByText('Error loading the comment editor. Please refresh the page to try again.')
    await page.clock.runFor(7_900)
    expect(await failure.count()).toBe(0)
    await page.clock.runFor(100)
    await failure.waitFor()
  })

  test('without script, a form that is refused comes back with its text and the reason [V5-14] [V8-29]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const first = await comment(id, 'First')
    const page = await openSignedIn(openPage, wiki, ADMIN, { javaScriptEnabled: false, allowErrors: [/400/] })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    const text = page.getByRole('textbox', { name: 'Write a comment…' })
    await text.fill('   ')
    await page.locator('#rte-button-publish').click()
    const alert = page.getByRole('alert')
    expect(await alert.innerText()).toContain('The following error(s) occurred:')
    expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
      'Comment text is empty. Cannot create empty comments.',
    ])
    expect(await text.inputValue()).toBe('   ')
    // axe needs timers, which do not run without script: it looks at the same document on another page.
    const withTimers = await openSignedIn(openPage, wiki, ADMIN)
    const markup = (await page.content()).replace(/<script\b[^]*?<\/script>|<\/?noscript[^>]*>/g, '')
    await withTimers.route(page.url(), route => route.fulfill({ contentType: 'text/html', body: markup }))
    await withTimers.goto(page.url())
    await withTimers.getByRole('alert').waitFor()
    await expectNoAxeViolations(withTimers, '#main')
    await text.fill('Two\n\nparagraphs <b>')
    await page.locator('#rte-button-publish').click()
    await page.waitForURL(/focusedCommentId=\d+#comment-\d+$/)
    expect(await texts(id)).toEqual(['<p>First</p>', '<p>Two</p><p>paragraphs &lt;b&gt;</p>'])
    // The comment to answer may be gone by the time that the form is sent.
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page
      .locator('form.ox-comment-form')
      .evaluate(
        (form, parent) => form.insertAdjacentHTML('beforeend', `<input name="parentId" value="${parent}">`),
        first,
      )
    expect((await wiki.admin.delete(`/rest/api/content/${first}`)).status).toBe(204)
    await text.fill('Late')
    await page.locator('#rte-button-publish').click()
    expect(await alert.innerText()).toContain('The comment that you answer was deleted.')
    expect(await text.inputValue()).toBe('Late')
    await page.locator('#rte-button-publish').click()
    await page.waitForURL(/focusedCommentId=\d+#comment-\d+$/)
    expect(await texts(id)).toContain('<p>Late</p>')
  })

  test('an empty comment is refused, and the comment it answers may be gone [V5-14]', async ({ openPage }) => {
    const id = await makePage()
    const first = await comment(id, 'First')
    const page = await open(openPage, id, '', { allowErrors: [/400/] })
    await prompt(page).click()
    await field(page).fill('  \n ')
    await page.locator('#rte-button-publish').click()
    await page
      .getByRole('alert')
      .getByText('Comment text is empty. Cannot create empty comments.', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Reply to/ }).click()
    await field(page, /^Reply to/).fill('Too late')
    expect((await wiki.admin.delete(`/rest/api/content/${first}`)).status).toBe(204)
    await page.locator('#rte-button-publish').click()
    await page
      .getByRole('alert')
      .getByText('The comment that you answer was deleted, or you may not see it.', { exact: true })
      .waitFor()
    expect(await written(page, /^Reply to/)).toBe('Too late')
    expect(await texts(id)).toEqual([])
  })

  test('are sent as a form with a token header, and their forms hide the links that need no script [I7.5-05] [I7.5-06] [P1-16]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const first = await comment(id, 'First')
    const page = await open(openPage, id)
    expect(await page.locator('.action-add-comment, .action-reply-comment, .comment-action-edit').count()).toBe(0)
    const sent = async () => {
      const request = await page.waitForRequest(one => one.method() === 'POST' && one.url().includes('/rest/tinymce/'))
      const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ''))
      return { path: new URL(request.url()).pathname, headers: await request.allHeaders(), fields }
    }
    for (const { begin, name, path } of [
      { begin: () => prompt(page).click(), name: 'Write a comment…', path: `/rest/tinymce/1/content/${id}/comment` },
      {
        begin: () =>
          page
            .locator(`#comment-${first}`)
            .getByRole('button', { name: /^Reply to/ })
            .click(),
        name: /^Reply to/,
        path: `/rest/tinymce/1/content/${id}/comments/${first}/comment`,
      },
    ]) {
      await begin()
      await field(page, name).fill('Sent')
      const request = sent()
      await page.locator('#rte-button-publish').click()
      expect(await request).toMatchObject({
        path,
        headers: { 'x-atlassian-token': 'no-check', 'content-type': expect.stringContaining('x-www-form-urlencoded') },
        fields: { html: '<p>Sent</p>', watch: 'false', uuid: expect.stringMatching(/^[0-9a-f]{32}$/) },
      })
      await field(page, name).waitFor({ state: 'detached' })
    }
  })

  test('without script, links lead to the forms for adding, replying, editing and deleting [I2.7-02] [V2.3-20]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const first = await comment(id, 'First')
    const page = await openSignedIn(openPage, wiki, ADMIN, { javaScriptEnabled: false })
    const text = page.getByRole('textbox', { name: 'Write a comment…' })
    const follow = async (link: string, title: string) => {
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
      await page.locator(link).first().click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    const save = async () => {
      await page.locator('#rte-button-publish').click()
      await page.waitForURL(/focusedCommentId=\d+#comment-\d+$/)
    }
    await follow('.action-add-comment', 'Write a comment')
    await text.fill('Added')
    await screenshot(page, 'comment form without script')
    await save()
    await follow(`#comment-${first} .action-reply-comment`, 'Reply to a comment')
    await page.locator('blockquote').getByText('First').waitFor()
    await text.fill('Replied')
    await save()
    await follow(`#comment-${first} .comment-action-edit`, 'Edit comment')
    expect(await text.inputValue()).toBe('First')
    await text.fill('Edited')
    await save()
    expect(await texts(id)).toEqual(['<p>Edited</p>', '<p>Added</p>', '<p>Replied</p>'])
    await follow(`#comment-${first} .comment-action-remove`, 'Are you sure you want to delete the comment?')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/showComments=true/)
    expect(await texts(id)).toEqual(['<p>Added</p>', '<p>Replied</p>'])
  })

  test('a comment that is deleted goes from its place, and the page stays [V7-25]', async ({ openPage }) => {
    const id = await makePage()
    const [first, second] = [await comment(id, 'First'), await comment(id, 'Second')]
    const page = await open(openPage, id)
    const address = page.url()
    await page.evaluate(() => document.body.setAttribute('data-same-document', 'true'))
    await page
      .locator(`#comment-${first}`)
      .getByRole('button', { name: /^Delete comment by/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator(`#comment-${first}`).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '1 Comment' }).waitFor()
    expect([page.url(), await page.locator(`body[data-same-document] #comment-${second}`).count()]).toEqual([
      address,
      1,
    ])
  })

  test('the form says so where the wiki has become read-only meanwhile [I8-14]', async ({ openPage }) => {
    const id = await makePage()
    const page = await open(openPage, id)
    const setMode = (mode: string) => wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', { mode })
    await prompt(page).waitFor()
    expect((await setMode('READ_ONLY')).status).toBe(200)
    try {
      await prompt(page).click()
      const alert = page.locator('#comments-section').getByRole('alert')
      await alert.getByText('This site is read-only', { exact: true }).waitFor()
      await alert.getByText("You can't make changes right now.", { exact: true }).waitFor()
      expect(await field(page).count()).toBe(0)
    } finally {
      await setMode('READ_WRITE')
    }
  })

  test('where the form fails to load again, the one at an address of its own opens [I8-16]', async ({ openPage }) => {
    const id = await makePage()
    const first = await comment(id, 'First')
    const page = await open(openPage, id, '', { allowErrors: [/ERR_FAILED/, /dynamically imported/] })
    await page.route(BUNDLE, route => route.abort())
    await prompt(page).click()
    await page.locator('#comments-section').getByRole('link', { name: 'Try again' }).click()
    await page.waitForURL('**/pages/viewpage.action?pageId=*&showComments=true')
    await page
      .locator(`#comment-${first}`)
      .getByRole('button', { name: /^Reply to/ })
      .click()
    await page.waitForURL(`**/pages/replycomment.action?commentId=${first}&pageId=${id}`)
    await page.getByRole('textbox', { name: 'Write a comment…' }).fill('All the same')
    await page.locator('#rte-button-publish').click()
    await page.waitForURL(/focusedCommentId=\d+#comment-\d+$/)
    expect(await texts(id)).toEqual(['<p>First</p>', '<p>All the same</p>'])
  })

  test('are in view where the address asks for them [V2-20]', async ({ openPage }) => {
    const id = await makePage('<p>long</p>'.repeat(100))
    await comment(id, 'Down here')
    const page = await open(openPage, id)
    const place = () =>
      page.getByText('Down here').evaluate(element => element.getBoundingClientRect().top < window.innerHeight)
    await page.getByText('Down here').waitFor()
    expect(await place()).toBe(false)
    await view(page, id, '&showComments=true')
    await expect.poll(place).toBe(true)
  })
})
