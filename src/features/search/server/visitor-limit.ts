import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'

const MINUTE_MS = 60_000
/** Searches of one address without an account in a minute: several people who see suggestions as they type. */
const MOST_OF_A_VISITOR = 300

/** Counts one search of a visitor without an account; users are not limited. @throws HttpError 429 */
export type VisitorLimit = (request: FastifyRequest) => void

/** Limit on searches without an account. It holds for all calls and the search page together. */
export function visitorLimit(app: App): VisitorLimit {
  return rateLimited(app, { name: 'search', max: MOST_OF_A_VISITOR, windowMs: MINUTE_MS }, ({ authentication, ip }) =>
    authentication.viewer.userId === null ? ip : '',
  )
}
