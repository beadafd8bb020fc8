import { z } from 'zod'
import { endpoint, type ResponseOf } from '#platform/contract.ts'
import { contentIds } from '#platform/wire.ts'

const MOST = 200
const ids = contentIds.pipe(z.array(z.number()).max(MOST))

export const diagramLinkTargets = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/diagrams/link-targets',
  tag: 'diagrams',
  summary: 'Names of the pages and diagrams that links of shapes lead to, of those that one may see',
  query: z.object({ pages: ids, diagrams: ids }),
  response: z.object({
    pages: z.array(z.object({ id: z.string(), title: z.string(), space: z.string() })),
    diagrams: z.array(
      z.object({
        /** Of the attachment. */
        id: z.string(),
        name: z.string(),
        pageId: z.string(),
        pageTitle: z.string(),
        space: z.string(),
      }),
    ),
  }),
})
export type LinkTargets = ResponseOf<typeof diagramLinkTargets>
