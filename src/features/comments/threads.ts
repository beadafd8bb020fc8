import type { CommentView } from './view-contract.ts'

export interface Thread {
  comment: CommentView
  answers: Thread[]
}

/** Comments as the trees that they form, each level in the order in which it was written. Orphans stand on the first level. */
export function threadsOf(comments: readonly CommentView[]): Thread[] {
  const nodes = new Map<string, Thread>()
  for (const comment of comments) if (!nodes.has(comment.id)) nodes.set(comment.id, { comment, answers: [] })
  const roots: Thread[] = []
  for (const node of nodes.values()) {
    const parent = node.comment.parentId === null ? undefined : nodes.get(node.comment.parentId)
    if (parent) parent.answers.push(node)
    else roots.push(node)
  }
  return roots
}

/** The parameter of a page's address that shows its comments. */
export const SHOW_COMMENTS = 'showComments'

/** The parameter of a page's address that names a comment to show. */
export const FOCUSED_COMMENT = 'focusedCommentId'

/** Title of the section. A key of i18n with its number. */
export function titleOf(total: number): { text: string; values: { count: number } } {
  return { text: total === 1 ? '1 Comment' : '{{count}} Comments', values: { count: total } }
}
