import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    diagram_embed_link: DiagramEmbedLinkTable
    diagram_embed_use: DiagramEmbedUseTable
    /** Spaces that were switched off, or on again; all others are on. */
    diagram_embed_space: { space_id: number; enabled: number }
  }
}

/** A link that works. One that was deactivated has no row, and its uses none either. */
export interface DiagramEmbedLinkTable {
  id: Generated<number>
  attachment_id: number
  /** SHA-256 of the token, in hex: who reads the database cannot follow the links. */
  token_hash: string
  /** Null for the newest. */
  version: number | null
  creator_id: number | null
  created_at: number
  /** The space that the diagram was in when the link was made; null if the space was deleted. */
  space_id: number | null
  /** 1 if all users or anonymous visitors could read that space then. */
  was_open: number
}

export interface DiagramEmbedUseTable {
  link_id: number
  /** `utm_source` of the tool, or empty. */
  source: string
  uses: number
  last_used_at: number
}
