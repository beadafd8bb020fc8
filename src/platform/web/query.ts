import {
  infiniteQueryOptions,
  keepPreviousData,
  notifyManager,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#platform/contract.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import { ApiError } from './api-error.ts'
import { call, type CallArguments } from './api.ts'

/** How long an answer counts as fresh. Live updates invalidate sooner. */
const FRESH_MS = 30_000
const RETRIES = 2

/** The cache of the whole app, filled with what the document carried. */
export function createQueryClient(seeds: readonly SeededQuery[]): QueryClient {
  // Drawn before anything else happens: a box that is ticked must not show itself unticked for a turn of the event loop,
  // as it would with the library's timer.
  notifyManager.setScheduler(queueMicrotask)
  const client = new QueryClient({
    defaultOptions: {
      // The library would hold calls back while the browser says that it is offline: nothing would happen, and nobody be told.
      queries: { staleTime: FRESH_MS, retry: worthRetrying, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  for (const { key, data } of seeds) client.setQueryData(key, data)
  return client
}

/** Another try helps only where no answer came, or the server said that it is busy. */
function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= RETRIES) return false
  return error instanceof ApiError && (error.isNetwork || error.status === 502 || error.status === 503)
}

/** Options of a read for `useQuery`, `ensureQueryData`, `invalidateQueries` and their kin. */
export function queryOptionsFor<E extends Endpoint>(endpoint: E, args: CallArguments<E> = {}) {
  return queryOptions<ResponseOf<E>>({
    queryKey: endpointKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, args, { signal }),
  })
}

/** Key of every cached answer of a call, whatever its arguments: for `invalidateQueries({ queryKey })`. */
export function allOf(endpoint: Pick<Endpoint, 'method' | 'path'>): readonly unknown[] {
  return [`${endpoint.method} ${endpoint.path}`]
}

/** Reads a call in a component. `keepPrevious` shows the last answer while new arguments load (paging, filters). */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  args: CallArguments<E> = {},
  options: { enabled?: boolean; keepPrevious?: boolean; staleTime?: number } = {},
): UseQueryResult<ResponseOf<E>> {
  const { keepPrevious, ...rest } = options
  return useQuery({
    ...queryOptionsFor(endpoint, args),
    ...rest,
    ...(keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/** A list's page on the wire; `_links.next` is absent on the last one. */
export interface PageOf<T> {
  results: T[]
  start: number
  limit: number
  size: number
  _links?: { next?: string | undefined }
}

type ItemOf<R> = R extends { results: readonly (infer T)[] } ? T : never

/** Options of a paged list that grows: pages follow `start` while the answer has `_links.next`. */
export function pagesOptionsFor<E extends Endpoint>(endpoint: E, args: CallArguments<E> = {}) {
  const first = startOf(args.query)
  return infiniteQueryOptions({
    queryKey: [...endpointKey(endpoint, args), 'pages'] as readonly unknown[],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(args.query as object | undefined), start: pageParam } as CallArguments<E>['query']
      return (await call(endpoint, { ...args, query }, { signal })) as PageOf<ItemOf<ResponseOf<E>>>
    },
    initialPageParam: first,
    getNextPageParam: page => (page._links?.next ? page.start + Math.max(page.limit, page.size, 1) : undefined),
  })
}

/** A paged list in a component: `items` of all loaded pages, `more()` for the next one. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  args: CallArguments<E> = {},
  options: { enabled?: boolean } = {},
) {
  const query = useInfiniteQuery({ ...pagesOptionsFor(endpoint, args), ...options })
  return {
    ...query,
    items: query.data?.pages.flatMap(page => page.results) ?? [],
    more: () => void query.fetchNextPage(),
  }
}

/** A part of a list that goes on at a cursor. */
interface PartOf<T> {
  results: readonly T[]
  /** Null on the last part. */
  nextCursor: string | null
}

/** A list in a component whose call takes a cursor: `items` of all loaded parts, `first` with what comes along, `more()` for the next. */
export function useParts<E extends Endpoint>(endpoint: E, args: CallArguments<E> = {}) {
  type Part = ResponseOf<E> & PartOf<ItemOf<ResponseOf<E>>>
  const client = useQueryClient()
  const key = endpointKey(endpoint, args)
  // What the document or the screen's preparation has brought is the first part.
  const first = client.getQueryState<Part>(key)
  const query = useInfiniteQuery({
    queryKey: [...key, 'parts'] as readonly unknown[],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(args.query as object | undefined), ...(pageParam !== undefined && { cursor: pageParam }) } as CallArguments<E>['query']
      return (await call(endpoint, { ...args, query }, { signal })) as Part
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: part => part.nextCursor ?? undefined,
    ...(first?.data && { initialData: { pages: [first.data], pageParams: [undefined] }, initialDataUpdatedAt: first.dataUpdatedAt }),
  })
  return {
    ...query,
    first: query.data?.pages[0],
    items: (query.data?.pages.flatMap(part => part.results) ?? []) as readonly ItemOf<ResponseOf<E>>[],
    more: () => void query.fetchNextPage(),
  }
}

function startOf(query: unknown): number {
  const start = (query as { start?: unknown } | undefined)?.start
  return typeof start === 'number' ? start : 0
}
