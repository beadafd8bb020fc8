/** Pictures of a page: those of the file, stencils, and their substitutes. */
import { LIMITS, type Box, type DiagramObject, type Stroke, type TextBlock } from '../../model/document.ts'
import { drawingOf } from './drawn.ts'
import type { ObjectBase } from './edge.ts'
import { labelOf } from './label.ts'
import { shapeStyleOf, strokeOf } from './paint.ts'
import type { Pictures } from './pictures.ts'
import { drawStencil, stencilIn } from './stencil.ts'
import { colourOf, numberIn } from './style.ts'
import type { PlacedCell } from './tree.ts'
import { boxOf, turnedLabel, uprightLabel } from './turned.ts'
import type { Element } from './xml.ts'

/** Pictures and stencils of a file. */
export interface PictureContext {
  pictures: Pictures
  stencils: ReadonlyMap<string, Element>
}

/** The picture of a shape that the file describes: by a stencil, or by numbers and colours of its style. */
export function drawnOf(
  place: PlacedCell,
  base: ObjectBase,
  nextOrder: () => string,
  { pictures, stencils }: PictureContext,
): DiagramObject[] | null {
  const { style, rawStyle, value } = place.cell
  const box = boxOf(place, 'stencil')
  const packed = stencilIn(rawStyle)
  const stencil = packed === undefined ? undefined : stencils.get(packed)
  const look = shapeStyleOf(style)
  const svg = drawingOf(style.values.get('shape') ?? '', style, box)
  const drawn = stencil ? drawStencil(stencil, box, look) : svg === null ? null : { svg, margin: 0 }
  if (!drawn) return null
  const { margin } = drawn
  const outer = {
    ...box,
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  }
  const media = pictures.add(`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`, outer.width, outer.height)
  if (media === null) return null
  const turned = turnedLabel(place, base, nextOrder) ?? uprightLabel(place, 'stencil', base, nextOrder)
  const text = turned ? undefined : labelOf(value, style, box, { shape: 'basic.rectangle' })
  if (text?.padding) for (const side of ['top', 'right', 'bottom', 'left'] as const) text.padding[side] += margin
  const { opacity, shadow } = look
  return [
    {
      kind: 'image',
      ...base,
      ...outer,
      media,
      ...((opacity !== undefined || shadow) && {
        style: {
          stroke: { colour: 'none', width: 0 },
          ...(opacity !== undefined && { opacity }),
          ...(shadow && { shadow }),
        },
      }),
      ...(text && { text }),
    },
    ...(turned ? [turned] : []),
  ]
}

/** A picture, or a box where the file does not hold it. */
export function imageOf(
  place: PlacedCell,
  base: ObjectBase,
  box: Box,
  { pictures }: PictureContext,
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
export function iconOf(
  place: PlacedCell,
  base: ObjectBase,
  nextOrder: () => string,
  { pictures }: PictureContext,
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
export function captionOf(name: string, { width, height }: Box): TextBlock | undefined {
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
