declare module '#platform/server/database/tables.ts' {
  interface Tables {
    search_document: SearchDocumentTable
    search_passage: SearchPassageTable
    /** Every word that was ever indexed: what wildcards and fuzzy words are looked up in. */
    search_term: { term: string }
    search_state: SearchStateTable
    /** The full-text index, written in the SQL of each engine: a document's words under its id. */
    search_index: Record<string, unknown>
    /** The same of titles alone, on SQLite. */
    search_titles: Record<string, unknown>
  }
}

/**
 * One row per content, space and user that can be found. Its words are in the engine's full-text index under the same
 * id; when the row goes, they go with it.
 */
export interface SearchDocumentTable {
  /** See `documentIds`: the content's id, or a negative number for spaces and users. */
  id: number
  /** Exactly one of the three is set. The row goes with what it names. */
  content_id: number | null
  space_id: number | null
  account_id: number | null
  /** Version of the content that was indexed; 0 for spaces and users. */
  version: number
  title: string
  /** Plain text for excerpts; of a long one its first passage. */
  text: string
  /** Which words are in which passage of a long text, the first one too ({@link PassageWords}); else null. */
  passages: Buffer | null
}

/** A further passage of a long text. It goes with its document. */
export interface SearchPassageTable {
  /** See `passageId`. */
  id: number
  document_id: number
  text: string
}

/** One row, with id 1. */
export interface SearchStateTable {
  id: number
  /** `INDEX_FORMAT` that the whole index was built with; 0 while a rebuild is due. */
  format: number
  /** State of a rebuild, to resume it: a phase and the last id done. Null when none is under way. */
  phase: string | null
  after_id: number
}

/** Kinds of searchable entities. */
export const ENTITIES = ['content', 'space', 'user'] as const
export type SearchEntity = (typeof ENTITIES)[number]

/** Ids in the index: contents keep theirs, spaces get even negative numbers, users odd ones. */
export const documentIds: Readonly<Record<SearchEntity, (id: number) => number>> = {
  content: id => id,
  space: id => -2 * id,
  user: id => -2 * id - 1,
}
