import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentId, looseBoolean } from '#platform/wire.ts'
import { cql } from '#features/search/contract.ts'
import { MOST_REPORT_ROWS, REPORT_PAGE_SIZE } from './shared.ts'

const TAG = 'page properties'
const text = z.string().max(1000).default('')
const flag = looseBoolean.default(false)

/** The request of a report, as its macro says and as its calls are sent. */
const report = z.object({
  /** The page that has the report, for `currentContent()` and `currentSpace()`. */
  contentId: contentId.optional(),
  spaceKey: z.string().max(255).default(''),
  cql,
  /** Reads the `details` macros with this `id` alone. */
  detailsId: text,
  /** Headings to show, separated by commas; one with a comma is quoted. All when empty. */
  headings: z.string().max(10_000).default(''),
  sortBy: text,
  reverseSort: flag,
  showCreator: flag,
  showLastModified: flag,
  showPageLabels: flag,
  countComments: flag,
  countLikes: flag,
  pageSize: clampedInteger({ least: 1, most: MOST_REPORT_ROWS, otherwise: REPORT_PAGE_SIZE }),
  pageIndex: clampedInteger({ least: 0, most: 1e6, otherwise: 0 }),
})
export type ReportQuery = z.output<typeof report>

export const detailLines = endpoint({
  method: 'GET',
  path: '/rest/masterdetail/1.0/detailssummary/lines',
  tag: TAG,
  summary: 'Pages of a query with the properties that their details macros name',
  query: report,
  response: z.object({
    currentPage: z.number(),
    totalPages: z.number(),
    /** HTML. */
    renderedHeadings: z.array(z.string()),
    detailLines: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        relativeLink: z.string(),
        subTitle: z.string(),
        subRelativeLink: z.string(),
        /** HTML, one for each heading. */
        details: z.array(z.string()),
        creator: z.string().optional(),
        lastModified: z.string().optional(),
        labels: z.array(z.string()).optional(),
        commentsCount: z.number(),
        likesCount: z.number(),
      }),
    ),
    asyncRenderSafe: z.literal(true),
  }),
})

export const reportTable = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/page-properties/report',
  tag: TAG,
  summary: 'The table of a report on page properties',
  query: report.extend({ firstColumn: text }),
  response: z.object({ html: z.string() }),
})
