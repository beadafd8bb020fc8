import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { allOf, pagesOptionsFor } from '#platform/web/query.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { getPageView } from '#features/content/contract.ts'
import { listThreads, type CommentsPart, type CommentView, type Threads } from '../view-contract.ts'

/**
 * Threads below a page: those that the page brought along, and further ones on demand.
 * @param version of the page as it is shown; undefined for the current one
 */
export function useThreads(pageId: string, version: number | undefined) {
  const client = useQueryClient()
  const page = useQuery(pageViewOptions(pageId, version))
  const part = page.data?.parts['comments'] as CommentsPart | undefined
  const query = useInfiniteQuery({
    ...pagesOptionsFor(listThreads, { params: { id: pageId } }),
    enabled: part !== undefined,
    ...(part ? { initialData: { pages: [firstPage(part)], pageParams: [0] }, initialDataUpdatedAt: page.dataUpdatedAt } : {}),
  })
  const pages = (query.data?.pages ?? []) as unknown as Threads[]
  return {
    isReady: query.data !== undefined,
    comments: pages.flatMap((one): readonly CommentView[] => one.results),
    total: pages.at(-1)?.total ?? 0,
    mayComment: pages.at(-1)?.mayComment ?? false,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    error: query.error,
    /** After a comment was written, changed or removed. */
    refresh: async () => {
      await query.refetch()
      await client.invalidateQueries({ queryKey: allOf(getPageView), refetchType: 'none' })
    },
  }
}

function firstPage(part: CommentsPart): never {
  return { ...part, _links: part.more ? { next: 'start' } : {} } as never
}
