import cluster from 'node:cluster'
import { hostname } from 'node:os'
import type { ServerFeature } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { version } from '#platform/server/package.ts'
import { requireAdministrator } from '#features/accounts/server/index.ts'
import { listNodes } from '../contract.ts'

/**
 * The nodes of the cluster. Servers that share a database keep no list of each other: the one that answers describes
 * itself, which is all that it knows.
 */
export const clusterFeature: ServerFeature = {
  name: 'cluster',
  register(app) {
    app.http.handle(listNodes, ({ ctx, query, request }) => {
      requireAdministrator(ctx)
      // The processes of one server are one node.
      const pid = cluster.isWorker ? process.ppid : process.pid
      const nodes = [{ id: `${hostname()}-${pid}`, name: hostname(), status: 'RUNNING' as const, version }]
      return pageOf(request, app, query, nodes.slice(query.start))
    })
  },
}
