import { h, type Html } from '#language/index.ts'
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
  const head = (text: string) => h('th', { class: 'confluenceTh' }, text)
  const headings = [
    head(firstColumn.trim() || t('Title')),
    ...report.headings.map(heading => h('th', { class: 'confluenceTh' }, heading)),
    query.showCreator && head(t('Creator')),
    query.showLastModified && head(t('Modified')),
    query.showPageLabels && head(t('Labels')),
    query.countComments && head(t('Comments')),
    query.countLikes && head(t('Likes')),
  ]
  const isAll = (query.pageIndex + 1) * query.pageSize >= report.total
  const next = Math.min(query.pageSize * 2, MOST_REPORT_ROWS)
  return [
    h(
      'div',
      { class: 'table-wrap' },
      h(
        'table',
        { class: 'confluenceTable metadata-summary-macro' },
        h('tbody', {}, h('tr', {}, ...headings), ...report.lines.map(line => rowOf(ctx, line, { query, url }))),
      ),
    ),
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

function rowOf(ctx: Context, line: ReportLine, { query, url }: Pick<Look, 'query' | 'url'>): Html {
  const { row, creator } = line
  const cell = (name: string, ...children: (Html | string | undefined)[]) =>
    h('td', { class: `confluenceTd ${name}` }, ...children)
  return h(
    'tr',
    {},
    cell('title', h('a', { href: url(line.path) }, row.title)),
    ...line.details.map(value => cell('details', value)),
    query.showCreator && cell('creator', personLink(ctx, creator, url)),
    query.showLastModified &&
      h(
        'td',
        { class: 'confluenceTd modified', 'data-sort-value': String(row.updated_at) },
        friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone),
      ),
    query.showPageLabels && cell('labels', line.labels.join(', ')),
    query.countComments && cell('comments', String(line.comments)),
    query.countLikes && cell('likes', String(line.likes)),
  )
}
