declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Who has an old editor open on what, and when they last said so. */
    edit_presence: { content_id: number; account_id: number; seen_at: number }
  }
}

export {}
