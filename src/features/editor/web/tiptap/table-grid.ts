/** Grid repair of irregular tables (uneven rows, overlapping or overflowing cells), which table commands require. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { CellSelection, findTable, tableEditing, TableMap } from '@tiptap/pm/tables'

export type TableCommand = (state: EditorState, dispatch?: (transaction: Transaction) => void) => boolean

/** Transaction that repairs the table at the cursor; undefined if none is needed. */
export function repairGrid(state: EditorState): Transaction | undefined {
  const found = findTable(state.selection.$from)
  if (!found) return undefined
  const repair = state.tr
  repairTable(repair, found.pos)
  return repair.docChanged ? repair : undefined
}

// A selected table is one block, which a key deletes; as selected cells it would only empty them.
const library = tableEditing({ allowTableNodeSelection: true })

/**
 * The library's plugin without automatic repair: tables stay as stored until cells are selected or a command runs. (The
 * automatic repair also fails on cells that both overflow and overlap.)
 */
export const tablePlugin = new Plugin({
  ...library.spec,
  appendTransaction(transactions, _before, state) {
    const repair = state.selection instanceof CellSelection ? repairGrid(state) : undefined
    // Without changes it repairs nothing, but still normalises cell selections.
    return repair ?? library.spec.appendTransaction?.call(library, transactions, state, state)
  },
})

/**
 * Trims overlapping and overflowing cells, pads rows with empty cells and applies column widths.
 * @param at position of the table in `tr`; other nodes are left alone
 */
export function repairTable(tr: Transaction, at: number): void {
  const table = tr.doc.nodeAt(at)
  if (table?.type.spec.tableRole !== 'table' || !TableMap.get(table).problems) return
  const before = tr.steps.length
  const now = (place: number): number => tr.mapping.slice(before).map(at + 1 + place)
  const rows = layOut(table)
  const width = Math.max(...rows.map(({ reach }) => reach))
  for (const { row, from, cells, taken } of rows) {
    for (const { cell, place, colspan, rowspan } of cells) {
      const { colwidth } = cell.attrs as { colwidth: readonly number[] | null }
      if (colspan !== cell.attrs['colspan']) {
        tr.setNodeAttribute(now(place), 'colspan', colspan)
        tr.setNodeAttribute(now(place), 'colwidth', colwidth?.slice(0, colspan) ?? null)
      }
      if (rowspan !== cell.attrs['rowspan']) tr.setNodeAttribute(now(place), 'rowspan', rowspan)
    }
    const last = row.lastChild?.type ?? table.type.schema.nodes['tableCell']
    const fill = Array.from({ length: width - taken }, () => last?.createAndFill() ?? []).flat()
    if (fill.length > 0) tr.insert(now(from + row.nodeSize - 1), fill)
  }
  alignWidths(tr, at)
}

function alignWidths(tr: Transaction, at: number): void {
  const table = tr.doc.nodeAt(at)
  for (const problem of (table && TableMap.get(table).problems) ?? []) {
    if (problem.type === 'colwidth mismatch') tr.setNodeAttribute(at + 1 + problem.pos, 'colwidth', problem.colwidth)
  }
}

interface PlacedCell {
  readonly cell: ProseNode
  /** Offset in the table. */
  readonly place: number
  readonly colspan: number
  readonly rowspan: number
}

interface Row {
  readonly row: ProseNode
  /** Offset in the table. */
  readonly from: number
  /** Cells with the spans that fit. */
  readonly cells: readonly PlacedCell[]
  /** Number of occupied columns, from rows above included. */
  readonly taken: number
  /** Index of the last occupied column. */
  readonly reach: number
}

/** Places each cell in the first free column. */
function layOut(table: ProseNode): Row[] {
  const rows: Row[] = []
  /** Rows, from this one on, that each column is occupied for. */
  let left: number[] = []
  table.forEach((row, from, index) => {
    const cells: PlacedCell[] = []
    let column = 0
    row.forEach((cell, offset) => {
      while ((left[column] ?? 0) > 0) column++
      let colspan = 1
      while (colspan < Number(cell.attrs['colspan']) && (left[column + colspan] ?? 0) === 0) colspan++
      const rowspan = Math.min(Number(cell.attrs['rowspan']), table.childCount - index)
      for (const end = column + colspan; column < end; column++) left[column] = rowspan
      cells.push({ cell, place: from + 1 + offset, colspan, rowspan })
    })
    left = Array.from(left, rest => rest ?? 0)
    const taken = left.filter(rest => rest > 0).length
    rows.push({ row, from, cells, taken, reach: left.findLastIndex(rest => rest > 0) + 1 })
    left = left.map(rest => Math.max(0, rest - 1))
  })
  return rows
}
