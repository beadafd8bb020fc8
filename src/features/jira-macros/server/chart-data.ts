import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Reader } from '#platform/view/reader.ts'
import { byPeriod, countedBy, crossed, CHART_KINDS, PERIODS, type IssueChart } from '../chart.ts'
import { columnsOf } from '../columns.ts'
import { conditionsOf, restricted } from '../jql.ts'
import type { JiraAccess } from './access.ts'
import { shared, type Asked } from './issues.ts'
import { searchIssues, type FoundIssue, type IssuePage } from './search.ts'
import { textOf } from './values.ts'

/** Issues of one request, and those that a chart counts at most. */
const AT_ONCE = 500
const MOST_COUNTED = 2000
const DAY_MS = 86_400_000

/** A chart as a macro describes it. */
export const chartQuery = z.object({
  kind: z.enum(CHART_KINDS),
  jql: z.string().min(1).max(5000),
  /** Field of a pie, or of the columns of a table. */
  x: z.string().max(200),
  /** Field of the rows of a table. */
  y: z.string().max(200),
  period: z.enum(PERIODS),
  days: z.number().int().min(1).max(3650),
  isCumulative: z.boolean(),
  /** Rows of a table; further ones are left out. */
  rows: z.number().int().min(1).max(1000),
  sortBy: z.enum(['natural', 'total']),
  direction: z.enum(['asc', 'desc']),
})
export type ChartQuery = z.output<typeof chartQuery>

/** The numbers of a chart. */
export function chartOf(app: App, access: JiraAccess, query: ChartQuery, reader: Reader): Asked<IssueChart> {
  const key = `chart ${reader.locale} ${JSON.stringify(query)}`
  return shared(app, access, key, () => {
    switch (query.kind) {
      case 'pie':
        return pie(access, query, reader)
      case 'createdvsresolved':
        return createdAndResolved(access, query, reader)
      case 'twodimensional':
        return table(access, query, reader)
    }
  })
}

async function pie(access: JiraAccess, { jql, x }: ChartQuery, { t }: Reader): Promise<IssueChart> {
  const statistic = statisticOf(x)
  const { issues, total } = await allIssues(access, jql, [statistic.field])
  return {
    kind: 'pie',
    rowHeading: t(statistic.heading),
    headings: [t('Issues')],
    rows: countedBy(issues.map(issue => valuesOf(issue, statistic.field))),
    more: 0,
    counted: issues.length,
    total,
  }
}

async function createdAndResolved(
  access: JiraAccess,
  { jql, period, days, isCumulative }: ChartQuery,
  { t }: Reader,
): Promise<IssueChart> {
  const [created, resolved] = await Promise.all(
    (['created', 'resolutiondate'] as const).map(async field => {
      const found = await allIssues(access, restricted(jql, `${field} >= -${days}d`), [field])
      const moments = found.issues.map(({ fields }) => Date.parse(textOf(fields[field])))
      return { ...found, moments: moments.filter(Number.isFinite) }
    }),
  )
  const now = Date.now()
  return {
    kind: 'createdvsresolved',
    rowHeading: t('Beginning'),
    headings: [t('Created'), t('Resolved')],
    rows: byPeriod([created?.moments ?? [], resolved?.moments ?? []], {
      period,
      since: now - days * DAY_MS,
      now,
      isCumulative,
    }),
    more: 0,
    counted: (created?.issues.length ?? 0) + (resolved?.issues.length ?? 0),
    total: (created?.total ?? 0) + (resolved?.total ?? 0),
  }
}

async function table(
  access: JiraAccess,
  { jql, x, y, rows: most, sortBy, direction }: ChartQuery,
  { t }: Reader,
): Promise<IssueChart> {
  const [across, down] = [statisticOf(x), statisticOf(y)]
  const { issues, total } = await allIssues(access, jql, [across.field, down.field])
  const { columns, rows } = crossed(
    issues.map(issue => ({ x: valuesOf(issue, across.field), y: valuesOf(issue, down.field) })),
    { byCount: sortBy === 'total', isDescending: direction === 'desc' },
  )
  return {
    kind: 'twodimensional',
    rowHeading: t(down.heading),
    headings: [...columns, t('Total')],
    rows: rows.slice(0, most),
    more: Math.max(0, rows.length - most),
    counted: issues.length,
    total,
  }
}

async function allIssues(access: JiraAccess, jql: string, fields: readonly string[]) {
  const issues: FoundIssue[] = []
  let page: IssuePage | undefined
  do {
    const search = { jql: conditionsOf(jql), fields, start: issues.length, limit: AT_ONCE }
    page = await searchIssues(access, search, page)
    issues.push(...page.issues)
  } while (page.issues.length > 0 && issues.length < Math.min(page.total, MOST_COUNTED))
  return { issues, total: Math.max(page.total, issues.length) }
}

/** Statistics by the names that the macro has for them, where they are not those of columns. */
const STATISTICS: Readonly<Record<string, string>> = {
  statuses: 'status',
  assignees: 'assignee',
  priorities: 'priority',
  allfixfor: 'fixVersions',
  fixfor: 'fixVersions',
  allversions: 'versions',
}

/** The field that a statistic counts, and its name. */
function statisticOf(name: string): { field: string; heading: string } {
  const [column] = columnsOf([STATISTICS[name.trim().toLowerCase()] ?? name])
  return { field: column?.field ?? 'status', heading: column?.heading ?? 'Status' }
}

/** The values of a field by name; none where it is empty. */
function valuesOf({ fields }: FoundIssue, field: string): string[] {
  const value = fields[field]
  const texts = (Array.isArray(value) ? value : [value]).map(each => textOf(each))
  return texts.filter(text => text !== '')
}
