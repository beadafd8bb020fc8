import type { FastifyRequest } from 'fastify'

/**
 * The path that was asked for. Query strings may hold tokens and searches: they stay out of logs and messages, as does
 * a token in the path, a parameter of that name.
 */
export function pathOf({ url, params }: Pick<FastifyRequest, 'url' | 'params'>): string {
  const path = url.split('?', 1)[0] ?? ''
  const { token } = (params ?? {}) as { token?: unknown }
  return typeof token === 'string' && token !== '' ? path.replace(token, ':token') : path
}
