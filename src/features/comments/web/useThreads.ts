import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { allOf, pagesOptionsFor } from '#platform/web/query.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { usePageChange } from '#features/quick-reload/web/index.ts'
import { getPageView } from '#features/content/contract.ts'
import { getThread, listThreads, type CommentsPart, type CommentView, type Threads } from '../view-contract.ts'

/**
 * Threads of a page: the embedded ones, more on demand.
 * @param version displayed version; undefined for the current one
 */
export function useThreads(pageId: string, version: number | undefined) {
  const client = useQueryClient()
  const page = useQuery(pageViewOptions(pageId, version))
  const part = page.data?.parts['comments'] as CommentsPart | undefined
  const query = useInfiniteQuery({
    ...pagesOptionsFor(listThreads, { params: { id: pageId } }),
    enabled: part !== undefined,
    ...(part
      ? { initialData: { pages: [firstPage(part)], pageParams: [0] }, initialDataUpdatedAt: page.dataUpdatedAt }
      : {}),
  })
  usePageChange(pageId, 'comments', () => void query.refetch())
  const pages = (query.data?.pages ?? []) as unknown as Threads[]
  return {
    isReady: query.data !== undefined,
    comments: pages.flatMap((one): readonly CommentView[] => one.results),
    total: pages.at(-1)?.total ?? 0,
    mayComment: pages.at(-1)?.mayComment ?? false,
    needsCaptcha: pages.at(-1)?.needsCaptcha ?? false,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    error: query.error,
    /** Refetches after a change. */
    refresh: async () => {
      await query.refetch()
      await client.invalidateQueries({ queryKey: allOf(getPageView), refetchType: 'none' })
    },
  }
}

function firstPage(part: CommentsPart): never {
  return { ...part, _links: part.more ? { next: 'start' } : {} } as never
}

/** Replaces a part of a comment wherever it is shown, until it is read again. */
export function setCommentPart(client: QueryClient, commentId: string, name: string, value: unknown): void {
  const inList = <List extends { results: readonly CommentView[] }>(list: List): List => ({
    ...list,
    results: list.results.map(comment =>
      comment.id === commentId ? { ...comment, parts: { ...comment.parts, [name]: value } } : comment,
    ),
  })
  client.setQueriesData<{ pages: Threads[] }>(
    { queryKey: allOf(listThreads) },
    known => known && { ...known, pages: known.pages.map(inList) },
  )
  client.setQueriesData<{ results: CommentView[] }>({ queryKey: allOf(getThread) }, known => known && inList(known))
}
