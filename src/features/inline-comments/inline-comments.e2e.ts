import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki, storage } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  selectContents,
  test,
  viewports,
} from '../../../test/browser.ts'

const ADA = { username: 'ada', password: 'correct horse battery' }
const ROOT = '/rest/inlinecomments/1.0/comments'
const TEXT =
  '<h2>Summer</h2><p>The ferry to Gothenburg sails <em>every second Monday</em> in summer.</p>' +
  '<h2>Winter</h2><p>In winter it sails on the first day of the month, ice permitting.</p><p>Tickets are sold on board.</p>'

describe('comments on marked text', () => {
  let wiki: TestWiki
  let pages = 0
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'INL', name: 'Inline' })
    await wiki.addUser(ADA.username, { fullName: 'Ada Lovelace', password: ADA.password })
  })
  afterAll(() => wiki.close())
  const makePage = async (value = TEXT) => {
    const page = { type: 'page', title: `Ferries ${++pages}`, space: { key: 'INL' }, body: storage(value) }
    return (await wiki.admin.post('/rest/api/content', page)).json.id as string
  }
  const commentOn = async (containerId: string, words: string, text: string) => {
    const sent = { containerId, originalSelection: words, matchIndex: 0, numMatches: 1, body: `<p>${text}</p>` }
    const made = await wiki.admin.post(ROOT, sent)
    expect(made.status, made.text).toBe(200)
    return String(made.json.id)
  }
  const list = async (id: string) =>
    (await wiki.admin.get(`${ROOT}?containerId=${id}`)).json as {
      id: number
      body: string
      resolveProperties: { resolved: boolean; resolvedByDangling: boolean }
    }[]
  const view = async (page: Page, id: string, query = '') => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}${query}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    return page
  }
  const open = async (openPage: OpenPage, id: string, query = '', options: PageOptions = {}) =>
    view(await openSignedIn(openPage, wiki, ADMIN, options), id, query)
  const SETTINGS = '/rest/oxbow/1.0/admin/settings'

  test('each part can be switched off [I4.4-09]', async ({ openPage }) => {
    const id = await makePage()
    await commentOn(id, 'every second Monday', 'Every one?')
    await wiki.admin.put(`${ROOT}/${await commentOn(id, 'ice permitting', 'Done')}/resolve/true/dangling/false`, {})
    await commentOn(id, 'sold on board', 'Is it so?')
    const off = async (...parts: string[]) => {
      const names = parts.map(part => `confluence-inline-comments${part}`)
      expect((await wiki.admin.put(SETTINGS, { inlineCommentsOff: names })).status).toBe(200)
    }
    const parts = async () => {
      const menu = page.locator('#view-resolved-comments')
      return { marks: await page.locator('.inline-comment-marker.valid').count(), resolved: await menu.count() }
    }
    const page = await open(openPage, id)
    const toolbar = page.locator('.ox-inline-panel .ox-small-tools')
    const openForm = async () => {
      await page.locator('.inline-comment-marker.valid').first().click()
      await page
        .locator('.ox-inline-panel')
        .getByRole('button', { name: /^Reply to/ })
        .click()
      await page.locator('.ox-inline-panel .ox-small-text [contenteditable]').waitFor()
    }
    try {
      await expect.poll(parts).toEqual({ marks: 2, resolved: 1 })
      await openForm()
      expect(await toolbar.count()).toBe(1)

      await off('-resolved', '-rich-editor', '-dangling-comment')
      // The marked text goes; its thread is resolved by no user.
      const { version } = (await wiki.admin.get(`/rest/api/content/${id}?expand=version`)).json
      await wiki.admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: `Ferries ${pages}`,
        version: { number: version.number + 1 },
        body: storage((await storageOf(id)).replace(/<p>Tickets.*$/, '')),
      })
      await view(page, id)
      await expect.poll(parts).toEqual({ marks: 1, resolved: 0 })
      await openForm()
      expect(await toolbar.count()).toBe(0)
      const open = async () => (await list(id)).filter(({ resolveProperties }) => !resolveProperties.resolved).length
      expect(await open()).toBe(2)

      await off('')
      await view(page, id)
      await select(page, '#main-content p')
      await page.locator('#action-menu-link').click()
      await page.locator('#action-view-source-link').waitFor()
      expect(await parts()).toEqual({ marks: 0, resolved: 0 })
      expect(await page.getByRole('button', { name: 'Comment on this text' }).count()).toBe(0)

      await off()
      await view(page, id)
      await expect.poll(open).toBe(1)
      await expect.poll(parts).toEqual({ marks: 1, resolved: 1 })
    } finally {
      await off()
    }
  })

  const storageOf = async (id: string) =>
    (await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value as string
  const select = (page: Page, selector: string) => selectContents(page.locator(selector).first())
  const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' })
  const add = (page: Page) => toolbar(page).getByRole('button', { name: 'Comment on this text' })
  const thread = (page: Page) => page.getByRole('region', { name: 'Comment on the text' })
  const marker = (page: Page) => page.locator('#main-content .inline-comment-marker.valid')
  const field = (page: Page, name: RegExp | string) => page.getByRole('textbox', { name })

  test('are written, answered, changed, resolved, opened again and deleted at the text [I1-06] [I2.5-01] [I2.5-02] [I4.4-01] [I4.4-04]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const page = await open(openPage, id)
    await select(page, '#main-content em')
    await add(page).click()
    await field(page, 'Comment on this text').fill('Really every second one?')
    await page.keyboard.press('Control+Enter')
    await thread(page).getByText('Really every second one?').waitFor()
    await expect.poll(() => marker(page).allTextContents()).toEqual(['every second Monday'])
    const [made] = await list(id)
    await page.keyboard.press('Escape')
    await thread(page).waitFor({ state: 'detached' })

    await marker(page).click()
    await thread(page).getByText('Really every second one?').waitFor()
    await screenshot(page, 'inline thread')
    await thread(page)
      .getByRole('button', { name: /^Reply to/ })
      .click()
    await field(page, /^Reply to/).fill('Yes, from June.')
    await page.keyboard.press('Control+Enter')
    await thread(page).locator('.ox-comment-body').getByText('Yes, from June.').waitFor()
    await thread(page)
      .getByRole('button', { name: /^Edit comment by/ })
      .first()
      .click()
    await field(page, 'Edit comment').fill('Every second one, really?')
    await page.keyboard.press('Control+Enter')
    await thread(page).getByText('Every second one, really?').waitFor()

    await thread(page).getByRole('button', { name: 'Resolve', exact: true }).click()
    await thread(page).waitFor({ state: 'detached' })
    await expect.poll(() => marker(page).count()).toBe(0)
    expect((await list(id))[0]?.resolveProperties.resolved).toBe(true)
    await page.locator('#action-menu-link').click()
    await page.getByRole('button', { name: 'Resolved comments (1)', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Resolved comments' })
    await dialog.getByText('Every second one, really?').waitFor()
    await screenshot(page, 'resolved comments')
    await dialog.getByRole('button', { name: /^Reopen comment by/ }).click()
    await dialog.getByText('No comment of this page is resolved.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => marker(page).count()).toBe(1)

    await marker(page).click()
    await thread(page)
      .getByRole('button', { name: /^Delete comment by/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByText('It goes for good, with its answers.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await thread(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('#main-content .inline-comment-marker').count()).toBe(0)
    expect(await list(id)).toEqual([])
    expect((await wiki.admin.get(`/rest/api/content/${made?.id}`)).status).toBe(404)
  })

  test('are offered in the main text alone [I6-07] [V5-19]', async ({ openPage }) => {
    const id = await makePage()
    await wiki.admin.post('/rest/api/content', {
      type: 'comment',
      container: { id, type: 'page' },
      body: storage('<p>Below</p>'),
    })
    const page = await open(openPage, id)
    await select(page, '#main-content p')
    await add(page).waitFor()
    expect(await toolbar(page).getByRole('button').count()).toBe(2)
    await select(page, '.ox-comment-body p')
    await expect.poll(() => add(page).count()).toBe(0)
    expect(await toolbar(page).getByRole('button', { name: 'Quote in comment' }).count()).toBe(1)
  })

  test('are gone through in the order of the text, around its ends, and by keyboard [I4.4-06] [I4.4-07] [I4.4-08]', async ({
    openPage,
  }) => {
    const id = await makePage()
    await commentOn(id, 'Tickets', 'Third')
    const page = await open(openPage, id)
    const button = page.getByRole('button', { name: 'Comment on “Tickets”' })
    await button.focus()
    await page.keyboard.press('Enter')
    await thread(page).getByText('Third').waitFor()
    expect(
      await thread(page)
        .getByRole('button', { name: /^(Next|Previous)$/ })
        .count(),
    ).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)

    await commentOn(id, 'ice permitting', 'Second')
    await commentOn(id, 'Gothenburg', 'First')
    await page.reload()
    await button.focus()
    await page.keyboard.press('Enter')
    const next = thread(page).getByRole('button', { name: 'Next', exact: true })
    for (const text of ['First', 'Second', 'Third']) {
      await next.click()
      await thread(page).getByText(text).waitFor()
    }
    await next.click()
    await thread(page).getByText('First').waitFor()
    await thread(page).getByRole('button', { name: 'Previous', exact: true }).click()
    await thread(page).getByText('Third').waitFor()
    expect(await page.locator('.inline-comment-marker.active').allTextContents()).toEqual(['Tickets'])
  })

  test('have an address that opens them in view, answers too [I2.5-05] [I2.6-01]', async ({ openPage }) => {
    const id = await makePage(`${'<p>long</p>'.repeat(60)}<p>deep down</p>`)
    const comment = await commentOn(id, 'deep down', 'Here')
    const answer = await wiki.admin.post(`${ROOT}/${comment}/replies?containerId=${id}`, { body: '<p>There</p>' })
    const page = await open(openPage, id)
    await page.getByRole('button', { name: 'Comment on “deep down”' }).press('Enter')
    const link = await thread(page).locator('.ox-comment-when').first().getAttribute('href')
    expect(link).toBe(`/pages/viewpage.action?pageId=${id}&focusedCommentId=${comment}#comment-${comment}`)
    const isInView = () =>
      marker(page).evaluate(
        element => element.getBoundingClientRect().bottom < innerHeight && element.getBoundingClientRect().top > 0,
      )
    for (const focused of [comment, String(answer.json.id)]) {
      await page.goto('about:blank')
      await view(page, id, `&focusedCommentId=${focused}#comment-${focused}`)
      await thread(page).getByText('There').waitFor()
      await expect.poll(isInView).toBe(true)
      expect(await page.locator(`#comment-${focused}[data-focused]`).count()).toBe(1)
    }
  })

  test('are not there on an older version [I2.8-01]', async ({ openPage }) => {
    const id = await makePage()
    await commentOn(id, 'Gothenburg', 'First')
    const title = `Ferries ${pages}`
    const saved = await wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title,
      version: { number: 2 },
      body: storage(TEXT.replace('Tickets', 'All tickets')),
    })
    expect(saved.status, saved.text).toBe(200)
    const page = await open(openPage, id)
    await expect.poll(() => marker(page).count()).toBe(1)
    await view(page, id, '&pageVersion=1')
    await select(page, '#main-content p')
    await toolbar(page).waitFor()
    expect(await page.locator('#main-content .inline-comment-marker').count()).toBe(1)
    expect([await marker(page).count(), await add(page).count()]).toEqual([0, 0])
  })

  test('are resolved by themselves when their text was deleted, which is announced, or flagged when it fails [I4.4-03]', async ({
    openPage,
  }) => {
    const id = await makePage()
    await commentOn(id, 'Tickets are sold', 'Where?')
    await wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title: `Ferries ${pages}`,
      version: { number: 2 },
      body: storage('<p>Nothing of it</p>'),
    })
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/503/] })
    await page.route(`**${ROOT}/*/resolve/**`, route => route.fulfill({ status: 503, body: '{}' }))
    await view(page, id)
    await page.getByText('A comment whose text is gone could not be resolved').waitFor()
    expect((await list(id))[0]?.resolveProperties.resolved).toBe(false)
    await page.unroute(`**${ROOT}/*/resolve/**`)
    await page.reload()
    await page.getByText('The text of 1 comment is gone').waitFor()
    await expect
      .poll(async () => (await list(id))[0]?.resolveProperties)
      .toMatchObject({ resolved: true, resolvedByDangling: true })
    await page.locator('#action-menu-link').click()
    await page.getByRole('button', { name: 'Resolved comments (1)' }).waitFor()
  })

  test('offer what their flags allow, and a reader who is not signed in no editing [I6-02] [I6-03]', async ({
    openPage,
  }) => {
    const id = await makePage()
    const comment = await commentOn(id, 'Gothenburg', 'First')
    await wiki.admin.post(`${ROOT}/${comment}/replies?containerId=${id}`, { body: '<p>Answer</p>' })
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const offered = async (flags: object) => {
      await page.unroute(`**${ROOT}?*`)
      await page.route(`**${ROOT}?*`, async route => {
        const answer = await route.fetch()
        const comments = (await answer.json()) as object[]
        await route.fulfill({ response: answer, json: comments.map(one => ({ ...one, ...flags })) })
      })
      await view(page, id, `&focusedCommentId=${comment}`)
      const own = thread(page).locator(`#comment-${comment}`)
      await own.getByText('First').waitFor()
      const names = [/^Edit comment/, /^Delete comment/]
      const counts = await Promise.all(names.map(name => own.getByRole('button', { name }).count()))
      return [...counts, await thread(page).getByRole('button', { name: 'Resolve', exact: true }).count()]
    }
    expect(await offered({})).toEqual([1, 1, 1])
    expect(await offered({ hasEditPermission: false })).toEqual([0, 1, 1])
    expect(await offered({ hasDeletePermission: false })).toEqual([1, 0, 1])
    expect(await offered({ hasResolvePermission: false })).toEqual([1, 1, 0])

    const grants = (target: string) => [{ operationKey: target === 'space' ? 'read' : 'use', targetType: target }]
    await wiki.admin.put('/rest/api/space/INL/permissions/anonymous/grant', grants('space'))
    await wiki.admin.put('/rest/api/permissions/anonymous/grant', grants('application'))
    const anonymous = await openPage()
    await anonymous.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}&focusedCommentId=${comment}`)
    await thread(anonymous).getByText('Answer').waitFor()
    expect(await thread(anonymous).getByRole('button', { name: /Edit/ }).count()).toBe(0)
  })

  test('open as a sheet on a phone and beside the text on a tablet, and a text half written outlives a reload', async ({
    openPage,
  }) => {
    const id = await makePage()
    const comment = await commentOn(id, 'Gothenburg', 'Which of them?')
    for (const [name, colorScheme] of [
      ['phone', 'dark'],
      ['tablet', 'light'],
    ] as const) {
      const page = await open(openPage, id, '', { viewport: viewports[name], colorScheme })
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      await marker(page).waitFor()
      expect(asked.filter(path => path.startsWith(ROOT))).toEqual([])
      await marker(page).click()
      await thread(page).getByText('Which of them?').waitFor()
      const [panel, text] = [await thread(page).boundingBox(), await marker(page).boundingBox()]
      if (name === 'phone') expect([panel?.x, panel?.width]).toEqual([0, viewports.phone.width])
      // The text that it is about stays to be seen.
      if (name === 'phone') expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(panel?.y ?? 0)
      await screenshot(page, `inline thread on a ${name}`)
      await page.context().close()
    }
    const page = await open(openPage, id, `&focusedCommentId=${comment}`)
    await thread(page)
      .getByRole('button', { name: /^Reply to/ })
      .click()
    await field(page, /^Reply to/).fill('Half a thought')
    page.on('dialog', dialog => void dialog.accept())
    await page.reload()
    await thread(page)
      .getByRole('button', { name: /^Reply to/ })
      .click()
    expect(await field(page, /^Reply to/).textContent()).toBe('Half a thought')
  })

  test('hide no text: it makes room for them, whatever the window', async ({ openPage }) => {
    const words = 'Words of a paragraph that goes over the whole width of its column and then goes on. '.repeat(3)
    const id = await makePage(
      `${`<p>${words}</p>`.repeat(12)}<p>The quay is closed.</p>${`<p>${words}</p>`.repeat(12)}<p>The last ferry.</p>`,
    )
    await commentOn(id, 'quay is closed', 'Which one?')
    await commentOn(id, 'last ferry', 'At what time?')
    const page = await open(openPage, id)
    /** Lines of the page's text that the panel lies over. */
    const hidden = () =>
      thread(page).evaluate(element => {
        const panel = element.getBoundingClientRect()
        const lines: string[] = []
        for (const block of document.querySelectorAll('#title-heading, #main-content p')) {
          const range = document.createRange()
          range.selectNodeContents(block)
          for (const { left, right, top, bottom } of range.getClientRects())
            if (left < panel.right - 1 && right > panel.left + 1 && top < panel.bottom && bottom > panel.top)
              lines.push(block.textContent)
        }
        return lines
      })
    for (const isFull of [false, true]) {
      await page.context().addCookies([{ name: 'oxbow-page-width', value: isFull ? 'full' : '', url: wiki.url }])
      await view(page, id)
      for (const width of [1920, 1440, 1280, 1100, 1000, 768, 650]) {
        await page.setViewportSize({ width, height: 800 })
        for (const [index, comment] of ['Which one?', 'At what time?'].entries()) {
          await marker(page).nth(index).click()
          await thread(page).getByText(comment).waitFor()
          const what = `${comment} ${width} ${isFull}`
          expect(await hidden(), what).toEqual([])
          const [text, panel] = [await marker(page).nth(index).boundingBox(), await thread(page).boundingBox()]
          expect((text?.y ?? -1) > 90 && (text?.y ?? 900) < 780, what).toBe(true)
          expect((panel?.x ?? 0) + (panel?.width ?? 0), what).toBeLessThanOrEqual(width)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            what,
          ).toBeLessThanOrEqual(0)
        }
        if (!isFull) await screenshot(page, `inline thread ${width}`)
      }
    }
    // On a phone it covers the lower part of the window: what it is about is above it, also at the end of the page.
    await page.context().addCookies([{ name: 'oxbow-page-width', value: '', url: wiki.url }])
    await page.setViewportSize({ width: 375, height: 812 })
    await view(page, id)
    for (const [index, comment] of ['Which one?', 'At what time?'].entries()) {
      await marker(page).nth(index).click()
      await thread(page).getByText(comment).waitFor()
      const bars = await page.locator('.ox-strip').boundingBox()
      const seen = async () => {
        const [text, panel] = [await marker(page).nth(index).boundingBox(), await thread(page).boundingBox()]
        return [
          (text?.y ?? 0) >= (bars?.y ?? 0) + (bars?.height ?? 0),
          (text?.y ?? 0) + (text?.height ?? 0) <= (panel?.y ?? 0),
        ]
      }
      await expect.poll(seen, { message: comment }).toEqual([true, true])
      await screenshot(page, `inline thread 375 ${index}`)
      await page.getByRole('button', { name: 'Close the comment' }).click()
    }
  })

  test('of others come to an open page, but selected text stays selected until it is let go', async ({ openPage }) => {
    const id = await makePage()
    const ada = await view(await openSignedIn(openPage, wiki, ADA), id)
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.clock.install()
    await view(page, id)
    const poll = async () => {
      await wiki.app.events.settled()
      const answered = page.waitForResponse(/\/rest\/quickreload\//)
      await page.clock.runFor(61_000)
      await answered
    }
    const selected = () => page.evaluate(() => String(document.getSelection()))
    const words = 'Tickets are sold on board.'
    await page.getByRole('button', { name: 'Write a comment…' }).click()
    const written = page.getByRole('textbox', { name: 'Write a comment…' })
    await written.fill('Half a comment')
    await select(page, '#main-content p:last-of-type')
    const reading = async () => [await written.textContent(), await page.evaluate(() => scrollY)]
    const before = await reading()
    expect(before[0]).toBe('Half a comment')
    await select(ada, '#main-content em')
    await add(ada).click()
    await field(ada, 'Comment on this text').fill('Every one, I think')
    await ada.keyboard.press('Control+Enter')
    await thread(ada).getByText('Every one, I think').waitFor()
    await poll()
    await page.clock.runFor(5000)
    expect([await selected(), await marker(page).count()]).toEqual([words, 0])
    expect(await reading()).toEqual(before)
    await page.evaluate(() => document.getSelection()?.removeAllRanges())
    await toolbar(page).waitFor({ state: 'detached' })
    await page.clock.runFor(1000)
    await expect.poll(() => marker(page).allTextContents()).toEqual(['every second Monday'])
    expect(await reading()).toEqual(before)
    await marker(page).click()
    await thread(page).getByText('Every one, I think').waitFor()
    expect(await thread(page).innerText()).toContain('Ada Lovelace')
    await page.keyboard.press('Escape')
    await thread(page).waitFor({ state: 'detached' })
    // The page's query becomes stale; what is mounted again beside the text does not refetch it.
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.route('**/rest/quickreload/**', route => route.fulfill({ status: 204 }))
    await commentOn(id, 'ice permitting', 'When?')
    await page.clock.runFor(61_000)
    await select(page, '#main-content p:last-of-type')
    await toolbar(page).waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    expect(asked.filter(path => path.startsWith('/rest/oxbow/1.0/pages/'))).toEqual([])
    expect([await selected(), await marker(page).count()]).toEqual([words, 1])
  })
})
