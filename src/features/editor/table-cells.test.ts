import { TextSelection, type EditorState } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { expect, it } from 'vitest'
import { schema, stateOf, storageOf } from './testing/state.ts'
import * as cells from './web/tiptap/table-cells.ts'

/** The state with the cells from one text to another selected, or the cursor before a text. */
function selected(storage: string, from: string, to = from): EditorState {
  const state = stateOf(storage)
  const places = new Map<string, number>()
  state.doc.descendants((node, at) => {
    if (node.text !== undefined) places.set(node.text, at)
  })
  const [a = 0, b = 0] = [from, to].map(text => places.get(text))
  const cellOf = (at: number) => state.doc.resolve(at).before(-1)
  const selection =
    from === to ? TextSelection.create(state.doc, a) : CellSelection.create(state.doc, cellOf(a), cellOf(b))
  return state.apply(state.tr.setSelection(selection))
}

function after(state: EditorState, command: ReturnType<typeof cells.setCellColour>): string {
  let written = 'unchanged'
  command(state, transaction => {
    written = storageOf(state.apply(transaction).doc)
  })
  return written
}

const table = (...rows: string[]) => `<table><tbody>${rows.map(row => `<tr>${row}</tr>`).join('')}</tbody></table>`

it('colours the selected cells and no others, as the storage format names colours', () => {
  const page = table(
    '<th>a</th><td class="x highlight-#79f2c0" data-highlight-colour="#79f2c0">b</td>',
    '<td>c</td><td>d</td>',
  )
  const red = 'class="highlight-red" data-highlight-colour="red"'
  expect(after(selected(page, 'a', 'b'), cells.setCellColour('red'))).toBe(
    table(
      `<th data-highlight-colour="red" class="highlight-red">a</th><td class="x highlight-red" data-highlight-colour="red">b</td>`,
      '<td>c</td><td>d</td>',
    ),
  )
  expect(cells.cellColourOf(selected(table(`<td ${red}>a</td>`), 'a'))).toBe('red')
  expect(after(selected(table(`<td ${red}>a</td>`), 'a'), cells.setCellColour(undefined))).toBe(table('<td>a</td>'))
  expect(after(selected('<p>a</p>', 'a'), cells.setCellColour('red'))).toBe('unchanged')
})

it('aligns the text of cells; other styles of the cells and paragraphs stay', () => {
  const page = table(
    '<td style="text-align: left;vertical-align: top;">a</td><td><p style="text-align: right; color: red;">b</p></td>',
  )
  expect(after(selected(page, 'a', 'b'), cells.setCellAlignment('center'))).toBe(
    table(
      '<td style="vertical-align: top; text-align: center;">a</td><td style="text-align: center;"><p style="color: red;">b</p></td>',
    ),
  )
  expect(after(selected(table('<td style="text-align: right;">a</td>'), 'a'), cells.setCellAlignment('left'))).toBe(
    table('<td>a</td>'),
  )
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
