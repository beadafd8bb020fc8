import { endpointKey, type SeededQuery } from '#platform/page-data.ts'

interface ListPage<T> {
  results: T[]
  start: number
  limit: number
  size: number
  _links: { next?: string }
}

/** A first page in the shape of a list's answer. `rows` may hold one more than `limit`. */
export function listOf<T>(rows: readonly T[], start: number, limit: number): ListPage<T> {
  const results = rows.slice(0, limit)
  return {
    results,
    start,
    limit,
    size: results.length,
    _links: rows.length > limit ? { next: `start=${start + limit}` } : {},
  }
}

/** The first page of a list that grows, under the key of `usePages`. */
export function seededPages(
  endpoint: Parameters<typeof endpointKey>[0],
  args: Parameters<typeof endpointKey>[1],
  page: unknown,
): SeededQuery {
  return { key: [...endpointKey(endpoint, args), 'pages'], data: { pages: [page], pageParams: [0] } }
}
