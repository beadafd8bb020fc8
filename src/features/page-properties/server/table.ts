import { h, wrappedTable, type Html, type TableColumn } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import type { Context } from '#platform/server/context.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { personLink } from '#features/accounts/server/index.ts'
import type { ReportQuery } from '../contract.ts'
import { MOST_REPORT_ROWS } from '../shared.ts'
import type { Report, ReportLine } from './report.ts'

interface Look {
  readonly query: ReportQuery
  /** Heading of the first column, the pages. */
  readonly firstColumn: string
  /** Address of a path of the wiki. */
  url(path: string): string
}

/**
 * The table of a report. Where there are more pages, a link leads to the search for all of them; in the browser, it
 * becomes a button that shows more rows as long as `data-page-size` says how many.
 */
export function reportTableOf(ctx: Context, report: Report, { query, firstColumn, url }: Look): Html[] {
  const { t } = readerOf(ctx)
  const columns: readonly (TableColumn<ReportLine> | false)[] = [
    {
      heading: firstColumn.trim() || t('Title'),
      className: 'title',
      cell: ({ path, row }) => h('a', { href: url(path) }, row.title),
    },
    ...report.headings.map((heading, index) => ({
      heading,
      className: 'details',
      cell: ({ details }: ReportLine) => details[index],
    })),
    query.showCreator && {
      heading: t('Creator'),
      className: 'creator',
      cell: ({ creator }) => personLink(ctx, creator, url),
    },
    query.showLastModified && {
      heading: t('Modified'),
      className: 'modified',
      cell: ({ row }) => friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone),
      sortValue: ({ row }) => row.updated_at,
    },
    query.showPageLabels && { heading: t('Labels'), className: 'labels', cell: ({ labels }) => labels.join(', ') },
    query.countComments && { heading: t('Comments'), className: 'comments', cell: line => String(line.comments) },
    query.countLikes && { heading: t('Likes'), className: 'likes', cell: line => String(line.likes) },
  ]
  const isAll = (query.pageIndex + 1) * query.pageSize >= report.total
  const next = Math.min(query.pageSize * 2, MOST_REPORT_ROWS)
  return [
    wrappedTable(report.lines, columns, 'metadata-summary-macro'),
    ...(isAll
      ? []
      : [
          h(
            'p',
            { class: 'more-link', 'data-page-size': next > query.pageSize ? String(next) : undefined },
            h('a', { href: url(`${SEARCH_PATH}?${new URLSearchParams({ cql: report.cql })}`) }, t('Find more results')),
          ),
        ]),
  ]
}
