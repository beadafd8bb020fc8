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

/** A page of a report: one query finds its tasks and how many pages follow. */
export async function reportPage(
  ctx: Context,
  { filter, order }: Pick<AskedReport, 'filter' | 'order'>,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<ReportPage> {
  const offset = pageIndex * pageSize
  const ahead = PAGES_AHEAD * pageSize
  const ids = await reportedIds(ctx, filter, order, { offset, limit: ahead + 1 })
  if (ids.length === 0 && offset > 0) {
    // Beyond the last page, which the caller is to find.
    const before = await reportedIds(ctx, filter, order, { offset: 0, limit: offset })
    return { lines: [], totalPages: Math.ceil(before.length / pageSize), currentPage: pageIndex, adaptive: false }
  }
  return {
    lines: await linesOf(ctx, ids.slice(0, pageSize)),
    totalPages: Math.ceil((offset + Math.min(ids.length, ahead)) / pageSize),
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
