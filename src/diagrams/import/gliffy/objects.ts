/** Gliffy's boxed objects: shapes, texts, images, groups and composite shapes. */
import {
  LIMITS,
  type Box,
  type DiagramObject,
  type ShapeObject,
  type ShapeStyle,
  type TextBlock,
} from '../../model/document.ts'
import { boxMatrix, IDENTITY } from '../../model/geometry/matrix.ts'
import { parametersOf } from '../../render/scene.ts'
import type { Rect, Size } from '../../shapes/contract.ts'
import { mapGliffy, mapGliffyUid, type GliffyStyle } from '../../shapes/gliffy-map.ts'
import { findShape } from '../../shapes/library.ts'
import { foreignOf } from './foreign.ts'
import { coordinate, fieldsAt, isFields, lengthOf, listAt, numberAt, textAt, within, type Fields } from './json.ts'
import { linkOf } from './links.ts'
import { makePool } from './pool.ts'
import { inOrder, inside, type Context, type ImportState, type PageState } from './state.ts'
import { shapeStyleOf, strokeOf } from './style.ts'
import { textBlockOf } from './text-place.ts'

/** Deeper groups are dissolved into this depth. */
const MAX_GROUPS = LIMITS.depth - 2
const NO_STYLE: ShapeStyle = { fill: { kind: 'none' }, stroke: { colour: 'none', width: 0 } }
/** Placeholder for a missing image. */
const MISSING: ShapeStyle = {
  fill: { kind: 'solid', colour: '#f4f5f7' },
  stroke: { colour: '#8993a4', width: 1, dash: [4, 3] },
}

interface Child {
  object: Fields
  path: string
}

/** Reads objects into the page, collecting lines for later. */
export function readObjects(state: ImportState, page: PageState, objects: readonly unknown[], context: Context): void {
  // Before any work on them.
  state.addCount(objects.length)
  const children: Child[] = []
  objects.forEach((object, index) => {
    const path = `${context.path}[${index}]`
    if (isFields(object)) children.push({ object, path })
    else if (object !== null && object !== undefined)
      state.note(path, 'This is no object of a diagram; it is left out.')
  })
  for (const { item, order } of inOrder(children)) readObject(state, page, item, order, context)
}

function readObject(
  state: ImportState,
  page: PageState,
  { object, path }: Child,
  order: string,
  context: Context,
): void {
  const graphic = fieldsAt(object, 'graphic')
  const type = textAt(graphic, 'type') ?? ''
  const id = state.id(object['id'], 'g')
  if (type === 'Line') {
    page.lines.push({ object, graphic: fieldsAt(graphic, 'Line'), id, order, context: { ...context, path } })
    return
  }
  // A link belongs to its parent; at the top it has none.
  if (type === 'Link') return
  const box = boxOf(object)
  const own = {
    id,
    order,
    parent: context.parent,
    layer: page.layerOf(object, context.layer),
    ...box,
    ...(object['hidden'] === true && { hidden: true }),
    ...(object['lockShape'] === true && { locked: true }),
    ...linkOf(state, object, path),
  }
  const matrix = boxMatrix(box)
  const within = inside({ ...context, layer: own.layer }, id, matrix, `${path}.children`)
  const target = { id, matrix: within.matrix, width: box.width, height: box.height }
  page.addTarget(object['id'], target)
  const children = listAt(object, 'children')
  if (type === '' || type === 'Group') {
    if (!readGroup(state, page, object, own, within, context)) page.removeTarget(target, object['id'])
    return
  }
  const made = readGraphic(state, object, graphic, type, own, path)
  page.objects[id] = made.object
  const rest = children.filter((child, index) => !made.texts.has(index) && !isLink(child))
  if (rest.length === 0) return
  const holds = made.object.kind === 'shape' || made.object.kind === 'group'
  // Images have no children: they become its siblings.
  readObjects(
    state,
    page,
    rest,
    holds && context.depth < MAX_GROUPS
      ? within
      : { ...within, parent: context.parent, matrix: context.matrix, depth: context.depth },
  )
}

type Own = Pick<ShapeObject, 'id' | 'order' | 'parent' | 'layer' | 'hidden' | 'locked' | 'link'> & Box

