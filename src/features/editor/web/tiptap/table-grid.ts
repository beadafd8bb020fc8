/**
 * Tables as pages have them need not be grids: rows differ in length, cells reach out of the table or into one another.
 * The commands of tables count on a grid.
 */
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { CellSelection, findTable, tableEditing, TableMap } from '@tiptap/pm/tables'

/** Makes a grid of the table at the cursor; undefined where it is one, and outside of tables. */
export function repairGrid(state: EditorState): Transaction | undefined {
  const found = findTable(state.selection.$from)
  if (!found) return undefined
  const repair = state.tr
  repairTable(repair, found.pos)
  return repair.docChanged ? repair : undefined
}

const library = tableEditing()

/**
 * The library's plugin, but for its repair of each table that changes: a table stays as it is written until its cells
 * are selected or a command runs. (That repair also fails on cells that reach both out of the table and into others.)
 */
export const tablePlugin = new Plugin({
  ...library.spec,
  appendTransaction(transactions, _before, state) {
    const repair = state.selection instanceof CellSelection ? repairGrid(state) : undefined
    // Told of no change, it repairs nothing, and still corrects selections that end in several cells.
    return repair ?? library.spec.appendTransaction?.call(library, transactions, state, state)
  },
})

/**
 * Cuts each cell of a table where it meets another one or the end of the table, fills up the rows with empty cells, and
 * gives these the widths of their columns.
 * @param at where the table stands in the document as `tr` has it now; another node there is left alone
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
  /** Where it begins in the table. */
  readonly place: number
  readonly colspan: number
  readonly rowspan: number
}

interface Row {
  readonly row: ProseNode
  /** Where it begins in the table, as `place` of its cells. */
  readonly from: number
  /** Its cells with the spans that they have room for. */
  readonly cells: readonly PlacedCell[]
  /** Number of columns that it has cells in, those of rows above included. */
  readonly taken: number
  /** Number of its last such column. */
  readonly reach: number
}

/** Gives each cell its place: the first that no cell before it or above it has taken. */
function layOut(table: ProseNode): Row[] {
  const rows: Row[] = []
  /** For each column, in how many rows from this one on it is taken. */
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
