export interface Drop {
  files: readonly File[]
  /** Maximum bytes per file. */
  maxSize: number
}

export const PROGRESS_DIALOG_ID = 'drop-zone-progress'
