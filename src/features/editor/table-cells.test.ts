import { expect, it } from 'vitest'
import { cellsSelected, schema, stateOf, storageAfter } from './testing/state.ts'
import * as cells from './web/tiptap/table-cells.ts'

const table = (...rows: string[]) => `<table><tbody>${rows.map(row => `<tr>${row}</tr>`).join('')}</tbody></table>`

it('colours the selected cells and no others, as the storage format names colours', () => {
  const page = table(
    '<th>a</th><td class="x highlight-#79f2c0" data-highlight-colour="#79f2c0">b</td>',
    '<td>c</td><td>d</td>',
  )
  const red = 'class="highlight-red" data-highlight-colour="red"'
  expect(storageAfter(cellsSelected(page, 'a', 'b'), cells.setCellColour('red'))).toBe(
    table(
      `<th data-highlight-colour="red" class="highlight-red">a</th><td class="x highlight-red" data-highlight-colour="red">b</td>`,
      '<td>c</td><td>d</td>',
    ),
  )
  expect(cells.cellColourOf(cellsSelected(table(`<td ${red}>a</td>`), 'a'))).toBe('red')
  expect(storageAfter(cellsSelected(table(`<td ${red}>a</td>`), 'a'), cells.setCellColour(undefined))).toBe(
    table('<td>a</td>'),
  )
  expect(storageAfter(cellsSelected('<p>a</p>', 'a'), cells.setCellColour('red'))).toBeUndefined()
})

it('aligns the text of cells; other styles of the cells and paragraphs stay', () => {
  const page = table(
    '<td style="text-align: left;vertical-align: top;">a</td><td><p style="text-align: right; color: red;">b</p></td>',
  )
  expect(storageAfter(cellsSelected(page, 'a', 'b'), cells.setCellAlignment('center'))).toBe(
    table(
      '<td style="vertical-align: top; text-align: center;">a</td><td style="text-align: center;"><p style="color: red;">b</p></td>',
    ),
  )
  expect(
    storageAfter(cellsSelected(table('<td style="text-align: right;">a</td>'), 'a'), cells.setCellAlignment('left')),
  ).toBe(table('<td>a</td>'))
})

it('shows a cell with a colour of its own and its other styles', () => {
  const { doc } = stateOf(table('<td style="text-align: right;" data-highlight-colour="#172b4d">a</td>'))
  const cell = doc.nodeAt(2)
  expect(cell && schema.nodes['tableCell']?.spec.toDOM?.(cell)).toMatchObject([
    'td',
    {
      class: 'highlight-custom highlight-dark confluenceTd',
      style: 'text-align: right; background-color: #172b4d',
    },
    0,
  ])
})
