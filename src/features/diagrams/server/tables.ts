declare module '#platform/server/database/tables.ts' {
  interface Tables {
    diagram_picture: DiagramPictureTable
  }
}

/** PNG pictures that were drawn of diagrams' files; each can be drawn again. */
export interface DiagramPictureTable {
  /** Address of the file. Not called `sha256`: a picture does not keep the file that it was drawn of. */
  source: string
  /** Version of the renderer, page and scale: `1 page-2 @2`. */
  look: string
  sha256: string
  /** Bytes. */
  size: number
}
