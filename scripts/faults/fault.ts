/** A small mistake that a user would notice, and that a test should find. */
export interface Fault {
  /** Unique; begins with the room or feature. */
  readonly id: string
  /** Path from the root. */
  readonly file: string
  /** The text that is replaced. It occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
  readonly kind: FaultKind
  /** A sentence that says what is wrong then. */
  readonly effect: string
}

export type FaultKind =
  | 'dropped event'
  | 'forgotten CSRF check'
  | 'forgotten cursor'
  | 'lost cache invalidation'
  | 'lost write'
  | 'missing await'
  | 'missing check'
  | 'missing escape'
  | 'missing step'
  | 'off by one'
  | 'policy that always allows'
  | 'swapped condition'
  | 'wrong plural'
  | 'wrong sort order'
  | 'wrong status'
  | 'wrong value'
