import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, commaList, contentId, looseBoolean, repeatable } from '#platform/wire.ts'
import { CHART_KINDS } from './chart.ts'
import { MOST_AT_ONCE, RETRIEVER_PATH, SHOW_MORE_PATH, TABLE_ROWS } from './shared.ts'

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

const issueChart = z.object({
  kind: z.enum(CHART_KINDS),
  rowHeading: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.object({ label: z.string(), values: z.array(z.number()) })),
  more: z.number(),
  counted: z.number(),
  total: z.number(),
})

export const getChart = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/jira-macros/chart',
  tag,
  summary: 'Numbers of issues of a linked Jira, for a chart',
  query: z.object({
    appId: z.string().max(100),
    /** JSON that the page has of the chart. */
    query: z.string().max(8000),
    proof: z.string().max(50).optional(),
  }),
  response: issueChart,
})

export const showMore = endpoint({
  method: 'POST',
  path: SHOW_MORE_PATH,
  tag,
  summary: 'A two-dimensional chart as HTML, with all rows or the first',
  encoding: 'form',
  // It changes nothing, and old front ends send no token.
  allowWithoutToken: true,
  allowedInReadOnlyMode: true,
  body: z
    .object({
      /** The page must be visible to the reader; -1 for a page that is not there yet. */
      pageId: z.union([z.literal('-1'), contentId]),
      wikiMarkup: z.string().min(1).max(20_000),
      isShowMore: looseBoolean.default(false),
      proof: z.string().max(50).optional(),
    })
    .loose(),
})

export const listSites = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/jira-macros/sites',
  tag,
  summary: 'Linked Jira sites by name and address, the primary one first; for users who write pages',
  response: z.object({
    sites: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        displayUrl: z.string(),
      }),
    ),
  }),
})
