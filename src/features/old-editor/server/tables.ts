declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Users with an open old editor, by content, with the time of their last heartbeat. */
    edit_presence: { content_id: number; account_id: number; seen_at: number }
  }
}

export {}
