import {
  LIMITS,
  type ConnectorEnd,
  type ConnectorLabel,
  type ConnectorObject,
  type Point,
} from '../../model/document.ts'
import type { Rect } from '../../shapes/contract.ts'
import type { Cell } from './cells.ts'
import { elbowCorners, holds, squareAnchor, type RoutedEnd } from './edge-route.ts'
import { paragraphsOf } from './label.ts'
import { headOf, strokeOf } from './paint.ts'
import { isOn, numberIn, type Style } from './style.ts'
import type { PlacedCell, PlacedPage } from './tree.ts'

type Approximate = (message: string) => void
/** Common fields of objects, provided by the caller. */
export type ObjectBase = Pick<
  ConnectorObject,
  'id' | 'parent' | 'layer' | 'order' | 'locked' | 'hidden' | 'link' | 'foreign'
>

const ORTHOGONAL = new Set([
  'orthogonalEdgeStyle',
  'elbowEdgeStyle',
  'entityRelationEdgeStyle',
  'segmentEdgeStyle',
  'isometricEdgeStyle',
  'sideToSideEdgeStyle',
  'topToBottomEdgeStyle',
])

export function connectorOf(
  place: PlacedCell,
  page: PlacedPage,
  base: ObjectBase,
  approximate: Approximate,
): ConnectorObject {
  const { cell, labels } = place
  const { style } = cell
  const corners = cornersOf(place, page)
  const waypoints = corners.map(point => onPageToParent(place, point))
  const from = endOf(place, page, 'source', corners[0])
  const to = endOf(place, page, 'target', corners.at(-1))
  const [start, end] = [headOf(style, 'start'), headOf(style, 'end')]
  if (!start.known || !end.known) approximate('An arrow head that is not known is an open one.')
  const shape = style.values.get('shape')
  if (shape !== undefined && shape !== 'connector')
    approximate(`A line of the kind “${shape.slice(0, 100)}” is a plain one.`)
  const opacity = numberIn(style, 'opacity', 100) / 100
  return {
    kind: 'connector',
    ...base,
    from,
    to,
    route: routeOf(style),
    waypoints,
    stroke: strokeOf(style),
    startArrow: start.arrow,
    endArrow: end.arrow,
    ...(isOn(style, 'rounded') && { cornerRadius: Math.min(1000, Math.max(0, numberIn(style, 'arcSize', 20) / 2)) }),
    ...((style.values.get('jumpStyle') ?? 'none') !== 'none' && { jumps: true }),
    ...(opacity < 1 && { opacity: Math.max(0, opacity) }),
    labels: [cell, ...labels].slice(0, LIMITS.labels).flatMap(label => labelOf(label, from.at, to.at)),
  }
}

function routeOf(style: Style): ConnectorObject['route'] {
  if (isOn(style, 'curved')) return 'curved'
  const routed =
    ORTHOGONAL.has(style.values.get('edgeStyle') ?? '') || [...style.names].some(name => ORTHOGONAL.has(name))
  return routed && !isOn(style, 'noEdgeStyle') ? 'orthogonal' : 'straight'
}

/** The edge's corners on the page, as draw.io draws them. */
function cornersOf(place: PlacedCell, page: PlacedPage): Point[] {
  const { cell, holder } = place
  const all = cell.geometry.points
    .slice(0, LIMITS.waypoints)
    .map(({ x, y }) => ({ x: holder.onPage.x + x, y: holder.onPage.y + y }))
  const [from, to] = [routedEnd(place, page, 'source'), routedEnd(place, page, 'target')]
  const hint = all[0]
  if (cell.style.values.get('edgeStyle') === 'elbowEdgeStyle' && hint && routeOf(cell.style) === 'orthogonal')
    return elbowCorners(cell.style, from, to, hint)
  // Corners within the shape at an end that may be anywhere on it would lead through the shape.
  const isWithin = ({ box, fixed }: RoutedEnd, point: Point) => box !== null && !fixed && holds(box, point)
  const first = all.findIndex(point => !isWithin(from, point))
  const last = all.findLastIndex(point => !isWithin(to, point))
  return first < 0 ? [] : all.slice(first, last + 1)
}

function terminalOf({ cell }: PlacedCell, page: PlacedPage, side: 'source' | 'target'): PlacedCell | undefined {
  const reference = cell[side]
  return reference === null ? undefined : page.byCell.get(reference)
}

const boxOf = ({ onPage, cell: { geometry } }: PlacedCell): Rect => ({
  ...onPage,
  width: geometry.width,
  height: geometry.height,
})

