import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentId } from '#platform/wire.ts'
import { MOST_ROWS, REPORT_PAGE_SIZE } from './shared.ts'

const TAG = 'tasks'

/** Checks a task in the page, post or comment `contentId`. */
export const setTask = endpoint({
  method: 'POST',
  path: '/rest/inlinetasks/1/task/:contentId/:taskId',
  tag: TAG,
  summary: 'Tick or untick an inline task',
  params: z.object({ contentId, taskId: z.string().min(1).max(100) }),
  body: z
    .object({
      status: z.enum(['CHECKED', 'UNCHECKED']),
      /** Origin: `VIEW_PAGE` from a page. */
      trigger: z.string().max(100).optional(),
    })
    .loose(),
  status: 204,
})

/** A task in a report. */
export const detailLine = z.object({
  /** `ac:task-id`, unique in the content that holds the task. */
  taskId: z.string(),
  /** The page, post or comment that holds the task. */
  contentId: z.string(),
  /** `YYYY-MM-DD`, or null. */
  dueDate: z.string().nullable(),
  /** The task as pages show it: a list of one item. */
  taskHtml: z.string(),
  assigneeUserName: z.string().nullable(),
  assigneeFullName: z.string().nullable(),
  pageUrl: z.string(),
  pageTitle: z.string(),
  /** `YYYY-MM-DD` in the reader's time zone; null for an open task, and where it was not recorded. */
  completeDate: z.string().nullable(),
  taskCompleted: z.boolean(),
  labels: z.array(z.string()),
})
export type DetailLine = z.output<typeof detailLine>

const names = z.array(z.string().max(255).nullable()).max(200)

/** JSON of `reportParameters`. Fields that are not known are ignored. */
export const reportParameters = z
  .object({
    columns: z.array(z.string().max(50)).max(20).optional(),
    status: z.enum(['incomplete', 'complete']).optional(),
    /** `due date`, `page title`, `assignee` or the id of a column. */
    sortColumn: z.string().max(50).nullable().optional(),
    reverseSort: z.boolean().optional(),
    /** Keys of spaces; `@self` is for macros alone. */
    spaces: names.optional(),
    /** Ids of pages and posts. */
    pages: names.optional(),
    labels: names.optional(),
    /** User names or user keys; `currentUser()` is who asks. */
    assignees: names.optional(),
    creators: names.optional(),
    /** `YYYY-MM-DD`, both inclusive. */
    createddateFrom: z.string().max(30).nullable().optional(),
    createddateTo: z.string().max(30).nullable().optional(),
    duedateFrom: z.string().max(30).nullable().optional(),
    duedateTo: z.string().max(30).nullable().optional(),
    /** A part of the description. */
    text: z.string().max(200).optional(),
  })
  .loose()
export type ReportParameters = z.output<typeof reportParameters>

const taskReportPage = z.object({
  detailLines: z.array(detailLine),
  totalPages: z.number(),
  /** From 0. */
  currentPage: z.number(),
  /** There are more pages than `totalPages`: they are counted as one comes near them. */
  adaptive: z.boolean(),
})
export type TaskReport = z.output<typeof taskReportPage>

const report = {
  method: 'GET',
  tag: TAG,
  query: z.object({
    /** From 0. */
    pageIndex: clampedInteger({ least: 0, most: 100_000, otherwise: 0 }),
    pageSize: clampedInteger({ least: 1, most: MOST_ROWS, otherwise: REPORT_PAGE_SIZE }),
    /** Tasks of earlier pages that have left the report since the caller was shown them. */
    leftBefore: clampedInteger({ least: 0, most: 1_000_000, otherwise: 0 }),
    /** {@link reportParameters} as JSON. */
    reportParameters: z.string().max(20_000).optional(),
  }),
  response: taskReportPage,
} as const

export const taskReport = endpoint({
  ...report,
  path: '/rest/inlinetasks/1/task-report',
  summary: 'Tasks of pages, posts and comments, by report parameters',
})
export const myTaskReport = endpoint({
  ...report,
  path: '/rest/inlinetasks/1/my-task-report',
  summary: "The caller's own tasks: assigned to them, unless the report parameters name assignees or creators",
})
