declare module '#platform/server/database/tables.ts' {
  interface Tables {
    comment: CommentTable
  }
}

/** Properties of a comment beyond those of other content. Replies repeat those of the first comment of their thread. */
export interface CommentTable {
  content_id: number
  location: 'footer' | 'inline'
  /**
   * Id of the marker around the commented text (`ac:inline-comment-marker ac:ref`), for inline comments. A comment below
   * the page has one if a client named a marker that the text does not have yet.
   */
  marker_ref: string | null
  original_selection: string | null
  /** `dangling` when the marked text is gone from the page. */
  resolution: 'open' | 'resolved' | 'reopened' | 'dangling'
  resolved_by: number | null
  resolved_at: number | null
  /** Author, page and the id that the client has made, for comments that were sent with one. */
  client_key?: string | null
  /** Place of the selected text, as the client that created the comment describes it; replies have none. */
  serialized_highlights?: string | null
}
