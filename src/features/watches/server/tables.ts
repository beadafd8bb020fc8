declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_watch: { content_id: number; account_id: number; created_at: number }
    space_watch: { space_id: number; account_id: number; scope: SpaceWatchScope; created_at: number }
  }
}

/** Everything in a space, or its new blog posts alone. */
export type SpaceWatchScope = 'all' | 'blogpost'
