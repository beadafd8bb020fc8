import type { Point } from '../../model/document.ts'
import { withFormulas } from './maths.ts'
import { NO_FACTS, withPlaceholders, type FileFacts } from './placeholders.ts'
import { parseStyle, type Style } from './style.ts'
import { attribute, childOf, type Element } from './xml.ts'

export interface Geometry {
  x: number
  y: number
  width: number
  height: number
  /** Position in shares of the parent, or along an edge. */
  relative: boolean
  offset: Point
  points: Point[]
  sourcePoint: Point | null
  targetPoint: Point | null
}

export interface Cell {
  id: string
  parent: string | null
  value: string
  rawStyle: string
  style: Style
  kind: 'vertex' | 'edge' | 'none'
  source: string | null
  target: string | null
  visible: boolean
  collapsed: boolean
  link: string | null
  geometry: Geometry
}

/** Coordinates are clamped to this, so that sums stay within the document's limits. */
const FARTHEST = 50_000

/** Cells of a model in drawing order. `<object>` and `<UserObject>` around a cell hold its label, link and data. */
export function readCells(model: Element, facts: FileFacts = NO_FACTS): Cell[] {
  const outers = new Map<string, Element>()
  const parents = new Map<Element, string>()
  const pairs: [cell: Element, outer: Element][] = []
  for (const outer of childOf(model, 'root')?.children ?? []) {
    const cell = outer.name === 'mxCell' ? outer : childOf(outer, 'mxCell')
    if (!cell) continue
    pairs.push([cell, outer])
    const id = attribute(outer, 'id') ?? attribute(cell, 'id')
    if (id !== undefined && !outers.has(id)) outers.set(id, outer)
    parents.set(outer, attribute(cell, 'parent') ?? '')
  }
  const labelOf = (outer: Element) => withPlaceholders(outer, element => outers.get(parents.get(element) ?? ''), facts)
  return withOuterColours(
    pairs.map(([cell, outer], index) => {
      const label = outer === cell ? attribute(cell, 'value') : labelOf(outer)
      return readCell(cell, outer, index, facts.hasMaths ? withFormulas(label ?? '') : (label ?? ''))
    }),
  )
}

const COLOURS = ['fillColor', 'strokeColor', 'fontColor', 'gradientColor'] as const
/** Maximum of ancestors searched for a colour; ends cycles. */
const MOST_HOLDERS = 50

/** Resolves colours inherited from the parent (`inherit`) or the surrounding lane's fill (`swimlane`). */
function withOuterColours(cells: readonly Cell[]): Cell[] {
  const byId = new Map(cells.map(cell => [cell.id, cell]))
  return cells.map(cell => {
    const values = new Map(cell.style.values)
    for (const key of COLOURS) {
      const wanted = values.get(key)
      if (wanted !== 'inherit' && wanted !== 'swimlane') continue
      const found = outerColour(cell, key, wanted, byId)
      if (found === undefined) values.delete(key)
      else values.set(key, found)
    }
    return { ...cell, style: { ...cell.style, values } }
  })
}

function outerColour(
  cell: Cell,
  key: string,
  wanted: 'inherit' | 'swimlane',
  byId: ReadonlyMap<string, Cell>,
): string | undefined {
  let holder = cell.parent === null ? undefined : byId.get(cell.parent)
  for (let steps = 0; holder && steps < MOST_HOLDERS; steps++) {
    const { values } = holder.style
    const colour =
      wanted === 'inherit' ? values.get(key) : values.get('shape') === 'swimlane' ? values.get('fillColor') : undefined
    if (colour !== undefined && colour !== 'inherit' && colour !== 'swimlane') return colour
    holder = holder.parent === null ? undefined : byId.get(holder.parent)
  }
  return undefined
}

function readCell(cell: Element, outer: Element, index: number, value: string): Cell {
  const rawStyle = attribute(cell, 'style') ?? ''
  const wrapped = outer !== cell
  return {
    id: attribute(outer, 'id') ?? attribute(cell, 'id') ?? `cell-${index}`,
    parent: attribute(cell, 'parent') ?? null,
    value,
    rawStyle,
    style: parseStyle(rawStyle),
    kind: attribute(cell, 'edge') === '1' ? 'edge' : attribute(cell, 'vertex') === '1' ? 'vertex' : 'none',
    source: attribute(cell, 'source') ?? null,
    target: attribute(cell, 'target') ?? null,
    visible: attribute(cell, 'visible') !== '0',
    collapsed: attribute(cell, 'collapsed') === '1',
    link: wrapped ? (attribute(outer, 'link') ?? null) : null,
    geometry: readGeometry(childOf(cell, 'mxGeometry')),
  }
}

function readGeometry(element: Element | undefined): Geometry {
  const geometry: Geometry = {
    ...pointOf(element),
    width: Math.max(0, number(element, 'width')),
    height: Math.max(0, number(element, 'height')),
    relative: element !== undefined && attribute(element, 'relative') === '1',
    offset: { x: 0, y: 0 },
    points: [],
    sourcePoint: null,
    targetPoint: null,
  }
  for (const child of element?.children ?? []) {
    const role = attribute(child, 'as')
    if (role === 'offset') geometry.offset = pointOf(child)
    else if (role === 'sourcePoint') geometry.sourcePoint = pointOf(child)
    else if (role === 'targetPoint') geometry.targetPoint = pointOf(child)
    else if (role === 'points') geometry.points = child.children.filter(({ name }) => name === 'mxPoint').map(pointOf)
  }
  return geometry
}

function pointOf(element: Element | undefined): Point {
  return { x: number(element, 'x'), y: number(element, 'y') }
}

function number(element: Element | undefined, name: string): number {
  const value = element ? Number(attribute(element, name) ?? 0) : 0
  return Number.isFinite(value) ? Math.min(FARTHEST, Math.max(-FARTHEST, value)) + 0 : 0
}
