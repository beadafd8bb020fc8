import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { pageSchema, pagingQuery } from '#platform/wire.ts'

export const listNodes = endpoint({
  method: 'GET',
  path: '/rest/api/cluster/nodes',
  tag: 'cluster',
  summary: 'The server that answers, as a cluster of one',
  query: z.object(pagingQuery(25)),
  response: pageSchema(
    z.object({ id: z.string(), name: z.string(), status: z.enum(['RUNNING']), version: z.string() }),
  ),
})
