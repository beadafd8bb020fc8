import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, commaList, looseBoolean, repeatable } from '#platform/wire.ts'
import { MOST_AT_ONCE, RETRIEVER_PATH, TABLE_ROWS } from './shared.ts'

const tag = 'jira-macros'

export const retrieveIssues = endpoint({
  method: 'GET',
  path: RETRIEVER_PATH,
  tag,
  summary: 'Issues of a linked Jira as its XML view has them, as rows of a table, or their number',
  query: z
    .object({
      /** Id of the link; the primary Jira if it is left out. */
      appId: z.string().max(100).optional(),
      /** Address of a search, filter or issue within the Jira. Only its query is read. */
      url: z.string().min(1).max(8000),
      columns: commaList,
      /** Answers rows of a table as JSON. */
      flexigrid: looseBoolean.default(false),
      page: clampedInteger({ least: 1, most: 100_000, otherwise: 1 }),
      /** Rows of a page. */
      rp: clampedInteger({ least: 1, most: MOST_AT_ONCE, otherwise: TABLE_ROWS }),
      sortname: z.string().max(200).optional(),
      sortorder: z.enum(['asc', 'desc']).catch('asc'),
      /** Answers the number of issues alone. */
      showCount: looseBoolean.default(false),
      /** Asks with the rights of everyone. */
      forceAnonymous: looseBoolean.default(false),
      /** For visitors: proofs of the query, or of each key in it. */
      proof: repeatable,
    })
    .loose(),
})
