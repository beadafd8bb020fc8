/** Placement of a drawing on printed sheets. */
import type { Size } from '#diagrams/shapes/contract.ts'

/** Sizes of sheets, upright, mm. Each has its `@page` rules in print.css. */
export const PAPERS = [
  { id: 'a4', name: 'A4', width: 210, height: 297 },
  { id: 'a3', name: 'A3', width: 297, height: 420 },
  { id: 'a5', name: 'A5', width: 148, height: 210 },
  { id: 'letter', name: 'Letter', width: 215.9, height: 279.4 },
  { id: 'legal', name: 'Legal', width: 215.9, height: 355.6 },
  { id: 'tabloid', name: 'Tabloid', width: 279.4, height: 431.8 },
] as const
export type PaperId = (typeof PAPERS)[number]['id']

export const ORIENTATIONS = ['auto', 'portrait', 'landscape'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** Blank edge of each sheet, mm: most printers cannot print there. */
export const EDGE_MM = 10
/** Sheets of one print. */
export const MOST_SHEETS = 200
/** CSS px in a mm. */
const PX = 96 / 25.4
/** px of a drawing that may fall off a sheet before another one is begun. */
const SLACK = 0.5

export interface PrintOptions {
  paper: PaperId
  orientation: Orientation
  /** On one sheet, never enlarged; or a share of the drawing's own size, on as many sheets as that takes. */
  scale: 'fit' | number
}

/** The sheets of one drawing, from left to right and from above to below. */
export interface Layout {
  orientation: 'portrait' | 'landscape'
  columns: number
  rows: number
  scale: number
  /** Printable part of a sheet, CSS px. */
  sheet: Size
}

/** @param drawing px at scale 1 */
export function layoutOf(drawing: Size, options: PrintOptions): Layout {
  const choices: readonly Layout['orientation'][] =
    options.orientation === 'auto' ? ['portrait', 'landscape'] : [options.orientation]
  const [first, second] = choices.map(orientation => layOut(drawing, orientation, options))
  if (!first) throw new Error('There is no orientation')
  return second && isBetter(second, first) ? second : first
}

function layOut(drawing: Size, orientation: Layout['orientation'], { paper, scale: wanted }: PrintOptions): Layout {
  const sheet = printable(paper, orientation)
  const scale = wanted === 'fit' ? Math.min(1, sheet.width / drawing.width, sheet.height / drawing.height) : wanted
  const along = (length: number, room: number) => Math.max(1, Math.ceil((length * scale - SLACK) / room))
  return {
    orientation,
    columns: along(drawing.width, sheet.width),
    rows: along(drawing.height, sheet.height),
    scale,
    sheet,
  }
}

function printable(paper: PaperId, orientation: Layout['orientation']): Size {
  const { width, height } = PAPERS.find(({ id }) => id === paper) ?? PAPERS[0]
  const [across, down] = orientation === 'portrait' ? [width, height] : [height, width]
  return { width: (across - 2 * EDGE_MM) * PX, height: (down - 2 * EDGE_MM) * PX }
}

/** Larger, or on fewer sheets. */
function isBetter(a: Layout, b: Layout): boolean {
  return a.columns * a.rows < b.columns * b.rows || (a.columns * a.rows === b.columns * b.rows && a.scale > b.scale)
}

export const countOf = ({ columns, rows }: Layout): number => columns * rows
