/** Shapes that point another way, and their labels, which draw.io leaves upright. */
import type { Box, ShapeObject, TextBlock } from '../../model/document.ts'
import type { ObjectBase } from './edge.ts'
import { hasTitle, labelOf, titleHeight } from './label.ts'
import { isOn, numberIn, type Style } from './style.ts'
import type { PlacedCell } from './tree.ts'

const VERTICAL = /^vertical-/

/** A vertical label, a text object here: usually a lane's left title. */
export function turnedLabel(
  { cell, corner }: PlacedCell,
  base: ObjectBase,
  nextOrder: () => string,
): ShapeObject | null {
  const { style, geometry, value } = cell
  // Up by `horizontal`, down by a vertical direction of writing.
  const reading =
    style.values.get('horizontal') === '0' ? 270 : VERTICAL.test(style.values.get('textDirection') ?? '') ? 90 : 0
  if (reading === 0 || value === '') return null
  const title = hasTitle(style) ? Math.min(geometry.width, titleHeight(style)) : geometry.width
  const box = {
    x: corner.x + (title - geometry.height) / 2,
    y: corner.y + (geometry.height - title) / 2,
    width: geometry.height,
    height: title,
    rotation: (((reading + numberIn(style, 'rotation', 0)) % 360) + 360) % 360,
  }
  const values = new Map([
    ...style.values,
    ['shape', 'text'],
    ['labelPosition', 'center'],
    ['verticalLabelPosition', 'middle'],
  ])
  const text = labelOf(value, { ...style, values }, box, { shape: 'basic.text' })
  return text ? labelObject(base, box, text, nextOrder()) : null
}

/** The upright label of a sideways shape, a text object here. */
export function uprightLabel(
  { cell, corner }: PlacedCell,
  shape: string,
  base: ObjectBase,
  nextOrder: () => string,
): ShapeObject | null {
  const {
    style,
    geometry: { width, height },
    value,
  } = cell
  if (value === '' || turnOf(style, shape) % 180 === 0) return null
  const rotation = numberIn(style, 'rotation', 0) % 360
  const box = { ...corner, width, height, ...(rotation !== 0 && { rotation }) }
  const text = labelOf(value, style, box, { shape: 'basic.text' })
  return text ? labelObject(base, box, text, nextOrder()) : null
}

/** A label as a text object beside its shape. */
function labelObject(base: ObjectBase, box: Box & { rotation?: number }, text: TextBlock, order: string): ShapeObject {
  return {
    kind: 'shape',
    id: `${base.id.slice(0, 90)}.label`,
    parent: base.parent,
    layer: base.layer,
    order,
    ...box,
    shape: 'basic.text',
    text,
    style: { fill: { kind: 'none' }, stroke: { colour: 'none', width: 0 } },
    ...(base.hidden && { hidden: true }),
  }
}

const TURNS = new Map([
  ['east', 0],
  ['south', 90],
  ['west', 180],
  ['north', 270],
])
/** Symmetric shapes: quarter turns affect only their text, which draw.io leaves upright. */
const EVEN = new Set([
  'basic.rectangle',
  'basic.ellipse',
  'basic.circle',
  'basic.diamond',
  'basic.text',
  'basic.rounded-rectangle',
])

/** Rotation of a shape against its default direction, degrees, without its box and label. */
function turnOf(style: Style, shape: string): number {
  return EVEN.has(shape) ? 0 : (TURNS.get(style.values.get('direction') ?? 'east') ?? 0)
}

/** The box of a shape, turned where it points another way. */
export function boxOf({ cell, corner }: PlacedCell, shape: string): Box {
  const {
    style,
    geometry: { width, height },
  } = cell
  const turn = turnOf(style, shape)
  // Flipping both ways instead of half a turn leaves the label upright, as in draw.io.
  const isOver = turn === 180
  const rotation = ((numberIn(style, 'rotation', 0) % 360) + (isOver ? 0 : turn)) % 360
  const swaps = turn === 90 || turn === 270
  return {
    x: swaps ? corner.x + (width - height) / 2 : corner.x,
    y: swaps ? corner.y + (height - width) / 2 : corner.y,
    width: swaps ? height : width,
    height: swaps ? width : height,
    ...(rotation !== 0 && { rotation }),
    ...(isOn(style, 'flipH') !== isOver && { flipX: true }),
    ...(isOn(style, 'flipV') !== isOver && { flipY: true }),
  }
}
