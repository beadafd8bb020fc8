/**
 * The diagram document: stored as an attachment, and shared by editor, viewer, importers and renderer. Plain JSON
 * without cycles. Lengths are px at scale 1, angles are degrees clockwise, colours are `#rrggbb` or `#rrggbbaa` in
 * lower case.
 */

/** Value of {@link DiagramDocument.format}; identifies our documents. */
export const FORMAT = 'oxbow-diagram'
/** Incremented with every change of the format; `migrate.ts` converts older documents. */
export const FORMAT_VERSION = 1

export interface DiagramDocument {
  format: typeof FORMAT
  version: typeof FORMAT_VERSION
  /** At least one. */
  pages: DiagramPage[]
  /** Images of image objects, by id. */
  media: Record<string, Media>
  /** Unsupported data of an imported file as a whole, verbatim. */
  foreign?: Foreign
}

export interface DiagramPage {
  id: string
  name: string
  /** Drawing area; the page grows to include objects beyond it. */
  width: number
  height: number
  /** Null is transparent. */
  background: Colour | null
  grid: { size: number; visible: boolean; snap: boolean }
  /** Bottom to top; at least one. */
  layers: Layer[]
  /** All objects by id; the tree is in `parent`, the z-order in `order`. */
  objects: Record<string, DiagramObject>
  foreign?: Foreign
}

export interface Layer {
  id: string
  name: string
  visible: boolean
  locked: boolean
}

export interface Media {
  /** Raster formats and SVG; others are refused. */
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'
  /** Base64 without line breaks. */
  data: string
  width: number
  height: number
}

export type DiagramObject = ShapeObject | ConnectorObject | ImageObject | GroupObject

interface ObjectBase {
  id: string
  /** Enclosing group or container; null at the top of its layer. */
  parent: string | null
  layer: string
  /** Fractional index among siblings of the same layer, compared as strings; the lowest is at the bottom. */
  order: string
  locked?: boolean
  hidden?: boolean
  link?: Link
  foreign?: Foreign
}

/** Position in the parent's coordinates: the corner before rotation, which is about the middle. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
  rotation?: number
  flipX?: boolean
  flipY?: boolean
}

export interface ShapeObject extends ObjectBase, Box {
  kind: 'shape'
  /** Id in the shape library, such as `basic.rectangle`; unknown ones are drawn as a labelled box. */
  shape: string
  style: ShapeStyle
  text?: TextBlock
  /** Values of the shape's parameters, such as the radius of corners. */
  parameters?: Record<string, number>
  /** Its content moves with it: swimlanes, packages, frames. */
  container?: boolean
}

export interface ImageObject extends ObjectBase, Box {
  kind: 'image'
  /** Key in {@link DiagramDocument.media}. */
  media: string
  style?: Pick<ShapeStyle, 'opacity' | 'shadow' | 'stroke'>
  text?: TextBlock
}

export interface GroupObject extends ObjectBase, Box {
  kind: 'group'
}

export interface ConnectorObject extends ObjectBase {
  kind: 'connector'
  from: ConnectorEnd
  to: ConnectorEnd
  route: 'straight' | 'orthogonal' | 'curved'
  /**
   * Corners between the ends in the parent's coordinates. An orthogonal route preserves them as long as they fit the
   * ends; without any it is routed around shapes.
   */
  waypoints: Point[]
  stroke: Stroke
  startArrow: Arrow
  endArrow: Arrow
  /** Radius of the corners of an orthogonal route. */
  cornerRadius?: number
  /** It jumps over connectors below it. */
  jumps?: boolean
  opacity?: number
  labels: ConnectorLabel[]
}

export interface Point {
  x: number
  y: number
}

/** End of a connector. `at` is set even when it is attached, as a fallback. */
export interface ConnectorEnd {
  /** In the coordinates of the connector's parent. */
  at: Point
  attached?: {
    objectId: string
    /** Position on the object's box, 0 to 1 each way; null floats along the outline towards the other end. */
    anchor: Point | null
  }
}

