import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#platform/contract.ts'
import type { CallArguments } from './api.ts'
import { queryOptionsFor, type PageOf } from './query.ts'
import { useKept } from './useKept.ts'

/** A list that is being read, for `<Listing>`: by pages, or growing at its end. */
export interface List<Row> {
  /** Undefined until there is an answer. */
  rows: readonly Row[] | undefined
  error: Error | null
  /** The rows are those of the question before, until the answer to this one is there. */
  isPrevious: boolean
  retry: () => void
  /** Where in the list the rows stand, and the way to others. */
  pages?: { start: number; limit: number; size: number; total?: number; hasNext: boolean; onChange: (start: number) => void }
  /** The way to further rows below these. */
  more?: { hasMore: boolean; isLoading: boolean; onLoad: () => void; label?: string }
}

type Answer = readonly unknown[] | PageOf<unknown>
type RowOf<R> = R extends readonly (infer T)[] ? T : R extends { results: readonly (infer T)[] } ? T : never

export interface PagedOptions<Row> {
  /** Rows of a page. */
  limit?: number
  staleTime?: number
  /** The call answers with a bare array, which does not tell whether there is more: one row more than is shown is asked for. */
  isBare?: boolean
  /** The rows are read again from time to time as long as one of them is like this. */
  again?: { everyMs: number; while: (row: Row) => boolean }
}

/**
 * A list of which one page is shown at a time. The rows of the last answer stay until the next ones are there. Another
 * question begins at its first page; who takes away the last row of a page sees the page before it. By the browser's Back one
 * comes to the page that one left.
 */
export function usePaged<E extends Endpoint, Row = RowOf<ResponseOf<E>>>(
  endpoint: E,
  args: CallArguments<E> = {},
  { limit = 25, staleTime, isBare = false, again }: PagedOptions<Row> = {},
): List<Row> {
  const question = JSON.stringify([endpoint.path, args])
  const [place, setPlace] = useKept(`place in ${endpoint.path}`, { question, start: 0, isStepBack: false })
  const { start } = place
  const rowsOf = (answer: Answer) => ('results' in answer ? answer.results : answer.slice(0, limit)) as readonly Row[]
  const query = { ...(args.query as object | undefined), start, limit: isBare ? limit + 1 : limit } as CallArguments<E>['query']
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryOptionsFor(endpoint, { ...args, query }),
    ...(staleTime !== undefined && { staleTime }),
    placeholderData: keepPreviousData as never,
    refetchInterval: ({ state }) => (again && state.data && rowsOf(state.data as Answer).some(again.while) ? again.everyMs : false),
  })
  const answer = data as Answer | undefined
  const rows = answer && rowsOf(answer)
  if (place.question !== question) setPlace({ question, start: 0, isStepBack: false })
  else if (rows?.length === 0 && start > 0 && !isPlaceholderData) setPlace({ question, start: Math.max(0, start - limit), isStepBack: true })
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
            ? { start: answer.start, limit: answer.limit, hasNext: answer._links?.next !== undefined, ...totalOf(answer) }
            : { start, limit, hasNext: answer.length > limit }),
          size: rows.length,
          onChange,
        },
      }
      // A page that cannot be read has the way back to the one before.
      : start > 0 && { pages: { start, limit, size: 0, hasNext: false, onChange } }),
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

/** The list of {@link usePages} or {@link useParts}, which grows at its end. @param label words of the button for more */
export function growing<Row>(pages: Growing<Row>, label?: string): List<Row> {
  return {
    rows: pages.data === undefined ? undefined : pages.items,
    error: pages.error,
    isPrevious: false,
    retry: () => (pages.isFetchNextPageError ? pages.more() : void pages.refetch()),
    more: { hasMore: pages.hasNextPage, isLoading: pages.isFetchingNextPage, onLoad: pages.more, ...(label !== undefined && { label }) },
  }
}
