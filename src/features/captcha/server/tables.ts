declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Ids that were answered, right or wrong, until their word has expired. */
    captcha_used: { id_hash: string; expires_at: number }
  }
}
export {}