export interface ConnectorLabel {
  text: TextBlock
  /** Position along the line, 0 to 1. */
  along: number
  /** Distance from the line, in px; positive is to the right of its direction. */
  across: number
  /** Wrapping width; as wide as the text when absent. */
  width?: number
}

export interface ShapeStyle {
  fill: Fill
  stroke: Stroke
  /** 0 to 1. */
  opacity?: number
  shadow?: boolean
}

export type Fill =
  | { kind: 'none' }
  | { kind: 'solid'; colour: Colour }
  /** Top to bottom by default. */
  | { kind: 'gradient'; from: Colour; to: Colour; angle?: number }

export interface Stroke {
  colour: Colour | 'none'
  width: number
  /** Dashes and gaps in units of the width; absent for a solid line. */
  dash?: number[]
}

export type Colour = `#${string}`

/** Arrowheads: those of Gliffy, of UML and of entity-relationship diagrams. */
export const ARROWS = [
  'none',
  'open',
  'filled',
  'hollow',
  'half',
  'diamond',
  'hollow-diamond',
  'circle',
  'hollow-circle',
  'cross',
  'square',
  'hollow-square',
  'one',
  'only-one',
  'zero-or-one',
  'many',
  'one-or-many',
  'zero-or-many',
  'double-filled',
  'slash',
  'half-circle',
  'circle-plus',
] as const
export type Arrow = (typeof ARROWS)[number]

/** Text in a shape, an image or on a connector. */
export interface TextBlock {
  paragraphs: Paragraph[]
  /** Alignment in the shape's text area. */
  vertical: 'top' | 'middle' | 'bottom'
  padding?: { top: number; right: number; bottom: number; left: number }
  /** Written upwards, turned by 90° counterclockwise, as titles beside horizontal lanes. */
  turned?: boolean
  /** `clip` cuts overflowing text; `show` is the default. */
  overflow?: 'show' | 'clip'
}

export interface Paragraph {
  align: 'left' | 'center' | 'right'
  runs: TextRun[]
  /** Ratio to the font's height; 1.2 when absent. */
  lineHeight?: number
}

export interface TextRun {
  /** May hold line breaks. */
  text: string
  font: FontFamily
  /** px. */
  size: number
  colour: Colour
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  background?: Colour
}

/** Bundled families, metric-compatible with Arial, Times New Roman and Courier New. */
export const FONT_FAMILIES = ['sans', 'serif', 'mono'] as const
export type FontFamily = (typeof FONT_FAMILIES)[number]

export type Link =
  /** http, https, mailto, or a path of this wiki. */
  | { kind: 'url'; href: string; newWindow?: boolean }
  /** Survives a rename. */
  | { kind: 'page'; contentId: string; anchor?: string; newWindow?: boolean }
  | { kind: 'attachment'; contentId: string; name: string; newWindow?: boolean }
  /** Of the diagram's attachment: survives a rename and a move; absent for this diagram. `page` is one of its pages. */
  | { kind: 'diagram'; contentId?: string; page?: string; newWindow?: boolean }

/** JSON of another program, preserved verbatim. */
export interface Foreign {
  source: 'gliffy' | 'drawio'
  data: unknown
}

/** Limits of a document; an error names the path to the value. */
export const LIMITS = {
  /** Bytes of the JSON text. */
  bytes: 32 * 1024 * 1024,
  pages: 200,
  layers: 200,
  /** Objects of all pages together. */
  objects: 20_000,
  /** Groups within groups. */
  depth: 50,
  /** Absolute value of coordinates and lengths, px. */
  length: 100_000,
  waypoints: 1000,
  labels: 20,
  /** UTF-16 units of one text block. */
  text: 100_000,
  /** Bytes of one picture, decoded. */
  media: 10 * 1024 * 1024,
  name: 255,
} as const
