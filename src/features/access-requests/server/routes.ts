import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import * as contract from '../contract.ts'
import { declineAccessRequest, grantRequest, requestAccess, requestsFor } from './service.ts'

/** Requests of one user, for what exists and what does not alike, to protect users from a flood of mail. */
const MOST_REQUESTS = 20
const WINDOW_MS = 60 * 60 * 1000

/** Asking for access, and answering who has asked. */
export function accessRequestRoutes(app: App): void {
  const { http } = app
  const limit = rateLimited<Context>(
    app,
    { name: 'access-requests', max: MOST_REQUESTS, windowMs: WINDOW_MS },
    ({ viewer }) => String(viewer.userId ?? ''),
  )
  http.handle(contract.requestAccess, async ({ ctx, body }) => {
    limit(ctx)
    await requestAccess(ctx, body)
    return Answer.empty(202)
  })
  http.handle(contract.listAccessRequests, ({ ctx, params }) => requestsFor(ctx, params.id))
  http.handle(contract.grantAccessRequest, async ({ ctx, params }) => {
    await grantRequest(ctx, params.id)
    return Answer.empty()
  })
  http.handle(contract.declineAccessRequest, async ({ ctx, params }) => {
    await declineAccessRequest(ctx, params.id)
    return Answer.empty()
  })
}
