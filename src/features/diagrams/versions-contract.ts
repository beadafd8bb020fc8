import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'
import { diagramName } from './contract.ts'

const TAG = 'diagrams'
const OWN = '/rest/oxbow/1.0/diagrams'

export const diagramUses = endpoint({
  method: 'GET',
  path: `${OWN}/uses`,
  tag: TAG,
  summary: 'Pages that show a diagram, or any diagram of a page on other pages: those that one may see',
  query: z.object({ pageId: contentId, name: diagramName.optional(), ...pagingQuery(25) }),
  response: pageSchema(
    z.object({
      id: z.string(),
      title: z.string(),
      url: z.string(),
      space: z.object({ key: z.string(), name: z.string() }),
      /** Versions that the page is pinned to. */
      pinned: z.array(z.number()),
      /** Whether it shows the newest somewhere. */
      latest: z.boolean(),
    }),
  ),
})

export const restoreDiagram = endpoint({
  method: 'POST',
  path: `${OWN}/restore`,
  tag: TAG,
  summary:
    'Makes an older version of a diagram the newest one, as a new version with its pictures; 409 when somebody else saved meanwhile',
  body: z.object({
    pageId: contentId,
    name: diagramName,
    /** The version that comes back. */
    version: z.number().int().min(1).max(1e9),
    /** The newest version that is known; another one is refused. */
    latest: z.number().int().min(1).max(1e9),
  }),
  response: z.object({
    attachmentId: z.string(),
    pageId: z.string(),
    name: z.string(),
    /** The new version. */
    version: z.number(),
  }),
})
