import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, type OpenPage, openSignedIn, type PageOptions, screenshot, test } from '../../../test/browser.ts'

const DAY_MS = 86_400_000
const task = (id: number, body: string, status = 'incomplete') =>
  `<ac:task><ac:task-id>${id}</ac:task-id><ac:task-status>${status}</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>`
const list = (...items: string[]) => `<ac:task-list>${items.join('')}</ac:task-list>`
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const date = (days: number) => `<time datetime="${inDays(days)}" />`
const assignee = '<ac:link><ri:user ri:username="ada" /></ac:link>'
const OOPS = "Oops! Your task change couldn't be saved. There could be a few reasons for this."

describe('inline tasks in the browser', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'TSK', name: 'Tasks' })
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
  })
  afterAll(() => wiki.close())

  let pages = 0
  const create = (title: string, value: string) => wiki.admin.createPage('TSK', `${title} ${++pages}`, value)
  const storage = async (id: string) =>
    (await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value as string
  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const view = async (page: Page, id: string, more = '') => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}${more}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
  }
  const item = (page: Page, id: number) => page.locator(`li[data-inline-task-id="${id}"]`)
  /** Clicks at a place of the task, in pixels from its corner. */
  const click = (page: Page, id: number, at = 8) => item(page, id).click({ position: { x: at, y: at } })
  const state = (page: Page, id: number) => item(page, id).getAttribute('data-inline-task-status')
  const live = (page: Page, id: number) =>
    expect.poll(() => item(page, id).getAttribute('class')).toContain('ox-task-live')
  const calls = (page: Page) => {
    const seen: string[] = []
    page.on('request', request => {
      if (request.url().includes('/rest/inlinetasks/')) seen.push(request.method())
    })
    return seen
  }

  test('are listed on a page, with what they are about [V1-23] [V2.3-26] [V3-27]', async ({ openPage }) => {
    const id = await create('Facts', list(task(1, `Call ${assignee} by ${date(20)}`), task(2, 'Done', 'complete')))
    const page = await signedIn(openPage)
    await view(page, id)
    expect(await page.locator('ul.inline-task-list').getAttribute('data-inline-tasks-content-id')).toBe(id)
    const facts = (of: number) =>
      item(page, of).evaluate(({ dataset }) => [
        dataset['inlineTaskStatus'],
        dataset['inlineTaskDueDate'],
        dataset['inlineTaskAssignee'],
      ])
    expect(await facts(1)).toEqual(['UNCHECKED', inDays(20), 'ada'])
    expect(await facts(2)).toEqual(['CHECKED', undefined, undefined])
  })

  test('are ticked and unticked by a click on the box, and nowhere else [V4.13-01] [V5-16] [V5-17]', async ({
    openPage,
  }) => {
    const id = await create('Boxes', list(task(1, '<strong>Bold</strong> and a text that goes on'), task(2, 'Other')))
    const page = await signedIn(openPage)
    const seen = calls(page)
    await view(page, id)
    await live(page, 1)
    // Beside the box, below it, and beyond its corner; a click takes effect at once, so that nothing is waited for.
    for (const [x, y] of [
      [20, 8],
      [8, 20],
      [20, 20],
      [60, 8],
    ] as const) {
      await item(page, 1).click({ position: { x, y } })
      expect([await state(page, 1), seen], `${x}, ${y}`).toEqual(['UNCHECKED', []])
    }
    await item(page, 1).locator('strong').click()
    expect([await state(page, 1), seen]).toEqual(['UNCHECKED', []])
    for (const [at, then] of [
      [3, 'CHECKED'],
      [14, 'UNCHECKED'],
    ] as const) {
      await click(page, 1, at)
      await expect.poll(() => item(page, 1).getAttribute('aria-busy')).toBeNull()
      expect(await state(page, 1), String(at)).toBe(then)
    }
    await expect.poll(() => seen.length).toBe(2)
    await click(page, 1)
    await expect.poll(() => state(page, 1)).toBe('CHECKED')
    await expect.poll(() => storage(id)).toContain('<ac:task-status>complete</ac:task-status>')
    await view(page, id)
    await live(page, 1)
    expect([await state(page, 1), await state(page, 2)]).toEqual(['CHECKED', 'UNCHECKED'])
    await click(page, 1)
    await expect.poll(() => storage(id)).not.toContain('>complete<')
    expect(await state(page, 1)).toBe('UNCHECKED')
  })

  test('are ticked from the keyboard, and are told to those who hear the page', async ({ openPage }) => {
    const id = await create('Keys', list(task(1, 'By hand')))
    const page = await signedIn(openPage)
    await view(page, id)
    const box = page.getByRole('checkbox', { name: 'By hand' })
    await box.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => box.isChecked()).toBe(true)
    await expect.poll(() => storage(id)).toContain('<ac:task-status>complete</ac:task-status>')
    await screenshot(page, 'a task that has the focus')
  })

  test('show the change at once, take no other meanwhile, and go back when it fails [V4.13-02] [V4.13-03] [V8-24]', async ({
    openPage,
  }) => {
    const id = await create('Fails', list(task(1, 'Slow')))
    const page = await signedIn(openPage, { allowErrors: [/500/] })
    const seen = calls(page)
    let answer = () => {}
    await page.route('**/rest/inlinetasks/**', async route => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      await route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"No room"}' })
    })
    await view(page, id)
    await live(page, 1)
    await click(page, 1)
    await expect.poll(() => seen.length).toBe(1)
    expect([await state(page, 1), await item(page, 1).getAttribute('aria-busy')]).toEqual(['CHECKED', 'true'])
    await click(page, 1)
    expect([await state(page, 1), seen.length]).toEqual(['CHECKED', 1])
    answer()
    await page.getByText(OOPS).waitFor()
    expect(await state(page, 1)).toBe('UNCHECKED')
    expect(await item(page, 1).getAttribute('aria-busy')).toBeNull()
  })

  test('wait 30 seconds for the answer, then go back without a word [V7-34] [V8-25] [V9-17]', async ({ openPage }) => {
    const id = await create('Never', list(task(1, 'Never answered')))
    const page = await signedIn(openPage, { allowErrors: [/500/] })
    await page.clock.install()
    // Never answered: the route is left to itself.
    await page.route('**/rest/inlinetasks/**', () => undefined)
    await view(page, id)
    await live(page, 1)
    await page.clock.pauseAt(Date.now() + 60_000)
    await click(page, 1)
    await expect.poll(() => item(page, 1).getAttribute('aria-busy')).toBe('true')
    await page.clock.runFor(29_000)
    expect(await state(page, 1)).toBe('CHECKED')
    await page.clock.runFor(2_000)
    await expect.poll(() => state(page, 1)).toBe('UNCHECKED')
    // A failure that is shown proves that others would be seen, and that it is the only one.
    await page.unroute('**/rest/inlinetasks/**')
    await page.route('**/rest/inlinetasks/**', route =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"No room"}' }),
    )
    await click(page, 1)
    await page.getByText(OOPS).waitFor()
    expect(await page.getByText(OOPS).count()).toBe(1)
  })

  test('say nothing of an answer that the leaving of the page cut off [V8-25]', async ({ openPage }) => {
    const id = await create('Left', list(task(1, 'Never answered'), task(2, 'Refused')))
    const page = await signedIn(openPage, { allowErrors: [/500/] })
    const open = async () => {
      await view(page, id)
      await live(page, 1)
      // The text shown while the page goes is read in the next one.
      await page.evaluate(() =>
        new MutationObserver(changes => {
          const shown = changes
            .flatMap(({ addedNodes }) => [...addedNodes])
            .map(node => node.textContent ?? '')
            .join('')
          sessionStorage.setItem('shown', (sessionStorage.getItem('shown') ?? '') + shown)
        }).observe(document.body, { childList: true, subtree: true }),
      )
    }
    const shown = () => page.evaluate(() => sessionStorage.getItem('shown') ?? '')
    await open()
    await page.route('**/rest/inlinetasks/**', () => undefined)
    await click(page, 1)
    await expect.poll(() => item(page, 1).getAttribute('aria-busy')).toBe('true')
    await page.goto(`${wiki.url}/spacedirectory/view.action`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
    expect(await shown()).not.toContain(OOPS)
    await page.goBack()
    await live(page, 1)
    expect(await page.getByText(OOPS).count()).toBe(0)
    await page.unroute('**/rest/inlinetasks/**')
    await page.route('**/rest/inlinetasks/**', route =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"No room"}' }),
    )
    await open()
    await click(page, 2)
    await page.getByText(OOPS).waitFor()
    await page.goto(`${wiki.url}/spacedirectory/view.action`)
    expect(await shown()).toContain(OOPS)
  })

  test('are no boxes for who may not edit, and for nobody while the wiki is read-only [V4.13-04] [V6-23]', async ({
    openPage,
  }) => {
    const id = await create('Closed', list(task(1, 'Look only')))
    await wiki.admin.put(`/rest/api/content/${id}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
    ])
    const reader = await openSignedIn(openPage, wiki, { username: 'ada', password: 'ada password' })
    await view(reader, id)
    expect(await reader.getByRole('checkbox').count()).toBe(0)
    const page = await signedIn(openPage)
    const seen = calls(page)
    await view(page, id)
    await live(page, 1)
    const path = `/rest/inlinetasks/1/task/${id}/1`
    expect((await wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: 'READ_ONLY' })).status).toBeLessThan(300)
    try {
      await view(page, id)
      await page.getByText('Look only').waitFor()
      await click(page, 1)
      expect([await state(page, 1), seen]).toEqual(['UNCHECKED', []])
      expect((await wiki.admin.post(path, { status: 'CHECKED' })).status).toBe(405)
    } finally {
      await wiki.admin.put('/rest/oxbow/1.0/admin/access-mode', { mode: 'READ_WRITE' })
    }
    expect((await wiki.admin.post(path, { status: 'CHECKED' })).status).toBe(204)
  })

  test('are found by the address that names one [V2-22]', async ({ openPage }) => {
    const id = await create('Far', `${'<p>line</p>'.repeat(80)}${list(task(1, 'First'), task(7, 'Seventh'))}`)
    const page = await signedIn(openPage)
    await view(page, id, '&focusedTaskId=7')
    await expect.poll(() => page.locator('.focused-task').allTextContents()).toEqual(['Seventh'])
    await expect
      .poll(() =>
        item(page, 7).evaluate(element => {
          const { top, bottom } = element.getBoundingClientRect()
          return top > 0 && bottom < innerHeight
        }),
      )
      .toBe(true)
  })

  test('are found by the address in expands that are closed, one in another [V2-22]', async ({ openPage }) => {
    const expand = (body: string) =>
      `<ac:structured-macro ac:name="expand"><ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`
    const id = await create(
      'Closed',
      `${'<p>line</p>'.repeat(80)}${expand(`<p>outer</p>${expand(list(task(1, 'First'), task(7, 'Seventh')))}`)}${expand('<p>stays closed</p>')}`,
    )
    const page = await signedIn(openPage)
    await view(page, id, '&focusedTaskId=7')
    await page.getByText('Seventh').waitFor()
    await expect
      .poll(() =>
        item(page, 7).evaluate(element => {
          const { top, bottom } = element.getBoundingClientRect()
          return top > 0 && bottom < innerHeight
        }),
      )
      .toBe(true)
    await expect.poll(() => page.getByText('stays closed').isVisible()).toBe(false)
  })

  test('say what is late and what soon will be [V9-37] [V9-38]', async ({ openPage }) => {
    const id = await create(
      'Due',
      list(task(1, date(-2)), task(2, date(3)), task(3, date(20)), task(4, date(-2), 'complete')),
    )
    const page = await signedIn(openPage)
    await view(page, id)
    await live(page, 1)
    const title = (of: number) => item(page, of).locator('time').getAttribute('title')
    expect(await Promise.all([1, 2, 3, 4].map(title))).toEqual([
      'This task is overdue',
      'This task is due in less than a week',
      null,
      null,
    ])
  })

  test('are ticked in comments too', async ({ openPage }) => {
    const id = await create('Commented', '<p>Text</p>')
    const comment = await wiki.admin.post('/rest/api/content', {
      type: 'comment',
      container: { id, type: 'page' },
      body: { storage: { value: list(task(1, 'In a comment')), representation: 'storage' } },
    })
    const page = await signedIn(openPage)
    await view(page, id)
    await live(page, 1)
    await click(page, 1)
    await expect.poll(() => storage(comment.json.id)).toContain('<ac:task-status>complete</ac:task-status>')
  })
})
