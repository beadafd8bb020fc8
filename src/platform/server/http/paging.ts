import type { FastifyRequest } from 'fastify'
import type { Page } from '../../wire.ts'
import type { App } from '../app.ts'

/**
 * Wraps one page of results. Services fetch `limit + 1` rows: the surplus row means that a next page exists, without
 * counting. `next` is a path relative to the site with all other parameters of the request.
 */
export function pageOf<T>(
  request: Pick<FastifyRequest, 'url'>,
  app: Pick<App, 'baseUrl'>,
  { start, limit }: { start: number; limit: number },
  rows: readonly T[],
): Page<T> {
  const results = rows.slice(0, limit)
  return {
    results,
    start,
    limit,
    size: results.length,
    _links: { ...pageLinks(request, app, start, limit, rows.length > limit), base: app.baseUrl, context: '' },
  }
}

/** `self`, `next` and `prev` of a list. */
export function pageLinks(
  request: Pick<FastifyRequest, 'url'>,
  app: Pick<App, 'baseUrl'>,
  start: number,
  limit: number,
  more: boolean,
): Page<unknown>['_links'] {
  const links: Page<unknown>['_links'] = { self: app.baseUrl + request.url }
  if (more && limit > 0) links.next = withWindow(request.url, start + limit, limit)
  if (start > 0) links.prev = withWindow(request.url, Math.max(0, start - limit), limit)
  return links
}

function withWindow(url: string, start: number, limit: number): string {
  // A query may hold further question marks: searches for `wh?t` do.
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const parameters = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  parameters.set('limit', String(limit))
  parameters.set('start', String(start))
  return `${path}?${parameters}`
}
