import { settle } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { TaskReport } from '../contract.ts'
import { linesOf, type Line } from './lines.ts'
import type { AskedReport } from './parameters.ts'
import { reportedIds } from './store/report.ts'

/** Pages beyond the one that is shown which are counted: what one can step to, without counting a whole wiki for it. */
const PAGES_AHEAD = 20

export interface ReportPage {
  lines: readonly Line[]
  totalPages: number
  currentPage: number
  adaptive: boolean
}

/** The part of a report that is asked for. */
export interface ReportPlace {
  /** From 0. */
  pageIndex: number
  pageSize: number
  /** Tasks of earlier pages that have left the report since they were shown: the tasks after them have moved up. */
  leftBefore?: number
}

/** A page of a report: one query finds its tasks and how many pages follow. */
export async function reportPage(
  ctx: Context,
  { filter, order }: Pick<AskedReport, 'filter' | 'order'>,
  { pageIndex, pageSize, leftBefore = 0 }: ReportPlace,
): Promise<ReportPage> {
  const start = pageIndex * pageSize
  const offset = Math.max(0, start - leftBefore)
  const ahead = PAGES_AHEAD * pageSize
  const ids = await reportedIds(ctx, filter, order, { offset, limit: ahead + 1 })
  if (ids.length === 0 && start > 0) {
    // Beyond the last page, which the caller is to find.
    const before = offset === 0 ? [] : await reportedIds(ctx, filter, order, { offset: 0, limit: offset })
    return { lines: [], totalPages: Math.ceil(before.length / pageSize), currentPage: pageIndex, adaptive: false }
  }
  return {
    lines: await linesOf(ctx, ids.slice(0, pageSize)),
    totalPages: Math.ceil((start + Math.min(ids.length, ahead)) / pageSize),
    currentPage: pageIndex,
    adaptive: ids.length > ahead,
  }
}

/** A page of a report as the calls answer it. */
export async function reportWire(...args: Parameters<typeof reportPage>): Promise<TaskReport> {
  const { lines, ...page } = await reportPage(...args)
  const detailLines: TaskReport['detailLines'] = []
  for (const { task, ...line } of lines) detailLines.push({ ...line, taskHtml: await settle(task) })
  return { detailLines, ...page }
}