/** @returns false when the group was dissolved */
function readGroup(
  state: ImportState,
  page: PageState,
  object: Fields,
  own: Own,
  within: Context,
  outer: Context,
): boolean {
  const children = listAt(object, 'children')
  const uid = textAt(object, 'uid')
  if (outer.depth >= MAX_GROUPS) {
    state.note(within.path, `Groups more than ${MAX_GROUPS} deep are taken apart.`)
    const moved = children.map(child =>
      isFields(child)
        ? {
            ...child,
            x: coordinate((numberAt(child, 'x') ?? 0) + own.x),
            y: coordinate((numberAt(child, 'y') ?? 0) + own.y),
          }
        : child,
    )
    readObjects(state, page, moved, { ...outer, path: within.path })
    return false
  }
  const mapping = uid ? mapGliffyUid(uid.slice(0, LIMITS.name)) : null
  if (children.length === 0 && mapping?.kind === 'shape') {
    page.objects[own.id] = {
      kind: 'shape',
      ...own,
      shape: mapping.shape,
      style: { fill: { kind: 'none' }, stroke: { colour: '#000000', width: 1 } },
      ...foreignOf(object),
    }
    return true
  }
  page.objects[own.id] = { kind: 'group', ...own, ...foreignOf(object) }
  readObjects(
    state,
    page,
    children.filter(child => !isLink(child)),
    within,
  )
  if (mapping?.kind === 'composite' && mapping.shape.startsWith('swimlane.')) {
    const title = makePool(page.objects, own.id)
    if (title !== null) page.removeTargets(title)
  }
  return true
}

interface Made {
  object: DiagramObject
  /** Indices of the children that are its text. */
  texts: ReadonlySet<number>
}

function readGraphic(state: ImportState, object: Fields, graphic: Fields, type: string, own: Own, path: string): Made {
  const fields = fieldsAt(graphic, type)
  const whole: Rect = { x: 0, y: 0, width: own.width, height: own.height }
  if (type === 'Text') {
    const text = textBlockOf(fields, whole, own, whole)
    return {
      object: {
        kind: 'shape',
        ...own,
        shape: 'basic.text',
        style: NO_STYLE,
        ...(text && { text }),
        ...foreignOf(object),
      },
      texts: new Set(),
    }
  }
  if (type === 'Image' || type === 'Svg') return readPicture(state, object, fields, type, own, path)
  const uid = textAt(object, 'uid')?.slice(0, LIMITS.name)
  const tid =
    textAt(fields, 'tid')?.slice(0, LIMITS.name) ??
    (type === 'Mindmap' ? 'com.gliffy.stencil.round_rectangle.basic_v1' : (uid ?? ''))
  const mapping = mapGliffy(uid, tid)
  const isKnownType = type === 'Shape' || type === 'Mindmap'
  if (!isKnownType)
    state.note(`${path}.graphic`, `Objects of the kind ${type.slice(0, 40)} are not known here; a box stands for it.`)
  else if (mapping.certainty === 'fallback') {
    state.note(
      `${path}.graphic`,
      `There is no shape ${(tid || uid || '').slice(0, 100)} here; ${findShape(mapping.shape)?.name ?? 'a box'} stands for it.`,
    )
  }
  const parameters = mapping.parameters
  const { texts, text } = textOf(object, own, textAreaOf(mapping.shape, own, parameters))
  return {
    texts,
    object: {
      kind: 'shape',
      ...own,
      shape: mapping.shape,
      style: styled(shapeStyleOf(fields), mapping.style),
      ...(text && { text }),
      ...(parameters && { parameters: { ...parameters } }),
      ...(mapping.isContainer && { container: true }),
      ...foreignOf(object, isKnownType ? { tid: textAt(fields, 'tid') ?? null } : { graphic }),
    },
  }
}

