/** Table commands for irregular tables: uneven rows and fixed widths. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import { Selection, type Transaction } from '@tiptap/pm/state'
import * as tables from '@tiptap/pm/tables'
import { changeColumns } from '#language/editor/index.ts'
import * as columns from './table-columns.ts'
import { repairGrid, repairTable, type TableCommand } from './table-grid.ts'
import * as rows from './table-rows.ts'

export type { TableCommand } from './table-grid.ts'

export const addRowBefore = onGrid(tables.addRowBefore)
export const addRowAfter = onGrid(tables.addRowAfter)
export const deleteRow = onGrid(tables.deleteRow)
export const addColumnBefore = onGrid(withWidths(tables.addColumnBefore, ({ left }) => [left, 0, 1]))
export const addColumnAfter = onGrid(withWidths(tables.addColumnAfter, ({ right }) => [right, 0, 1]))
export const deleteColumn = onGrid(withWidths(tables.deleteColumn, ({ left, right }) => [left, right - left, 0]))
export const mergeCells = onGrid(tables.mergeCells)
export const splitCell = onGrid(tables.splitCell)
export const toggleHeaderRow = onGrid(tables.toggleHeader('row'))
export const toggleHeaderColumn = onGrid(tables.toggleHeader('column'))
export const toggleHeaderCell = onGrid(tables.toggleHeaderCell)
export const moveRowUp = onGrid(rows.moveRows(-1))
export const moveRowDown = onGrid(rows.moveRows(1))
export const duplicateRow = onGrid(rows.duplicateRows)
export const toggleRowNumbers = onGrid(rows.toggleRowNumbers)
export const moveColumnLeft = onGrid(columns.moveColumns(-1))
export const moveColumnRight = onGrid(columns.moveColumns(1))
export const distributeColumns = onGrid(columns.distributeColumns)

/** @see {@link rows.sortRows} */
export const sortRows = (direction: 1 | -1, locale: string): TableCommand => onGrid(rows.sortRows(direction, locale))

/**
 * Runs a command on a repaired table, as one change. The result is repaired too: the library miscounts columns below
 * cells that span rows and columns.
 */
function onGrid(command: TableCommand): TableCommand {
  return (state, dispatch) => {
    const table = tables.findTable(state.selection.$from)
    if (!table) return false
    const { state: repaired, transactions } = state.applyTransaction(repairGrid(state) ?? state.tr)
    return command(
      repaired,
      dispatch &&
        (last => {
          repairTable(last, table.pos)
          rows.renumberRows(last, table.pos)
          const all = state.tr
          for (const step of [...transactions, last].flatMap(({ steps }) => steps)) all.step(step)
          dispatch(all.setSelection(Selection.fromJSON(all.doc, last.selection.toJSON())))
        }),
    )
  }
}

type Change = readonly [at: number, removed: number, added: number]

/** Runs a command while remaining columns retain their `colgroup` widths. */
function withWidths(command: TableCommand, changeOf: (selected: tables.Rect) => Change): TableCommand {
  return (state, dispatch) => {
    if (!tables.isInTable(state)) return false
    const selected = tables.selectedRect(state)
    const at = selected.tableStart - 1
    return command(
      state,
      dispatch &&
        (transaction => {
          const table = transaction.doc.nodeAt(at)
          if (table) keepWidths(transaction, at, table, changeOf(selected))
          dispatch(transaction)
        }),
    )
  }
}

function keepWidths(transaction: Transaction, at: number, table: ProseNode, change: Change): void {
  transaction.setNodeAttribute(at, 'head', changeColumns(String(table.attrs['head']), ...change))
  transaction.setNodeAttribute(at, 'columns', tables.TableMap.get(table).width)
}
