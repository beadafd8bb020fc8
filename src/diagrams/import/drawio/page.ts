import { generateNKeysBetween } from 'fractional-indexing'
import {
  LIMITS,
  type Box,
  type DiagramObject,
  type DiagramPage,
  type Link,
  type ShapeObject,
  type ShapeStyle,
  type Stroke,
  type TextBlock,
} from '../../model/document.ts'
import { isSafeHref } from '../../model/links.ts'
import { readCells, type Cell } from './cells.ts'
import { connectorOf, type ObjectBase } from './edge.ts'
import { hasTitle, labelOf, titleHeight } from './label.ts'
import { lineOf } from './line-shapes.ts'
import { shapeStyleOf, strokeOf } from './paint.ts'
import type { Pictures } from './pictures.ts'
import { parametersOf, shapeOf, type NamedShape } from './shape-names.ts'
import { hasLightLabel, paleStyle, substituteOf } from './substitutes.ts'
import { colourOf, isOn, numberIn, withoutPictures, type Style } from './style.ts'
import { placeCells, type PlacedCell } from './tree.ts'
import { attribute, type Element } from './xml.ts'

/** Shared state of a file's pages. */
export interface PageContext {
  pictures: Pictures
  /** Reports a deviation to users. */
  approximate(cell: string, message: string): void
}

/** Maximum of objects per cell: shape, image, label. */
const MOST_OF_A_CELL = 3

type Content = Pick<DiagramPage, 'layers' | 'objects'>

/** The page without id and name. */
export function convertPage(model: Element, context: PageContext): Omit<DiagramPage, 'id' | 'name'> {
  const size = (name: string, fallback: number) => {
    const value = Number(attribute(model, name) ?? fallback)
    return value > 0 && value <= LIMITS.length ? value : fallback
  }
  return {
    width: size('pageWidth', 850),
    height: size('pageHeight', 1100),
    background: colourOf(attribute(model, 'background'), '#ffffff'),
    grid: {
      size: Math.min(10_000, Math.max(1, size('gridSize', 10))),
      visible: attribute(model, 'grid') !== '0',
      snap: attribute(model, 'guides') !== '0',
    },
    ...convertCells(readCells(model), context),
  }
}

function convertCells(cells: readonly Cell[], context: PageContext): Content {
  const page = placeCells(cells)
  const orders = new Map<string | null, string[]>()
  const counts = new Map<string | null, number>()
  for (const { holder } of page.cells) counts.set(holder.parent, (counts.get(holder.parent) ?? 0) + MOST_OF_A_CELL)
  for (const [parent, count] of counts) orders.set(parent, generateNKeysBetween(null, null, count).reverse())
  const objects: Record<string, DiagramObject> = {}
  for (const place of page.cells) {
    const approximate = (message: string) => context.approximate(place.cell.id, message)
    const nextOrder = () => orders.get(place.holder.parent)?.pop() ?? 'a0'
    const base = baseOf(place, nextOrder(), approximate)
    const made =
      place.cell.kind === 'edge'
        ? [connectorOf(place, page, base, approximate)]
        : vertexOf(place, base, nextOrder, context, approximate)
    for (const object of made) objects[object.id] = object
  }
  return { layers: page.layers, objects }
}

function baseOf({ cell, id, holder }: PlacedCell, order: string, approximate: (message: string) => void): ObjectBase {
  const link = cell.link === null ? null : linkOf(cell.link)
  const lost = link ? null : cell.link
  if (lost !== null) approximate('A link that does not lead to a page of the web or of this wiki is left out.')
  const style = withoutPictures(cell.rawStyle).slice(0, 20_000)
  return {
    id,
    parent: holder.parent,
    layer: holder.layer,
    order,
    ...(isOn(cell.style, 'locked') && { locked: true }),
    ...((!cell.visible || holder.hidden) && { hidden: true }),
    ...(link && { link }),
    ...((style !== '' || lost !== null) && {
      foreign: {
        source: 'drawio' as const,
        data: { ...(style !== '' && { style }), ...(lost !== null && { link: lost.slice(0, 10_000) }) },
      },
    }),
  }
}

