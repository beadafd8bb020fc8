/** Protocol between the editor and the server: names, numbers and limits that both halves use. */

/** Names of the parts of a shared document. */
export const FIELDS = { body: 'body', title: 'title', facts: 'facts' } as const

/** Attribute with the marks of an inline node that is no text, such as the link around a picture. */
export const MARKS = 'marks'

/**
 * Address of the WebSocket of a content.
 * @param incarnation of the document that the client has; empty for none
 */
export const livePath = (id: string | number, incarnation = ''): string =>
  `/rest/oxbow/1.0/live/${id}${incarnation === '' ? '' : `?${HELD}=${encodeURIComponent(incarnation)}`}`

/** Parameter of {@link livePath}: a document that a client has is kept for it. */
export const HELD = 'held'

/** Attribute with the {@link ConflictMark} of a block. It is of the shared document alone, and no part of the text. */
export const CONFLICT = 'conflict'

/** Marks a block as one of two texts that a merge has kept, since both sides had changed it. */
export interface ConflictMark {
  /** The same for both texts. */
  id: string
  /** Origin of the text: a published version, this document, or a draft that was written outside of it. */
  from: 'version' | 'text' | 'draft'
  /** Number of the version. */
  version?: number
}

/** A {@link livePath}, with the id. */
export const LIVE_PATH = /^\/rest\/oxbow\/1\.0\/live\/(\d{1,15})$/

/** Kinds of messages, each the first number of a binary message. */
export const MESSAGE = {
  /** Client: incarnation it holds, its client id and its state vector. Server: the updates that it lacks. */
  sync: 0,
  /** An update. Of a client: with a number that the acknowledgement bears. */
  update: 1,
  /** Server: updates up to this number are stored. */
  stored: 2,
  /** State of an editor: cursor and selection. */
  awareness: 3,
  /** Server: a {@link LiveNotice} as JSON. */
  notice: 4,
  /** Nothing, so that both know that the connection lives. */
  alive: 5,
} as const

/** Codes by which the server closes a connection, with the HTTP status that they stand for behind the 4. */
export const CLOSED = {
  malformed: 4400,
  signedOut: 4401,
  forbidden: 4403,
  gone: 4404,
  readOnly: 4405,
  /** The shared document is another one than the client's. */
  replaced: 4409,
  full: 4412,
  tooLarge: 4413,
  tooMany: 4429,
  /** The server could not store an update, or ends: come again. */
  again: 4503,
  /** There is no space left to store an update: come again later. */
  noSpace: 4507,
  /** Live editing is switched off. */
  off: 4501,
} as const

/** Bytes of one update. */
export const MOST_UPDATE = 6 * 1024 * 1024

/** Interval of messages that show that a connection lives, in milliseconds. */
export const ALIVE_MS = 15_000

/** Colours of editors, in tokens `--ox-person-0` and on. */
export const COLOURS = 8

/** News about the page, sent to its editors. */
export type LiveNotice =
  /** A version was published, and the document contains it. */
  | {
      kind: 'published'
      version: number
      /** Display name of the author. */
      by: string
      userKey: string
      /** It was merged into the document, rather than made of it. */
      isMerged: boolean
      /** Places changed on both sides; both texts are in the document. */
      conflicts: number
    }
  /** A version of the file was stored beside the shared document, which does not contain it. `by`: display name. */
  | { kind: 'beside'; by: string }
  /** The page was put into the trash; the connection ends. */
  | { kind: 'trashed'; by: string }
  /** The page was moved to where the editor may edit it too. `below`: title of the page above; null at the top. */
  | { kind: 'moved'; by: string; space: string; below: string | null }

/** An editor as the others see it. */
export interface LivePerson {
  userKey: string
  name: string
  /** Path of the profile picture. */
  picture: string
  /** Number below {@link COLOURS}. */
  colour: number
}

/** State of an editor that others get. */
export interface LiveState {
  user: LivePerson
  /** Ends of the selection as relative positions of Yjs; null without focus. */
  cursor: { anchor: unknown; head: unknown } | null
  /** No input for {@link IDLE_MS}. */
  isIdle?: boolean
  /** Selected parts of a diagram. */
  selection?: LiveSelection | null
}

/** Selected parts of a page of a diagram, by their ids. */
export interface LiveSelection {
  page: string
  ids: readonly string[]
}

/** Selected parts that others see. */
export const MOST_SELECTED = 50

/** Time without input after which an editor is shown as idle, in milliseconds. */
export const IDLE_MS = 3 * 60_000
