import type { DiagramDocument, Link, Point } from '../model/document.ts'

export interface RenderOptions {
  /** Page of the document; the first when absent. */
  pageId?: string
  /** Layers to show instead of those that the document shows. */
  layers?: ReadonlySet<string>
  /** Empty space around what is drawn, px. Default 10. */
  margin?: number
  /** False leaves the page's background transparent. */
  background?: boolean
  /**
   * `content`, the default, begins where what is drawn begins. `page` begins at the page's origin without a margin above
   * and to the left and cuts what lies beyond, as Gliffy's own pictures do.
   */
  crop?: 'content' | 'page'
}

/** An object with a link, for image maps. Coordinates are px of the picture at scale 1. */
export interface LinkArea {
  objectId: string
  link: Link
  /** Outline as a polygon. */
  polygon: Point[]
  /** Text of the object. */
  title: string
}

export interface RenderedDiagram {
  /** A whole SVG document: no script, no foreign references, ids prefixed so that several may stand in one page. */
  svg: string
  width: number
  height: number
  /** Page coordinates of the picture's upper left corner. */
  left: number
  top: number
  areas: LinkArea[]
  /** All text of the page in reading order, for search and for readers who do not see the picture. */
  text: string
}

/** The one function that draws; see `render.ts`. */
export type RenderDiagram = (document: DiagramDocument, options?: RenderOptions) => RenderedDiagram