function linkOf(href: string): Link | null {
  return isSafeHref(href) ? { kind: 'url', href } : null
}

/** A shape, image or group, and objects that belong to it. */
function vertexOf(
  place: PlacedCell,
  base: ObjectBase,
  nextOrder: () => string,
  context: PageContext,
  approximate: (message: string) => void,
): DiagramObject[] {
  const { cell } = place
  const { style, value } = cell
  const named = shapeOf(style)
  const line = named.known ? null : lineOf(named.name, style, place.corner, place.cell.geometry)
  if (line) {
    approximate(`The shape “${named.name.slice(0, 100)}” is not known here; a plain line stands for it.`)
    const text = labelOf(value, style, line, line)
    return [{ kind: 'shape', ...base, ...line, ...(text && { text }) }]
  }
  const substitute = named.known || hasLightLabel(value, style) ? undefined : substituteOf(pictureOf(named, style))
  const box = boxOf(place, named.shape)
  const look = lookOf(cell, named, substitute !== undefined)
  const invisible = look.fill.kind === 'none' && look.stroke.colour === 'none'
  if (place.hasChildren && value === '' && (style.names.has('group') || (invisible && named.shape === 'basic.text'))) {
    return [{ kind: 'group', ...base, ...box }]
  }
  if (named.name === 'image') return [imageOf(place, base, box, context, approximate)]
  if (named.name === 'partialRectangle' && sidesOf(cell) < 2) look.stroke = { ...look.stroke, colour: 'none' }
  const parameters = parametersOf(style, named.shape, box.width, box.height)
  const kind = { shape: substitute?.shape ?? named.shape, ...(parameters && { parameters }) }
  const turned = turnedLabel(place, base, nextOrder) ?? uprightLabel(place, named.shape, base, nextOrder)
  let text = turned ? undefined : labelOf(value, style, box, kind)
  if (substitute)
    approximate(
      `The shape “${pictureOf(named, style).slice(0, 100)}” is not known here; “${substitute.label}” stands for it.`,
    )
  else if (!named.known) {
    approximate(`The shape “${named.name.slice(0, 100)}” is not known here; a box stands for it.`)
    if (!turned) text ??= captionOf(pictureOf(named, style), box)
  }
  const shape: ShapeObject = {
    kind: 'shape',
    ...base,
    ...box,
    ...kind,
    style: look,
    ...(text && { text }),
    ...(place.hasChildren && { container: true }),
  }
  const icon = named.name === 'label' ? iconOf(place, base, nextOrder, context) : null
  return [shape, icon, turned].filter(object => object !== null)
}

/** Image name: in some libraries all icons share one shape. */
function pictureOf({ name }: NamedShape, { values }: Style): string {
  return values.get('resIcon') ?? values.get('prIcon') ?? name
}

/** Style that lets content show through the box of an unknown shape. */
function lookOf({ style, value }: Cell, named: NamedShape, isIcon: boolean): ShapeStyle {
  const look = shapeStyleOf(style)
  if (named.known || hasLightLabel(value, style)) return look
  return paleStyle(look, isIcon ? 'icon' : 'box')
}

