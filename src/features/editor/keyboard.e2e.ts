import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, test } from '../../../test/browser.ts'
import { publish, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

describe('the keyboard in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'KEYS', 'Keys')
  })
  afterAll(() => wiki.close())

  test('stays in the text with Tab, leaves it after Escape, and comes back from the tools', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create('Tabbed', '<p>first</p><p>second</p>')
    await steps.edit(page, id)
    const isInText = () => text(page).evaluate(element => element === document.activeElement)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await isInText()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText('Press Tab to leave the text.', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    expect(await isInText()).toBe(false)
    await page.keyboard.press('Alt+F10')
    expect(await isInText()).toBe(false)
    await page.keyboard.press('Escape')
    expect(await isInText()).toBe(true)
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await publish(page)
    expect((await steps.stored(id)).storage).toBe('<p>second</p><p>first</p>')
  })

  test('goes on where it was when it is given the focus, also in a busy browser', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create('Came back', '<p>first</p><p>second</p>')
    await steps.edit(page, id)
    await page.keyboard.press('Control+End')
    await page.getByRole('textbox', { name: 'Title' }).focus()
    // Longer than the library takes a caret at the start for the browser's own.
    await text(page).evaluate(element => {
      element.addEventListener('focus', () => {
        const start = performance.now()
        while (performance.now() - start < 300);
      })
    })
    await text(page).focus()
    await page.keyboard.type('!')
    await publish(page)
    expect((await steps.stored(id)).storage).toBe('<p>first</p><p>second!</p>')
  })

  test('lists its keys, and leads to headings', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const filler = '<p>filler</p>'.repeat(80)
    const id = await steps.create('Outlined', `<h1>One</h1>${filler}<h2>Two</h2><p>end</p>`)
    await steps.edit(page, id)
    await page.keyboard.press('Control+/')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Move the block or table row up').waitFor()
    await dialog.getByText('Comment on this text').waitFor()
    await expectNoAxeViolations(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More about this draft' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Outline and word count' }).press('Enter')
    await dialog.getByText('83', { exact: true }).waitFor()
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Two' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
    expect(
      await page
        .getByRole('heading', { name: 'Two' })
        .evaluate(element => element.getBoundingClientRect().top < innerHeight),
    ).toBe(true)
    await page.keyboard.type('X')
    await text(page).getByRole('heading', { name: 'XTwo' }).waitFor()
  })
})
