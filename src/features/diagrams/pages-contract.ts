import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { LIMITS } from '#diagrams/model/document.ts'

export const addDiagramPages = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/diagrams/:attachmentId/pages',
  tag: 'diagrams',
  summary: 'Adds the pages of a document to a stored diagram, as its next version; 409 when others keep saving it',
  params: z.object({ attachmentId: contentId }),
  bodyLimit: LIMITS.bytes + 64 * 1024,
  body: z.object({ document: z.object({ format: z.string(), version: z.number() }).loose() }),
  response: z.object({
    attachmentId: z.string(),
    pageId: z.string(),
    name: z.string(),
    version: z.number(),
    /** Id of the first added page within the diagram. */
    page: z.string(),
  }),
})