/** Style of stencils that ignore the object's colours. */
function styled(style: ShapeStyle, changes: GliffyStyle | undefined): ShapeStyle {
  if (!changes) return style
  const { fill, stroke, strokeWidth } = changes
  const own = style.fill.kind === 'gradient' ? style.fill.to : style.fill.kind === 'solid' ? style.fill.colour : 'none'
  return {
    ...style,
    ...(fill && { fill: fill === 'none' ? { kind: 'none' } : { kind: 'solid', colour: fill } }),
    stroke: {
      ...style.stroke,
      ...(stroke && { colour: stroke === 'fill' ? own : stroke }),
      ...(strokeWidth !== undefined && { width: strokeWidth }),
    },
  }
}

function readPicture(
  state: ImportState,
  object: Fields,
  fields: Fields,
  type: 'Image' | 'Svg',
  own: Own,
  path: string,
): Made {
  const picture =
    type === 'Image'
      ? state.media.fromUrl(textAt(fields, 'url') ?? '', own.width, own.height)
      : state.media.fromSvg(fields, own.width, own.height)
  const { texts, text } = textOf(object, own, { x: 0, y: 0, width: own.width, height: own.height })
  if ('problem' in picture) {
    state.note(`${path}.graphic.${type}`, picture.problem)
    const url = textAt(fields, 'url')
    const source = url !== undefined && url.length <= 2000 && !/^\s*data:/i.test(url) ? { url } : {}
    return {
      texts,
      object: {
        kind: 'shape',
        ...own,
        shape: 'basic.rectangle',
        style: MISSING,
        text: text ?? labelOf(source.url),
        ...foreignOf(object, source),
      },
    }
  }
  // Gliffy draws an image's border only on request, which the file does not record.
  return {
    texts,
    object: {
      kind: 'image',
      ...own,
      media: picture.key,
      ...(text && { text }),
      ...(fields['dropShadow'] === true &&
        type === 'Svg' && { style: { stroke: { colour: 'none', width: 0 }, shadow: true } }),
      ...foreignOf(object, { stroke: { ...strokeOf(fields, 'px') } }),
    },
  }
}

function labelOf(url: string | undefined): TextBlock {
  const name = url?.split(/[?#]/)[0]?.split('/').at(-1)?.slice(0, 60)
  return {
    vertical: 'middle',
    overflow: 'clip',
    paragraphs: [{ align: 'center', runs: [{ text: name || 'Picture', font: 'sans', size: 12, colour: '#44546f' }] }],
  }
}

/** The first text child of a shape; others become objects. */
function textOf(object: Fields, box: Size, area: Rect): { texts: ReadonlySet<number>; text?: TextBlock } {
  const texts = new Set<number>()
  let text: TextBlock | undefined
  for (const [index, child] of listAt(object, 'children').entries()) {
    const graphic = isFields(child) ? fieldsAt(child, 'graphic') : {}
    if (!isFields(child) || graphic['type'] !== 'Text' || numberAt(child, 'rotation')) continue
    if (child['hidden'] === true) {
      texts.add(index)
      continue
    }
    const place = boxOf(child)
    const block = textBlockOf(fieldsAt(graphic, 'Text'), place, box, area)
    if (block && text) continue
    texts.add(index)
    text ??= block
  }
  return { texts, ...(text && { text }) }
}

function textAreaOf(shape: string, size: Size, own: Readonly<Record<string, number>> | undefined): Rect {
  const whole = { x: 0, y: 0, width: size.width, height: size.height }
  const definition = findShape(shape)
  return definition?.textArea?.(size, parametersOf(definition, own && { ...own })) ?? whole
}

function boxOf(object: Fields): Box {
  const rotation = within(numberAt(object, 'rotation') ?? 0, -36_000, 36_000)
  return {
    x: coordinate(numberAt(object, 'x')),
    y: coordinate(numberAt(object, 'y')),
    width: lengthOf(numberAt(object, 'width')),
    height: lengthOf(numberAt(object, 'height')),
    ...(rotation !== 0 && { rotation }),
    ...(object['flipHorizontal'] === true && { flipX: true }),
    ...(object['flipVertical'] === true && { flipY: true }),
  }
}

function isLink(child: unknown): boolean {
  return isFields(child) && fieldsAt(child, 'graphic')['type'] === 'Link'
}

/** Context of top-level objects. */
export function topOf(layer: string, path: string): Context {
  return { parent: null, layer, matrix: IDENTITY, depth: 0, path }
}
