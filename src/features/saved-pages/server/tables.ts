declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_favourite: { account_id: number; content_id: number; at: number }
  }
}
export {}
