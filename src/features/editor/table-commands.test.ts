import fc from 'fast-check'
import { type EditorState, Selection, TextSelection } from '@tiptap/pm/state'
import { CellSelection, deleteTable, findTable, TableMap } from '@tiptap/pm/tables'
import { describe, expect, it } from 'vitest'
import { equivalent, parse, serialise } from '#language/index.ts'
import { docOf, stateOf, storageOf } from './testing/state.ts'
import * as commands from './web/tiptap/table-commands.ts'
import { repairGrid } from './web/tiptap/table-grid.ts'

const { sortRows, ...plain } = commands
const byName = { ...plain, sortUp: sortRows(1, 'en'), sortDown: sortRows(-1, 'en'), deleteTable }
const all = Object.entries(byName)

/** Rows of different lengths, with cells that reach over columns and rows, out of the table and into one another. */
const ragged = fc
  .array(
    fc.array(
      fc.record({
        tag: fc.constantFrom('td', 'td', 'th'),
        colspan: fc.constantFrom(1, 1, 1, 2, 3),
        rowspan: fc.constantFrom(1, 1, 1, 2, 5),
        text: fc.constantFrom(
          '',
          'a',
          '<p>b</p>',
          '<table><tbody><tr><td>c</td></tr><tr><td>d</td><td>e</td></tr></tbody></table>',
        ),
      }),
      { maxLength: 4 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .filter(rows => rows.some(row => row.length > 0))

const heads = fc.constantFrom(
  '',
  '<colgroup><col style="width: 40.0%;" /><col style="width: 60.0%;" /></colgroup>',
  '<colgroup><col style="width: 120.0px;" /><col /><col style="width: 20%;" /></colgroup>',
  '<colgroup><col span="2" style="width: 10%;" /></colgroup>',
)

const span = (name: string, count: number) => (count === 1 ? '' : ` ${name}="${count}"`)
const table = fc.tuple(heads, ragged).map(([head, rows]) => {
  const written = rows.map(row =>
    row
      .map(
        ({ tag, colspan, rowspan, text }) =>
          `<${tag}${span('colspan', colspan)}${span('rowspan', rowspan)}>${text}</${tag}>`,
      )
      .join(''),
  )
  return `<table>${head}<tbody>${written.map(cells => `<tr>${cells}</tr>`).join('')}</tbody></table>`
})

/** Positions of all cells of a document. */
function cellsOf(state: EditorState): number[] {
  const places: number[] = []
  state.doc.descendants(({ type }, at) => {
    if (type.spec.tableRole === 'cell' || type.spec.tableRole === 'header_cell') places.push(at)
  })
  return places
}

/** The state with the cursor in a cell, or with the cells from one to another selected. */
function selecting(state: EditorState, from: number, to: number): EditorState {
  const cells = cellsOf(state)
  const [a = 0, b = 0] = [from, to].map(index => cells[index % cells.length])
  const beside = state.doc.resolve(a).node(-1) === state.doc.resolve(b).node(-1)
  const selection: Selection =
    a !== b && beside
      ? CellSelection.create(state.doc, a, b)
      : (Selection.findFrom(state.doc.resolve(a + 1), 1, true) ?? TextSelection.atEnd(state.doc))
  return state.apply(state.tr.setSelection(selection))
}

/** How the table at the cursor is laid out. */
function mapOf({ selection }: EditorState): TableMap {
  const found = findTable(selection.$from)
  if (!found) throw new Error('the cursor is in no table')
  return TableMap.get(found.node)
}

describe('the commands of tables', () => {
  it.each(all)('%s works in every cell of any table, leaves a grid, and is one step', (_name, command) => {
    fc.assert(
      fc.property(table, fc.nat(20), fc.nat(20), (source, from, to) => {
        const before = selecting(stateOf(`<p>x</p>${source}<p>y</p>`), from, to)
        let steps = 0
        let after = before
        const ran = command(before, transaction => {
          steps++
          after = before.apply(transaction)
          expect(
            transaction.steps
              .toReversed()
              .reduce((doc, step, index) => {
                const inverted = step.invert(transaction.docs[transaction.steps.length - 1 - index] ?? doc).apply(doc)
                return inverted.doc ?? doc
              }, transaction.doc)
              .eq(before.doc),
          ).toBe(true)
        })
        expect(steps).toBe(ran ? 1 : 0)
        after.doc.check()
        const written = storageOf(after.doc)
        expect(equivalent(written, serialise(parse(written)))).toBe(true)
        expect(equivalent(storageOf(docOf(written)), written), written).toBe(true)
        if (!ran) expect(written).toBe(storageOf(before.doc))
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ['addRowAfter', 1, 0],
    ['addRowBefore', 1, 0],
    ['addColumnAfter', 0, 1],
    ['addColumnBefore', 0, 1],
  ] as const)('%s makes the table larger by one, whatever its rows look like', (name, rows, columns) => {
    fc.assert(
      fc.property(table, fc.nat(20), (source, from) => {
        const given = selecting(stateOf(source), from, from)
        const repair = repairGrid(given)
        const before = repair ? given.apply(repair) : given
        const { width, height } = mapOf(before)
        let after = given
        byName[name](given, transaction => {
          after = given.apply(transaction)
        })
        const now = mapOf(after)
        expect({ width: now.width, height: now.height, problems: now.problems }).toEqual({
          width: width + columns,
          height: height + rows,
          problems: null,
        })
      }),
      { numRuns: 100 },
    )
  })

  it('leave a table as it is written while somebody only writes in it', () => {
    const source = '<table><tbody><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>'
    const state = selecting(stateOf(source), 0, 0)
    expect(storageOf(state.apply(state.tr.insertText('x')).doc)).toBe(source.replace('<td>a', '<td>xa'))
  })

  it('repairs the table at the cursor and no other', () => {
    const source = '<table><tbody><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>'
    const state = stateOf(`${source}<p>between</p>${source}`)
    const inSecond = selecting(state, 4, 4)
    const repair = repairGrid(inSecond)
    expect(repair && storageOf(repair.doc)).toBe(
      `${source}<p>between</p>${source.replace('<td>a</td>', '<td>a</td><td><p /></td>')}`,
    )
    expect(repairGrid(selecting(stateOf('<table><tbody><tr><td>a</td></tr></tbody></table>'), 0, 0))).toBeUndefined()
  })
})

describe('the widths of columns', () => {
  const col = (width: string) => (width === '' ? '<col />' : `<col style="width: ${width}%;" />`)
  const percent = (...widths: string[]) => `<colgroup>${widths.map(col).join('')}</colgroup>`
  const rows = '<tbody><tr><td>a</td><td>b</td><td>c</td></tr></tbody>'
  const after = (command: commands.TableCommand, from: number, to = from) => {
    const before = selecting(stateOf(`<table>${percent('20', '30', '50')}${rows}</table>`), from, to)
    let written = ''
    command(before, transaction => {
      written = storageOf(before.apply(transaction).doc)
    })
    return /<colgroup>.*<\/colgroup>/.exec(written)?.[0]
  }

  it.each([
    ['addColumnAfter', 0, percent('20', '', '30', '50')],
    ['addColumnAfter', 2, percent('20', '30', '50', '')],
    ['addColumnBefore', 0, percent('', '20', '30', '50')],
    ['addColumnBefore', 2, percent('20', '30', '', '50')],
    ['deleteColumn', 1, percent('20', '50')],
    ['addRowAfter', 1, percent('20', '30', '50')],
  ] as const)('stay with their columns: %s in column %i', (name, at, wanted) => {
    expect(after(byName[name], at)).toBe(wanted)
  })

  it('go with the columns that are deleted together', () => {
    expect(after(commands.deleteColumn, 0, 1)).toBe(percent('50'))
  })

  it('stay in parts of the whole when one of them is drawn to a width in pixels', () => {
    const doc = docOf(`<table>${percent('20', '30', '50')}${rows}</table>`)
    const drawn = JSON.parse(JSON.stringify(doc.toJSON()).replace('"colwidth":null', '"colwidth":[80]')) as object
    expect(storageOf(doc.type.schema.nodeFromJSON(drawn))).toContain(
      '<colgroup><col style="width: 80.0px;" /><col style="width: 30%;" /><col style="width: 50%;" /></colgroup>',
    )
  })
})
