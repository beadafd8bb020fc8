/** Commands that move the columns of a table and make them equally wide. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { isInTable, selectedRect, type TableRect } from '@tiptap/pm/tables'
import { equalColumns, moveColumn } from '#language/editor/index.ts'
import { bagOf, changeStyle } from './attribute-bag.ts'
import type { TableCommand } from './table-grid.ts'
import { isNumbered } from './table-rows.ts'

/** Style of a table as wide as the text. */
const FULL_WIDTH = '100.0%'
/** Storage attributes of a table as wide as the text. */
export const FULL_WIDTH_TABLE = { class: 'relative-table wrapped', style: `width: ${FULL_WIDTH};` }

/**
 * Moves the selected columns past the column beside them. The numbers of rows stay, and so do columns that merged cells
 * hold together.
 * @param side -1 for left, 1 for right, as the cells follow each other
 */
export function moveColumns(side: -1 | 1): TableCommand {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const rect = selectedRect(state)
    const { left, right, map, table, tableStart } = rect
    const beside = columnBeside(rect, side)
    if (beside === undefined || areColumnsHeld(side)(state)) return false
    if (!dispatch) return true
    const { tr } = state
    for (let row = map.height - 1; row >= 0; row--) {
      const [moved] = cellsOf(rect, row, beside, beside + 1)
      const block = cellsOf(rect, row, left, right)
      const target = side < 0 ? block.at(-1) : block[0]
      if (!moved || !target) continue
      const { at, cell } = moved
      const size = cell.nodeSize
      const place = side < 0 ? target.at + target.cell.nodeSize - size : target.at
      tr.delete(tableStart + at, tableStart + at + size).insert(tableStart + place, cell)
    }
    const head = moveColumn(String(table.attrs['head']), beside, side < 0 ? right - 1 : left)
    tr.setNodeAttribute(tableStart - 1, 'head', head)
    dispatch(tr.scrollIntoView())
    return true
  }
}

/** Index of the column that the selected ones may move past. */
function columnBeside({ left, right, map, table }: TableRect, side: -1 | 1): number | undefined {
  const beside = side < 0 ? left - 1 : right
  const first = isNumbered(table) ? 1 : 0
  return left < first || beside < first || beside >= map.width ? undefined : beside
}

/** Whether merged cells prevent that the selected columns move. */
export function areColumnsHeld(side: -1 | 1): (state: EditorState) => boolean {
  return state => {
    const rect = selectedRect(state)
    const beside = columnBeside(rect, side)
    if (beside === undefined) return false
    return [rect.left, rect.right, side < 0 ? beside : beside + 1].some(column => isCut(rect, column))
  }
}

/** Whether a cell extends over the left border of a column. */
function isCut({ map: { map, width, height } }: TableRect, column: number): boolean {
  if (column <= 0 || column >= width) return false
  return Array.from({ length: height }).some((_, row) => map[row * width + column - 1] === map[row * width + column])
}

interface PlacedCell {
  readonly cell: ProseNode
  /** Offset in the table. */
  readonly at: number
}

/** The cells that begin in a row, in some of its columns. */
function cellsOf({ map: { map, width }, table }: TableRect, row: number, from: number, to: number): PlacedCell[] {
  const places = new Set(map.slice(row * width + from, row * width + to))
  const above = new Set(row > 0 ? map.slice((row - 1) * width, row * width) : [])
  return [...places].flatMap(at => {
    const cell = table.nodeAt(at)
    return cell && !above.has(at) ? [{ cell, at }] : []
  })
}

/** Makes the columns equally wide: they share their width in px, or the width of the table. */
export const distributeColumns: TableCommand = (state, dispatch) => {
  if (!isInTable(state)) return false
  const { map, table, tableStart } = selectedRect(state)
  if (map.width < 2) return false
  if (!dispatch) return true
  const { tr } = state
  const at = tableStart - 1
  const widths = columnWidths(table, map.map, map.width)
  const total = widths.reduce((sum, width) => sum + width, 0)
  const equal = widths.every(width => width > 0) ? Math.round(total / map.width) : undefined
  for (const offset of new Set(map.map)) {
    const { colspan, colwidth } = table.nodeAt(offset)?.attrs ?? {}
    const next = equal === undefined ? null : Array.from({ length: Number(colspan) }, () => equal)
    if (JSON.stringify(next) !== JSON.stringify(colwidth)) tr.setNodeAttribute(tableStart + offset, 'colwidth', next)
  }
  if (equal === undefined) {
    tr.setNodeAttribute(at, 'head', equalColumns(String(table.attrs['head']), map.width))
    tr.setNodeAttribute(at, 'columns', map.width)
    const bag = bagOf(table)
    if (!/(?:^|;)\s*width:/.test(bag['style'] ?? ''))
      tr.setNodeAttribute(at, 'attributes', changeStyle(bag, 'width', FULL_WIDTH))
  }
  dispatch(tr)
  return true
}

/** Width of each column in px; 0 for none. */
function columnWidths(table: ProseNode, map: readonly number[], width: number): number[] {
  return Array.from({ length: width }, (_, column) => {
    const at = map[column] ?? -1
    const colwidth = table.nodeAt(at)?.attrs['colwidth'] as readonly number[] | null | undefined
    return colwidth?.[column - map.indexOf(at)] ?? 0
  })
}
