import { nodesToText, type ElementNode, type StorageNode } from '#language/index.ts'

/** Numbers of a chart: a value of each series for each category. */
export interface ChartData {
  readonly categories: readonly string[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
}

/** Limits of one chart. */
export const LIMITS = { rows: 200, cells: 2000, series: 12, categories: 100 } as const

/**
 * Numbers of the first table. Its first row and first column are headings.
 * @param isVertical whether each column is a series, instead of each row
 */
export function dataOf(nodes: readonly StorageNode[], isVertical: boolean): ChartData | undefined {
  const table = firstTable(nodes)
  const rows = table ? rowsOf(table) : []
  if (rows.length < 2) return undefined
  const width = Math.max(...rows.map(row => row.length))
  const cells = isVertical ? rows : Array.from({ length: width }, (_, at) => rows.map(row => row[at] ?? ''))
  const [heads = [], ...lines] = cells
  const shown = lines.slice(0, LIMITS.categories)
  return {
    categories: shown.map(([name = '']) => name),
    series: heads
      .slice(1, 1 + LIMITS.series)
      .map((name, at) => ({ name, values: shown.map(line => numberOf(line[at + 1] ?? '')) })),
  }
}

function firstTable(nodes: readonly StorageNode[]): ElementNode | undefined {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    const found = node.name === 'table' ? node : firstTable(node.children)
    if (found) return found
  }
  return undefined
}

function rowsOf(table: ElementNode): string[][] {
  const rows: string[][] = []
  let cells = 0
  const visit = (nodes: readonly StorageNode[]): void => {
    for (const node of nodes) {
      if (node.type !== 'element' || rows.length >= LIMITS.rows || cells >= LIMITS.cells) continue
      if (node.name !== 'tr') visit(node.children)
      else {
        const row = node.children.filter(child => child.type === 'element')
        cells += row.length
        rows.push(row.map(cell => nodesToText([cell]).trim().slice(0, 100)))
      }
    }
  }
  visit(table.children)
  return rows
}

/** The number that a cell begins with or holds, such as "1,200 €"; 0 without one. */
export function numberOf(text: string): number {
  const found = /-?\d[\d.,' \u00a0]*/.exec(text)?.[0].replace(/[' \u00a0]/g, '') ?? ''
  const isDecimalComma = /,\d{1,2}$/.test(found) && !/\.\d{1,2}$/.test(found)
  const plain = isDecimalComma ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', '')
  const value = Number.parseFloat(plain)
  return Number.isFinite(value) ? value : 0
}
