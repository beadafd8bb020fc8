import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow, ContentType } from '#features/content/server/index.ts'

/**
 * What another feature shows with each comment of a page, e.g. its likes: a value in `parts` of the comment's answer.
 */
export interface CommentPart {
  readonly name: string
  /** Types of content whose comments have it; default all. */
  readonly containers?: readonly ContentType[]
  /** Values of many comments in one go. */
  load(ctx: Context, rows: readonly ContentRow[]): Promise<ReadonlyMap<number, unknown>>
}
export const commentParts = extensionPoint<CommentPart>('comments.parts')

/** What another feature stores with a new comment, e.g. the point of a picture that it is about. */
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
