import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    live_document: LiveDocumentTable
    live_update: LiveUpdateTable
    live_author: LiveAuthorTable
    live_connection: LiveConnectionTable
    live_state: LiveStateTable
  }
}

/** The shared document of a page, post or draft: a snapshot, and the updates after it. */
interface LiveDocumentTable {
  content_id: number
  /** Random; another one when the document was made anew, so that copies of the old one are not merged with it. */
  incarnation: string
  /** Published version that the document contains; 0 for a draft. */
  base_version: number
  /** Places of the base that were changed on both sides when it was merged; -1 if it was made of the document. */
  base_conflicts: Generated<number>
  /** Number of the newest update. */
  seq: number
  /** Yjs state with the updates up to `state_seq`. */
  state: Buffer
  state_seq: number
  /** Bytes of the state and the updates after it. */
  size: number
  /** Updates up to this one are in the drafts of the authors. */
  draft_seq: Generated<number>
  updated_at: number
}

/** Yjs updates of a document in the order of storing, without gaps after the snapshot. */
interface LiveUpdateTable {
  content_id: number
  seq: number
  /** Null for merged versions and other changes by the server. */
  account_id: number | null
  at: number
  data: Buffer
}

/** Users with unpublished changes in a document, with the number of the last of them. */
interface LiveAuthorTable {
  content_id: number
  account_id: number
  seq: number
  /** Hash of the draft that was last stored for them; another draft was written outside the document. */
  draft_hash: Generated<string>
}

/** Text that a draft has had: the last one of some minutes in which it was changed. */
interface LiveStateTable {
  id: Generated<number>
  content_id: number
  /** When the first change was made that it contains, and the last one; epoch milliseconds. */
  started_at: number
  at: number
  /** JSON: ids of the accounts that changed it meanwhile. */
  authors: string
  title: string
  storage: string
  /** Bytes of title and text. */
  size: number
}

/** Open connections of all processes and machines. */
interface LiveConnectionTable {
  id: string
  content_id: number
  account_id: number
  seen_at: number
}
