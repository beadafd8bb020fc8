import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { commaList, contentId, expandQuery, pagingQuery } from '#platform/wire.ts'

export const listComments = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/child/comment',
  tag: 'comments',
  summary: 'Comments of a page: the first level, or all with depth=all; by location footer, inline or resolved',
  params: z.object({ id: contentId }),
  query: z.object({ depth: z.string().optional(), location: commaList, expand: expandQuery, ...pagingQuery(25) }),
})
