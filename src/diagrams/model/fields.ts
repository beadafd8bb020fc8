/** Checkers of the document's fields; see {@link DiagramDocument} for their meaning. */
import {
  DiagramError,
  either,
  fail,
  fields,
  inside,
  list,
  nullOr,
  number,
  oneOf,
  optional,
  pattern,
  record,
  show,
  text,
  variants,
  yesOrNo,
  type Check,
  type Fields,
} from './check.ts'
import {
  ARROWS,
  FONT_FAMILIES,
  FORMAT,
  FORMAT_VERSION,
  LIMITS,
  type Box,
  type ConnectorEnd,
  type ConnectorLabel,
  type ConnectorObject,
  type DiagramDocument,
  type DiagramObject,
  type DiagramPage,
  type Fill,
  type Foreign,
  type GroupObject,
  type ImageObject,
  type Layer,
  type Link,
  type Media,
  type Paragraph,
  type Point,
  type ShapeObject,
  type ShapeStyle,
  type Stroke,
  type TextBlock,
  type TextRun,
} from './document.ts'
import { isSafeHref } from './links.ts'

const ID = /^[A-Za-z0-9][\w.:-]{0,99}$/
/** Ids are keys of plain objects, which inherit these names. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Whether a value is an id: 1 to 100 letters, digits and `_ . : -`, a letter or digit first. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value) && !INHERITED.has(value)
}

const id: Check = (value, path) => {
  if (!isId(value)) {
    fail(
      path,
      `must be an id (1 to 100 letters, digits and _ . : -, not a word such as constructor), but is ${show(value)}`,
    )
  }
}
const coordinate = number(-LIMITS.length, LIMITS.length)
const length = number(0, LIMITS.length)
const share = number(0, 1)
const colour = pattern(/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/, 'a colour such as #1a2b3c or #1a2b3c80 in lower case')
const order = pattern(/^[!-~]{1,500}$/, 'an order of 1 to 500 printable characters')
const name = text(LIMITS.name)

/** An object with ids as keys. */
function byId(check: Check, most: number): Check {
  return (value, path) => {
    const entries = record(value, path)
    const keys = Object.keys(entries)
    if (keys.length > most) fail(path, `has ${keys.length} entries; at most ${most} are allowed`)
    for (const key of keys) {
      inside(path, key, key, id)
      inside(path, key, entries[key], check)
    }
  }
}

/** Nesting limit of other programs' data; serialising JSON is recursive. */
const FOREIGN_DEPTH = 200

const foreignData: Check = (value, path) => {
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [inner, depth] = next
    if (depth > FOREIGN_DEPTH) fail(path, `is nested deeper than ${FOREIGN_DEPTH} levels; flatten it or leave it out`)
    if (typeof inner !== 'object' || inner === null) continue
    for (const part of Object.values(inner)) if (typeof part === 'object' && part !== null) open.push([part, depth + 1])
  }
}

const foreignFields = fields<Foreign>({ source: oneOf(['gliffy', 'drawio']), data: foreignData })
const foreign = optional(foreignFields)
const point = fields<Point>({ x: coordinate, y: coordinate })

const href: Check = (value, path) => {
  if (typeof value !== 'string' || !isSafeHref(value)) {
    fail(path, `must be an address with http, https or mailto, or a path of this wiki, but is ${show(value)}`)
  }
}
const contentId = pattern(/^\d{1,19}$/, 'the id of a page, in digits')
const newWindow = optional(yesOrNo)
const link = optional(
  variants<Link['kind']>('kind', {
    url: fields<Extract<Link, { kind: 'url' }>>({ kind: oneOf(['url']), href, newWindow }),
    page: fields<Extract<Link, { kind: 'page' }>>({
      kind: oneOf(['page']),
      contentId,
      anchor: optional(text(LIMITS.name)),
      newWindow,
    }),
    attachment: fields<Extract<Link, { kind: 'attachment' }>>({
      kind: oneOf(['attachment']),
      contentId,
      name: text(LIMITS.name, 1),
      newWindow,
    }),
    diagram: fields<Extract<Link, { kind: 'diagram' }>>({
      kind: oneOf(['diagram']),
      contentId: optional(contentId),
      page: optional(text(LIMITS.name, 1)),
      newWindow,
    }),
  }),
)

const stroke = fields<Stroke>({
  colour: either(value => value === 'none', colour),
  width: number(0, 1000),
  dash: optional(list(number(0, 1000), 32)),
})
const fill = variants<Fill['kind']>('kind', {
  none: fields<Extract<Fill, { kind: 'none' }>>({ kind: oneOf(['none']) }),
  solid: fields<Extract<Fill, { kind: 'solid' }>>({ kind: oneOf(['solid']), colour }),
  gradient: fields<Extract<Fill, { kind: 'gradient' }>>({
    kind: oneOf(['gradient']),
    from: colour,
    to: colour,
    angle: optional(coordinate),
  }),
})
const opacity = optional(share)
const shadow = optional(yesOrNo)
const style = fields<ShapeStyle>({ fill, stroke, opacity, shadow })

