import type { Translate } from '../texts.ts'

/** For whom a view is rendered: every view gets its texts, dates and numbers from here. */
export interface Reader {
  readonly t: Translate
  /** BCP 47 tag, for dates and numbers. */
  readonly locale: string
  /** Epoch milliseconds. */
  readonly now: number
  /**
   * False for what the server sends and for the browser's first render, which must be the same; true from then on.
   * What only the browser knows (its time zone, what is stored on the device) shows when this is true.
   */
  readonly isLive: boolean
}
