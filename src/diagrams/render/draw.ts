/** Drawing of shapes and images. */
import type { ImageObject, Media, Point, ShapeObject, ShapeStyle, Stroke, TextBlock } from '../model/document.ts'
import { findShape } from '../shapes/library.ts'
import type { Rect, ShapePath, Size } from '../shapes/contract.ts'
import { apply, IDENTITY, invert, isMoveOnly, mirror, multiply, type Matrix } from '../model/geometry/matrix.ts'
import { corners, include, type Bounds } from '../model/geometry/outline.ts'
import { isDrawn, opacityOf, pathFill, strokeAttributes } from './paint.ts'
import { movedPath } from '../model/geometry/path.ts'
import { parametersOf, sizeOf, type Placed, type Scene } from './scene.ts'
import { attributes, transform, type Definitions } from './svg.ts'
import { textAreaOf } from './text-area.ts'
import { drawText } from './text-svg.ts'
import { textFrame } from './turned.ts'

/** Drawing context. */
export interface Canvas {
  scene: Scene
  definitions: Definitions
  /** Bounds of everything drawn, in page coordinates. */
  bounds: Bounds
  /** Media keys of images shown more than once. */
  repeated: ReadonlySet<string>
}

/** From an object's own coordinates to the page's: a group's transform, or a translation of its content if upright. */
interface Frame {
  /** Of the group; identity if upright. */
  matrix: Matrix
  /** Translation within the group. */
  shift: Point
}

const SHADOW = { x: 4, y: 4 }
/** As in Gliffy: 75 of 255. */
const SHADOW_OPACITY = 0.294
const SHADOW_COLOUR = '#0000004b'
/** Style of a placeholder for an unknown shape or a missing image. */
const PLACEHOLDER: ShapeStyle = {
  fill: { kind: 'solid', colour: '#f4f5f7' },
  stroke: { colour: '#8993a4', width: 1, dash: [4, 3] },
}
const RASTER = /^[a-z0-9+/]+={0,2}$/i
const MEDIA_TYPES: readonly Media['type'][] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']

export function drawShape(canvas: Canvas, place: Placed<ShapeObject>): string {
  const { object } = place
  const size = sizeOf(object)
  const definition = findShape(object.shape)
  const parameters = definition ? parametersOf(definition, object.parameters) : {}
  const paths = definition
    ? definition.paths(size, parameters)
    : [{ d: boxPath(size), fill: 'fill', stroke: true } as const]
  const text = object.text ?? (definition ? undefined : labelOf(object.shape))
  const frame = frameOf(place)
  const content =
    drawPaths(canvas, place, frame, paths, object.style) +
    drawBlock(canvas, place, frame, text, textAreaOf(object, text), size)
  const hasStroke = isDrawn(object.style.stroke) && paths.some(({ stroke }) => stroke)
  widen(
    canvas.bounds,
    place.matrix,
    { x: 0, y: 0, ...size },
    hasStroke ? object.style.stroke.width / 2 : 0,
    object.style.shadow,
  )
  return group(frame.matrix, content)
}

/**
 * Browsers store layer state for each group with a transform: thousands of them cost more per frame than their
 * content.
 */
function frameOf({ matrix, flipX, flipY }: Placed): Frame {
  const isUpright = isMoveOnly(matrix) && !flipX && !flipY
  return isUpright ? { matrix: IDENTITY, shift: { x: matrix.e, y: matrix.f } } : { matrix, shift: { x: 0, y: 0 } }
}

export function drawImage(canvas: Canvas, place: Placed<ImageObject>): string {
  const { object } = place
  const size = sizeOf(object)
  const { media } = canvas.scene.document
  const picture = Object.hasOwn(media, object.media) ? media[object.media] : undefined
  const href =
    picture && MEDIA_TYPES.includes(picture.type) && RASTER.test(picture.data)
      ? `data:${picture.type};base64,${picture.data}`
      : null
  const box: ShapePath = { d: boxPath(size), fill: 'none', stroke: true }
  const frame = frameOf(place)
  const stroke = object.style?.stroke
  let content: string
  if (href === null) content = drawPaths(canvas, place, frame, [{ ...box, fill: 'fill' }], PLACEHOLDER)
  else {
    content = faded(pictureOf(canvas, object.media, href, { ...frame.shift, ...size }), object.style?.opacity)
    if (stroke && isDrawn(stroke))
      content += drawPaths(canvas, place, frame, [box], {
        fill: { kind: 'none' },
        stroke,
        ...opaque(object.style?.opacity),
      })
  }
  content += drawBlock(canvas, place, frame, object.text, { x: 0, y: 0, ...size }, size)
  widen(canvas.bounds, place.matrix, { x: 0, y: 0, ...size }, stroke && isDrawn(stroke) ? stroke.width / 2 : 0, false)
  return group(frame.matrix, content)
}

/** An image by its data; inside `<image>`, an SVG runs no script and fetches nothing. */
function pictureOf(
  { repeated, definitions }: Canvas,
  media: string,
  href: string,
  { x, y, width, height }: Rect,
): string {
  if (!repeated.has(media)) {
    return `<image${attributes({ x: x || undefined, y: y || undefined, width, height, preserveAspectRatio: 'none' })} href="${href}"/>`
  }
  const id = definitions.add('image', ` width="1" height="1" preserveAspectRatio="none" href="${href}"/>`)
  return `<use href="#${id}"${attributes({ transform: transform({ a: width, b: 0, c: 0, d: height, e: x, f: y }) })}/>`
}

