import { now, requireUser } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { isoTime } from '#platform/wire.ts'
import * as contract from '../contract.ts'
import { end } from './connections.ts'
import { redirectHost } from './redirects.ts'
import { listConnections } from './store.ts'

/** The connected agents of each user. They can be disconnected while agents may not connect, too. */
export function settingsRoutes(app: App): void {
  app.http.handle(contract.listConnections, async ({ ctx, query, request }) => {
    const userId = requireUser(ctx)
    await deferredWrites(app).flush()
    const rows = await listConnections(app, userId, now(app), query)
    return pageOf(
      request,
      app,
      query,
      rows.map(row => ({
        id: row.id,
        name: row.name,
        host: redirectHost(row.redirect_uri),
        scope: row.scope,
        connectedAt: isoTime(row.connected_at ?? 0),
        lastAccessedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
      })),
    )
  })

  app.http.handle(contract.endConnection, async ({ ctx, params }) => {
    const userId = requireUser(ctx)
    if (!(await end(app, { id: params.connectionId, account_id: userId })))
      throw notFound('No connected agent found with id {{connectionId}}', {
        values: { connectionId: params.connectionId },
        forPrograms: true,
      })
  })
}
