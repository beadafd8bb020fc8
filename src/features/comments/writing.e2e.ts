import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { equivalent } from '#language/index.ts'
import { createAccount } from '#features/accounts/server/index.ts'
import { ADMIN, startTestWiki, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  selectContents,
  test,
  viewports,
} from '../../../test/browser.ts'
import { giveFiles } from './testing/give-files.ts'

const ADA = { username: 'ada', password: 'correct horse battery' }
/** Of what the editor has no tool for. */
const RICH = `<h2 id="x">A heading</h2><ac:structured-macro ac:name="nobody-knows" ac:foo="bar"><ac:parameter ac:name="depth">3</ac:parameter><ac:rich-text-body><p>kept <custom x="1">as it is</custom></p></ac:rich-text-body></ac:structured-macro>
<table class="wrapped"><colgroup><col style="width: 120.0px;" /><col /></colgroup><tbody><tr><th>Name</th><td data-highlight-colour="blue">Value</td></tr></tbody></table>
<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p style="text-align: center;">left</p></ac:layout-cell><ac:layout-cell><p>https://example.org/bare</p></ac:layout-cell></ac:layout-section></ac:layout><dl><dt>Term</dt><dd>Definition</dd></dl><p>The end</p>`

describe('comments in the editor', () => {
  let wiki: TestWiki
  let adaKey = ''
  let pages = 0
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'SMALL', name: 'Small' })
    const account = { ...ADA, displayName: 'Ada Lovelace', email: '' }
    await createAccount(wiki.app, account, null)
    adaKey = (await wiki.admin.get(`/rest/api/user?username=${ADA.username}`)).json.userKey
    expect(adaKey).not.toBe('')
  })
  afterAll(() => wiki.close())
  const create = async (content: object) => {
    const reply = await wiki.admin.post('/rest/api/content', content)
    expect(reply.status, reply.text).toBe(200)
    return reply.json.id as string
  }
  const makePage = (value = '<p>The ferry sails on <em>Monday</em>.</p>') =>
    create({ type: 'page', title: `Page ${++pages}`, space: { key: 'SMALL' }, body: storage(value) })
  const commentsOf = async (id: string) => {
    const { json } = await wiki.admin.get(`/rest/api/content/${id}/child/comment?depth=all&expand=body.storage,version`)
    return (json.results as { id: string; version: { number: number }; body: { storage: { value: string } } }[]).map(
      one => ({ id: one.id, version: one.version.number, storage: one.body.storage.value }),
    )
  }
  const open = async (openPage: OpenPage, id: string, options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page
  }
  const field = (page: Page, name: RegExp | string = 'Write a comment…') => page.getByRole('textbox', { name })
  const tool = (page: Page, name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
  const send = async (page: Page, text: Locator) => {
    await page.keyboard.press('Control+Enter')
    await text.waitFor({ state: 'detached' })
  }

  test('are written with all that its toolbar has, come back to it as they were, and tell who is mentioned', async ({
    openPage,
  }) => {
    const id = await makePage()
    const page = await open(openPage, id)
    const { keyboard } = page
    const loaded: string[] = []
    page.on('request', request => loaded.push(new URL(request.url()).pathname))
    const isEditor = (path: string) => /SmallEditor|CommentForm/.test(path)
    expect(
      await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(),
      ),
    ).not.toMatch(/SmallEditor|CommentForm/)
    await page.locator('#comment-prompt').click()
    await field(page).waitFor()
    expect(loaded.some(isEditor)).toBe(true)
    await expectNoAxeViolations(page, '.ox-comment-form')
    // By keys, by Markdown, and by the tools.
    await keyboard.press('Control+b')
    await keyboard.type('bold')
    await keyboard.press('Control+b')
    await keyboard.type(' ')
    await tool(page, 'Italic').click()
    await keyboard.type('italic')
    await tool(page, 'Italic').click()
    await keyboard.type(' `code` at https://example.org/x.')
    await keyboard.press('Enter')
    await tool(page, 'Bullet list').click()
    await keyboard.type('one')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.type('two')
    for (let level = 0; level < 3; level++) await keyboard.press('Enter')
    await keyboard.type('1. first')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await tool(page, 'Quote').click()
    await keyboard.type('quoted')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await tool(page, 'Code block').click()
    await keyboard.type('if (a < b)')
    for (let line = 0; line < 3; line++) await keyboard.press('Enter')
    await keyboard.type('For @ada')
    await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor()
    await screenshot(page, 'comment with a mention')
    await keyboard.press('Enter')
    await keyboard.type(': a colon, :thumbs')
    await page.getByRole('option', { name: 'Thumbs down' }).waitFor()
    await keyboard.press('Enter')
    await tool(page, 'Emoji').click()
    const picker = page.getByRole('dialog', { name: 'Emoji' })
    await picker.getByRole('gridcell', { name: 'grinning face', exact: true }).waitFor()
    await keyboard.type('party popper')
    await picker.getByRole('gridcell').first().click()
    await picker.waitFor({ state: 'detached' })
    await tool(page, 'Link').click()
    const dialog = page.getByRole('dialog', { name: 'Insert link' })
    await dialog.getByRole('button', { name: /Leads to/ }).click()
    await page.getByRole('option', { name: 'An address' }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://example.org/y')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('there')
    await keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => field(page).evaluate(element => element === document.activeElement)).toBe(true)
    await keyboard.type(' and www')
    await screenshot(page, 'comment in the editor')
    await send(page, field(page))

    const wanted =
      '<p><strong>bold</strong> <em>italic</em> <code>code</code> at <a href="https://example.org/x">https://example.org/x</a>.</p>' +
      '<ul><li><p>one</p><ul><li><p>two</p></li></ul></li></ul><ol><li><p>first</p></li></ol>' +
      '<blockquote><p>quoted</p></blockquote>' +
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[if (a < b)]]></ac:plain-text-body></ac:structured-macro>' +
      `<p>For <ac:link><ri:user ri:userkey="${adaKey}" /></ac:link> : a colon, <ac:emoticon ac:name="thumbs-up" /> 🎉 ` +
      '<a href="https://example.org/y">there</a> and www</p>'
    const [made] = await commentsOf(id)
    expect(equivalent(made?.storage ?? '', wanted), made?.storage).toBe(true)
    await page.locator('.ox-comment-body a.user-mention').getByText('Ada Lovelace').waitFor()
    await wiki.app.events.settled()
    const notices = await wiki.as(ADA.username, ADA.password).get('/rest/oxbow/1.0/notifications')
    expect((notices.json.results as { kind: string }[]).map(({ kind }) => kind)).toEqual(['mention'])

    // Again, in the same words; of what is added the rest keeps clear.
    await page.getByRole('button', { name: /^Edit comment by/ }).click()
    await field(page, 'Edit comment').getByText('Ada Lovelace').waitFor()
    expect(await page.locator('.ox-comment-form').getByText('https://example.org/x', { exact: true }).count()).toBe(1)
    await keyboard.type('!')
    await send(page, field(page, 'Edit comment'))
    const [edited] = await commentsOf(id)
    expect(edited?.version).toBe(2)
    expect(edited?.storage).toBe(made?.storage.replace('www</p>', 'www!</p>'))

    // A reply, whose half comes back with the name in it.
    page.on('dialog', asked => void asked.accept())
    await page.getByRole('button', { name: /^Reply to/ }).click()
    await field(page, /^Reply to/).waitFor()
    await keyboard.type('Yes @ada')
    await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor()
    await keyboard.press('Enter')
    await field(page, /^Reply to/)
      .getByText('Ada Lovelace')
      .waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Reply to/ }).click()
    await field(page, /^Reply to/)
      .getByText('Ada Lovelace')
      .waitFor()
    await send(page, field(page, /^Reply to/))
    expect((await commentsOf(id))[1]?.storage).toBe(`<p>Yes <ac:link><ri:user ri:userkey="${adaKey}" /></ac:link> </p>`)
  })

  test('keep what the editor has no tool for, and drafts of plain text that were written before it', async ({
    openPage,
  }) => {
    const id = await makePage()
    const comment = await create({ type: 'comment', container: { id, type: 'page' }, body: storage(RICH) })
    const page = await open(openPage, id)
    await page.getByRole('button', { name: /^Edit comment by/ }).click()
    await field(page, 'Edit comment').getByText('nobody-knows').waitFor()
    await page.keyboard.type(', now')
    await send(page, field(page, 'Edit comment'))
    const before = (await wiki.admin.get(`/rest/api/content/${comment}?status=any&version=1&expand=body.storage`)).json
    const [edited] = await commentsOf(id)
    expect(edited?.storage).toContain('nobody-knows')
    expect(edited?.storage).toBe((before.body.storage.value as string).replace('<p>The end</p>', '<p>The end, now</p>'))
    const { userKey } = (await wiki.admin.get('/rest/api/user/current')).json as { userKey: string }
    await page.evaluate(
      ([key = '', draft = '']) => localStorage.setItem(key, draft),
      [
        `oxbow-comment:${userKey}:${id}:new`,
        JSON.stringify({ text: 'Two\n\n`lines`', isStorage: false, at: Date.now() }),
      ],
    )
    await page.locator('#comment-prompt').click()
    await page.getByText('This is the text that you had not sent.').waitFor()
    await send(page, field(page))
    expect((await commentsOf(id))[1]?.storage).toBe('<p>Two</p><p><code>lines</code></p>')
  })

  test('hold pictures that are pasted or dropped, and keep their text when one cannot be uploaded', async ({
    openPage,
  }) => {
    const id = await makePage()
    const page = await open(openPage, id, { allowErrors: [/500/] })
    await page.locator('#comment-prompt').click()
    await field(page).waitFor()
    await page.keyboard.type('Look: ')
    await giveFiles(page, 'paste', ['image.png'])
    await field(page).locator('img.confluence-embedded-image').waitFor()
    await giveFiles(page, 'drop', ['dot.png'])
    await expect.poll(() => field(page).locator('img.confluence-embedded-image').count()).toBe(2)
    await page.route('**/child/attachment', route => route.fulfill({ status: 500, json: { message: 'Disk full' } }))
    await giveFiles(page, 'paste', ['lost.png'])
    const failure = page.getByRole('alert').filter({ hasText: 'The upload failed' })
    await failure.waitFor()
    expect(await field(page).textContent()).toContain('Look: ')
    await page.unroute('**/child/attachment')
    // Sent while a file is on its way, the comment waits for it.
    const arrived = Promise.withResolvers<void>()
    await page.route('**/child/attachment', async route => {
      await arrived.promise
      await route.continue()
    })
    await giveFiles(page, 'paste', ['late.png'])
    await page.getByText('Uploading 1 file…').waitFor()
    await page.keyboard.press('Control+Enter')
    arrived.resolve()
    await field(page).waitFor({ state: 'detached' })
    const [made] = await commentsOf(id)
    const names = [...(made?.storage ?? '').matchAll(/ri:filename="([^"]+)"/g)].map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^image-\d.*\.png$/), 'dot.png', 'late.png']))
    expect(names).toHaveLength(3)
    const files = (await wiki.admin.get(`/rest/api/content/${id}/child/attachment`)).json.results as { title: string }[]
    expect(new Set(files.map(({ title }) => title))).toEqual(new Set(names))
    const shown = page.locator('.ox-comment-body img')
    await expect
      .poll(() => shown.evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth)))
      .toEqual([10, 10, 10])
  })

  test('are written so on marked text, and fit on a phone, dark', async ({ openPage }) => {
    const id = await makePage()
    const page = await open(openPage, id, { viewport: viewports.phone, colorScheme: 'dark', hasTouch: true })
    await page.setViewportSize({ ...viewports.phone, height: 400 })
    await page.locator('#comment-prompt').evaluate(prompt => prompt.scrollIntoView({ block: 'end' }))
    await page.locator('#comment-prompt').click()
    await field(page).waitFor()
    // All of it is in view, down to its buttons.
    const end = () => page.locator('.ox-comment-form').evaluate(form => form.getBoundingClientRect().bottom)
    await expect.poll(end).toBeLessThanOrEqual(400)
    await page.setViewportSize(viewports.phone)
    await page.keyboard.type('On a phone')
    await screenshot(page, 'comment form on a phone')
    await expectNoAxeViolations(page, '.ox-comment-form')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(viewports.phone.width)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await selectContents(page.locator('#main-content em'))
    await page.getByRole('button', { name: 'Comment on this text' }).click()
    const inline = field(page, 'Comment on this text')
    await inline.waitFor()
    await page.keyboard.type('**Every** Monday?')
    await screenshot(page, 'inline comment form on a phone')
    await expectNoAxeViolations(page, '.ox-inline-panel')
    await send(page, inline)
    await page.getByRole('region', { name: 'Comment on the text' }).locator('strong').getByText('Every').waitFor()
    expect((await commentsOf(id)).map(({ storage }) => storage)).toEqual(['<p><strong>Every</strong> Monday?</p>'])
  })
})