/** A vertical label, a text object here: usually a lane's left title. */
function turnedLabel({ cell, corner }: PlacedCell, base: ObjectBase, nextOrder: () => string): ShapeObject | null {
  const { style, geometry, value } = cell
  if (style.values.get('horizontal') !== '0' || value === '') return null
  const title = hasTitle(style) ? Math.min(geometry.width, titleHeight(style)) : geometry.width
  const box = {
    x: corner.x + (title - geometry.height) / 2,
    y: corner.y + (geometry.height - title) / 2,
    width: geometry.height,
    height: title,
    rotation: 270,
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
function uprightLabel(
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

/** Bit mask of a partial rectangle's visible sides. */
function sidesOf({ style }: Cell): number {
  return ['top', 'right', 'bottom', 'left'].filter(side => style.values.get(side) !== '0').length
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

function boxOf({ cell, corner }: PlacedCell, shape: string): Box {
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

function imageOf(
  place: PlacedCell,
  base: ObjectBase,
  box: Box,
  { pictures }: PageContext,
  approximate: (message: string) => void,
): DiagramObject {
  const { style, value } = place.cell
  const address = style.values.get('image') ?? ''
  const media = pictures.add(address, box.width, box.height)
  const text = labelOf(value, style, box, { shape: 'basic.rectangle' })
  if (media === null) {
    approximate('A picture that the file does not hold itself is left out; a box stands for it.')
    const name = /([^/\\]{1,60}?)(?:\.\w{1,5})?$/.exec(address.startsWith('data:') ? '' : address)?.[1]
    const caption = text ?? captionOf(name ?? 'picture', box)
    return {
      kind: 'shape',
      ...base,
      ...box,
      shape: 'basic.rectangle',
      style: { ...shapeStyleOf(style), fill: { kind: 'none' }, stroke: { colour: '#999999', width: 1 } },
      ...(caption && { text: caption }),
    }
  }
  const border = colourOf(style.values.get('imageBorder'), '#000000')
  const opacity = numberIn(style, 'opacity', 100) / 100
  const stroke: Stroke = border ? { ...strokeOf(style), colour: border } : { colour: 'none', width: 0 }
  const look = { stroke, ...(opacity < 1 && { opacity: Math.max(0, opacity) }) }
  return {
    kind: 'image',
    ...base,
    ...box,
    media,
    ...((border || opacity < 1) && { style: look }),
    ...(text && { text }),
  }
}

/** The image of a box with a label. */
function iconOf(
  place: PlacedCell,
  base: ObjectBase,
  nextOrder: () => string,
  { pictures }: PageContext,
): DiagramObject | null {
  const { style, geometry } = place.cell
  const address = style.values.get('image')
  if (address === undefined) return null
  const width = Math.min(LIMITS.length, Math.max(0, numberIn(style, 'imageWidth', 42)))
  const height = Math.min(LIMITS.length, Math.max(0, numberIn(style, 'imageHeight', 42)))
  const media = pictures.add(address, width, height)
  if (media === null) return null
  const share = (align: string | undefined, fallback: number) =>
    align === 'center' || align === 'middle'
      ? 0.5
      : align === 'right' || align === 'bottom'
        ? 1
        : align === undefined
          ? fallback
          : 0
  const margin = Math.max(0, numberIn(style, 'spacing', 2)) + 4
  const shift = (room: number, length: number, at: number) => margin + (room - length - 2 * margin) * at
  return {
    kind: 'image',
    id: `${base.id.slice(0, 90)}.picture`,
    parent: base.parent,
    layer: base.layer,
    order: nextOrder(),
    media,
    width,
    height,
    x: place.corner.x + shift(geometry.width, width, share(style.values.get('imageAlign'), 0)),
    y: place.corner.y + shift(geometry.height, height, share(style.values.get('imageVerticalAlign'), 0.5)),
    ...(base.hidden && { hidden: true }),
  }
}

/** Caption of the box of an unknown shape. */
function captionOf(name: string, { width, height }: Box): TextBlock | undefined {
  const words = name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 60)
  if (words === '' || width < 20 || height < 12) return undefined
  const text = words.charAt(0).toUpperCase() + words.slice(1)
  return {
    paragraphs: [{ align: 'center', runs: [{ text, font: 'sans', size: 10, colour: '#555555' }] }],
    vertical: 'middle',
    overflow: 'clip',
    padding: { top: 2, right: 2, bottom: 2, left: 2 },
  }
}
