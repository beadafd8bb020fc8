import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, expandQuery, pagingQuery } from '#platform/wire.ts'

const several = z.union([z.string(), z.array(z.string())]).optional()
  .transform(value => (value === undefined ? [] : Array.isArray(value) ? value : [value]))

export const listComments = endpoint({
  method: 'GET', path: '/rest/api/content/:id/child/comment', tag: 'comments',
  summary: 'Comments of a page: the first level, or all with depth=all; by location footer, inline or resolved',
  params: z.object({ id: contentId }),
  query: z.object({ depth: z.string().optional(), location: several, expand: expandQuery, ...pagingQuery(25) }),
})
