/** Styles of objects: fills, strokes, arrowheads, texts. */
import { compose, type Change, type ObjectFields } from '../model/changes.ts'
import type {
  Arrow,
  ConnectorObject,
  DiagramObject,
  DiagramPage,
  Fill,
  ImageObject,
  Paragraph,
  ShapeObject,
  ShapeStyle,
  Stroke,
  TextBlock,
} from '../model/document.ts'
import { updated, withFields } from './place.ts'
import { settled } from './settle.ts'
import { styleText, type RunFields } from './text.ts'
import { descendantsOf, isLocked, objectOf } from './tree.ts'

/** Style properties to set; those that do not apply are ignored. */
export interface StyleFields {
  fill?: Fill
  /** An undefined dash makes a solid line. */
  stroke?: { colour?: Stroke['colour']; width?: number; dash?: number[] | undefined }
  /** 0 to 1. */
  opacity?: number
  shadow?: boolean
  route?: ConnectorObject['route']
  startArrow?: Arrow
  endArrow?: Arrow
  cornerRadius?: number
  jumps?: boolean
  /** Parameters of shapes. */
  parameters?: Readonly<Record<string, number>>
  text?: RunFields
  align?: Paragraph['align']
  vertical?: TextBlock['vertical']
  /** Inner margins to set, px; the other sides stay. Without any, text may fit a slanted or round outline. */
  padding?: Partial<Padding>
}

export type Padding = NonNullable<TextBlock['padding']>

/** Copied style of an object. */
export interface Style extends StyleFields {
  /** Shape of the parameters. */
  shape?: string
}

/** Sets style properties of objects, including the content of groups, without locked objects. */
export function styleObjects(page: DiagramPage, ids: Iterable<string>, fields: StyleFields): Change {
  const chosen = [...new Set(ids)]
  const all = [
    ...chosen.flatMap(id => objectOf(page, id) ?? []),
    ...descendantsOf(
      page,
      chosen.filter(id => objectOf(page, id)?.kind === 'group'),
    ),
  ]
  const objects = new Map(all.map(object => [object.id, object]))
  const change = compose(
    ...[...objects.values()].flatMap(object =>
      isLocked(page, object.id) ? [] : updated(page, object, styled(object, fields)),
    ),
  )
  // Without its corners a line may shrink its group; lanes begin beside their pool's title.
  return fields.route || fields.parameters ? settled(page, change, objects.keys()) : change
}

/** Applies a copied style; parameters only to the same shape. */
export function applyStyle(page: DiagramPage, ids: Iterable<string>, { shape, parameters, ...style }: Style): Change {
  const chosen = [...ids]
  const alike = parameters
    ? chosen.filter(id => {
        const object = objectOf(page, id)
        return object?.kind === 'shape' && object.shape === shape
      })
    : []
  const others = chosen.filter(id => !alike.includes(id))
  return compose(
    styleObjects(page, others, style),
    styleObjects(page, alike, { ...style, ...(parameters && { parameters }) }),
  )
}

export function withStyle(object: DiagramObject, fields: StyleFields): DiagramObject {
  return withFields(object, styled(object, fields))
}

/** Complete style of an object. */
export function pickStyle(object: DiagramObject): Style {
  switch (object.kind) {
    case 'group':
      return {}
    case 'connector': {
      const { stroke, opacity, route, startArrow, endArrow, cornerRadius, jumps, labels } = object
      return {
        stroke: wholeStroke(stroke),
        opacity: opacity ?? 1,
        route,
        startArrow,
        endArrow,
        jumps: jumps ?? false,
        ...(cornerRadius !== undefined && { cornerRadius }),
        ...textStyle(labels[0]?.text),
      }
    }
    case 'image':
      return {
        stroke: wholeStroke(object.style?.stroke ?? NO_STROKE),
        opacity: object.style?.opacity ?? 1,
        shadow: object.style?.shadow ?? false,
        ...textStyle(object.text),
      }
    case 'shape': {
      const {
        style: { fill, stroke, opacity, shadow },
        shape,
        parameters,
        text,
      } = object
      return {
        fill,
        stroke: wholeStroke(stroke),
        opacity: opacity ?? 1,
        shadow: shadow ?? false,
        shape,
        ...(parameters && { parameters }),
        ...textStyle(text),
      }
    }
  }
}

const NO_STROKE: Stroke = { colour: 'none', width: 1 }

/** With an undefined dash, so that it makes dashed lines solid. */
function wholeStroke({ colour, width, dash }: Stroke) {
  return { colour, width, dash }
}

