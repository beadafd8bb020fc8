/** Files that were dropped together. */
export interface Drop {
  files: readonly File[]
  /** Bytes that a file may have. */
  maxSize: number
}

/** Id of the dialog that shows how far files are. */
export const PROGRESS_DIALOG_ID = 'drop-zone-progress'
