declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_visit: { account_id: number; content_id: number; seen_at: number; visits: number }
  }
}
export {}
