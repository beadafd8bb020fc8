declare module '#platform/server/database/tables.ts' {
  interface Tables {
    file_words: FileWordsTable
  }
}

/** The words of files for the search, derived data. */
export interface FileWordsTable {
  content_id: number
  /** Hash of the bytes that were read. Not named `sha256`, as words do not retain their source. */
  source: string
  /** Empty for a file that cannot be read, which is found by its name and comment alone. */
  words: string
}
