import type { DiagramObject, DiagramPage, Layer } from '../../model/document.ts'

/** A difference between two states of an object. */
export type Aspect =
  /** Has another position on the page, by itself and not because its holder moved. */
  | 'moved'
  | 'resized'
  /** Rotated or mirrored. */
  | 'turned'
  | 'text'
  /** Another shape, or another picture. */
  | 'shape'
  | 'fill'
  /** Colour, width and dashes of a line or border; kind of route. */
  | 'line'
  | 'arrows'
  /** Font, size, colour and alignment of text. */
  | 'font'
  /** Opacity, shadow, parameters of the shape. */
  | 'look'
  /** A connector leads from or to something else. */
  | 'connected'
  /** A connector takes another way between the same ends. */
  | 'routed'
  /** Labels of a connector have another position along it. */
  | 'labels'
  /** Is in front of or behind other siblings than before. */
  | 'order'
  /** Put into a group or container, or taken out of one. */
  | 'parent'
  | 'layer'
  | 'link'
  | 'visibility'
  | 'lock'

export type ObjectDifference =
  | { status: 'added'; before?: undefined; after: DiagramObject; aspects: readonly Aspect[] }
  | { status: 'removed'; before: DiagramObject; after?: undefined; aspects: readonly Aspect[] }
  | { status: 'changed'; before: DiagramObject; after: DiagramObject; aspects: readonly Aspect[] }

export type LayerAspect = 'renamed' | 'visibility' | 'lock'
export type LayerDifference =
  | { status: 'added'; before?: undefined; after: Layer; aspects: readonly LayerAspect[] }
  | { status: 'removed'; before: Layer; after?: undefined; aspects: readonly LayerAspect[] }
  | { status: 'changed'; before: Layer; after: Layer; aspects: readonly LayerAspect[] }

/** `layers`: their order. */
export type PageAspect = 'renamed' | 'resized' | 'background' | 'layers'

/** A page in both documents, or in one of them. */
export interface PageComparison {
  before?: DiagramPage
  after?: DiagramPage
  aspects: readonly PageAspect[]
  layers: readonly LayerDifference[]
  /** In reading order; empty for a page that is in one document only. */
  objects: readonly ObjectDifference[]
}

export interface DiagramComparison {
  /** In the order of the later document; removed ones follow. */
  pages: readonly PageComparison[]
  /** Whether pages that are in both states have another order. */
  isReordered: boolean
  /** Number of differences: of objects, layers, pages and their order. */
  count: number
}
