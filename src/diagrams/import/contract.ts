import type { DiagramDocument } from '../model/document.ts'

/** A deviation from the imported file's look. */
export interface Approximation {
  /** In the imported file, such as `stage.objects[3].graphic`. */
  path: string
  /** Its replacement, as a sentence for users. */
  message: string
}

export interface Imported {
  document: DiagramDocument
  report: Approximation[]
}

/** A file that cannot be imported, with a message for users: what is wrong, where, how to fix it. */
export class ImportError extends Error {
  override name = 'ImportError'
}
