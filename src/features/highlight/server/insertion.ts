import {
  childElements,
  insertAfter,
  mapElements,
  readable,
  walk,
  walkElements,
  type ElementNode,
  type StorageDocument,
  type StorageNode,
  type TextRange,
} from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import { documentOf } from '#features/content-core/server/read.ts'
import { readBody } from '#features/content-core/server/write.ts'
import type { CellModification } from '../contract.ts'
import type { Change } from './service.ts'

/** Puts storage format after the selected text. @throws HttpError 400 for broken storage format */
export async function afterSelection(app: App, storage: string): Promise<Change> {
  const added = await nodesOf(app, storage)
  return (doc, range) => insertAfter(doc, range.end, added)
}

/**
 * Appends storage format to cells of one column of the table around the selected text. Rows and columns count from 0.
 * @throws HttpError 400 for broken storage format
 */
export async function inColumn(app: App, column: number, modifications: readonly CellModification[]): Promise<Change> {
  const added: { rowIndex: number; nodes: readonly StorageNode[] }[] = []
  for (const { rowIndex, xmlModification, xmlInsertion } of modifications)
    added.push({ rowIndex, nodes: await nodesOf(app, xmlModification ?? xmlInsertion ?? '') })
  return (doc, range) => {
    const table = tableAround(doc, range)
    if (!table) return doc
    const rows = rowsOf(table)
    const byCell = new Map<ElementNode, readonly StorageNode[]>()
    for (const { rowIndex, nodes } of added) {
      const row = rows[rowIndex]
      const cell = row && cellAt(row, column)
      if (cell) byCell.set(cell, [...(byCell.get(cell) ?? []), ...nodes])
    }
    return byCell.size === 0 ? doc : mapCells(doc, byCell)
  }
}

async function nodesOf(app: App, value: string): Promise<readonly StorageNode[]> {
  return documentOf((await readBody(app, { value, representation: 'storage' })).storage).children
}

/** The innermost table that holds the beginning of the range. */
function tableAround(doc: StorageDocument, range: TextRange): ElementNode | undefined {
  const { places } = readable(doc)
  const holds = (node: StorageNode) => {
    const place = places.get(node)
    return place !== undefined && place.start <= range.start && range.start < place.end
  }
  return [...walkElements(doc)].findLast(node => node.name === 'table' && [...walk(node)].some(holds))
}

function rowsOf(table: ElementNode): ElementNode[] {
  return childElements(table).flatMap(item =>
    item.name === 'tr' ? [item] : ['thead', 'tbody', 'tfoot'].includes(item.name) ? rowsOf(item) : [],
  )
}

/** The cell that covers a column. */
function cellAt(row: ElementNode, column: number): ElementNode | undefined {
  let next = 0
  for (const cell of childElements(row)) {
    if (cell.name !== 'td' && cell.name !== 'th') continue
    next += Math.max(1, Number(cell.attributes['colspan']) || 1)
    if (column >= 0 && column < next) return cell
  }
  return undefined
}

/** Appends to cells: into their last paragraph, where they end with one. */
function mapCells(doc: StorageDocument, added: ReadonlyMap<ElementNode, readonly StorageNode[]>): StorageDocument {
  // Cells inside of others are changed first, so that an outer one is no longer the node that was looked up.
  const byOffset = new Map([...added].map(([cell, nodes]) => [cell.offset, nodes]))
  return mapElements(doc, node => {
    const nodes = node.name === 'td' || node.name === 'th' ? byOffset.get(node.offset) : undefined
    if (!nodes || node.offset < 0) return node
    const last = node.children.at(-1)
    if (last?.type !== 'element' || last.name !== 'p') return { ...node, children: [...node.children, ...nodes] }
    return { ...node, children: [...node.children.slice(0, -1), { ...last, children: [...last.children, ...nodes] }] }
  })
}
