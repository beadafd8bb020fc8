import { h, settle } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { detailLines, reportTable, type ReportQuery } from '../contract.ts'
import { reportOf, type Report } from './report.ts'
import { reportTableOf } from './table.ts'

/** The calls of page properties: their report as data, and as the table that a page shows. */
export function pagePropertiesRoutes({ http }: App): void {
  http.handle(detailLines, async ({ ctx, query }) => {
    const report = await requireReport(ctx, query)
    const lines = report.lines.map(async ({ row, path, space, creator, labels, comments, likes, details }) => ({
      id: row.id,
      title: row.title,
      relativeLink: path,
      subTitle: space?.name ?? '',
      subRelativeLink: space?.path ?? '',
      details: await Promise.all(details.map(html => settle(html))),
      ...(query.showCreator ? { creator: creator?.display_name ?? '' } : {}),
      ...(query.showLastModified ? { lastModified: isoTime(row.updated_at) } : {}),
      ...(query.showPageLabels ? { labels: [...labels] } : {}),
      commentsCount: comments,
      likesCount: likes,
    }))
    return {
      currentPage: query.pageIndex,
      totalPages: Math.ceil(report.total / query.pageSize),
      renderedHeadings: await Promise.all(report.headings.map(html => settle(html))),
      detailLines: await Promise.all(lines),
      asyncRenderSafe: true as const,
    }
  })
  http.handle(reportTable, async ({ ctx, query }) => {
    const report = await requireReport(ctx, query)
    const { firstColumn } = query
    const rows = reportTableOf(ctx, report, { query, firstColumn, url: path => path })
    return { html: await settle(h('div', {}, ...rows)) }
  })
}

/** @throws HttpError 400 for a query with a fault, 404 for a page of the report that the viewer may not see */
async function requireReport(ctx: Context, query: ReportQuery): Promise<Report> {
  requireUse(ctx)
  if (query.contentId !== undefined) await requireContent(ctx, query.contentId)
  return reportOf(ctx, query)
}