/** Paths of an object with its shadow; its opacity does not apply to its text. */
function drawPaths(
  { definitions }: Canvas,
  { object, matrix }: Placed<ShapeObject | ImageObject>,
  { shift }: Frame,
  paths: readonly ShapePath[],
  style: ShapeStyle,
): string {
  const { fill, stroke } = style
  const line = isDrawn(stroke) ? strokeAttributes(stroke) : ''
  const half = line && isOnPixels(matrix, stroke) ? 0.5 : 0
  const place = { x: shift.x + half, y: shift.y + half }
  let text = ''
  for (const path of paths) {
    const drawn = path.stroke ? line : ''
    const filled = pathFill(path.fill, fill, stroke, definitions)
    if (!drawn && filled === ' fill="none"') continue
    text += `<path${attributes({ d: movedPath(path.d, place) })}${filled}${drawn}/>`
  }
  return (style.shadow ? shadow(matrix, place, sizeOf(object), paths, style) : '') + faded(text, style.opacity)
}

/** Whether to shift lines by half a px: those of odd width on whole px would blur. Gliffy does the same. */
function isOnPixels(matrix: Matrix, { width }: Stroke): boolean {
  return width % 2 === 1 && isMoveOnly(matrix)
}

function faded(content: string, opacity: number | undefined): string {
  const value = opacityOf(opacity)
  return content && value !== undefined ? `<g${attributes({ opacity: value })}>${content}</g>` : content
}

function opaque(opacity: number | undefined): { opacity?: number } {
  return opacity === undefined ? {} : { opacity }
}

/**
 * A copy of the filled area, offset on the page regardless of rotation and extended by the stroke; far cheaper than a
 * filter.
 */
function shadow(
  matrix: Matrix,
  place: Point,
  { width, height }: Size,
  paths: readonly ShapePath[],
  { fill, stroke }: ShapeStyle,
): string {
  const back = invert({ ...matrix, e: 0, f: 0 })
  if (!back) return ''
  const isFilled = fill.kind !== 'none'
  const first = paths.find(path => isFilled && path.fill !== 'none') ?? paths[0]
  if (!first) return ''
  const look = isFilled ? ' fill="#000000"' : ` fill="none"${strokeAttributes({ ...stroke, colour: SHADOW_COLOUR })}`
  const { x, y } = apply(back, SHADOW)
  const around = isFilled && isDrawn(stroke) ? stroke.width / 2 : 0
  const grown = (length: number) => (length > around ? 1 + around / length : 1)
  const moved = transform({ ...IDENTITY, a: grown(width), d: grown(height), e: place.x + x, f: place.y + y })
  return `<path${attributes({ transform: moved, d: first.d, 'fill-opacity': isFilled ? SHADOW_OPACITY : undefined })}${look}/>`
}

/** Text of an object, mirrored back where the object is mirrored. */
function drawBlock(
  { definitions, bounds }: Canvas,
  { flipX, flipY }: Placed,
  { matrix, shift }: Frame,
  block: TextBlock | undefined,
  area: Rect,
  size: Size,
): string {
  if (!block) return ''
  const shown = {
    ...area,
    x: shift.x + (flipX ? size.width - area.x - area.width : area.x),
    y: shift.y + (flipY ? size.height - area.y - area.height : area.y),
  }
  const frame = textFrame(shown, block)
  const inner = multiply(mirror(size, flipX, flipY), frame.matrix)
  const level = isMoveOnly(matrix) && !block.turned ? matrix.f : null
  const { svg, covers } = drawText(block, frame.area, definitions, { level })
  if (covers) for (const point of rectangle(covers)) include(bounds, apply(matrix, apply(inner, point)))
  return svg && (flipX || flipY || block.turned) ? `<g${attributes({ transform: transform(inner) })}>${svg}</g>` : svg
}

/** Extends bounds by a rectangle in an object's coordinates. */
function widen(bounds: Bounds, matrix: Matrix, rect: Rect, around: number, shadow: boolean | undefined): void {
  for (const point of rectangle(rect)) {
    const { x, y } = apply(matrix, point)
    include(bounds, { x, y }, around)
    if (shadow) include(bounds, { x: x + SHADOW.x, y: y + SHADOW.y })
  }
}

export function rectangle({ x, y, width, height }: Rect): ReturnType<typeof corners> {
  return corners(x, y, width, height)
}

function group(matrix: Matrix, content: string): string {
  const moved = transform(matrix)
  return content && moved ? `<g${attributes({ transform: moved })}>${content}</g>` : content
}

function boxPath({ width, height }: Size): string {
  return `M0 0H${width}V${height}H0Z`
}

/** Label of an unknown shape: the last word of its id. */
export function labelOf(shape: string): TextBlock {
  const text = shape.split('.').at(-1) ?? shape
  return {
    vertical: 'middle',
    overflow: 'clip',
    paragraphs: [{ align: 'center', runs: [{ text, font: 'sans', size: 12, colour: '#44546f' }] }],
  }
}
