import type { Translate } from '../texts.ts'

/** Texts, dates and numbers of the user that a view is rendered for. */
export interface Reader {
  readonly t: Translate
  /** BCP 47 tag, for dates and numbers. */
  readonly locale: string
  /** Epoch milliseconds. */
  readonly now: number
  /**
   * False on the server and in the hydrating render, which must match; true afterwards. Browser-only content (time
   * zone, local storage) shows when true.
   */
  readonly isLive: boolean
}
