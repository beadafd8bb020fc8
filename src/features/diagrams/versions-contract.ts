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
