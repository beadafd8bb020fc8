import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { saveDiagram } from './contract.ts'

export const saveLiveDiagram = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/diagrams/live/:attachmentId',
  tag: 'diagrams',
  summary:
    'Stores a diagram that users edit together, with all their changes, as the next version; 409 when another version was stored beside it',
  params: z.object({ attachmentId: contentId }),
  body: z.object({
    /** Of the shared document. */
    incarnation: z.string().max(100),
    /** Last version that the user knows: a version that was stored beside the shared document is replaced if named. */
    version: z.number().int().min(1).max(1e9),
    comment: z.string().max(2000).default(''),
  }),
  response: saveDiagram.response,
})
