import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
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
import { atEnd, paste, publish, status, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

/** The rows of all tables as they show: kind, spans and text of each cell, its lines with a stroke between them. */
const grid = (page: Page) =>
  page.locator('.ProseMirror tr').evaluateAll(rows =>
    rows.map(row =>
      [...row.children]
        .map(cell => {
          const { tagName, colSpan, rowSpan, innerText } = cell as HTMLTableCellElement
          return `${tagName}${colSpan * rowSpan > 1 ? ` ${colSpan}x${rowSpan}` : ''} ${innerText.trim().replaceAll(/\n+/g, '/')}`
        })
        .join(' '),
    ),
  )

describe('tables in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'TAB', 'Tables')
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)

  test('rows and columns of a table come, go and merge by hand, each undone alone, and are stored as shown', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const id = await steps.create('Table by hand', '<p>x</p>')
    await steps.edit(page, id)
    await atEnd(page)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    for (const letter of 'abcdefghi') {
      await page.keyboard.type(letter)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('j')
    const shown = () => grid(page)
    const before = ['TH a TH b TH c', 'TD d TD e TD f', 'TD g TD h TD i', 'TD j TD  TD ']
    expect(await shown()).toEqual(before)
    const isFull = page
      .locator('.ProseMirror table')
      .evaluate(element => element.clientWidth >= (element.closest('.ProseMirror')?.clientWidth ?? 0) - 4)
    expect(await isFull).toBe(true)
    const tool = async (name: string) => {
      await page.getByRole('button', { name: 'Table tools' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    for (const [name, after] of [
      ['Row above', [...before.slice(0, 3), 'TD  TD  TD ', 'TD j TD  TD ']],
      ['Column after', ['TH a TH  TH b TH c', 'TD d TD  TD e TD f', 'TD g TD  TD h TD i', 'TD j TD  TD  TD ']],
      ['Header column', ['TH a TH b TH c', 'TH d TD e TD f', 'TH g TD h TD i', 'TH j TD  TD ']],
      ['Header row', ['TD a TD b TD c', ...before.slice(1)]],
      ['Delete row', before.slice(0, 3)],
      ['Delete column', ['TH b TH c', 'TD e TD f', 'TD h TD i', 'TD  TD ']],
    ] as const) {
      await tool(name)
      await expect.poll(shown, { message: name }).toEqual(after)
      await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Control+z')
      await expect.poll(shown, { message: `${name} undone` }).toEqual(before)
    }
    const cell = (letter: string) => page.locator('.ProseMirror td', { hasText: new RegExp(`^${letter}$`) })
    await cell('d').dragTo(cell('h'))
    await tool('Merge cells')
    await expect.poll(shown).toEqual(['TH a TH b TH c', 'TD 2x2 d/e/g/h TD f', 'TD i', 'TD j TD  TD '])
    await status(page, 'Saved')
    const kept = (await steps.drafted(id))?.storage
    expect(kept).toContain(
      '<tr><td colspan="2" rowspan="2"><p>d</p><p>e</p><p>g</p><p>h</p></td><td>f</td></tr><tr><td>i</td></tr>',
    )
    await tool('Split cell')
    await expect.poll(shown).toEqual(['TH a TH b TH c', 'TD d/e/g/h TD  TD f', 'TD  TD  TD i', 'TD j TD  TD '])
  })

  test('rows are sorted, copied, moved and numbered, and cells coloured, by keyboard; readers see the same', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const id = await steps.create(
      'Table by keyboard',
      '<table><tbody><tr><th>Name</th><th>Sum</th></tr><tr><td>Tent</td><td>1,299</td></tr><tr><td>Mat</td><td>25</td></tr></tbody></table>',
    )
    await steps.edit(page, id)
    const choose = async (menu: string, name: string) => {
      await page.getByRole('button', { name: menu }).focus()
      await page.keyboard.press('Enter')
      await page.locator('[role^=menuitem]', { hasText: new RegExp(`^${name}$`) }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
    }
    await page.locator('.ProseMirror td', { hasText: '1,299' }).click()
    await choose('Table tools', 'Sort ascending')
    expect(await grid(page)).toEqual(['TH Name TH Sum', 'TD Mat TD 25', 'TD Tent TD 1,299'])
    await choose('Table tools', 'Duplicate row')
    await choose('Table tools', 'Move row up')
    await choose('Table tools', 'Numbered rows')
    await choose('Table tools', 'Move column left')
    expect(await grid(page)).toEqual([
      'TH  TH Sum TH Name',
      'TD 1 TD 1,299 TD Tent',
      'TD 2 TD 25 TD Mat',
      'TD 3 TD 1,299 TD Tent',
    ])
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await choose('Cell tools', 'Green')
    await choose('Cell tools', 'Align right')
    await page.getByRole('button', { name: 'Cell tools' }).click()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    const looks = (root: string) =>
      page.locator(`${root} :is(td, th)`).evaluateAll(cells =>
        cells.map(cell => {
          const { backgroundColor, textAlign } = getComputedStyle(cell)
          return [cell.textContent, backgroundColor, textAlign]
        }),
      )
    const edited = await looks('.ProseMirror')
    await publish(page)
    expect(await looks('#main-content')).toEqual(edited)
    const { storage } = await steps.stored(id)
    expect(storage).toContain('<td data-highlight-colour="green" class="highlight-green" style="text-align: right;">')
    expect(storage).toContain('<td class="numberingColumn">1</td>')
  })

  test('cells from a spreadsheet, or as text with tabs, go into the cells of a table and leave its head', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    const id = await steps.create(
      'Pasted cells',
      '<table><tbody><tr><th>p</th><th>q</th></tr><tr><td>r</td><td>s</td></tr></tbody></table><p>after</p>',
    )
    await steps.edit(page, id)
    const cell = (letter: string) => page.locator('.ProseMirror :is(td, th)', { hasText: new RegExp(`^${letter}$`) })
    await cell('p').click()
    await paste(page, { 'text/plain': 'Name\tPrice\tNote\r\nTent\t1.299,00\t"two\nlines"\r\nMat\t5\t\r\n' })
    await expect
      .poll(() => grid(page))
      .toEqual(['TH Name TH Price TH Note', 'TD Tent TD 1.299,00 TD two/lines', 'TD Mat TD 5 TD '])
    await page.keyboard.press('Control+z')
    await expect.poll(() => grid(page)).toEqual(['TH p TH q', 'TD r TD s'])
    await cell('p').click()
    const sheet =
      '<html><body><table><col width=64 span=2><tr><td width=64>Name</td><td>Sum</td></tr><tr><td align=right>1</td><td><b>2,50&nbsp;€</b></td></tr><tr><td colspan=2>all</td></tr></table></body></html>'
    await paste(page, { 'text/html': sheet, 'text/plain': 'Name\tSum\n1\t2,50 €\nall\t\n' })
    await expect.poll(() => grid(page)).toEqual(['TH Name TH Sum', 'TD 1 TD 2,50\u00A0€', 'TD 2x1 all'])
    // Beside a table, lines of cells become one; a line with a tab in it stays a line.
    await atEnd(page)
    await paste(page, { 'text/plain': 'one\tline' })
    await page.keyboard.press('Enter')
    await paste(page, { 'text/plain': 'a\tb\nc\td' })
    await expect
      .poll(() => grid(page))
      .toEqual(['TH Name TH Sum', 'TD 1 TD 2,50\u00A0€', 'TD 2x1 all', 'TD a TD b', 'TD c TD d'])
    await publish(page)
    const { storage } = await steps.stored(id)
    expect(storage).toContain(
      '<tr><th><p>Name</p></th><th><p>Sum</p></th></tr><tr><td style="text-align: right;"><p>1</p></td><td><p><strong>2,50&nbsp;€</strong></p></td></tr><tr><td colspan="2"><p>all</p></td></tr>',
    )
    expect(storage).toContain('one\tline')
    expect(storage).toContain('<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>')
  })

  test('the handles at the cursor drag a row and a column, and open their menus', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
    const id = await steps.create(
      'Handles',
      `<table><tbody>${row('a', 'b', 'c')}${row('d', 'e', 'f')}${row('g', 'h', 'i')}</tbody></table>`,
    )
    await steps.edit(page, id)
    const drag = async (kind: 'Row' | 'Column', cell: string, other: string) => {
      await text(page).getByText(cell, { exact: true }).click()
      const handle = page.getByRole('button', { name: new RegExp(`^${kind}: `) })
      const [from, to] = [await handle.boundingBox(), await text(page).getByText(other, { exact: true }).boundingBox()]
      if (!from || !to) throw new Error('No handle')
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 })
      await page.mouse.up()
    }
    await drag('Row', 'a', 'g')
    await expect.poll(() => grid(page)).toEqual(['TD d TD e TD f', 'TD g TD h TD i', 'TD a TD b TD c'])
    await drag('Column', 'f', 'd')
    const moved = ['TD f TD d TD e', 'TD i TD g TD h', 'TD c TD a TD b']
    await expect.poll(() => grid(page)).toEqual(moved)
    await page.keyboard.press('Control+z')
    await expect.poll(() => grid(page)).toEqual(['TD d TD e TD f', 'TD g TD h TD i', 'TD a TD b TD c'])
    await page.keyboard.press('Control+Shift+z')
    await text(page).getByText('g', { exact: true }).click()
    await page.getByRole('button', { name: /^Row: / }).click()
    await expectNoAxeViolations(page)
    await screenshot(page, 'menu of a row')
    await page.getByRole('menuitem', { name: 'Row below' }).click()
    await expect.poll(() => grid(page)).toEqual([...moved.slice(0, 2), 'TD  TD  TD ', ...moved.slice(2)])
    await page.getByRole('button', { name: /^Column: / }).click()
    await page.getByRole('menuitem', { name: 'Delete column' }).click()
    await expect.poll(async () => (await grid(page))[0]).toBe('TD f TD d')
    await publish(page)
  })
})
