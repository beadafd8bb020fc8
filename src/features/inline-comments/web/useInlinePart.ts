import { useQuery } from '@tanstack/react-query'
import { useInvalidate } from '#platform/web/query.ts'
import { getPageView } from '#features/content/contract.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { getThread, type CommentsPart } from '#features/comments/view-contract.ts'
import { listForEditor, listInline, type InlinePart, type InlineThread } from '../contract.ts'

/** Calls that answer with threads. */
export const THREAD_CALLS = [listInline, listForEditor, getThread] as const

const NONE: readonly InlineThread[] = []

/** Threads of a page as they come with it. */
export function useInlinePart(pageId: string) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  const part = view?.parts['inlineComments'] as InlinePart | undefined
  const comments = view?.parts['comments'] as CommentsPart | undefined
  return { view, threads: part?.threads ?? NONE, needsCaptcha: comments?.needsCaptcha ?? false }
}

/** Reads a page's text and threads again after a change. */
export function useRefresh(): () => Promise<void> {
  const invalidate = useInvalidate()
  return async () => {
    await invalidate(...THREAD_CALLS, getPageView)
  }
}
