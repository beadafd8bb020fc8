import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { openToAnonymous, person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  openSignedIn,
  type OpenPage,
  type PageOptions,
  screenshot,
  test,
  WINDOW_SIZES,
} from '../../../test/browser.ts'

const PASSWORD = 'correct horse battery'
const BOOKMARKLET = '/plugins/sharelinksbookmarklet/get.action'
const MY_TASKS = '/plugins/inlinetasks/mytasks.action'

describe('hints in the browser', () => {
  let wiki: TestWiki
  let plain = ''
  let people = 0
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await openToAnonymous(wiki)
    await wiki.admin.post('/rest/api/space', { key: 'HNT', name: 'Hints' })
    plain = await create('Plain', '<p>Text</p>')
  })
  afterAll(() => wiki.close())

  const create = (title: string, value: string, client = wiki.admin) => client.createPage('HNT', title, value)
  /** A user who has not seen anything yet. */
  const newcomer = async (openPage: OpenPage, options: PageOptions = {}) => {
    const username = `new${++people}`
    const { client } = await person(wiki, username)
    return { username, client, page: await openSignedIn(openPage, wiki, { username, password: PASSWORD }, options) }
  }
  const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const view = (page: Page, id: string) => page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
  const posts = (page: Page, path: string) => {
    const seen: string[] = []
    page.on('request', request => {
      if (request.method() === 'POST' && request.url().includes(path)) seen.push(new URL(request.url()).pathname)
    })
    return seen
  }

  test('help tips show until each user dismisses them [I1-04] [I2.3-01] [I2.3-03] [I3-08] [I4.2-01] [I4.2-02]', async ({
    openPage,
  }) => {
    const { page, client } = await newcomer(openPage)
    await page.goto(wiki.url + MY_TASKS)
    const titled = card(page, 'Tasks find people')
    await titled.waitFor()
    expect(await titled.innerText()).toContain('Mention a person in a task with @')
    await screenshot(page, 'help tip')
    await page.goto(wiki.url + BOOKMARKLET)
    const untitled = card(page, 'Tip')
    await untitled.waitFor()
    expect(await untitled.locator('p').count()).toBe(1)
    await page.goto(wiki.url + MY_TASKS)
    await titled.getByRole('button', { name: 'Dismiss' }).click()
    await titled.waitFor({ state: 'detached' })
    await expect.poll(async () => (await client.get('/rest/helptips/1.0/tips')).json).toEqual(['my-tasks'])
    const answered = page.waitForResponse('**/rest/helptips/1.0/tips')
    await page.reload()
    await answered
    await page.waitForLoadState('networkidle')
    expect(await titled.count()).toBe(0)
    const other = await newcomer(openPage)
    await other.page.goto(wiki.url + MY_TASKS)
    await card(other.page, 'Tasks find people').waitFor()
  })

  test('help tips link to more in a new tab, and are for signed-in users [I2.3-02] [I6-01]', async ({ openPage }) => {
    const { page } = await newcomer(openPage, { allowErrors: [/another host|ERR_/] })
    await page.context().route('https://en.wikipedia.org/**', route => route.fulfill({ body: 'About bookmarklets' }))
    await page.goto(wiki.url + BOOKMARKLET)
    const opened = page.context().waitForEvent('page')
    await card(page, 'Tip').getByRole('link', { name: 'Learn more' }).click()
    expect((await opened).url()).toContain('Bookmarklet')
    expect(new URL(page.url()).pathname).toBe(BOOKMARKLET)
    const visitor = await openPage()
    const asked: string[] = []
    visitor.on('request', request => asked.push(new URL(request.url()).pathname))
    await visitor.goto(wiki.url + BOOKMARKLET)
    await visitor.getByText('Share on the wiki').waitFor()
    expect(asked.filter(path => path.includes('/rest/helptips/'))).toEqual([])
    expect(await card(visitor, 'Tip').count()).toBe(0)
  })

  test('the hint at tasks is shown once, below the user menu, to who has tasks on a page [I1-03] [I2.2-01] [I2.2-02] [I2.2-03] [I4.2-03] [I4.2-04] [I4.2-05] [V1-04]', async ({
    openPage,
  }) => {
    const { page, client } = await newcomer(openPage)
    const seen = posts(page, '/rest/feature-discovery/')
    const task =
      '<ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Do it</ac:task-body></ac:task>'
    const mine = await create(`Mine ${people}`, `<ac:task-list>${task}</ac:task-list>`, client)
    const hint = card(page, 'Hey! Did you know...')
    await view(page, plain)
    await page.waitForLoadState('networkidle')
    expect([await hint.count(), seen]).toEqual([0, []])
    const answer = await client.get(`/rest/oxbow/1.0/pages/${mine}`)
    expect(answer.json.parts['inline-tasks-flag']).toBe(true)
    await view(page, mine)
    await hint.waitFor()
    expect(await hint.innerText()).toContain(
      'You can view the tasks you created, or assigned to you, in the tasks tabs of your profile.',
    )
    const [box, menu] = [await hint.boundingBox(), await page.locator('#user-menu-link').boundingBox()]
    expect((box?.y ?? 0) - ((menu?.y ?? 0) + (menu?.height ?? 0))).toBeGreaterThan(0)
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) - ((menu?.x ?? 0) + (menu?.width ?? 0)))).toBeLessThan(12)
    expect(seen).toEqual([
      '/rest/feature-discovery/1.0/discovered/com.atlassian.confluence.plugins.confluence-inline-tasks/inline-tasks-flag',
    ])
    // Not in the table of screens: it is shown to a user once.
    await expectNoAxeViolations(page)
    await screenshot(page, 'hint at tasks')
    // Actions of the reader stay free: the middle of each is its own.
    const covered = () =>
      hint.evaluate(element =>
        [...document.querySelectorAll('a[href], button, input')].flatMap(action => {
          const { x, y, width, height } = action.getBoundingClientRect()
          const top = document.elementFromPoint(x + width / 2, y + height / 2)
          return !element.contains(action) && element.contains(top) ? [action.outerHTML] : []
        }),
      )
    await page.emulateMedia({ colorScheme: 'dark' })
    for (const { width, height } of WINDOW_SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(covered).toEqual([])
      await screenshot(page, `hint at tasks, ${width}, dark`)
    }
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect([await hint.count(), seen.length]).toEqual([0, 1])
  })

  test('the hint at drafts shows three times after the editor, or until it is not wanted [V1-24] [V2-23] [V4.11-02] [V9-31] [V1-04]', async ({
    openPage,
  }) => {
    const editor = `${wiki.url}/pages/editpage.action?pageId=${plain}`
    /** Leads from the editor's address to the page, as a link there does. */
    const fromEditor = async (page: Page, address = editor) => {
      const stored = page
        .waitForResponse('**/rest/oxbow/1.0/feature-discovery/**', { timeout: 5000 })
        .catch(() => undefined)
      await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${plain}`, { referer: address })
      return stored
    }
    const { page } = await newcomer(openPage)
    const hint = card(page, 'Your draft is saved as you type')
    await view(page, plain)
    expect(await hint.count()).toBe(0)
    await fromEditor(page)
    await hint.waitFor()
    await screenshot(page, 'hint at drafts')
    await fromEditor(page, `${wiki.url}/pages/resumedraft.action?draftId=1`)
    await hint.waitFor()
    await fromEditor(page)
    await hint.waitFor()
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${plain}`, { referer: editor })
    await page.waitForLoadState('networkidle')
    expect(await hint.count()).toBe(0)

    const other = await newcomer(openPage)
    await fromEditor(other.page)
    const dismissed = other.page.waitForResponse('**/rest/feature-discovery/1.0/discovered/**')
    await card(other.page, 'Your draft is saved as you type').getByRole('button', { name: "Don't show again" }).click()
    await dismissed
    await other.page.goto(`${wiki.url}/pages/viewpage.action?pageId=${plain}`, { referer: editor })
    await other.page.waitForLoadState('networkidle')
    expect(await card(other.page, 'Your draft is saved as you type').count()).toBe(0)
  })

  /** Texts outside the card that it lies over, at each height that the page is scrolled to. */
  const coveredTexts = async (page: Page, name: string) => {
    const found: string[] = []
    for (const top of [0, 200, 700, 100_000, 0]) {
      await page.evaluate(y => {
        window.scrollTo(0, y)
        return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)))
      }, top)
      found.push(
        ...(await card(page, name).evaluateAll(([element]) => {
          if (!element?.checkVisibility({ visibilityProperty: true })) return []
          const box = element.getBoundingClientRect()
          const texts: string[] = []
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement
            if (element.contains(node) || !parent?.checkVisibility({ visibilityProperty: true })) continue
            // For screen readers alone.
            if (parent.getBoundingClientRect().width <= 1) continue
            const range = document.createRange()
            range.selectNode(node)
            // An element above the card, such as the bar at the top, covers the card itself.
            const isOver = [...range.getClientRects()].some(
              ({ left, right, top: upper, bottom, width }) =>
                width > 1 &&
                Math.min(right, box.right) - Math.max(left, box.left) > 0.5 &&
                Math.min(bottom, box.bottom) - Math.max(upper, box.top) > 0.5 &&
                element.contains(document.elementFromPoint((left + right) / 2, (upper + bottom) / 2)),
            )
            if (isOver && node.textContent?.trim()) texts.push(node.textContent.trim())
          }
          return texts
        })),
      )
    }
    return found
  }

  test('one card shows at a time, next to its target and never over text, whatever the window', async ({
    openPage,
  }) => {
    const { page, client } = await newcomer(openPage)
    const task =
      '<ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>Do it</ac:task-body></ac:task>'
    const text = '<h2>A heading</h2><p>Words of a paragraph that goes over the whole width of its column.</p>'.repeat(
      30,
    )
    const mine = await create(`Long ${people}`, `<ac:task-list>${task}</ac:task-list>${text}`, client)
    const from = { referer: `${wiki.url}/pages/editpage.action?pageId=${mine}` }
    const cards = page.locator('[role=dialog]').filter({ has: page.getByRole('button', { name: "Don't show again" }) })
    // Two want to be shown: at tasks, and at the draft.
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${mine}`, from)
    await cards.first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(await cards.count()).toBe(1)
    const first = (await cards.getAttribute('aria-labelledby')) ?? ''
    const name = await page.locator(`[id="${first}"]`).innerText()
    for (const size of [...WINDOW_SIZES, { width: 1280, height: 800 }, { width: 1920, height: 1000 }]) {
      await page.setViewportSize(size)
      expect(await coveredTexts(page, name), JSON.stringify(size)).toEqual([])
      const box = await cards.boundingBox()
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= size.width, JSON.stringify(size)).toBe(true)
      expect(box?.y).toBeLessThan(260)
      await screenshot(page, `hint ${size.width}`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    // The other follows.
    await card(page, name).getByRole('button', { name: "Don't show again" }).click()
    await card(page, name).waitFor({ state: 'detached' })
    await cards.waitFor()
    await cards.getByRole('button', { name: "Don't show again" }).click()
    await cards.waitFor({ state: 'detached' })
  })

  test('a tip about a screen stands in it, below its title', async ({ openPage }) => {
    const { page } = await newcomer(openPage)
    await page.goto(wiki.url + MY_TASKS)
    await card(page, 'Tasks find people').waitFor()
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      expect(await coveredTexts(page, 'Tasks find people')).toEqual([])
    }
  })

  test('who publishes is not told that the draft is kept', async ({ openPage }) => {
    const { page, client } = await newcomer(openPage)
    const id = await create(`Published ${people}`, '<p>Before</p>', client)
    const hint = card(page, 'Your draft is saved as you type')
    const write = async (words: string) => {
      await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
      const field = page.getByRole('textbox', { name: 'Page text' })
      await field.click()
      await page.keyboard.type(words)
    }
    await write('Published ')
    await page.locator('#rte-button-publish').click()
    await page.locator('#main-content', { hasText: /Published/ }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await hint.count()).toBe(0)
    await write('Kept ')
    await page.getByRole('button', { name: 'Close editor' }).click()
    await hint.waitFor()
    const [box, edit] = [await hint.boundingBox(), await page.locator('#editPageLink').boundingBox()]
    expect((box?.y ?? 0) - ((edit?.y ?? 0) + (edit?.height ?? 0))).toBeLessThan(170)
    expect(await coveredTexts(page, 'Your draft is saved as you type')).toEqual([])
  })

  test('the bookmarklet opens a window that shares the page as a link [V2-24] [V2-25] [V9-34]', async ({
    openPage,
  }) => {
    const { page, client } = await newcomer(openPage)
    await page.goto(wiki.url + BOOKMARKLET)
    const button = page.getByText('Share on the wiki')
    const asked = page.waitForEvent('dialog')
    const clicked = button.click()
    const dialog = await asked
    expect([dialog.type(), dialog.message()]).toEqual(['alert', 'Drag this link to your toolbar'])
    await dialog.accept()
    await clicked
    await screenshot(page, 'bookmarklet')
    const script = decodeURIComponent(((await button.getAttribute('href')) ?? '').replace(/^javascript:/, ''))
    await view(page, plain)
    const opened = page.waitForEvent('popup')
    await page.evaluate(script)
    const popup = await opened
    const address = new URL(popup.url())
    expect(address.pathname).toBe('/plugins/sharelinksbookmarklet/bookmarklet.action')
    expect(address.searchParams.get('bookmarkedURL')).toBe(page.url())
    expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([640, 580])
    await popup.getByRole('textbox', { name: 'Title' }).fill('Worth reading')
    await popup.getByRole('combobox', { name: 'Space' }).fill('Hin')
    await popup.getByRole('option', { name: /Hints/ }).click()
    await screenshot(popup, 'bookmarklet window')
    await popup.getByRole('button', { name: 'Share', exact: true }).click()
    await popup.getByText('The link is shared').waitFor()
    const found = await client.get(
      '/rest/api/content?title=Worth+reading&spaceKey=HNT&expand=body.storage,metadata.labels',
    )
    const [made] = found.json.results
    expect(made.body.storage.value).toContain(`href="${page.url().replaceAll('&', '&amp;')}"`)
    expect(made.metadata.labels.results).toMatchObject([{ name: 'shared-links' }])
    await popup.goto(`${wiki.url}/plugins/sharelinksbookmarklet/bookmarklet.action?bookmarkedURL=javascript%3Aalert(1)`)
    await popup.getByText('There is no address of a web page to share').waitFor()
  })
})
