import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow, ContentType } from '#features/content-core/server/read.ts'

/** Value that another feature adds to each comment of a page, e.g. its likes: in `parts` of the comment's answer. */
export interface CommentPart {
  readonly name: string
  /** Types of content whose comments have it; default all. */
  readonly containers?: readonly ContentType[]
  /** `load` reads nothing but the comments and what belongs to them. */
  readonly isOfComments?: boolean
  /** Values of many comments in one go. */
  load(ctx: Context, rows: readonly ContentRow[]): Promise<ReadonlyMap<number, unknown>>
}
export const commentParts = extensionPoint<CommentPart>('comments.parts')

/** Text of a page that a comment is about, as a client names it. */
export interface CommentSelection {
  readonly originalSelection: string
  /** From 0; which occurrence of the text is meant. */
  readonly matchIndex: number
  /** How often the client saw the text; not compared if the client does not say. */
  readonly numMatches?: number | undefined
  /** JSON of the parts of the selection that are text of the page itself. */
  readonly serializedHighlights?: string | undefined
}

/** Marks the text of pages for comments. */
export interface CommentAnchor {
  /**
   * Puts a marker around selected text of a page, unless the text has a marker of that reference.
   * @param page held by the transaction
   * @param selection null if the client names none
   * @returns whether the text has the marker now
   */
  anchor(tx: WriteTransaction, page: ContentRow, ref: string, selection: CommentSelection | null): Promise<boolean>
}
export const commentAnchors = extensionPoint<CommentAnchor>('comments.anchors')

/** Data that another feature stores with a new comment, e.g. the point of a picture that it is about. */
export interface CommentWriter {
  /**
   * Called in the transaction of the comment; the file that it is about is locked.
   * @param extensions `extensions` of the comment as the client sent them, unchecked
   * @throws HttpError 400 for what cannot be stored
   */
  created(
    tx: WriteTransaction,
    comment: ContentRow,
    container: ContentRow,
    extensions: Readonly<Record<string, unknown>>,
  ): Promise<void>
}
export const commentWriters = extensionPoint<CommentWriter>('comments.writers')
