import { describe, expect, it } from 'vitest'
import { cellsSelected, storageOf } from './testing/state.ts'
import { moveLine, selectLine, type Axis } from './web/tables/move-line.ts'

const row = (...cells: string[]) =>
  `<tr>${cells.map(cell => (/^<t[dh]/.test(cell) ? cell : `<td>${cell}</td>`)).join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
const head = row('<th>H</th>', '<th>I</th>')

/** The table after the line of a cell was moved, and how many cells are selected then. */
function moved(storage: string, cell: string, axis: Axis, places: number) {
  const state = cellsSelected(storage, cell)
  const tr = moveLine(state, axis, places)
  if (!tr) return undefined
  const { doc, selection } = state.apply(tr)
  return { storage: storageOf(doc), selected: selection.ranges.length }
}

describe('a row or column that is dragged', () => {
  it('moves over several others in one change, and stays selected', () => {
    const page = table(row('a', '1'), row('b', '2'), row('c', '3'))
    expect(moved(page, 'a', 'row', 2)).toEqual({
      storage: table(row('b', '2'), row('c', '3'), row('a', '1')),
      selected: 2,
    })
    expect(moved(page, '3', 'row', -1)).toEqual({
      storage: table(row('a', '1'), row('c', '3'), row('b', '2')),
      selected: 2,
    })
    const wide = table(row('a', 'b', 'c'), row('1', '2', '3'))
    expect(moved(wide, 'a', 'column', 2)).toEqual({
      storage: table(row('b', 'c', 'a'), row('2', '3', '1')),
      selected: 2,
    })
  })

  it('stops below the header and before merged cells', () => {
    const page = table(head, row('a', '1'), row('b', '2'))
    expect(moved(page, 'b', 'row', -2)?.storage).toBe(table(head, row('b', '2'), row('a', '1')))
    expect(moved(page, 'a', 'row', -1)).toBeUndefined()
    expect(moved(table(row('<td rowspan="2">a</td>', '1'), row('2'), row('b', '3')), 'b', 'row', -1)).toBeUndefined()
  })

  it('is selected as a whole by its handle', () => {
    const state = cellsSelected(table(row('a', 'b', 'c'), row('1', '2', '3')), 'b')
    expect(state.apply(selectLine(state, 'row')).selection.ranges.length).toBe(3)
    expect(state.apply(selectLine(state, 'column')).selection.ranges.length).toBe(2)
  })
})
