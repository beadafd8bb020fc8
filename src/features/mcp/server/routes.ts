import { tokenChallenge } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { requireOwnOrigin } from '#platform/server/http/xsrf.ts'
import { callMcp } from '../contract.ts'
import { MOST_CALLS } from '../shared.ts'
import { mcpEnabled } from './settings.ts'

const MINUTE_MS = 60_000

/** Loaded with the first call, so that a wiki without agents does without the protocol's library. */
const protocol = (app: App) => import('./protocol.ts').then(({ createProtocol }) => createProtocol(app))

/** The one address of the protocol. It is stateless: each message is a call with its own token. */
export function mcpRoutes(app: App): void {
  const limit = rateLimited<Context>(app, { name: 'mcp', max: MOST_CALLS, windowMs: MINUTE_MS }, ({ viewer }) =>
    String(viewer.userId ?? ''),
  )
  app.http.handle(callMcp, async ({ ctx, body, request, reply }) => {
    if (!app.settings.get(mcpEnabled)) throw notFound('Agents cannot connect to this wiki', { forPrograms: true })
    requireOwnOrigin(request, app.baseUrl)
    // Neither a cookie nor a password: browsers send those by themselves.
    if (ctx.authentication.method !== 'token')
      throw new HttpError(401, 'Send an access token: Authorization: Bearer …', {
        forPrograms: true,
        headers: { 'www-authenticate': tokenChallenge(app, request) },
      })
    limit(ctx)
    return (await app.own(protocol))(body, { ctx, request, reply })
  })
}
