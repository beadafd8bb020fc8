import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { pathOf } from '#platform/server/http/path-of.ts'
import { tokenIssuers, type TokenIssuer } from '../extension-points.ts'

/** The issuer whose tokens the call of a request accepts, beside personal access tokens. */
export function issuerFor(app: App, request: FastifyRequest): TokenIssuer | undefined {
  // Not its route: by other methods there is none.
  const asked = pathOf(request).replace(/\/$/, '')
  return app.extensions.all(tokenIssuers).find(({ path }) => path === asked)
}

/** `WWW-Authenticate` of a call that takes only tokens, for a request without a valid one. */
export function tokenChallenge(app: App, request: FastifyRequest): string {
  return issuerFor(app, request)?.challenge() ?? 'Bearer realm="Oxbow"'
}
