import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { publish, status, text, type EditorSteps, stepsInNewSpace } from '#features/editor/testing/steps.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'

const ADA = { username: 'ada', password: 'ada password' }

describe('comments on text that is edited', () => {
  let wiki: TestWiki
  let steps: EditorSteps
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'EDC', 'Editing')
    await wiki.addUser(ADA.username, { fullName: 'Ada Lovelace', password: ADA.password })
  })
  afterAll(() => wiki.close())

  const thread = (page: Page) => page.getByRole('region', { name: 'Comment on the text' })
  const tool = (page: Page) => page.locator('.ox-toolbar').getByRole('button', { name: /comment/i })
  const marked = (page: Page) => page.locator('#main-content .inline-comment-marker')
  const published = async (id: string) =>
    (await wiki.admin.get(`/rest/inlinecomments/1.0/comments?containerId=${id}`)).json as { markerRef: string }[]
  /** Selects the first words of the text and comments on them by the keyboard. */
  const comment = async (page: Page, letters: number, words: string) => {
    await text(page).locator('p').first().click()
    await page.keyboard.press('Home')
    for (let letter = 0; letter < letters; letter++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+Alt+m')
    await page.getByRole('textbox', { name: 'Comment on this text' }).fill(words)
    await page.keyboard.press('Control+Enter')
    await thread(page).locator('.ox-comment-body').getByText(words).waitFor()
  }
  const reply = async (page: Page, words: string) => {
    await thread(page)
      .getByRole('button', { name: /^Reply to/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Reply to/ }).fill(words)
    await page.keyboard.press('Control+Enter')
    await thread(page).locator('.ox-comment-body').getByText(words).waitFor()
  }

  test('are written, read, answered and resolved by all editors, and published with their text', async ({
    openPage,
  }) => {
    const id = await steps.create('Commented', '<p>Ferries sail on Monday.</p><p>Tickets are sold on board.</p>')
    const [first, second] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    await Promise.all([steps.edit(first, id), steps.edit(second, id)])
    await comment(first, 'Ferries'.length, 'Which ones?')
    expect(await published(id)).toEqual([])
    await thread(first)
      .getByRole('button', { name: /^Edit comment by/ })
      .click()
    await first.getByRole('textbox', { name: 'Edit comment' }).fill('Which ferries?')
    await first.keyboard.press('Control+Enter')
    await thread(first).locator('.ox-comment-body').getByText('Which ferries?').waitFor()
    // Another editor sees the marked text, opens its comment and answers.
    await expect.poll(() => marked(second).allTextContents()).toEqual(['Ferries'])
    await expect.poll(() => marked(second).evaluate(marker => getComputedStyle(marker).borderBottomStyle)).toBe('solid')
    await marked(second).click()
    await thread(second).getByText('Which ferries?').waitFor()
    await reply(second, 'All of them.')
    // The marker stays on its words.
    await text(second).locator('p').first().click()
    await second.keyboard.press('Home')
    await second.keyboard.type('All ')
    await expect
      .poll(async () => (await steps.drafted(id))?.storage)
      .toMatch(/^<p>All <ac:inline-comment-marker ac:ref="[\da-f]{32}">Ferries<\/ac:inline-comment-marker> sail/)
    for (const width of [1440, 375]) {
      await first.setViewportSize({ width, height: 812 })
      for (const theme of ['light', 'dark'] as const) {
        await first.emulateMedia({ colorScheme: theme })
        await screenshot(first, `comment while editing ${width} ${theme}`)
        await expectNoAxeViolations(first)
      }
    }
    await first.setViewportSize({ width: 1440, height: 900 })
    // Escape goes back to the text, the button to the comment.
    await thread(first).getByRole('heading').press('Escape')
    await thread(first).waitFor({ state: 'detached' })
    expect(await text(first).evaluate(element => element.contains(document.activeElement))).toBe(true)
    await tool(first).click()
    await thread(first).locator('.ox-comment-body').getByText('Which ferries?').waitFor()
    await thread(first).getByRole('button', { name: 'Resolve', exact: true }).click()
    await thread(first).waitFor({ state: 'detached' })
    await first.getByRole('button', { name: 'Reopen' }).click()
    await expect.poll(() => tool(first).getAttribute('aria-label')).toBe('Show comments (1)')
    await status(first, 'Saved')
    await publish(first)
    await first.locator('#main-content .inline-comment-marker.valid').getByText('Ferries').waitFor()
    expect(await published(id)).toHaveLength(1)
    await first.locator('#main-content .inline-comment-marker.valid').click()
    await thread(first).getByText('All of them.').waitFor()
  })

  test('are deleted with their marker, and a comment that is given up leaves none', async ({ openPage }) => {
    const id = await steps.create('Given up', '<p>Ferries sail on Monday.</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await steps.edit(page, id)
    await comment(page, 'Ferries'.length, 'Which ones?')
    await thread(page)
      .getByRole('button', { name: /^Delete comment by/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await thread(page).waitFor({ state: 'detached' })
    await expect.poll(() => marked(page).count()).toBe(0)
    await text(page).locator('p').first().click()
    await page.keyboard.press('Home')
    for (let letter = 0; letter < 7; letter++) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+Alt+m')
    await expect.poll(() => marked(page).count()).toBe(1)
    await thread(page).getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => marked(page).count()).toBe(0)
    // Neither does one whose editor is closed.
    await text(page).locator('p').first().click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Control+Alt+m')
    const drafted = async () => (await steps.drafted(id))?.storage ?? ''
    await expect.poll(drafted).toContain('inline-comment-marker')
    await page.getByRole('button', { name: 'Close editor' }).click()
    await page.locator('#editPageLink').waitFor()
    await expect.poll(drafted).not.toContain('inline-comment-marker')
    await steps.edit(page, id)
    await text(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' Now.')
    await status(page, 'Saved')
    await publish(page)
    expect(await steps.stored(id)).toMatchObject({ storage: '<p>Ferries sail on Monday. Now.</p>' })
  })

  test('tell their author when their words are deleted before they were published, until undo brings them back', async ({
    openPage,
  }) => {
    const id = await steps.create('Lost words', '<p>Ferries sail on Monday.</p>')
    const [page, other] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    await Promise.all([steps.edit(page, id), steps.edit(other, id)])
    await comment(page, 'Ferries'.length, 'Which ones?')
    await thread(page).getByRole('heading').press('Escape')
    await expect.poll(() => marked(other).count()).toBe(1)
    await text(other).locator('p').first().click()
    await other.keyboard.press('Home')
    for (let letter = 0; letter < 'Ferries '.length; letter++) await other.keyboard.press('Delete')
    const news = (shown: Page) => shown.getByText('of your comments is on words that are no longer in the text')
    await news(page).waitFor()
    await screenshot(page, 'lost words of a comment')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await thread(page).getByText('the comment is not published').waitFor()
    await thread(page).locator('.ox-comment-body').getByText('Which ones?').waitFor()
    await expectNoAxeViolations(page)
    // It is no news for others, and none any more when the words are back.
    expect(await news(other).count()).toBe(0)
    await other.keyboard.press('Control+z')
    // The caret of the other editor may be in the marker.
    await marked(page).filter({ hasText: 'Ferries' }).waitFor()
    await thread(page).getByText('the comment is not published').waitFor({ state: 'detached' })
    await text(other).focus()
    await other.keyboard.press('Control+Shift+z')
    await expect.poll(() => marked(page).count()).toBe(0)
    await status(other, '^Saved')
    // Published without its words, it is for its author alone, who deletes it.
    await publish(other)
    expect(await published(id)).toEqual([])
    await steps.edit(page, id)
    await news(page).waitFor()
    await text(page).focus()
    await tool(page).click()
    await thread(page)
      .getByRole('button', { name: /^Delete comment by/ })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await thread(page).waitFor({ state: 'detached' })
    await news(page).waitFor({ state: 'detached' })
  })

  test('are written by a user who edits the page alone', async ({ openPage }) => {
    const id = await steps.create('Alone', '<p>Ferries sail on Monday.</p>')
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.routeWebSocket(/\/live\//, socket => void socket.close({ code: 1011 }))
    await steps.edit(page, id)
    await page.getByText('You edit this page alone').waitFor()
    await comment(page, 'Ferries'.length, 'Which ones?')
    expect(await published(id)).toEqual([])
    await status(page, 'Saved')
    await publish(page)
    await page.locator('#main-content .inline-comment-marker.valid').getByText('Ferries').waitFor()
    expect(await published(id)).toHaveLength(1)
  })
})
