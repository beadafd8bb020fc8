import type { ElementNode, StorageNode } from '../model.ts'
import type { Blocks, EditorNode } from './schema.ts'
import { bagOf, carried, make, nodesOf, sourceOf, spaced, textAttribute } from './source.ts'

/** A `thead`, `tbody` or `tfoot`. */
export interface RowGroup {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>> | null
  /** Index among the table's groups; separates two of the same name. */
  readonly index: number
  readonly before: string
  readonly after: string
}

/** Larger spans would make a grid that no editor can hold. */
const MOST_SPANNED = 200
const groupNames: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot'])

type ReadCell = (nodes: readonly StorageNode[]) => Blocks

/** Editor node of a table; undefined for one that is not a grid of rows and cells. */
export function readTable(element: ElementNode, before: string, readCell: ReadCell): EditorNode | undefined {
  const start = element.children.findIndex(
    node => node.type === 'element' && (groupNames.has(node.name) || node.name === 'tr'),
  )
  if (start < 0) return undefined
  const headNodes = element.children.slice(0, start)
  const body = spaced(element.children.slice(start))
  const head = spaced(headNodes)
  if (!body || !head || head.items.some(([item]) => item.name !== 'colgroup') || head.items.length > 1) return undefined
  const rows: EditorNode[] = []
  for (const [index, [item, space]] of body.items.entries()) {
    if (item.name === 'tr') {
      const row = readRow(item, space, false, readCell)
      if (!row) return undefined
      rows.push(row)
      continue
    }
    const inner = groupNames.has(item.name) ? spaced(item.children) : undefined
    if (!inner || inner.items.length === 0) return undefined
    const group = {
      tag: item.name,
      attributes: bagOf(item.attributes),
      index: index + 1,
      before: space,
      after: inner.after,
    }
    for (const [tr, own] of inner.items) {
      const row = tr.name === 'tr' ? readRow(tr, own, group, readCell) : undefined
      if (!row) return undefined
      rows.push(row)
    }
  }
  if (!rows.some(row => row.content && row.content.length > 0)) return undefined
  const source = sourceOf(...headNodes)
  const content = withWidths(rows, columnWidths(source))
  const attrs = {
    attributes: bagOf(element.attributes),
    before,
    after: body.after,
    head: source,
    columns: widthsOf(content).length,
  }
  return { type: 'table', attrs, content }
}

function readRow(
  element: ElementNode,
  before: string,
  group: RowGroup | false,
  readCell: ReadCell,
): EditorNode | undefined {
  const parts = spaced(element.children)
  if (!parts) return undefined
  const cells: EditorNode[] = []
  for (const [cell, space] of parts.items) {
    if (cell.name !== 'td' && cell.name !== 'th') return undefined
    const colspan = span(cell.attributes.colspan)
    const rowspan = span(cell.attributes.rowspan)
    if (colspan > MOST_SPANNED || rowspan > MOST_SPANNED) return undefined
    const { content, after } = readCell(cell.children)
    const attrs = { attributes: bagOf(cell.attributes), before: space, after, colspan, rowspan }
    cells.push({ type: cell.name === 'th' ? 'tableHeader' : 'tableCell', attrs, content })
  }
  return {
    type: 'tableRow',
    attrs: { attributes: bagOf(element.attributes), before, after: parts.after, group },
    content: cells,
  }
}

/** A cell's span; anything but a number counts as 1 and is preserved as written. */
function span(written: string | undefined): number {
  return written !== undefined && /^[1-9]\d{0,5}$/.test(written) ? Number(written) : 1
}

/** Widths of a `colgroup` in px by column; null for other units. */
export function columnWidths(head: string): Array<number | null> {
  return columns(head).map(col => {
    const match = /(?:^|;)\s*width:\s*(\d{1,5})(?:\.\d+)?px/i.exec(col.attributes.style ?? '')
    return match && Number(match[1]) > 0 ? Number(match[1]) : null
  })
}

/** The columns of a `colgroup`'s source, a `col` repeated by its `span`. */
export function columns(head: string): ElementNode[] {
  return (groupIn(head)?.children ?? []).flatMap(node => {
    if (node.type !== 'element' || node.name !== 'col') return []
    const { span: written, ...attributes } = node.attributes
    const count = span(written)
    if (count === 1 || count > MOST_SPANNED) return [node]
    return Array.from({ length: count }, () => make('col', attributes, []))
  })
}

function groupIn(head: string): ElementNode | undefined {
  return nodesOf(head).find((node): node is ElementNode => node.type === 'element' && node.name === 'colgroup')
}

/**
 * The `head` of a table after columns were replaced by others without a width; the remaining ones keep theirs in any
 * unit.
 */
export function changeColumns(head: string, at: number, removed: number, added: number): string {
  const fresh = Array.from({ length: added }, () => make('col', null, []))
  return withColumns(head, cols => (at > cols.length ? undefined : cols.toSpliced(at, removed, ...fresh)))
}

/** The `head` of a table after a column was moved to another index. */
export function moveColumn(head: string, from: number, to: number): string {
  return withColumns(head, cols => {
    const col = cols[from]
    return col && to < cols.length ? cols.toSpliced(from, 1).toSpliced(to, 0, col) : undefined
  })
}

/** The `head` of a table whose columns share its width equally. */
export function equalColumns(head: string, count: number): string {
  const style = `width: ${Number((100 / count).toFixed(4))}%;`
  const cols = Array.from({ length: count }, () => make('col', { style }, []))
  return groupIn(head) ? withColumns(head, () => cols) : head + sourceOf(make('colgroup', null, cols))
}

