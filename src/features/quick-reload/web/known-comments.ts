import type { Commented } from '../contract.ts'

/**
 * The comments of an answer that are news to the reader: not their own, not on marked text, and not known yet.
 * @param me name of the reader; undefined for a visitor
 */
export function newComments(
  comments: readonly Commented[],
  { me, isKnown }: { me: string | undefined; isKnown: (id: number) => boolean },
): Commented[] {
  return comments.filter(
    ({ comment, commenter }) =>
      !comment.isInlineComment && !(me !== undefined && commenter.userName === me) && !isKnown(comment.id),
  )
}
