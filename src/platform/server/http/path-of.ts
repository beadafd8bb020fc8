import type { FastifyRequest } from 'fastify'

/** The path that was asked for. Query strings may hold tokens and searches: they stay out of logs and messages. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
