export interface Drop {
  files: readonly File[]
  /** Maximum bytes per file. */
  maxSize: number
  /** Bytes; 0 for whole files. */
  chunkSize: number
}

export const PROGRESS_DIALOG_ID = 'drop-zone-progress'
