import { generateNKeysBetween } from 'fractional-indexing'
import {
  LIMITS,
  type DiagramObject,
  type DiagramPage,
  type Link,
  type ShapeObject,
  type ShapeStyle,
} from '../../model/document.ts'
import { linkToHref } from '../../model/links.ts'
import { readCells, type Cell } from './cells.ts'
import { connectorOf, type ObjectBase } from './edge.ts'
import { labelOf } from './label.ts'
import { lineOf } from './line-shapes.ts'
import { settleOnEdges, type Made } from './on-edges.ts'
import { shapeStyleOf } from './paint.ts'
import type { FileFacts } from './placeholders.ts'
import { captionOf, drawnOf, iconOf, imageOf, type PictureContext } from './picture-objects.ts'
import { parametersOf, shapeOf, type NamedShape } from './shape-names.ts'
import { hasLightLabel, paleStyle, substituteOf } from './substitutes.ts'
import { colourOf, isOn, withoutPictures, type Style } from './style.ts'
import { placeCells, type PlacedCell } from './tree.ts'
import { boxOf, turnedLabel, uprightLabel } from './turned.ts'
import { attribute, type Element } from './xml.ts'

/** Shared state of a file's pages. */
export interface PageContext extends PictureContext {
  facts: FileFacts
  /** Reports a deviation to users. */
  approximate(cell: string, message: string): void
  /** Ids of the document's pages by those of the file, to which cells link. */
  sheets: ReadonlyMap<string, string>
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
  const { onEdges, ...content } = convertCells(
    readCells(model, { ...context.facts, hasMaths: attribute(model, 'math') === '1' }),
    context,
  )
  const page = {
    width: size('pageWidth', 850),
    height: size('pageHeight', 1100),
    background: colourOf(attribute(model, 'background'), '#ffffff'),
    grid: {
      size: Math.min(10_000, Math.max(1, size('gridSize', 10))),
      visible: attribute(model, 'grid') !== '0',
      snap: attribute(model, 'guides') !== '0',
    },
    ...content,
  }
  settleOnEdges({ id: 'page', name: '', ...page }, onEdges)
  return page
}

function convertCells(cells: readonly Cell[], context: PageContext): Content & { onEdges: Made[] } {
  const page = placeCells(cells)
  const orders = new Map<string | null, string[]>()
  const counts = new Map<string | null, number>()
  for (const { holder } of page.cells) counts.set(holder.parent, (counts.get(holder.parent) ?? 0) + MOST_OF_A_CELL)
  for (const [parent, count] of counts) orders.set(parent, generateNKeysBetween(null, null, count).reverse())
  const objects: Record<string, DiagramObject> = {}
  const onEdges: Made[] = []
  for (const place of page.cells) {
    const approximate = (message: string) => context.approximate(place.cell.id, message)
    const nextOrder = () => orders.get(place.holder.parent)?.pop() ?? 'a0'
    const base = baseOf(place, nextOrder(), context.sheets, approximate)
    const made =
      place.cell.kind === 'edge'
        ? [connectorOf(place, page, base, approximate)]
        : vertexOf(place, base, nextOrder, context, approximate)
    for (const object of made) objects[object.id] = object
    if (place.on) onEdges.push({ place, objects: made })
  }
  return { layers: page.layers, objects, onEdges }
}

function baseOf(
  { cell, id, holder }: PlacedCell,
  order: string,
  sheets: PageContext['sheets'],
  approximate: (message: string) => void,
): ObjectBase {
  const link = cell.link === null ? null : linkOf(cell.link, sheets)
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

/** draw.io's links to its own pages are `data:page/id,<id>`. */
function linkOf(href: string, sheets: PageContext['sheets']): Link | null {
  const sheet = /^data:page\/id,(.+)$/s.exec(href)?.[1]
  if (sheet === undefined) return linkToHref(href)
  const page = sheets.get(sheet)
  return page === undefined ? null : { kind: 'diagram', page }
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
  const drawn = drawnOf(place, base, nextOrder, context)
  if (drawn) return drawn
  const named = shapeOf(style)
  const line = named.known ? null : lineOf(named.name, style, place.corner, place.cell.geometry)
  if (line) {
    approximate(`The shape “${named.name.slice(0, 100)}” is not known here; a plain line stands for it.`)
    const text = labelOf(value, style, line, line)
    return [{ kind: 'shape', ...base, ...line, ...(text && { text }) }]
  }
  const substitute =
    named.known || hasLightLabel(value, style) ? undefined : substituteOf(pictureOf(named, style), style)
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
    approximate(`The shape “${pictureOf(named, style).slice(0, 100)}” is not known here; a box stands for it.`)
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

/** Image name: in some libraries all icons share one shape, and some of these name the icon without the library. */
function pictureOf({ name }: NamedShape, { values }: Style): string {
  const icon = values.get('resIcon') || values.get('prIcon') || values.get('SAPIcon')
  if (!icon) return name
  return icon.startsWith('mxgraph.') ? icon : `${name.slice(0, name.lastIndexOf('.') + 1)}${icon}`
}

/** Style that lets content show through the box of an unknown shape. */
function lookOf({ style, value }: Cell, named: NamedShape, isIcon: boolean): ShapeStyle {
  const look = shapeStyleOf(style)
  // Such a part is a label alone, whatever its colours.
  if (/^mxgraph\.\w+\.(?:\w+\.)?\w*anchor$/i.test(named.name))
    return { fill: { kind: 'none' }, stroke: { colour: 'none', width: 0 } }
  if (named.known || hasLightLabel(value, style)) return look
  return paleStyle(look, isIcon ? 'icon' : 'box')
}

/** Bit mask of a partial rectangle's visible sides. */
function sidesOf({ style }: Cell): number {
  return ['top', 'right', 'bottom', 'left'].filter(side => style.values.get(side) !== '0').length
}
