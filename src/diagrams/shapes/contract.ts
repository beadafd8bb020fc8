/**
 * Shapes of the library: parametric geometry for the renderer. No DOM, no colours beyond shades of the fill: the style
 * is the object's.
 */

export interface Size {
  width: number
  height: number
}

export interface Rect extends Size {
  x: number
  y: number
}

/** One path of a shape, in px from its corner, in paint order. */
export interface ShapePath {
  /** SVG path data. */
  d: string
  /** The style's fill, a darker shade of it, the stroke's colour, or nothing. */
  fill: 'fill' | 'shade' | 'stroke' | 'none'
  stroke: boolean
}

/** A snap point for connectors. */
export interface ConnectionPoint {
  /** On the shape's box, 0 to 1 each way. */
  x: number
  y: number
  /** Direction of leaving connectors, degrees clockwise from the right; default by its position. */
  direction?: number
}

export interface ShapeParameter {
  name: string
  /** English; goes through i18n. */
  label: string
  min: number
  max: number
  default: number
  /** Handle's position for a value, px from the shape's corner. */
  at?(size: Size, value: number): { x: number; y: number }
}

export interface ShapeDefinition {
  /** `<category>.<name>`, kebab-case; stored in documents, never renamed. */
  id: string
  /** English name; goes through i18n. */
  name: string
  category: ShapeCategory
  /** Search words. */
  keywords?: readonly string[]
  /** Default size. But for icons, sides of 30 px and more are multiples of 20: edges and middles lie on the grid. */
  size: Size
  keepsAspect?: boolean
  parameters?: readonly ShapeParameter[]
  /** Paths for a size and complete parameters. */
  paths(size: Size, parameters: Readonly<Record<string, number>>): ShapePath[]
  /** Outline for connectors and hit tests; default the first path. */
  outline?(size: Size, parameters: Readonly<Record<string, number>>): string
  /** Default: the middles of the sides. */
  connectionPoints?: readonly ConnectionPoint[]
  /** Default: the whole box. */
  textArea?(size: Size, parameters: Readonly<Record<string, number>>): Rect
  /**
   * Part of the box for text that fits a slanted or round outline, around the part's middle. Text with its own
   * padding, as in imports, uses {@link textArea} instead.
   */
  textWithin?(size: Size, parameters: Readonly<Record<string, number>>): Rect
  container?: boolean
  /** New text in it is turned: its area is a strip beside what it names. */
  turnsText?: boolean
}

export const SHAPE_CATEGORIES = [
  'basic',
  'flowchart',
  'uml',
  'erd',
  'bpmn',
  'swimlane',
  'org',
  'network',
  'cloud',
  'software',
  'wireframe',
  'sitemap',
  'container',
  'object',
  'floorplan',
  'electrical',
  'process',
  'lean',
] as const
export type ShapeCategory = (typeof SHAPE_CATEGORIES)[number]
