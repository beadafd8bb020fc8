/** Commands that move, copy, sort and number the rows of a table. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import { isInTable, selectedRect, TableMap, type TableRect } from '@tiptap/pm/tables'
import { cellOrder } from '#platform/cell-order/cell-order.ts'
import { changeColumns, dateView, statusView } from '#language/editor/index.ts'
import { bagOf, changeBag } from './attribute-bag.ts'
import { copyOf } from './copies.ts'
import type { TableCommand } from './table-grid.ts'

const NUMBERS = 'numberingColumn'

/**
 * Moves the selected rows past the row beside them. Header rows stay, and so do rows that merged cells hold together.
 * @param side -1 for up, 1 for down
 */
export function moveRows(side: -1 | 1): TableCommand {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const rect = selectedRect(state)
    const beside = rowBeside(rect, side)
    if (beside === undefined || areRowsHeld(side)(state)) return false
    if (!dispatch) return true
    const { tr } = state
    const from = rowStart(rect, beside)
    const node = rect.table.child(beside)
    const target = side < 0 ? rowStart(rect, rect.bottom) - node.nodeSize : rowStart(rect, rect.top)
    tr.delete(from, from + node.nodeSize).insert(target, node)
    regroup(tr, rect)
    dispatch(tr.scrollIntoView())
    return true
  }
}

/** Index of the row that the selected ones may move past. */
function rowBeside({ top, bottom, table }: TableRect, side: -1 | 1): number | undefined {
  const beside = side < 0 ? top - 1 : bottom
  const fixed = headRowsOf(table)
  return top < fixed || beside < fixed || beside >= footOf(table) ? undefined : beside
}

/**
 * Whether merged cells prevent that the selected rows move.
 * @param side 0 for a copy of them
 */
export function areRowsHeld(side: -1 | 0 | 1): (state: EditorState) => boolean {
  return state => {
    const rect = selectedRect(state)
    const { top, bottom } = rect
    const beside = side === 0 ? top : rowBeside(rect, side)
    if (beside === undefined) return false
    return [top, bottom, side > 0 ? beside + 1 : beside].some(row => isCut(rect, row))
  }
}

/** Inserts a copy of the selected rows below them. */
export const duplicateRows: TableCommand = (state, dispatch) => {
  if (!isInTable(state)) return false
  const rect = selectedRect(state)
  const { top, bottom, table } = rect
  if (areRowsHeld(0)(state)) return false
  if (!dispatch) return true
  const rows = table.content.content.slice(top, bottom).map(row => {
    const copy = copyOf(row)
    return copy.type.create({ ...copy.attrs, group: null }, copy.content)
  })
  dispatch(state.tr.insert(rowStart(rect, bottom), rows).scrollIntoView())
  return true
}

/**
 * Sorts the rows below the header by the column at the cursor. Rows of a footer stay.
 * @param direction 1 for ascending, -1 for descending
 * @param locale see {@link cellOrder}
 */
export function sortRows(direction: 1 | -1, locale: string): TableCommand {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const rect = selectedRect(state)
    const { table, left, top } = rect
    const [first, end] = [headRowsOf(table), footOf(table)]
    const rows = table.content.content.slice(first, end)
    if (rows.length < 2 || isSortHeld(state)) return false
    if (!dispatch) return true
    const heading = first > 0 ? textOf(cellAt(rect, first - 1, left)) : ''
    const texts = rows.map((_, index) => textOf(cellAt(rect, first + index, left)))
    const order = cellOrder(texts, { locale, heading })
    const keyed = rows.map((row, index) => ({ row, key: order.keyOf(texts[index] ?? '') }))
    const sorted = keyed.toSorted((a, b) => order.compare(a.key, b.key, direction)).map(({ row }) => row)
    const { tr } = state
    const place = state.selection.from - rowStart(rect, top)
    tr.replaceWith(rowStart(rect, first), rowStart(rect, end), sorted)
    regroup(tr, rect)
    const current = top >= first && top < end ? first + sorted.indexOf(table.child(top)) : top
    const now = { ...rect, table: tr.doc.nodeAt(rect.tableStart - 1) ?? table }
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(rowStart(now, current) + place))).scrollIntoView())
    return true
  }
}

/** Whether merged cells prevent that the rows are sorted. */
export function isSortHeld(state: EditorState): boolean {
  const rect = selectedRect(state)
  const [first, end] = [headRowsOf(rect.table), footOf(rect.table)]
  const rows = rect.table.content.content.slice(first, end)
  return isCut(rect, first) || isCut(rect, end) || rows.some(row => row.content.content.some(isMerged))
}

