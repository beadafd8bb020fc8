import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

export const detailLines = endpoint({
  method: 'GET',
  path: '/rest/masterdetail/1.0/detailssummary/lines',
  tag: 'compatibility',
  summary: 'Rows of a report on page properties: not there yet, 501',
  query: z
    .object({
      spaceKey: z.string().max(255).optional(),
      cql: z.string().max(10_000).optional(),
      headings: z.string().max(10_000).optional(),
      pageSize: z.string().max(20).optional(),
    })
    .loose(),
})
