import type { DiagramDocument } from '../model/document.ts'

/** Something of a foreign file that is not shown exactly as there. */
export interface Approximation {
  /** Where in the foreign file, such as `stage.objects[3].graphic`. */
  path: string
  /** What was done instead, in a sentence for users. */
  message: string
}

export interface Imported {
  document: DiagramDocument
  report: Approximation[]
}

/** A file that cannot be taken over, with a message for its user: what is wrong, where, how to mend it. */
export class ImportError extends Error {
  override name = 'ImportError'
}
