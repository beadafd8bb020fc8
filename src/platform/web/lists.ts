import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#platform/contract.ts'
import type { CallArguments } from './api.ts'
import { queryOptionsFor, type PageOf } from './query.ts'
import { useHistoryState } from './useHistoryState.ts'

/** List data for `<Listing>`: paged or growing. */
export interface List<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  error: Error | null
  /** Rows belong to the previous query while the next one loads. */
  isPrevious: boolean
  retry: () => void
  /** Position and page navigation. */
  pages?: {
    start: number
    limit: number
    size: number
    total?: number
    hasNext: boolean
    onChange: (start: number) => void
  }
  /** Load-more control. */
  more?: { hasMore: boolean; isLoading: boolean; onLoad: () => void; label?: string }
}

type Answer = readonly unknown[] | PageOf<unknown>
type RowOf<R> = R extends readonly (infer T)[] ? T : R extends { results: readonly (infer T)[] } ? T : never

export interface PagedOptions<Row> {
  limit?: number
  staleTime?: number
  /** The call answers with a bare array: one extra row is requested to detect a next page. */
  isBare?: boolean
  /** Polls while a row matches. */
  again?: { everyMs: number; while: (row: Row) => boolean }
}

/**
 * Paged list. Shows the previous rows while loading. A new query starts at its first page; emptying a page shows the
 * one before. The position is restored by browser history.
 */
export function usePaged<E extends Endpoint, Row = RowOf<ResponseOf<E>>>(
  endpoint: E,
  args: CallArguments<E> = {},
  { limit = 25, staleTime, isBare = false, again }: PagedOptions<Row> = {},
): List<Row> {
  const question = JSON.stringify([endpoint.path, args])
  const [place, setPlace] = useHistoryState(`place in ${endpoint.path}`, { question, start: 0, isStepBack: false })
  const { start } = place
  const rowsOf = (answer: Answer) => ('results' in answer ? answer.results : answer.slice(0, limit)) as readonly Row[]
  const query = {
    ...(args.query as object | undefined),
    start,
    limit: isBare ? limit + 1 : limit,
  } as CallArguments<E>['query']
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryOptionsFor(endpoint, { ...args, query }),
    ...(staleTime !== undefined && { staleTime }),
    placeholderData: keepPreviousData as never,
    refetchInterval: ({ state }) =>
      again && state.data && rowsOf(state.data as Answer).some(again.while) ? again.everyMs : false,
  })
  const answer = data as Answer | undefined
  const rows = answer && rowsOf(answer)
  if (place.question !== question) setPlace({ question, start: 0, isStepBack: false })
  else if (rows?.length === 0 && start > 0 && !isPlaceholderData)
    setPlace({ question, start: Math.max(0, start - limit), isStepBack: true })
  const onChange = (to: number) => setPlace({ question, start: to, isStepBack: false })
  return {
    rows: place.isStepBack && isPlaceholderData ? undefined : rows,
    error,
    isPrevious: isPlaceholderData,
    retry: () => void refetch(),
    ...(answer && rows
      ? {
          pages: {
            ...('results' in answer
              ? {
                  start: answer.start,
                  limit: answer.limit,
                  hasNext: answer._links?.next !== undefined,
                  ...totalOf(answer),
                }
              : { start, limit, hasNext: answer.length > limit }),
            size: rows.length,
            onChange,
          },
        }
      : // A failed page can still go back.
        start > 0 && { pages: { start, limit, size: 0, hasNext: false, onChange } }),
  }
}

function totalOf(answer: object): { total?: number } {
  return 'totalSize' in answer && typeof answer.totalSize === 'number' ? { total: answer.totalSize } : {}
}

interface Growing<Row> {
  items: readonly Row[]
  data: unknown
  error: Error | null
  isFetchNextPageError: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  more: () => void
  refetch: () => unknown
}

/** List of {@link usePages} or {@link useParts}. @param label of the load-more button */
export function growingList<Row>(pages: Growing<Row>, label?: string): List<Row> {
  return {
    rows: pages.data === undefined ? undefined : pages.items,
    error: pages.error,
    isPrevious: false,
    retry: () => (pages.isFetchNextPageError ? pages.more() : void pages.refetch()),
    more: {
      hasMore: pages.hasNextPage,
      isLoading: pages.isFetchingNextPage,
      onLoad: pages.more,
      ...(label !== undefined && { label }),
    },
  }
}
