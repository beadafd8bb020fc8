import type { DiagramDocument, Link, Point } from '../model/document.ts'

export interface RenderOptions {
  /** Default: the first. */
  pageId?: string
  /** Visible layers; default as in the document. */
  layers?: ReadonlySet<string>
  /** px; default 10. */
  margin?: number
  /** False makes the background transparent. */
  background?: boolean
  /**
   * `content`, the default, begins at the content's bounds. `page` begins at the page's origin without a top and left
   * margin and clips what is beyond, as Gliffy's own pictures do.
   */
  crop?: 'content' | 'page'
  /** Address of a link, to make objects that have one links of the SVG; undefined for none. */
  href?: (link: Link) => string | undefined
}

/** Area of an object with a link, for image maps; in px of the picture at scale 1. */
export interface LinkArea {
  objectId: string
  link: Link
  polygon: Point[]
  /** Text of the object. */
  title: string
}

export interface RenderedDiagram {
  /** A complete SVG document: no script, no external references, ids prefixed so that several fit in one page. */
  svg: string
  width: number
  height: number
  /** Page coordinates of the upper left corner. */
  left: number
  top: number
  areas: LinkArea[]
  /** All text of the page in reading order, for search and screen readers. */
  text: string
}

/** The renderer; see `render.ts`. */
export type RenderDiagram = (document: DiagramDocument, options?: RenderOptions) => RenderedDiagram
