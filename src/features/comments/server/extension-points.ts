import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentRow } from '#features/content/server/index.ts'

/** What another feature shows with each comment of a page, e.g. its likes: a value in `parts` of the comment's answer. */
export interface CommentPart {
  readonly name: string
  /** Values of many comments in one go. */
  load(ctx: Context, rows: readonly ContentRow[]): Promise<ReadonlyMap<number, unknown>>
}
export const commentParts = extensionPoint<CommentPart>('comments.parts')
