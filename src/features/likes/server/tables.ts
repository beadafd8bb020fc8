declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_like: { content_id: number; account_id: number; at: number }
    account_follow: { follower_id: number; followee_id: number; at: number }
  }
}
export {}
