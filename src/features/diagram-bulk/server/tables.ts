declare module '#platform/server/database/tables.ts' {
  interface Tables {
    diagram_summary: DiagramSummaryTable
    diagram_import: DiagramImportTable
  }
}

/** Values of a diagram that the report shows and sorts by. Derived data. */
export interface DiagramSummaryTable {
  /** The attachment. */
  content_id: number
  /** Version that was read. */
  version: number
  name_key: string
  /** Bytes. */
  size: number
  versions: number
  /** Epoch milliseconds. */
  changed_at: number
  origin: 'oxbow' | 'gliffy' | 'drawio' | 'unreadable'
  approximations: number
  /** The first of them: JSON of `Approximation[]`. */
  report: string
  /** Published pages that show it. */
  uses: number
}

/** Which file a diagram was imported from by the command. */
export interface DiagramImportTable {
  /** The attachment. */
  content_id: number
  /** Page below which the folder was imported; 0 for the top of a space. */
  parent_id: number
  /** SHA-256 of {@link DiagramImportTable.file}, which may be long. */
  file_key: string
  /** Path below the folder, with `/`. */
  file: string
  /** SHA-256 of the file's bytes. Not called `sha256`: the file itself is not stored. */
  source: string
  /** Version that the import stored. */
  version: number
  approximations: number
  /** The first of them: JSON of `Approximation[]`. */
  report: string
  /** Epoch milliseconds. */
  at: number
}
