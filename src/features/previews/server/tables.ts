declare module '#platform/server/database/tables.ts' {
  interface Tables {
    file_words: FileWordsTable
    file_pin: FilePinTable
  }
}

/** The point of a picture that a thread of comments is about. */
export interface FilePinTable {
  /** Comment that begins the thread. */
  comment_id: number
  /** Content id of the picture, and the version of it that the point was chosen on. */
  file_id: number
  version: number
  /** Counts from 1 on each file; that of a pin which is gone may be given again only when it was the last. */
  number: number
  /** Fractions of the picture's width from its left, and of its height from its top. */
  x: number
  y: number
}

/** The words of files for the search, derived data. */
export interface FileWordsTable {
  content_id: number
  /** Hash of the bytes that were read. Not named `sha256`, as words do not retain their source. */
  source: string
  /** Empty for a file that cannot be read, which is found by its name and comment alone. */
  words: string
}
