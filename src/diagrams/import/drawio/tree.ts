/**
 * Positions of a page's cells. In draw.io a child moves with its parent but is not rotated or mirrored with it, so the
 * content of a rotated shape becomes its sibling.
 */
import { isId } from '../../model/fields.ts'
import { LIMITS, type Layer, type Point } from '../../model/document.ts'
import type { Cell } from './cells.ts'
import { isOn, numberIn } from './style.ts'

/** Shared context of a parent's cells. */
export interface Holder {
  layer: string
  parent: string | null
  /** Origin in the coordinates of that object and of the page. */
  inParent: Point
  onPage: Point
  depth: number
  hidden: boolean
}

export interface PlacedCell {
  cell: Cell
  /** Id of the resulting object. */
  id: string
  holder: Holder
  /** In the parent object's coordinates, and on the page. */
  corner: Point
  onPage: Point
  hasChildren: boolean
  /** An edge's labels. */
  labels: Cell[]
  /** The edge on which the shape is placed: its corner is known when the edge is drawn. */
  on?: PlacedCell
}

export interface PlacedPage {
  layers: Layer[]
  /** In drawing order. */
  cells: PlacedCell[]
  /** By the id in the file. */
  byCell: ReadonlyMap<string, PlacedCell>
}

/** Leaves room for added groups. */
const MAX_DEPTH = LIMITS.depth - 5

export function placeCells(cells: readonly Cell[]): PlacedPage {
  const known = new Map<string, Cell>()
  for (const cell of cells) if (!known.has(cell.id)) known.set(cell.id, cell)
  const children = new Map<string, Cell[]>()
  const roots: Cell[] = []
  for (const cell of cells) {
    if (cell.parent === null || !known.has(cell.parent)) roots.push(cell)
    else add(children, cell.parent, cell)
  }
  const ids = new Ids()
  const rootIds = new Set(roots.map(({ id }) => id))
  const { layers, byCell: layerOf } = readLayers(cells, rootIds, ids)
  const base: Holder = {
    layer: layers[0]?.id ?? '',
    parent: null,
    inParent: origin(),
    onPage: origin(),
    depth: 0,
    hidden: false,
  }
  const placed: PlacedCell[] = []
  const byCell = new Map<string, PlacedCell>()
  const seen = new Set<Cell>()
  const walk = (start: readonly Cell[]) => {
    const stack = start.map(cell => ({ cell, holder: base, within: null as PlacedCell | null })).reverse()
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { cell, holder, within } = next
      if (seen.has(cell)) continue
      seen.add(cell)
      const inner = known.get(cell.id) === cell ? (children.get(cell.id) ?? []) : []
      let below: Holder
      let place: PlacedCell | null = null
      if (cell.kind === 'none') {
        below = {
          ...holder,
          layer: layerOf.get(cell) ?? holder.layer,
          hidden: holder.hidden || (!cell.visible && !layerOf.has(cell)),
        }
      } else {
        place = placeCell(cell, ids.take(cell.id), holder, within, inner)
        placed.push(place)
        if (!byCell.has(cell.id)) byCell.set(cell.id, place)
        below = holderIn(place)
      }
      for (let index = inner.length - 1; index >= 0; index--) {
        const child = inner[index]
        if (child && !(cell.kind === 'edge' && isLabel(child)))
          stack.push({ cell: child, holder: below, within: place })
        else if (child) seen.add(child)
      }
    }
  }
  walk(roots)
  // Cells in a parent cycle are not reached from a root.
  walk(cells.filter(cell => !seen.has(cell)))
  return { layers, cells: placed, byCell }
}

/** Whether an edge's child is its label rather than a shape placed on it. */
function isLabel({ kind, geometry, style }: Cell): boolean {
  if (kind !== 'vertex' || !geometry.relative) return false
  const isText = style.names.has('edgeLabel') || style.names.has('text')
  const isSeen = ['fillColor', 'strokeColor'].some(key => style.values.get(key) !== 'none') || style.values.has('shape')
  return isText || !isSeen || geometry.width === 0 || geometry.height === 0
}

function placeCell(
  cell: Cell,
  id: string,
  holder: Holder,
  within: PlacedCell | null,
  inner: readonly Cell[],
): PlacedCell {
  const { geometry } = cell
  const outer = within?.cell.geometry
  const local =
    geometry.relative && outer && within.cell.kind !== 'edge'
      ? { x: geometry.x * outer.width + geometry.offset.x, y: geometry.y * outer.height + geometry.offset.y }
      : geometry.relative && outer
        ? origin()
        : { x: geometry.x, y: geometry.y }
  if (cell.kind === 'edge') Object.assign(local, origin())
  const labels = cell.kind === 'edge' ? inner.filter(isLabel) : []
  return {
    cell,
    id,
    holder,
    corner: plus(holder.inParent, local),
    onPage: plus(holder.onPage, local),
    hasChildren: inner.length > labels.length,
    labels,
    ...(within?.cell.kind === 'edge' && geometry.relative && { on: within }),
  }
}

/** The holder of a cell's children: itself, or its own holder. */
function holderIn({ cell, id, holder, corner, onPage }: PlacedCell): Holder {
  const hidden = holder.hidden || !cell.visible || cell.collapsed
  const holds =
    cell.kind === 'vertex' && holder.depth < MAX_DEPTH && !isTurned(cell) && cell.style.values.get('shape') !== 'image'
  if (!holds) return { ...holder, inParent: corner, onPage, hidden }
  return { layer: holder.layer, parent: id, inParent: origin(), onPage, depth: holder.depth + 1, hidden: false }
}

/** Whether the object is rotated or mirrored. */
function isTurned({ style }: Cell): boolean {
  return (
    numberIn(style, 'rotation', 0) !== 0 ||
    isOn(style, 'flipH') ||
    isOn(style, 'flipV') ||
    !['east', undefined].includes(style.values.get('direction'))
  )
}

/** Cells without a shape below the root. */
function readLayers(
  cells: readonly Cell[],
  roots: ReadonlySet<string>,
  ids: Ids,
): { layers: Layer[]; byCell: Map<Cell, string> } {
  const layers: Layer[] = []
  const byCell = new Map<Cell, string>()
  for (const cell of cells) {
    if (cell.kind !== 'none' || cell.parent === null || !roots.has(cell.parent)) continue
    if (layers.length < LIMITS.layers) {
      const name =
        cell.value.slice(0, LIMITS.name) || (layers.length === 0 ? 'Background' : `Layer ${layers.length + 1}`)
      layers.push({ id: ids.take(cell.id), name, visible: cell.visible, locked: isOn(cell.style, 'locked') })
    }
    byCell.set(cell, layers.at(-1)?.id ?? '')
  }
  if (layers.length === 0) layers.push({ id: ids.take('layer'), name: 'Background', visible: true, locked: false })
  return { layers, byCell }
}

/** Ids of the file where valid, generated ones otherwise. */
export class Ids {
  readonly #taken = new Set<string>()
  #next = 1

  take(wanted: string): string {
    let id = wanted
    while (!isId(id) || this.#taken.has(id)) id = `c${this.#next++}`
    this.#taken.add(id)
    return id
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

const origin = (): Point => ({ x: 0, y: 0 })

function plus(a: Point, b: Point): Point {
  return { x: hold(a.x + b.x), y: hold(a.y + b.y) }
}

/** Clamps sums of deep nesting to the document's limits. */
function hold(value: number): number {
  return Math.min(LIMITS.length, Math.max(-LIMITS.length, value)) + 0
}
