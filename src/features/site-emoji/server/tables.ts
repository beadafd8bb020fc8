import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    site_emoji: SiteEmojiTable
  }
}

/** An emoji that administrators have added. */
export interface SiteEmojiTable {
  id: Generated<number>
  /** Without colons, in lower case. */
  name: string
  /** Id in storage format, a UUID. */
  emoji_id: string
  sha256: string
  created_at: number
}
