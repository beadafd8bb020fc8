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

describe('the panel at selected text', () => {
  let wiki: TestWiki
  let id: string
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    const { admin } = wiki
    await admin.post('/rest/api/space', { key: 'SEL', name: 'Selections' })
    const image = '<ac:image><ri:url ri:value="/images/icons/profilepics/default.svg" /></ac:image>'
    const page = {
      type: 'page',
      title: 'Ferries',
      space: { key: 'SEL' },
      body: storage(`<p>Ships sail on Monday.</p><p>${image}</p>`),
    }
    id = (await admin.post('/rest/api/content', page)).json.id
    await admin.post('/rest/api/content', {
      type: 'comment',
      container: { id, type: 'page' },
      body: storage('<p>On Tuesday too?</p>'),
    })
  })
  afterAll(() => wiki.close())

  const open = async (openPage: OpenPage, options: PageOptions = {}) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, options)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    return page
  }
  const select = (page: Page, selector: string) => selectContents(page.locator(selector).first())
  const panel = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' })
  const quote = (page: Page) => panel(page).getByRole('button', { name: 'Quote in comment' })

  test('appears at text of the page and of a comment, at a picture, and nowhere else [V2.3-21] [V5-18] [V9-33]', async ({
    openPage,
  }) => {
    const page = await open(openPage)
    await select(page, '#main-content p')
    await quote(page).waitFor()
    expect((await quote(page).boundingBox())?.width).toBe(29)
    const [above, text] = [await panel(page).boundingBox(), await page.locator('#main-content p').first().boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0)
    await screenshot(page, 'selection panel')
    await select(page, '#title-text')
    await panel(page).waitFor({ state: 'detached' })
    await select(page, '#main-content p:has(img)')
    await quote(page).waitFor()
    await page.evaluate(() => document.getSelection()?.collapseToStart())
    await panel(page).waitFor({ state: 'detached' })
    await select(page, '.ox-comment-body p')
    await quote(page).waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
  })

  test('quotes the selected words in a new comment, behind what was written there [V1-20]', async ({ openPage }) => {
    const page = await open(openPage)
    await select(page, '#main-content p')
    await quote(page).click()
    const field = page.getByRole('textbox', { name: 'Write a comment…' })
    await expect.poll(() => field.locator('blockquote').allTextContents()).toEqual(['Ships sail on Monday.'])
    await panel(page).waitFor({ state: 'detached' })
    await page.keyboard.type('Really?')
    await select(page, '.ox-comment-body p')
    await quote(page).click()
    await expect
      .poll(() => field.locator(':scope > *').allTextContents())
      .toEqual(['Ships sail on Monday.', 'Really?', 'On Tuesday too?', ''])
    await page.keyboard.type('No.')
    await page.keyboard.press('Control+Enter')
    const posted = page.locator('.ox-comment-body').last()
    await expect
      .poll(() => posted.innerHTML())
      .toBe(
        '<blockquote><p>Ships sail on Monday.</p></blockquote><p>Really?</p><blockquote><p>On Tuesday too?</p></blockquote><p>No.</p>',
      )
  })

  test('is reached and used by keyboard, and fits on a phone', async ({ openPage }) => {
    const page = await open(openPage, { viewport: viewports.phone, colorScheme: 'dark' })
    await select(page, '#main-content p')
    await quote(page).waitFor()
    await screenshot(page, 'selection panel on a phone')
    await page.keyboard.press('.')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => quote(page).evaluate(button => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Write a comment…')
  })
})
