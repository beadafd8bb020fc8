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

/** Freshness of cached answers; changes invalidate sooner. */
const FRESH_MS = 30_000
const RETRIES = 2

/** Query cache of the app, with seeded data. */
export function createQueryClient(seeds: readonly SeededQuery[]): QueryClient {
  // Renders synchronously: with the library's timer a ticked checkbox would flicker.
  notifyManager.setScheduler(queueMicrotask)
  const client = new QueryClient({
    defaultOptions: {
      // Do not pause offline: calls must fail visibly.
      queries: { staleTime: FRESH_MS, retry: worthRetrying, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  for (const { key, data } of seeds) client.setQueryData(key, data)
  return client
}

/** Retries only missing answers and busy servers. */
function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= RETRIES) return false
  return error instanceof ApiError && (error.isNetwork || error.status === 502 || error.status === 503)
}

/** Query options of a call. */
export function queryOptionsFor<E extends Endpoint>(endpoint: E, args: CallArguments<E> = {}) {
  return queryOptions<ResponseOf<E>>({
    queryKey: endpointKey(endpoint, args),
    queryFn: ({ signal }) => call(endpoint, args, { signal }),
  })
}

/** Key prefix of all answers of a call, for `invalidateQueries({ queryKey })`. */
export function allOf(endpoint: Pick<Endpoint, 'method' | 'path'>): readonly unknown[] {
  return [`${endpoint.method} ${endpoint.path}`]
}

/** Marks all answers of these calls as stale; those in use are refetched. */
export async function invalidate(
  client: QueryClient,
  ...endpoints: readonly Pick<Endpoint, 'method' | 'path'>[]
): Promise<void> {
  await Promise.all(endpoints.map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
}

/** {@link invalidate} for components. */
export function useInvalidate() {
  const client = useQueryClient()
  return (...endpoints: readonly Pick<Endpoint, 'method' | 'path'>[]) => invalidate(client, ...endpoints)
}

/** Hook that replaces the cached answer of a call, by what a call that changed it has answered. */
export function useSetAnswer<E extends Endpoint>(
  endpoint: E,
  args: CallArguments<E> = {},
): (answer: ResponseOf<E>) => void {
  const client = useQueryClient()
  return answer => void client.setQueryData(queryOptionsFor(endpoint, args).queryKey, answer)
}

/** Query hook of a call. `keepPrevious` shows the last answer while new arguments load. */
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

/** Page on the wire; no `_links.next` on the last one. */
export interface PageOf<T> {
  results: T[]
  start: number
  limit: number
  size: number
  _links?: { next?: string | undefined }
}

type ItemOf<R> = R extends { results: readonly (infer T)[] } ? T : never

/** Infinite query options of a paged list. */
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

/** Infinite list: `items` of all loaded pages, `more()` loads the next. */
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

/** Part of a cursor-based list. */
interface PartOf<T> {
  results: readonly T[]
  /** Null on the last part. */
  nextCursor: string | null
}

/** Infinite list of a cursor-based call: `items` of all parts, `first` part, `more()`. */
export function useParts<E extends Endpoint>(endpoint: E, args: CallArguments<E> = {}) {
  type Part = ResponseOf<E> & PartOf<ItemOf<ResponseOf<E>>>
  const client = useQueryClient()
  const key = endpointKey(endpoint, args)
  // A seeded answer is the first part.
  const first = client.getQueryState<Part>(key)
  const query = useInfiniteQuery({
    queryKey: [...key, 'parts'] as readonly unknown[],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(args.query as object | undefined),
        ...(pageParam !== undefined && { cursor: pageParam }),
      } as CallArguments<E>['query']
      return (await call(endpoint, { ...args, query }, { signal })) as Part
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: part => part.nextCursor ?? undefined,
    ...(first?.data && {
      initialData: { pages: [first.data], pageParams: [undefined] },
      initialDataUpdatedAt: first.dataUpdatedAt,
    }),
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