/** The `head` with other columns in its group; undefined leaves them as written. */
function withColumns(
  head: string,
  change: (cols: readonly ElementNode[]) => readonly ElementNode[] | undefined,
): string {
  const group = groupIn(head)
  const children = group && change(columns(head))
  if (!children) return head
  const isGroup = (node: StorageNode): boolean => node.type === 'element' && node.name === 'colgroup'
  return sourceOf(...nodesOf(head).map(node => (isGroup(node) ? { ...group, children } : node)))
}

/** Assigns column widths to cells, as ProseMirror's tables store them. */
function withWidths(rows: readonly EditorNode[], widths: ReadonlyArray<number | null>): EditorNode[] {
  if (widths.every(width => width === null)) return [...rows]
  // Columns still covered by cells of earlier rows, by the number of rows left.
  let taken: number[] = []
  return rows.map(row => {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    const content = row.content?.map(cell => {
      while ((taken[column] ?? 0) > 0) column++
      const colspan = Number(cell.attrs?.colspan ?? 1)
      const rowspan = Number(cell.attrs?.rowspan ?? 1)
      const own = Array.from({ length: colspan }, (_, index) => widths[column + index] ?? 0)
      for (let index = 0; index < colspan; index++) next[column + index] = rowspan - 1
      column += colspan
      return own.some(width => width > 0) ? { ...cell, attrs: { ...cell.attrs, colwidth: own } } : cell
    })
    taken = next
    return content ? { ...row, content } : row
  })
}

/** Storage element of a table; `blocks` converts a cell's content. */
export function writeTable(node: EditorNode, blocks: (nodes: readonly EditorNode[]) => StorageNode[]): ElementNode {
  const rows = node.content ?? []
  const children: StorageNode[] = [...writeColumns(node)]
  let open: { readonly key: string; readonly group: RowGroup; readonly rows: StorageNode[] } | undefined
  const close = (): void => {
    if (!open) return
    const { group } = open
    children.push(...nodesOf(group.before), make(group.tag, group.attributes, [...open.rows, ...nodesOf(group.after)]))
    open = undefined
  }
  const first = rows.map(row => groupOf(row)).find(group => group !== undefined)
  let group = first ?? plain
  for (const row of rows) {
    // An added row joins the group of the one before it.
    group = groupOf(row) ?? group
    const key = group ? `${group.index} ${group.tag}` : ''
    if (open && open.key !== key) close()
    const written = [...carried(row, 'before'), writeRow(row, blocks)]
    if (!group) children.push(...written)
    else {
      open ??= { key, group, rows: [] }
      open.rows.push(...written)
    }
  }
  close()
  children.push(...carried(node, 'after'))
  return make('table', node.attrs?.attributes, children)
}

const plain: RowGroup = { tag: 'tbody', attributes: null, index: 0, before: '', after: '' }

/** The group of a row; false for one directly in the table, undefined for an added one. */
function groupOf(row: EditorNode): RowGroup | false | undefined {
  const group = row.attrs?.group
  if (group === false) return false
  return typeof group === 'object' && group !== null && groupNames.has((group as RowGroup).tag)
    ? (group as RowGroup)
    : undefined
}

function writeRow(row: EditorNode, blocks: (nodes: readonly EditorNode[]) => StorageNode[]): ElementNode {
  const cells = (row.content ?? []).flatMap(cell => [
    ...carried(cell, 'before'),
    make(cell.type === 'tableHeader' ? 'th' : 'td', spans(cell), [
      ...blocks(cell.content ?? []),
      ...carried(cell, 'after'),
    ]),
  ])
  return make('tr', row.attrs?.attributes, [...cells, ...carried(row, 'after')])
}

function spans(cell: EditorNode): Record<string, string> {
  const bag = { ...(cell.attrs?.attributes as Record<string, string> | null) }
  for (const name of ['colspan', 'rowspan'] as const) {
    const value = Number(cell.attrs?.[name] ?? 1)
    if (span(bag[name]) === value) continue
    if (value === 1) delete bag[name]
    else bag[name] = String(value)
  }
  return bag
}

/** The original columns; new ones and those with a changed width are regenerated. */
function writeColumns(node: EditorNode): readonly StorageNode[] {
  const head = textAttribute(node, 'head')
  const now = widthsOf(node.content ?? [])
  const before = columnWidths(head)
  const same = now.length === node.attrs?.columns && now.every((width, index) => width === (before[index] ?? 0))
  if (same) return nodesOf(head)
  const written = columns(head)
  if (written.length === 0 && now.every(width => width === 0)) return []
  const cols = now.map((width, index) => {
    const col = written[index]
    if (col && width === (before[index] ?? 0)) return col
    return make('col', width > 0 ? { style: `width: ${width}.0px;` } : null, [])
  })
  return [make('colgroup', groupIn(head)?.attributes, cols)]
}

/** Width of each column in px from its first cell that has one; 0 for none. */
function widthsOf(rows: readonly EditorNode[]): number[] {
  const widths: number[] = []
  let taken: number[] = []
  for (const row of rows) {
    const next = taken.map(left => Math.max(0, left - 1))
    let column = 0
    for (const cell of row.content ?? []) {
      while ((taken[column] ?? 0) > 0) column++
      const colspan = Number(cell.attrs?.colspan ?? 1)
      const own = Array.isArray(cell.attrs?.colwidth) ? (cell.attrs.colwidth as unknown[]) : []
      for (let index = 0; index < colspan; index++) {
        next[column + index] = Number(cell.attrs?.rowspan ?? 1) - 1
        widths[column + index] ||= Math.max(0, Math.round(Number(own[index] ?? 0)) || 0)
      }
      column += colspan
    }
    taken = next
  }
  return Array.from(widths, width => width ?? 0)
}
