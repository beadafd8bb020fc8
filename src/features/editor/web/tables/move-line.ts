/** Moves of a row or column over several others. */
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Selection } from '@tiptap/pm/state'
import { CellSelection, selectionCell } from '@tiptap/pm/tables'
import * as tables from '../tiptap/table-commands.ts'

export type Axis = 'row' | 'column'

const MOVES: Readonly<Record<Axis, readonly [back: tables.TableCommand, on: tables.TableCommand]>> = {
  row: [tables.moveRowUp, tables.moveRowDown],
  column: [tables.moveColumnLeft, tables.moveColumnRight],
}

/** Selects the row or column of the cell at the cursor. */
export function selectLine(state: EditorState, axis: Axis): Transaction {
  const $cell = selectionCell(state)
  return state.tr.setSelection(
    axis === 'row' ? CellSelection.rowSelection($cell, $cell) : CellSelection.colSelection($cell, $cell),
  )
}

/**
 * Moves the row or column of the cell at the cursor by a number of places, as one change; less far where merged cells
 * or header rows are in the way.
 * @returns undefined if it cannot move at all
 */
export function moveLine(state: EditorState, axis: Axis, places: number): Transaction | undefined {
  let now = state.apply(selectLine(state, axis))
  const { tr } = state
  const command = MOVES[axis][places < 0 ? 0 : 1]
  for (let moved = 0; moved < Math.abs(places); moved++)
    command(now, step => {
      for (const each of step.steps) tr.step(each)
      now = now.apply(step)
    })
  if (!tr.docChanged) return undefined
  return tr.setSelection(Selection.fromJSON(tr.doc, now.selection.toJSON()))
}
