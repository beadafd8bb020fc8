/** Pasted cells: tab-separated text and table fragments. */
import type { Editor, JSONContent } from '@tiptap/core'
import { Fragment, Slice, type Node as ProseNode, type NodeType } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import {
  type __Area as Area,
  CellSelection,
  __clipCells as clipCells,
  handlePaste,
  isInTable,
  __pastedCells as pastedCells,
  selectedRect,
  TableMap,
} from '@tiptap/pm/tables'
import { repairGrid } from '../table-grid.ts'

/** Limits beyond which a paste stays text, to keep the page responsive. */
const MOST_TEXT = 100_000
const MOST_CELLS = 5000

/**
 * Cells of tab-separated text; undefined for other text. Multi-line cells are quoted, with doubled quotes inside, as in
 * spreadsheets.
 */
export function cellsIn(text: string): string[][] | undefined {
  if (text.length > MOST_TEXT || !text.includes('\t')) return undefined
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .matchAll(/("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/g)) {
    rows
      .at(-1)
      ?.push(
        cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      )
    if (end === '') break
    if (end === '\n') rows.push([])
  }
  const width = rows[0]?.length ?? 0
  const isGrid = width > 1 && width * rows.length <= MOST_CELLS && rows.every(row => row.length === width)
  return isGrid ? rows : undefined
}

/** Pastes cells into the current table or as a new one. False leaves the paste to the editor. */
export function takeCells(editor: Editor, event: ClipboardEvent, slice: Slice): boolean {
  const { state, view } = editor
  if (state.selection.$from.parent.type.spec.code) return false
  const data = event.clipboardData
  const rows = data?.types.includes('text/html') ? undefined : cellsIn(data?.getData('text/plain') ?? '')
  const table = rows && tableOf(rows)
  if (isInTable(state)) {
    const pasted = pastedCells(table ? new Slice(Fragment.from(state.schema.nodeFromJSON(table)), 0, 0) : slice)
    if (!pasted) return false
    const repair = repairGrid(state)
    if (repair) view.dispatch(repair)
    return handlePaste(view, event, fitted(view.state, pasted))
  }
  // A single line with a tab, and indented lines, are text.
  if (!table || rows.length < 2 || rows.some(([first]) => first === '')) return false
  return editor.chain().focus().insertContent(table).run()
}

function tableOf(rows: readonly string[][]): JSONContent {
  const line = (text: string, index: number) => [
    ...(index > 0 ? [{ type: 'hardBreak' }] : []),
    ...(text === '' ? [] : [{ type: 'text', text }]),
  ]
  const cell = (text: string) => ({
    type: 'tableCell',
    content: [{ type: 'paragraph', attrs: { bare: true }, content: text.split('\n').flatMap(line) }],
  })
  return { type: 'table', content: rows.map(row => ({ type: 'tableRow', content: row.map(cell) })) }
}

/** Pasted cells with the header types of their destination. */
function fitted(state: EditorState, pasted: Area): Slice {
  const { table: tableType, tableRow } = state.schema.nodes
  if (!tableType || !tableRow) throw new Error('the schema has no tables')
  const { map, table, top, left, bottom, right } = selectedRect(state)
  const area = state.selection instanceof CellSelection ? clipCells(pasted, right - left, bottom - top) : pasted
  const grid = tableType.create(
    null,
    area.rows.map(row => tableRow.create(null, row)),
  )
  const places = TableMap.get(grid)
  const rows: ProseNode[] = []
  grid.forEach((row, rowAt) => {
    const cells: ProseNode[] = []
    row.forEach((cell, cellAt) => {
      const place = places.findCell(rowAt + 1 + cellAt)
      cells.push(typeAt(table, map, top + place.top, left + place.left)?.create(cell.attrs, cell.content) ?? cell)
    })
    rows.push(tableRow.create(null, cells))
  })
  return new Slice(Fragment.from(tableType.create(null, rows)), 0, 0)
}

/** Cell type at a place; beyond the end as in the last row and column, except below a lone header row. */
function typeAt(table: ProseNode, map: TableMap, row: number, column: number): NodeType | undefined {
  if (row >= map.height && map.height === 1) return table.type.schema.nodes['tableCell']
  const at = map.map[Math.min(row, map.height - 1) * map.width + Math.min(column, map.width - 1)]
  return at === undefined ? undefined : table.nodeAt(at)?.type
}