/** Adds a first column with the numbers of the rows, or removes it. */
export const toggleRowNumbers: TableCommand = (state, dispatch) => {
  if (!isInTable(state)) return false
  if (!dispatch) return true
  const { table, tableStart } = selectedRect(state)
  const at = tableStart - 1
  const { tr } = state
  const { nodes } = state.schema
  const isAdded = !isNumbered(table)
  const fixed = headRowsOf(table)
  table.forEach((row, offset, index) => {
    const place = tr.mapping.map(tableStart + offset + 1, -1)
    if (isAdded) {
      const type = index < fixed ? nodes['tableHeader'] : nodes['tableCell']
      tr.insert(place, type?.create({ attributes: { class: NUMBERS } }, bareLine(state)) ?? [])
    } else tr.delete(place, place + (row.firstChild?.nodeSize ?? 0))
  })
  const head = String(table.attrs['head'])
  tr.setNodeAttribute(at, 'head', isAdded ? changeColumns(head, 0, 0, 1) : changeColumns(head, 0, 1, 0))
  const now = tr.doc.nodeAt(at)
  if (now) tr.setNodeAttribute(at, 'columns', TableMap.get(now).width)
  dispatch(tr)
  return true
}

const bareLine = ({ schema }: EditorState) => schema.nodes['paragraph']?.create({ bare: true })

/** Whether the first column of a table has the numbers of its rows. Rows that were just added have none yet. */
export function isNumbered(table: ProseNode): boolean {
  let count = 0
  table.forEach(row => {
    if (row.firstChild && isNumber(row.firstChild)) count++
  })
  return count * 2 > table.childCount
}

const isNumber = (cell: ProseNode): boolean => (bagOf(cell)['class'] ?? '').split(/\s+/).includes(NUMBERS)

/** Writes the numbers of a table with numbered rows anew, rows that were just added included. */
export function renumberRows(tr: Transaction, at: number): void {
  const table = tr.doc.nodeAt(at)
  if (table?.type.name !== 'table' || !isNumbered(table)) return
  const fixed = headRowsOf(table)
  let number = 0
  const changes: Array<readonly [at: number, cell: ProseNode, text: string]> = []
  table.forEach((row, offset, index) => {
    const cell = row.firstChild
    if (!cell || (!isNumber(cell) && cell.textContent !== '')) return
    const text = index < fixed ? '' : String(++number)
    if (!isNumber(cell) || cell.textContent !== text) changes.push([at + 2 + offset, cell, text])
  })
  for (const [place, cell, text] of changes.toReversed()) {
    const line = cell.firstChild
    const { schema } = tr.doc.type
    tr.setNodeAttribute(place, 'attributes', changeBag(bagOf(cell), { class: NUMBERS }))
    if (line?.isTextblock && line.textContent !== text)
      tr.replaceWith(place + 2, place + 2 + line.content.size, text === '' ? [] : schema.text(text))
  }
}

/** Number of rows at the top that are headers: those of a `thead`, or with header cells only. */
export function headRowsOf(table: ProseNode): number {
  const rows = table.content.content
  const first = rows.findIndex(row => groupTag(row) !== 'thead' && !row.content.content.every(isHeader))
  return Math.max(first, 0)
}

const isHeader = (cell: ProseNode): boolean => cell.type.name === 'tableHeader'

/** Index of the first row of a `tfoot`, or the number of rows. */
function footOf(table: ProseNode): number {
  const index = table.content.content.findIndex(row => groupTag(row) === 'tfoot')
  return index < 0 ? table.childCount : index
}

function groupTag(row: ProseNode): string | undefined {
  const group = row.attrs['group'] as { readonly tag: string } | false | null
  return group ? group.tag : undefined
}

/** The rows of each place stay in the group that the place was in, such as a `thead`. */
function regroup(tr: Transaction, { table, tableStart }: TableRect): void {
  const groups: unknown[] = []
  for (const row of table.content.content) groups.push(row.attrs['group'] ?? groups.at(-1) ?? null)
  let at = tableStart
  tr.doc.nodeAt(tableStart - 1)?.forEach((row, _offset, index) => {
    if (row.attrs['group'] !== groups[index]) tr.setNodeAttribute(at, 'group', groups[index])
    at += row.nodeSize
  })
}

/** Position of a row, or behind the last one. */
function rowStart({ table, tableStart }: Pick<TableRect, 'table' | 'tableStart'>, index: number): number {
  return table.content.content.slice(0, index).reduce((at, row) => at + row.nodeSize, tableStart)
}

/** Whether a cell extends over the upper border of a row. */
function isCut({ map: { map, width, height } }: TableRect, row: number): boolean {
  if (row <= 0 || row >= height) return false
  return Array.from({ length: width }).some(
    (_, column) => map[(row - 1) * width + column] === map[row * width + column],
  )
}

function cellAt({ table, map }: TableRect, row: number, column: number): ProseNode | null {
  return table.nodeAt(map.map[row * map.width + column] ?? -1)
}

const isMerged = ({ attrs }: ProseNode): boolean => attrs['colspan'] > 1 || attrs['rowspan'] > 1

/** Text of a cell by which it sorts; a date is written as `YYYY-MM-DD`. */
function textOf(cell: ProseNode | null): string {
  if (!cell) return ''
  return cell.textBetween(0, cell.content.size, '\n', leaf => {
    const source = String(leaf.attrs['source'] ?? '')
    if (leaf.type.name === 'date') return dateView(source)
    return leaf.type.name === 'status' ? statusView(source).title : ' '
  })
}