function textStyle(block: TextBlock | undefined): Pick<StyleFields, 'text' | 'align' | 'vertical' | 'padding'> {
  const paragraph = block?.paragraphs[0]
  const run = paragraph?.runs[0]
  if (!block || !paragraph || !run) return {}
  const { font, size, colour, bold, italic, underline, strike, background } = run
  return {
    text: { font, size, colour, bold, italic, underline, strike, background },
    align: paragraph.align,
    vertical: block.vertical,
    padding: block.padding ?? NO_PADDING,
  }
}

const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 }

function styled(object: DiagramObject, fields: StyleFields): ObjectFields {
  switch (object.kind) {
    case 'group':
      return {}
    case 'connector':
      return styledConnector(object, fields)
    case 'image':
      return styledImage(object, fields)
    case 'shape':
      return styledShape(object, fields)
  }
}

function styledConnector(object: ConnectorObject, fields: StyleFields): ObjectFields {
  const { stroke, route, startArrow, endArrow, cornerRadius, jumps, opacity } = fields
  const labels = object.labels.map(label => ({
    ...label,
    text: styledBlock(label.text, { ...fields, vertical: undefined, padding: undefined }),
  }))
  return {
    ...(stroke && { stroke: strokeWith(object.stroke, stroke) }),
    // Corners are specific to a kind of route.
    ...(route && route !== object.route && { route, waypoints: [] }),
    ...(startArrow && { startArrow }),
    ...(endArrow && { endArrow }),
    ...(cornerRadius !== undefined && { cornerRadius }),
    ...(jumps !== undefined && { jumps: jumps || undefined }),
    ...(opacity !== undefined && { opacity: opacity === 1 ? undefined : opacity }),
    ...((fields.text || fields.align) && { labels }),
  }
}

function styledShape(object: ShapeObject, fields: StyleFields): ObjectFields {
  const { fill, stroke, parameters } = fields
  const style: ShapeStyle = {
    fill: fill ?? object.style.fill,
    stroke: stroke ? strokeWith(object.style.stroke, stroke) : object.style.stroke,
    ...effectFields(object.style, fields),
  }
  return {
    style,
    ...(parameters && { parameters: { ...object.parameters, ...parameters } }),
    ...withText(object.text, fields),
  }
}

function styledImage(object: ImageObject, fields: StyleFields): ObjectFields {
  const { stroke } = fields
  const own = stroke ? strokeWith(object.style?.stroke ?? NO_STROKE, stroke) : object.style?.stroke
  const through = effectFields(object.style ?? {}, fields)
  const hasStyle = own !== undefined || Object.keys(through).length > 0
  return { style: hasStyle ? { stroke: own ?? NO_STROKE, ...through } : undefined, ...withText(object.text, fields) }
}

/** Non-default opacity and shadow. */
function effectFields(
  old: Pick<ShapeStyle, 'opacity' | 'shadow'>,
  { opacity = old.opacity, shadow = old.shadow }: StyleFields,
): Pick<ShapeStyle, 'opacity' | 'shadow'> {
  return { ...(opacity !== undefined && opacity !== 1 && { opacity }), ...(shadow && { shadow }) }
}

/** Setting a colour makes an invisible line visible. */
function strokeWith(old: Stroke, fields: NonNullable<StyleFields['stroke']>): Stroke {
  const colour = fields.colour ?? old.colour
  const isShown = fields.colour !== undefined && fields.colour !== 'none' && fields.width === undefined
  const dash = Object.hasOwn(fields, 'dash') ? fields.dash : old.dash
  return {
    colour,
    width: fields.width ?? (isShown && old.width === 0 ? 1 : old.width),
    ...(dash && dash.length > 0 && { dash }),
  }
}

function withText(block: TextBlock | undefined, fields: StyleFields): ObjectFields {
  return block && (fields.text || fields.align || fields.vertical || fields.padding)
    ? { text: styledBlock(block, fields) }
    : {}
}

/** A text with style properties set. */
export function styledBlock(
  block: TextBlock,
  {
    text,
    align,
    vertical,
    padding,
  }: {
    text?: RunFields | undefined
    align?: Paragraph['align'] | undefined
    vertical?: TextBlock['vertical'] | undefined
    padding?: Partial<Padding> | undefined
  },
): TextBlock {
  const looked = text ? styleText(block, text) : block
  const paragraphs = align ? looked.paragraphs.map(paragraph => ({ ...paragraph, align })) : looked.paragraphs
  return padded({ ...looked, paragraphs, ...(vertical && { vertical }) }, padding)
}

function padded(block: TextBlock, padding: Partial<Padding> | undefined): TextBlock {
  if (!padding) return block
  const { padding: before = NO_PADDING, ...others } = block
  const after = { ...before, ...padding }
  return Object.values(after).every(side => side === 0) ? others : { ...others, padding: after }
}
