/**
 * What a shape of the library is: parametric geometry, drawn by the one renderer. No DOM here, no colours of its own
 * beyond shades of the fill: the style is the object's.
 */

export interface Size {
  width: number
  height: number
}

export interface Rect extends Size {
  x: number
  y: number
}

/** One path of a shape, in px from its corner; painted in order. */
export interface ShapePath {
  /** SVG path data. */
  d: string
  /** What it is filled with: the style's fill, a darker shade of it, the stroke's colour, or nothing. */
  fill: 'fill' | 'shade' | 'stroke' | 'none'
  /** False for areas without a line. */
  stroke: boolean
}

/** A place that connectors snap to. */
export interface ConnectionPoint {
  /** On the shape's box, 0 to 1 each way. */
  x: number
  y: number
  /** Direction in which connectors leave, degrees clockwise from the right; by its place on the box when absent. */
  direction?: number
}

export interface ShapeParameter {
  name: string
  /** English; goes through i18n. */
  label: string
  min: number
  max: number
  default: number
  /** Where the handle that changes it stands for one of its values, px from the shape's corner. */
  at?(size: Size, value: number): { x: number; y: number }
}

export interface ShapeDefinition {
  /** `<category>.<name>`, kebab-case; stored in documents, never renamed. */
  id: string
  /** English name; goes through i18n. */
  name: string
  category: ShapeCategory
  /** Further words by which the library's search finds it. */
  keywords?: readonly string[]
  size: Size
  /** Keeps its proportions while resized. */
  keepsAspect?: boolean
  parameters?: readonly ShapeParameter[]
  /** Paths for a size; parameters have their defaults filled in. */
  paths(size: Size, parameters: Readonly<Record<string, number>>): ShapePath[]
  /** Outline that connectors end on and pointers hit; the first path when absent. */
  outline?(size: Size, parameters: Readonly<Record<string, number>>): string
  /** The four middles of the sides when absent. */
  connectionPoints?: readonly ConnectionPoint[]
  /** Area of the text; the whole box when absent. */
  textArea?(size: Size, parameters: Readonly<Record<string, number>>): Rect
  /**
   * Part of the box in which text stands that keeps within a slanted or round outline, about the part's middle. Text with
   * a padding of its own, as imported documents have it, counts from {@link textArea} instead.
   */
  textWithin?(size: Size, parameters: Readonly<Record<string, number>>): Rect
  /** Holds other objects. */
  container?: boolean
}

export const SHAPE_CATEGORIES = [
  'basic', 'flowchart', 'uml', 'erd', 'bpmn', 'swimlane', 'org', 'network', 'cloud', 'software', 'wireframe', 'sitemap', 'container',
] as const
export type ShapeCategory = (typeof SHAPE_CATEGORIES)[number]
