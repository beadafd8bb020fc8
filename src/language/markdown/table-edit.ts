import type { Tokens } from 'marked'
import { differences } from './differences.ts'
import type { MarkdownBlock } from './page.ts'
import { rowMarkdown, type TableCell, type TableRow, type TableShape } from './tables.ts'
import { MarkdownError, type StorageWriter } from './to-storage.ts'
import type { Splice } from './splices.ts'

interface TableEdit {
  readonly source: string
  readonly block: MarkdownBlock
  readonly shape: TableShape
  readonly writer: StorageWriter
}

type Cells = readonly Tokens.TableCell[]

/**
 * Changes of a table that make it as in Markdown: cells and rows that are written as they were stay as they are.
 * @throws MarkdownError for what would be lost: parts of cells that are no text, and merged cells
 */
export function editTable({ source, block, shape, writer }: TableEdit, token: Tokens.Table): Splice[] {
  const hasHead = shape.hasHead || token.header.some(cell => cell.text.trim() !== '')
  const wanted = hasHead ? [token.header, ...token.rows] : token.rows
  const columns = shape.rows[0]?.cells.length ?? 0
  if (token.header.length !== columns) {
    if (shape.isMerged) throw merged()
    refuseLoss(shape.rows, wanted)
    return [{ start: block.start, end: block.end, text: writer.tokens([token]) }]
  }
  const changes = differences(
    shape.rows.map(row => row.markdown),
    wanted.map(cells => rowMarkdown(cells.map(cell => cell.text.trim()))),
  )
  return changes.flatMap(({ from, to, newFrom, newTo }) =>
    editRows({ source, shape, writer }, { at: from, removed: to - from }, wanted.slice(newFrom, newTo)),
  )
}

function editRows(
  { source, shape, writer }: Omit<TableEdit, 'block'>,
  { at, removed }: { at: number; removed: number },
  wanted: readonly Cells[],
): Splice[] {
  if (shape.isMerged && removed !== wanted.length) throw merged()
  const splices: Splice[] = []
  const rows = shape.rows.slice(at, at + removed)
  rows.forEach((row, index) => {
    const cells = wanted[index]
    if (!cells) splices.push({ start: row.start, end: row.end, text: '' })
    else row.cells.forEach((cell, column) => splices.push(...editCell(source, cell, cells[column], writer)))
  })
  const more = wanted.slice(removed)
  if (more.length === 0) return splices
  const before = shape.rows[at + removed - 1]
  const place = before ? before.end : (shape.rows[0]?.start ?? 0)
  // Names of cells are those of the row beside it: `th` in a column of heads.
  const like = shape.rows[Math.max(at + removed - 1, shape.hasHead ? 1 : 0)]
  const isHead = (column: number): boolean =>
    like?.cells[column]?.isHeader === true && like.cells.some(cell => cell?.isHeader === false)
  splices.push({
    start: place,
    end: place,
    text: more.map(cells => writer.row(cells, column => (isHead(column) ? 'th' : 'td'))).join(''),
  })
  return splices
}

function editCell(
  source: string,
  cell: TableCell | undefined,
  wanted: Tokens.TableCell | undefined,
  writer: StorageWriter,
): Splice[] {
  const text = wanted?.text.trim() ?? ''
  if (text === (cell?.markdown ?? '')) return []
  if (!cell) throw merged()
  if (!cell.isText)
    throw new MarkdownError(
      `The cell "${cell.markdown.slice(0, 80)}" has more than text, which Markdown cannot write; edit it in the editor`,
    )
  const content = writer.inline(wanted?.tokens)
  const { start, end, inner, innerEnd } = cell.paragraph ?? cell
  const tag = source.slice(start, inner)
  if (!tag.endsWith('/>')) return [{ start: inner, end: innerEnd, text: content }]
  const open = `${tag.slice(0, -2).trimEnd()}>`
  return [{ start, end, text: `${open}${content}</${/^<([^\s/>]+)/.exec(open)?.[1] ?? 'td'}>` }]
}

/** Refuses a table of other columns if cells that Markdown cannot write would be lost. */
function refuseLoss(rows: readonly TableRow[], wanted: readonly Cells[]): void {
  const kept = new Set(wanted.flatMap(cells => cells.map(cell => cell.text.trim())))
  for (const { cells } of rows)
    for (const cell of cells)
      if (cell && !cell.isText && !kept.has(cell.markdown))
        throw new MarkdownError(
          `The cell "${cell.markdown.slice(0, 80)}" has more than text, which Markdown cannot write; edit it in the editor`,
        )
}

function merged(): MarkdownError {
  return new MarkdownError(
    'This table has merged cells, which Markdown cannot write: change the text of its cells, or edit it in the editor',
  )
}
