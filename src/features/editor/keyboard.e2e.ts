import type { Editor } from '@tiptap/core'
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

  test('keeps a macro selected when the browser puts its caret at the start', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create(
      'Kept',
      '<p>first</p><ac:structured-macro ac:name="unknown"><ac:plain-text-body>body</ac:plain-text-body></ac:structured-macro>',
    )
    await steps.edit(page, id)
    const dialog = page.getByRole('dialog', { name: 'unknown' })
    const selectMacro = () =>
      text(page).evaluate(element => {
        const { editor } = element as HTMLElement & { editor: Editor }
        editor.view.focus()
        editor.commands.setNodeSelection(editor.state.doc.firstChild!.nodeSize)
      })
    const putCaretAtStart = (key?: string) =>
      text(page).evaluate((element, pressed) => {
        getSelection()!.collapse(element.querySelector('p')!.firstChild, 0)
        // In the same task, so that the key comes before the event of the selection.
        if (pressed)
          element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }))
      }, key)
    await selectMacro()
    await putCaretAtStart('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await selectMacro()
    // Longer than the library puts such a caret back after the focus.
    await page.evaluate(() => {
      const start = performance.now()
      while (performance.now() - start < 300);
    })
    await putCaretAtStart()
    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // A key of the user moves the caret as ever.
    await selectMacro()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('The ')
    await publish(page)
    expect((await steps.stored(id)).storage).toContain('<p>The first</p>')
  })

  test('types into a dialog that is still loaded, not into the text', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create('Early keys', '<p>one word</p>')
    await steps.edit(page, id)
    const loading: Array<() => void> = []
    await page.route(/\/(?:FindBar|LinkDialog)-[^/]*\.js$/, async route => {
      await new Promise<void>(resolve => loading.push(resolve))
      await route.continue()
    })
    const shownAfter = async (keys: string, typed: string) => {
      await page.keyboard.press(keys)
      await page.keyboard.type(typed)
      await expect.poll(() => loading.length).toBe(1)
      await page.keyboard.press('Tab')
      loading.pop()?.()
    }
    await shownAfter('Control+f', 'word')
    await expect.poll(() => page.getByRole('textbox', { name: 'Find', exact: true }).inputValue()).toBe('word')
    await page.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+End')
    await shownAfter('Control+k', 'https://example.org')
    await expect.poll(() => page.getByRole('dialog').getByRole('combobox').inputValue()).toBe('https://example.org')
    // The first one closes the list of pages.
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Loading…', includeHidden: true }).count()).toBe(0)
    await page.keyboard.type('s')
    await publish(page)
    expect((await steps.stored(id)).storage).toBe('<p>one words</p>')
  })

  test('gives up a dialog that does not come by Escape', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create('No dialog', '<p>text</p>')
    await steps.edit(page, id)
    await page.keyboard.press('Control+End')
    await page.route(/\/LinkDialog-[^/]*\.js$/, () => undefined)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lost')
    await page.keyboard.press('Escape')
    await page.keyboard.type('s')
    await publish(page)
    expect((await steps.stored(id)).storage).toBe('<p>texts</p>')
  })

  test('publishes from a field of the tools, with what is written there', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create(
      'Titled code',
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>',
    )
    await steps.edit(page, id)
    await text(page).locator('pre').click()
    // The other tools have no place at this width.
    await page.getByRole('textbox', { name: 'Title of the code' }).click()
    await page.keyboard.type('Loop')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/display\//)
    expect((await steps.stored(id)).storage).toContain('<ac:parameter ac:name="title">Loop</ac:parameter>')
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
