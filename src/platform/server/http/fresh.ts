import type { FastifyRequest } from 'fastify'
import fresh from 'fresh'

/**
 * Whether the client has this answer already, by its `If-None-Match` or `If-Modified-Since` (RFC 9110, 13.2.2).
 * `Cache-Control: no-cache` does not count against it: `fetch` adds that to every request with one of the two.
 * @param headers of the answer, by their names in lower case
 */
export function isFresh({ method, headers: asked }: FastifyRequest, headers: fresh.Headers): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers['etag'] === undefined) return false
  return fresh({ 'if-none-match': asked['if-none-match'], 'if-modified-since': asked['if-modified-since'] }, headers)
}