function routedEnd(place: PlacedCell, page: PlacedPage, side: 'source' | 'target'): RoutedEnd {
  const terminal = terminalOf(place, page, side)
  if (terminal?.cell.kind !== 'vertex') {
    const { at } = endOf(place, page, side)
    const { inParent, onPage } = place.holder
    return { box: null, fixed: { x: at.x - inParent.x + onPage.x, y: at.y - inParent.y + onPage.y } }
  }
  const box = boxOf(terminal)
  const anchor = anchorOf(place.cell.style, terminal.cell, side === 'source' ? 'exit' : 'entry')
  return { box, fixed: anchor && { x: box.x + anchor.x * box.width, y: box.y + anchor.y * box.height } }
}

/** @param corner next to the end, on the page */
function endOf(place: PlacedCell, page: PlacedPage, side: 'source' | 'target', corner?: Point): ConnectorEnd {
  const { cell } = place
  const { geometry } = cell
  const terminal = terminalOf(place, page, side)
  const point = side === 'source' ? geometry.sourcePoint : geometry.targetPoint
  if (terminal?.cell.kind === 'vertex') {
    const anchor =
      anchorOf(cell.style, terminal.cell, side === 'source' ? 'exit' : 'entry') ??
      squareAnchor(terminal.cell.style, boxOf(terminal), corner ?? facing(place, page, side))
    const { width, height } = terminal.cell.geometry
    const at = { x: terminal.onPage.x + (anchor?.x ?? 0.5) * width, y: terminal.onPage.y + (anchor?.y ?? 0.5) * height }
    return { at: onPageToParent(place, at), attached: { objectId: terminal.id, anchor } }
  }
  if (terminal && !point) return { at: onPageToParent(place, middleOf(terminal)) }
  const standard =
    side === 'source'
      ? { x: geometry.x, y: geometry.y + geometry.height }
      : { x: geometry.x + geometry.width, y: geometry.y }
  return { at: toParent(place, point ?? standard) }
}

/** Rough position of the other end: its point, or the middle of its shape. */
function facing(place: PlacedCell, page: PlacedPage, side: 'source' | 'target'): Point {
  const { box, fixed } = routedEnd(place, page, side === 'source' ? 'target' : 'source')
  return fixed ?? (box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: 0, y: 0 })
}

/** Anchor on the shape's box; null for a floating end. */
function anchorOf(style: Style, { geometry: { width, height } }: Cell, key: 'exit' | 'entry'): Point | null {
  if (!style.values.get(`${key}X`) || !style.values.get(`${key}Y`)) return null
  const share = (axis: 'X' | 'Y', length: number) => {
    const moved = length > 0 ? numberIn(style, `${key}D${axis.toLowerCase()}`, 0) / length : 0
    return Math.min(1, Math.max(0, numberIn(style, `${key}${axis}`, 0.5) + moved))
  }
  return { x: share('X', width), y: share('Y', height) }
}

/** Approximate position of an edge's end on another edge. */
function middleOf({ cell: { geometry }, holder }: PlacedCell): Point {
  const middle = geometry.points[Math.floor(geometry.points.length / 2)]
  const [from, to] = [geometry.sourcePoint, geometry.targetPoint]
  const local =
    middle ?? (from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : (from ?? to ?? { x: 0, y: 0 }))
  return { x: holder.onPage.x + local.x, y: holder.onPage.y + local.y }
}

function labelOf(cell: Cell, from: Point, to: Point): ConnectorLabel[] {
  const paragraphs = paragraphsOf(cell.value, cell.style, 'center')
  if (paragraphs.length === 0) return []
  const { geometry } = cell
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  // The offset is in page coordinates: split into along and across.
  const ahead = length > 0 ? (geometry.offset.x * dx + geometry.offset.y * dy) / length : 0
  const aside = length > 0 ? (geometry.offset.y * dx - geometry.offset.x * dy) / length : geometry.offset.y
  const along = (geometry.x + 1) / 2 + (length > 0 ? ahead / length : 0)
  return [
    {
      text: { paragraphs, vertical: 'middle' },
      along: geometry.relative && Number.isFinite(along) ? Math.min(1, Math.max(0, along)) : 0.5,
      // There, across is positive to the left.
      across: hold((geometry.relative ? -geometry.y : 0) + aside),
    },
  ]
}

function toParent({ holder: { inParent } }: PlacedCell, point: Point): Point {
  return { x: hold(inParent.x + point.x), y: hold(inParent.y + point.y) }
}

function onPageToParent(place: PlacedCell, point: Point): Point {
  return toParent(place, { x: point.x - place.holder.onPage.x, y: point.y - place.holder.onPage.y })
}

/** Clamps; avoids negative zero, which JSON lacks. */
function hold(value: number): number {
  return Math.min(LIMITS.length, Math.max(-LIMITS.length, value)) + 0
}
