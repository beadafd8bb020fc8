import type { FastifyInstance } from 'fastify'
import type { AnyEndpoint } from './http.ts'

/** Lets pages of all sites read the answer. Browsers refuse them one that was asked for with cookies. */
export const OPEN_TO_OTHER_SITES = { 'access-control-allow-origin': '*' }
const DAY_S = 24 * 60 * 60

/** Answers the question that browsers ask before a page of another site sends a call (Fetch, "CORS-preflight"). */
export function answerPreflights(fastify: FastifyInstance, { method }: AnyEndpoint, url: string): void {
  const headers = {
    ...OPEN_TO_OTHER_SITES,
    allow: `${method}, OPTIONS`,
    'access-control-allow-methods': method,
    // All but `Authorization`, which would have to be named.
    'access-control-allow-headers': '*',
    'access-control-max-age': String(DAY_S),
  }
  fastify.options(url, { config: { anonymous: true } }, (_request, reply) => reply.code(204).headers(headers).send())
}
