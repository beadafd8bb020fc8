/** Context of the functions of CQL: the reader, the place and the time. */
export interface CqlContext {
  /** Null for an anonymous reader. */
  user: { key: string; username: string } | null
  /** The space and content that the query is asked from (`cqlcontext`, the page with the macro). */
  spaceKey?: string
  contentId?: number
  /** Epoch milliseconds. */
  now: number
  /** IANA name of the reader's time zone. */
  timeZone: string
}