const mark = optional(yesOrNo)
const run = fields<TextRun>({
  text: text(LIMITS.text),
  font: oneOf(FONT_FAMILIES),
  size: number(0.1, 2000),
  colour,
  bold: mark,
  italic: mark,
  underline: mark,
  strike: mark,
  background: optional(colour),
})
/** Maximum of paragraphs in a block and runs in a paragraph, far above sensible text. */
const TEXT_PARTS = 10_000
const blockFields = fields<TextBlock>({
  paragraphs: list(
    fields<Paragraph>({
      align: oneOf(['left', 'center', 'right']),
      runs: list(run, TEXT_PARTS),
      lineHeight: optional(number(0.1, 100)),
    }),
    TEXT_PARTS,
  ),
  vertical: oneOf(['top', 'middle', 'bottom']),
  padding: optional(
    fields<NonNullable<TextBlock['padding']>>({
      top: coordinate,
      right: coordinate,
      bottom: coordinate,
      left: coordinate,
    }),
  ),
  turned: optional(yesOrNo),
  overflow: optional(oneOf(['show', 'clip'])),
})
const block: Check = (value, path) => {
  blockFields(value, path)
  // Just checked.
  const { paragraphs } = value as TextBlock
  let characters = 0
  for (const { runs } of paragraphs) for (const { text: written } of runs) characters += written.length
  if (characters > LIMITS.text) fail(path, `holds ${characters} characters; at most ${LIMITS.text} are allowed`)
}

const base = {
  id,
  parent: nullOr(id),
  layer: id,
  order,
  locked: optional(yesOrNo),
  hidden: optional(yesOrNo),
  link,
  foreign,
}
const box: Fields<Box> = {
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
  rotation: optional(coordinate),
  flipX: optional(yesOrNo),
  flipY: optional(yesOrNo),
}
/** A shape's parameters by name. */
const parameters: Check = (value, path) => {
  const values = record(value, path)
  const names = Object.keys(values)
  if (names.length > 100) fail(path, `has ${names.length} entries; at most 100 are allowed`)
  for (const key of names) inside(path, key, values[key], coordinate)
}
const connectorEnd = fields<ConnectorEnd>({
  at: point,
  attached: optional(
    fields<NonNullable<ConnectorEnd['attached']>>({
      objectId: id,
      anchor: nullOr(fields<Point>({ x: share, y: share })),
    }),
  ),
})

const objectKinds = variants<'shape' | 'image' | 'group' | 'connector'>('kind', {
  shape: fields<ShapeObject>({
    ...base,
    ...box,
    kind: oneOf(['shape']),
    shape: text(LIMITS.name, 1),
    style,
    text: optional(block),
    parameters: optional(parameters),
    container: optional(yesOrNo),
  }),
  image: fields<ImageObject>({
    ...base,
    ...box,
    kind: oneOf(['image']),
    media: id,
    text: optional(block),
    style: optional(fields<NonNullable<ImageObject['style']>>({ opacity, shadow, stroke })),
  }),
  group: fields<GroupObject>({ ...base, ...box, kind: oneOf(['group']) }),
  connector: fields<ConnectorObject>({
    ...base,
    kind: oneOf(['connector']),
    from: connectorEnd,
    to: connectorEnd,
    route: oneOf(['straight', 'orthogonal', 'curved']),
    waypoints: list(point, LIMITS.waypoints),
    stroke,
    startArrow: oneOf(ARROWS),
    endArrow: oneOf(ARROWS),
    cornerRadius: optional(length),
    jumps: optional(yesOrNo),
    opacity,
    labels: list(
      fields<ConnectorLabel>({ text: block, along: share, across: coordinate, width: optional(length) }),
      LIMITS.labels,
    ),
  }),
})

const objects: Check = (value, path) => {
  byId(objectKinds, LIMITS.objects)(value, path)
  // Just checked.
  for (const [key, object] of Object.entries(value as DiagramPage['objects'])) {
    if (object.id !== key) fail([...path, key, 'id'], `must be ${show(key)} as its key, but is ${show(object.id)}`)
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const mediaData: Check = (value, path) => {
  if (typeof value !== 'string') fail(path, `must be base64, but is ${show(value)}`)
  const bytes = Math.floor(value.length / 4) * 3
  if (bytes - 2 > LIMITS.media)
    fail(path, `is about ${bytes} bytes; a picture may have ${LIMITS.media}. Make it smaller`)
  if (value.length % 4 !== 0 || !BASE64.test(value))
    fail(path, 'must be base64 with its padding and without line breaks')
}

const layer = fields<Layer>({ id, name, visible: yesOrNo, locked: yesOrNo })
const pageBase = {
  id,
  name,
  width: length,
  height: length,
  background: nullOr(colour),
  grid: fields<DiagramPage['grid']>({ size: number(1, 10_000), visible: yesOrNo, snap: yesOrNo }),
}
const page = fields<DiagramPage>({ ...pageBase, layers: list(layer, LIMITS.layers, 1), objects, foreign })
const media = fields<Media>({
  type: oneOf(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']),
  data: mediaData,
  width: length,
  height: length,
})

/** A whole document, without references between its parts. */
export const checkFields: Check = fields<DiagramDocument>({
  format: oneOf([FORMAT]),
  version: oneOf([FORMAT_VERSION]),
  pages: list(page, LIMITS.pages, 1),
  media: byId(media, LIMITS.objects),
  foreign,
})

/** Whether a value passes a check, which tells nothing about references to other parts. */
function passing<Part>(check: Check): (value: unknown) => value is Part {
  return (value): value is Part => {
    try {
      check(value, [])
      return true
    } catch (error) {
      if (error instanceof DiagramError) return false
      throw error
    }
  }
}

/** Whether the fields of an object are valid. */
export const isObject = passing<DiagramObject>(objectKinds)
/** Whether the fields of a page are valid, which has neither layers nor objects. */
export const isPageWithoutParts = passing<PageWithoutParts>(fields<PageWithoutParts>({ ...pageBase, foreign }))
export const isLayer = passing<Layer>(layer)
export const isMedia = passing<Media>(media)
export const isForeign = passing<Foreign>(foreignFields)

type PageWithoutParts = Omit<DiagramPage, 'layers' | 'objects'>
