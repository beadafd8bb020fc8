import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { forbidden, notFound } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { isoTime } from '#platform/wire.ts'
import * as contract from '../../contract.ts'
import { requireUser } from '../policies.ts'
import { requireElevation } from '../sign-in/elevation.ts'
import { createToken, revokeToken } from './tokens.ts'
import { listTokens, type AccessToken } from './store.ts'

/** Personal access tokens, each user's own. */
export function tokenRoutes(app: App): void {
  const { http } = app

  http.handle(contract.listTokens, async ({ ctx, query, request }) => {
    await deferredWrites(app).flush()
    const tokens = await listTokens(app, requireUser(ctx), query)
    return pageOf(request, app, query, tokens.map(tokenView))
  })

  http.handle(contract.createToken, async ({ ctx, body }) => {
    const userId = requireUser(ctx)
    // It could make one that outlives it, and so could a thief of the token.
    if (ctx.authentication.method === 'token') {
      throw forbidden(
        'An access token cannot make another one: sign in with your name and password (Basic authentication), or make it in your settings',
        {
          forPrograms: true,
        },
      )
    }
    // With a token one administers without being asked for the password again.
    if (ctx.viewer.isAdmin) await requireElevation(ctx)
    const values = { name: body.name, expirationDays: body.expirationDuration ?? null, scope: body.scope }
    const { token, rawToken } = await createToken(app, userId, values, userId)
    return { ...tokenView(token), rawToken }
  })

  http.handle(contract.revokeToken, async ({ ctx, params }) => {
    const userId = requireUser(ctx)
    if (!(await revokeToken(app, userId, params.tokenId, userId))) {
      throw notFound('No token found with id {{tokenId}}', { values: { tokenId: params.tokenId }, forPrograms: true })
    }
  })
}

function tokenView(token: AccessToken): contract.TokenView {
  return {
    id: token.id,
    name: token.name,
    createdAt: isoTime(token.created_at),
    expiringAt: token.expires_at === null ? null : isoTime(token.expires_at),
    lastAccessedAt: token.last_used_at === null ? null : isoTime(token.last_used_at),
    scope: token.scope,
  }
}
