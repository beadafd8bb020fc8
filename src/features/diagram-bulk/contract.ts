import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentId } from '#platform/wire.ts'

const tag = 'diagrams'
const path = '/rest/oxbow/1.0/diagrams/report'

/** Columns by which the report can be sorted. */
export const reportSort = z.enum(['name', 'size', 'versions', 'uses', 'approximations', 'changed'])
export type ReportSort = z.output<typeof reportSort>

const filter = {
  /** Each must be in the name of the diagram or the title of its page, or be the key of its space. */
  words: z.string().max(200).default(''),
  sort: reportSort.default('name'),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
}

const entry = z.object({
  attachmentId: z.string(),
  name: z.string(),
  page: z.object({ id: z.string(), title: z.string(), url: z.string() }),
  space: z.object({ key: z.string(), name: z.string() }),
  /** Bytes of the current version. */
  size: z.number(),
  versions: z.number(),
  /** Program of the current version's format; `unreadable` when it holds no diagram that can be shown. */
  origin: z.enum(['oxbow', 'gliffy', 'drawio', 'unreadable']),
  /** Number of parts that differ from the file that the diagram was imported from. */
  approximations: z.number(),
  /** Published pages that show it. */
  uses: z.number(),
  changedAt: z.string(),
})
export type ReportedDiagram = z.output<typeof entry>

export const diagramReport = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'All diagrams of the wiki with size, versions, uses and approximations, for administrators',
  query: z.object({
    ...filter,
    /** `nextCursor` of the part before, asked in the same order. */
    cursor: z.string().max(1000).optional(),
    limit: clampedInteger({ least: 1, most: 200, otherwise: 50 }),
  }),
  response: z.object({ results: z.array(entry), nextCursor: z.string().nullable() }),
})

export const diagramReportCsv = endpoint({
  method: 'GET',
  path: `${path}.csv`,
  tag,
  summary: 'The report of all diagrams as comma-separated values (RFC 4180, UTF-8), for administrators',
  query: z.object(filter),
})

export const diagramApproximations = endpoint({
  method: 'GET',
  path: `${path}/:attachmentId/approximations`,
  tag,
  summary: 'What of a diagram is shown otherwise than in the file that it was taken over from, for administrators',
  params: z.object({ attachmentId: contentId }),
  response: z.object({
    total: z.number(),
    /** The first ones. */
    results: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
})
