declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Categories of spaces. The label's prefix is `team`. */
    space_label: { space_id: number; label_id: number; account_id: number | null; created_at: number }
  }
}

export {}
