import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { equivalent } from '#language/index.ts'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'
import { publish, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

const info = (inner: string) =>
  `<ac:structured-macro ac:name="info"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const columns = (...cells: string[]) =>
  `<ac:layout><ac:layout-section ac:type="two_equal">${cells
    .map(cell => `<ac:layout-cell>${cell}</ac:layout-cell>`)
    .join('')}</ac:layout-section></ac:layout>`

const handle = (page: Page) => page.getByRole('button', { name: /^Block: / })

describe('blocks in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps
  let pages = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'BLK', 'Blocks')
  })
  afterAll(() => wiki.close())

  async function edited(page: Page, source: string) {
    const id = await steps.create(`Blocks ${++pages}`, source)
    await steps.edit(page, id)
    return {
      id,
      published: async () => {
        await publish(page)
        return (await steps.stored(id)).storage
      },
    }
  }

  /** Points at a text until its handle shows. @returns the middle of the handle */
  async function pointAt(page: Page, words: string): Promise<{ x: number; y: number }> {
    const box = await text(page).getByText(words, { exact: true }).boundingBox()
    if (!box) throw new Error(`${words} is not shown`)
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + 4, y)
    await expect
      .poll(async () => {
        const shown = await handle(page).boundingBox()
        return shown && Math.abs(shown.y + shown.height / 2 - y) < 14
      })
      .toBe(true)
    const shown = await handle(page).boundingBox()
    return { x: (shown?.x ?? 0) + (shown?.width ?? 0) / 2, y: (shown?.y ?? 0) + (shown?.height ?? 0) / 2 }
  }

  /** Drags a block to the upper or lower part of another text. */
  async function drag(page: Page, words: string, part: 'upper' | 'lower', other: string): Promise<void> {
    const from = await pointAt(page, words)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const box = await text(page).getByText(other, { exact: true }).boundingBox()
    if (!box) throw new Error(`${other} is not shown`)
    const y = part === 'upper' ? box.y + 2 : box.y + box.height - 2
    await page.mouse.move(box.x + 10, y, { steps: 4 })
    await page.locator('.ox-drop-line:not([hidden])').waitFor()
    await page.mouse.up()
    await page.locator('.ox-drop-line:not([hidden])').waitFor({ state: 'detached' })
  }

  test('dragging a handle moves the block, in lists, boxes, cells and columns, and one undo takes it back', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const source =
      `<p>alpha</p><ul><li><p>one</p></li><li><p>two</p></li></ul>${info('<p>boxed</p><p>kept</p>')}` +
      `<table><tbody><tr><td>cell</td></tr></tbody></table>`
    const { published } = await edited(page, source)
    await drag(page, 'two', 'upper', 'one')
    await drag(page, 'boxed', 'upper', 'alpha')
    await drag(page, 'alpha', 'lower', 'cell')
    const moved =
      `<p>boxed</p><ul><li><p>two</p></li><li><p>one</p></li></ul>${info('<p>kept</p>')}` +
      `<table><tbody><tr><td>cell<p>alpha</p></td></tr></tbody></table>`
    await text(page).locator('td', { hasText: 'alpha' }).waitFor()
    await page.keyboard.press('Control+z')
    await text(page).locator('td', { hasText: 'alpha' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+z')
    await text(page).locator('td', { hasText: 'alpha' }).waitFor()
    const storage = await published()
    expect(equivalent(storage, moved), storage).toBe(true)
    const inColumns = await edited(page, columns('<p>left</p><p>stays</p>', '<p>right</p>'))
    await drag(page, 'left', 'lower', 'right')
    const after = await inColumns.published()
    expect(equivalent(after, columns('<p>stays</p>', '<p>right</p><p>left</p>')), after).toBe(true)
  })

  test('Escape ends dragging without a change', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const { published } = await edited(page, '<p>alpha</p><p>beta</p>')
    const from = await pointAt(page, 'beta')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    const box = await text(page).getByText('alpha').boundingBox()
    await page.mouse.move(box?.x ?? 0, box?.y ?? 0, { steps: 4 })
    await page.locator('.ox-drop-line:not([hidden])').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.ox-drop-line:not([hidden])').waitFor({ state: 'detached' })
    await page.mouse.up()
    expect(await published()).toBe('<p>alpha</p><p>beta</p>')
  })

  test('the menu of a block opens by pointer and by keyboard, and turns, copies, comments, moves and deletes', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { published } = await edited(page, '<h2>Plan</h2><p>alpha</p><p>beta</p><p>gamma</p>')
    const { x, y } = await pointAt(page, 'alpha')
    await page.mouse.click(x, y)
    const menu = page.getByRole('menu', { name: 'Block' })
    await menu.waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, 'block menu')
    await page.getByRole('menuitem', { name: 'Copy link to the section' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/#Blocks\d+-Plan$/)
    // Focus is back in the text: the cursor is in the block.
    /** Opens the menu of the block at the cursor, once an earlier one has closed. */
    const openMenu = async () => {
      await menu.waitFor({ state: 'detached' })
      await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Alt+Shift+Enter')
      await menu.waitFor()
    }
    const choose = async (name: string) => {
      await openMenu()
      await page.getByRole('menuitem', { name }).press('Enter')
    }
    await openMenu()
    await page.getByRole('menuitem', { name: 'Turn into' }).press('ArrowRight')
    await page.getByRole('menuitemcheckbox', { name: 'Heading 3' }).press('Enter')
    await text(page).getByRole('heading', { name: 'alpha', level: 3 }).waitFor()
    await choose('Duplicate')
    await expect.poll(() => text(page).getByRole('heading', { name: 'alpha' }).count()).toBe(2)
    await choose('Move down')
    await choose('Delete')
    await expect.poll(() => text(page).getByRole('heading', { name: 'alpha' }).count()).toBe(1)
    await menu.waitFor({ state: 'detached' })
    await text(page).getByText('gamma').click()
    await choose('Comment on this text')
    await text(page).locator('.inline-comment-marker', { hasText: 'gamma' }).waitFor()
    const field = page.getByRole('textbox', { name: 'Comment on this text' })
    await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.type('Why?')
    const send = page.getByRole('button', { name: 'Comment', exact: true })
    await send.click()
    await send.waitFor({ state: 'detached' })
    const storage = await published()
    expect(storage).toMatch(/^<h2>Plan<\/h2><h3>alpha<\/h3><p>beta<\/p><p>.*gamma.*<\/p>$/)
  })

  test('a block moves to the end of another page, and one undo brings it back here', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const target = await steps.create('Harbour', '<p>there</p>')
    const source = '<p>alpha</p><ul><li><p>one</p></li><li><p>two</p></li></ul>'
    const { published } = await edited(page, source)
    await text(page).getByText('two', { exact: true }).click()
    await page.keyboard.press('Alt+Shift+Enter')
    await page.getByRole('menuitem', { name: 'Move to another page…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move to another page' })
    await dialog.waitFor()
    await expectNoAxeViolations(page, '[role=dialog]')
    const move = dialog.getByRole('button', { name: 'Move block' })
    await move.click()
    await dialog.getByText('Choose a page of the list.').waitFor()
    await dialog.getByRole('combobox', { name: 'Page' }).fill('Harb')
    await page.getByRole('option', { name: 'Harbour' }).click()
    await screenshot(page, 'move to another page')
    await move.click()
    await dialog.waitFor({ state: 'detached' })
    await text(page).getByText('two', { exact: true }).waitFor({ state: 'detached' })
    const stored = await steps.stored(target)
    expect(stored.storage).toBe('<p>there</p><ul><li><p>two</p></li></ul>')
    expect([stored.version, stored.message]).toEqual([2, 'Block added from another page'])
    await text(page).focus()
    await page.keyboard.press('Control+z')
    await text(page).getByText('two', { exact: true }).waitFor()
    await page.keyboard.press('Control+Shift+z')
    await text(page).getByText('two', { exact: true }).waitFor({ state: 'detached' })
    expect(await published()).toBe('<p>alpha</p><ul><li><p>one</p></li></ul>')
  })

  test('the + beside a block and Alt+Enter open the insert menu in a new line', async ({ openPage }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openSignedIn(openPage, wiki, ADMIN, { colorScheme })
      const { published } = await edited(page, '<p>alpha</p><p>beta</p>')
      const list = page.getByRole('listbox', { name: 'Insert' })
      const add = page.getByRole('button', { name: 'Insert below this block, with Alt above it' })
      await pointAt(page, 'alpha')
      await add.hover()
      await screenshot(page, `insert beside a block ${colorScheme}`)
      await add.click()
      await list.waitFor()
      await page.keyboard.type('divider')
      await list.getByRole('option', { name: 'Divider' }).waitFor()
      await page.keyboard.press('Enter')
      await list.waitFor({ state: 'detached' })
      await pointAt(page, 'alpha')
      await add.click({ modifiers: ['Alt'] })
      await list.waitFor()
      // Dismissed, the sign goes and the line stays.
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
      await page.keyboard.type('above')
      await text(page).getByText('beta', { exact: true }).click()
      await page.keyboard.press('Alt+Enter')
      await list.waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.type('below')
      const storage = await published()
      expect(equivalent(storage, '<p>above</p><p>alpha</p><hr /><p>beta</p><p>below</p>'), storage).toBe(true)
    }
  })

  test('a cursor goes above, between and below blocks, by arrows and pointer, and a line begins there', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/404 \(Not Found\)/] })
    const code =
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[code]]></ac:plain-text-body></ac:structured-macro>'
    const expand = info('<p>expanded</p>').replace('info', 'expand')
    const diagram =
      '<ac:structured-macro ac:name="gliffy"><ac:parameter ac:name="name">Plan</ac:parameter></ac:structured-macro>'
    const table = '<table><tbody><tr><td>cell</td></tr></tbody></table>'
    const blocks = [code, info('<p>boxed</p>'), expand, columns('<p>left</p>', '<p>right</p>'), table, diagram]
    const { published } = await edited(page, blocks.join(''))
    const gap = page.locator('.ProseMirror-gapcursor')
    await text(page).getByText('code', { exact: true }).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    await gap.waitFor()
    await page.keyboard.type('above')
    // By pointer: into the space between two blocks.
    for (const [upper, lower] of [
      ['code', 'boxed'],
      ['boxed', 'expanded'],
      ['expanded', 'left'],
      ['left', 'cell'],
    ] as const) {
      const [y, x] = await text(page).evaluate(
        (root, words) => {
          const blockOf = (word: string) =>
            [...root.children].find(child => child.textContent?.includes(word))?.getBoundingClientRect()
          const [over, under] = words.map(blockOf)
          return [((over?.bottom ?? 0) + (under?.top ?? 0)) / 2 - 1, (over?.left ?? 0) + 80]
        },
        [upper, lower],
      )
      await page.mouse.click(x ?? 0, y ?? 0)
      await gap.waitFor()
      await page.keyboard.press('Enter')
      await gap.waitFor({ state: 'detached' })
      await page.keyboard.type(`behind ${upper}`)
    }
    // By arrow keys: from the table down to the gap before the diagram.
    await text(page).getByText('cell', { exact: true }).click()
    await page.keyboard.press('ArrowDown')
    await gap.waitFor()
    await page.keyboard.type('/')
    await page.getByRole('listbox', { name: 'Insert' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('behind cell')
    const storage = await published()
    const lines = ['above', 'behind code', 'behind boxed', 'behind expanded', 'behind left', '/behind cell']
    const wanted = blocks.map((block, index) => `<p>${lines[index]}</p>${block}`).join('')
    expect(equivalent(storage, wanted), storage).toBe(true)
  })

  test('the insert menu has groups, icons and descriptions, and finds German words', async ({ openPage }) => {
    for (const [locale, words, name, isDark] of [
      ['en-GB', 'table', 'Table', false],
      ['de-DE', 'tabelle', 'Tabelle', true],
    ] as const) {
      const page = await openSignedIn(openPage, wiki, ADMIN, { locale, colorScheme: isDark ? 'dark' : 'light' })
      const id = await steps.create(`Insert ${++pages}`, '<p>text</p>')
      await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
      const place = page.locator('.ProseMirror')
      await place.waitFor()
      await place.focus()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      const list = page.getByRole('listbox')
      await list.waitFor()
      expect(await list.getByRole('group').count()).toBe(6)
      await expectNoAxeViolations(page, '.ox-suggestions')
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `insert menu ${locale} ${size.width}`)
      }
      await page.setViewportSize(WINDOW_SIZES[0])
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => list.getByRole('option', { selected: true }).isVisible()).toBe(true)
      await page.keyboard.type(words)
      await expect.poll(() => list.getByRole('option').first().getAttribute('aria-label')).toBe(name)
      await page.keyboard.press('Enter')
      await place.locator('th').first().waitFor()
    }
  })
})
