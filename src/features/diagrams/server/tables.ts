declare module '#platform/server/database/tables.ts' {
  interface Tables {
    diagram_picture: DiagramPictureTable
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
