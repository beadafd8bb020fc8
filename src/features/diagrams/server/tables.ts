declare module '#platform/server/database/tables.ts' {
  interface Tables {
    diagram_picture: DiagramPictureTable
    diagram_use: DiagramUseTable
  }
}

/** Cached PNG pictures of diagrams, derived data. */
export interface DiagramPictureTable {
  /** Hash of the source file. Not named `sha256`, as a picture does not retain its source. */
  source: string
  /** Renderer version, page and scale: `1 page-2 @2`. */
  look: string
  sha256: string
  size: number
}

/** Which diagrams the current texts show, so that renames find them and the pages that show one are a query. */
export interface DiagramUseTable {
  /** Page, post or comment. */
  content_id: number
  /** The page or post itself, or the one that the comment is on. */
  page_id: number
  /** Page of the attachment, as the macro names it; it need not be there. */
  owner_id: number
  /** Name of the attachment, in Unicode NFC. */
  name: string
  /** Pinned version; 0 for the newest. */
  version: number
}
