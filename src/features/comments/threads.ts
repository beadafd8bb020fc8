import type { CommentView } from './view-contract.ts'

export interface Thread {
  comment: CommentView
  answers: Thread[]
}

/** Comments as trees, each level in order of creation. Orphans are roots. */
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

/** Query parameter that shows the comments. */
export const SHOW_COMMENTS = 'showComments'

/** Query parameter of the focused comment. */
export const FOCUSED_COMMENT = 'focusedCommentId'

/** Section title: i18n key and values. */
export function commentsHeading(total: number): { text: string; values: { count: number } } {
  return { text: total === 1 ? '1 Comment' : '{{count}} Comments', values: { count: total } }
}
