import type { ServerFeature } from '#platform/server/app.ts'
import { rpcRoutes } from './routes.ts'

/**
 * The JSON-RPC service of the old product, for programs that still speak it. Each method represents calls of the REST
 * interface.
 */
export const rpcFeature: ServerFeature = { name: 'rpc', register: rpcRoutes }
