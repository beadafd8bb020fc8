import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  defineMacro,
  h,
  isMacro,
  macroOf,
  parse,
  walkElements,
  wikiMarkupToStorage,
  type Html,
  type MacroInvocation,
  type RenderContext,
} from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { CHART_KINDS, PERIODS, type IssueChart } from '../chart.ts'
import { approval, framed } from '../draw.ts'
import { chartNote, chartTable, showLink } from '../draw-chart.ts'
import { conditionsOf } from '../jql.ts'
import { CHART_FAILED, CHART_TIMED_OUT, JIRA_CHART_MACRO, type ChartState } from '../shared.ts'
import { accessesOf, chosenAccess, searchAddress, type JiraAccess } from './access.ts'
import { chartOf, type ChartQuery } from './chart-data.ts'
import { within, type Outcome } from './issues.ts'
import { PATIENCE_MS, proofIn } from './macros.ts'
import { macroTarget } from './query.ts'
import { pen } from './values.ts'

/** Rows of a table, unless its macro names another number. */
const USUAL_ROWS = 5
const USUAL_DAYS = 30
const MOST_ROWS = 1000

const number = (least: number, most: number, otherwise: number) =>
  z.coerce.number().int().min(least).max(most).catch(otherwise)
const text = (otherwise: string) =>
  z.preprocess(value => (value === '' ? undefined : value), z.string().max(200).default(otherwise))

/** Parameters by which the macro describes the chart. */
const described = z.object({
  chartType: z.enum(CHART_KINDS).catch('pie'),
  jql: z.string().max(15_000).default(''),
  statType: text('statuses'),
  xstattype: text('statuses'),
  ystattype: text('assignees'),
  periodName: z.enum(PERIODS).catch('daily'),
  daysprevious: number(1, 3650, USUAL_DAYS),
  isCumulative: z.string().default('true'),
  numberToShow: number(1, MOST_ROWS, USUAL_ROWS),
  sortBy: z.string().default('natural'),
  sortDirection: z.string().default('asc'),
})

/** The chart that a macro describes, and the address by which it names the Jira; undefined without a search. */
export function chartIn({ parameters }: Pick<MacroInvocation, 'parameters'>) {
  const { chartType: kind, jql, ...p } = described.parse(parameters)
  const { target, url } = macroTarget({ jqlQuery: decoded(jql) })
  const conditions =
    target?.kind === 'search' ? target.jql : target?.kind === 'issue' ? `issuekey = ${target.key}` : undefined
  if (conditions === undefined || conditions.length > 5000) return undefined
  const query: ChartQuery = {
    kind,
    jql: conditions,
    x: kind === 'twodimensional' ? p.xstattype : p.statType,
    y: p.ystattype,
    period: p.periodName,
    days: p.daysprevious,
    isCumulative: p.isCumulative.toLowerCase() !== 'false',
    rows: p.numberToShow,
    sortBy: /^total$/i.test(p.sortBy) ? 'total' : 'natural',
    direction: /^desc/i.test(p.sortDirection) ? 'desc' : 'asc',
  }
  return { query, url }
}

/** Editors of the old product store the search encoded as in addresses. */
function decoded(jql: string): string {
  if (!/%[0-9a-f]{2}/i.test(jql) || /\s/.test(jql)) return jql
  try {
    return decodeURIComponent(jql.replaceAll('+', '%20'))
  } catch {
    return jql
  }
}

/** `jirachart`: numbers of issues as a pie, as lines over time or as a table. */
export const jiraChartMacro = defineMacro({
  name: JIRA_CHART_MACRO,
  title: 'Jira chart',
  description: 'Numbers of issues of Jira: a pie, created and resolved issues, or a table of two fields.',
  category: 'external-content',
  insert: { keywords: 'jira chart pie statistics created resolved two dimensional' },
  body: 'none',
  output: 'block',
  parameters: {
    jql: {
      type: 'text',
      label: 'Search or filter',
      help: 'JQL, or the address of a search or filter.',
      required: true,
      maxLength: 15_000,
    },
    chartType: { type: 'enum', label: 'Kind of chart', values: CHART_KINDS, default: 'pie' },
    statType: {
      type: 'text',
      label: 'Field of a pie',
      help: 'For example statuses, assignees, priorities, issuetype, components or the id of a field.',
      default: 'statuses',
    },
    xstattype: { type: 'text', label: 'Columns of a table', help: 'A field, as for a pie.', default: 'statuses' },
    ystattype: { type: 'text', label: 'Rows of a table', help: 'A field, as for a pie.', default: 'assignees' },
    numberToShow: { type: 'number', label: 'Number of rows', default: USUAL_ROWS, min: 1, max: MOST_ROWS },
    sortBy: { type: 'enum', label: 'Order of the rows', values: ['natural', 'total'], default: 'natural' },
    sortDirection: { type: 'enum', label: 'Direction', values: ['asc', 'desc'], default: 'asc' },
    periodName: { type: 'enum', label: 'Period of a line', values: PERIODS, default: 'daily' },
    daysprevious: { type: 'number', label: 'Days before today', default: USUAL_DAYS, min: 1, max: 3650 },
    isCumulative: { type: 'boolean', label: 'Add up the periods', default: true },
    width: { type: 'text', label: 'Width', help: 'In pixels.', maxLength: 20 },
    server: { type: 'text', label: 'Jira site', help: 'Name of the link. Default: the primary one.', maxLength: 300 },
    serverId: { type: 'text', label: 'Id of the link', maxLength: 100 },
  },
  async render(call, context) {
    context.depends.perUser()
    context.depends.volatile()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const chart = chartIn(call.invocation)
    if (!chart) return call.root('div', { class: 'error', role: 'note' }, t('Name a search of Jira.'))
    const { query, url } = chart
    const access = chosenAccess(await accessesOf(ctx), { ...call.parameters, url })
    if (!access)
      return call.root(
        'div',
        { class: 'jira-message', role: 'note' },
        `${t('No Jira is linked. The search is:')} `,
        h('code', {}, query.jql),
      )
    const isView = context.mode === 'view'
    const outcome = isView && ctx.viewer.userId === null ? undefined : await chartWithin(ctx, access, query, context)
    const shown = outcome && 'value' in outcome ? outcome.value : undefined
    return call.root(
      'div',
      {
        class: 'jira-chart',
        'data-jira-chart': JSON.stringify(stateOf(ctx, access, query, call.invocation)),
        'data-jira-waiting': shown === undefined && isView,
      },
      ...(shown ? drawn(ctx, shown, isView) : []),
      outcome && 'error' in outcome && !isView && failure(ctx, access, outcome.error),
      h(
        'p',
        { class: 'jira-chart-foot' },
        h('a', { href: searchAddress(access.application, query.jql) }, t('Issues in Jira')),
      ),
    )
  },
})

function chartWithin(
  ctx: Context,
  access: JiraAccess,
  query: ChartQuery,
  { mode }: RenderContext,
): Promise<Outcome<IssueChart> | undefined> {
  return within(chartOf(ctx.app, access, query, readerOf(ctx)), PATIENCE_MS[mode])
}

function stateOf(ctx: Context, access: JiraAccess, query: ChartQuery, { parameters }: MacroInvocation): ChartState {
  const named = Object.entries(parameters).map(
    ([name, value]) =>
      `${name}=${name === 'jql' ? encodeURIComponent(decoded(value)) : value.replaceAll(/[|{}]/g, ' ')}`,
  )
  return {
    appId: access.application.id,
    query: JSON.stringify(query),
    wikiMarkup: `{${JIRA_CHART_MACRO}:${named.join('|')}}`,
    approvalUrl: access.approvalUrl,
    ...proofIn(ctx, access, conditionsOf(query.jql)),
  }
}

function drawn(ctx: Context, chart: IssueChart, hasLink: boolean): Html[] {
  const { t } = readerOf(ctx)
  const said = chartNote(pen, t, chart)
  const note = said ? [said] : []
  return [
    h('div', { class: 'table-wrap' }, chartTable(pen, t, chart)),
    ...(hasLink && chart.more > 0 ? [showLink(pen, t, randomUUID(), true)] : []),
    ...note,
  ]
}

/** The message for a chart that could not be made. */
export function chartFailure(error: HttpError): HttpError {
  if (error.status === 401) return error
  if (error.status === 504) return new HttpError(504, CHART_TIMED_OUT, { cause: error })
  return new HttpError(error.status === 400 ? 400 : 502, CHART_FAILED, { cause: error })
}

function failure(ctx: Context, { approvalUrl }: JiraAccess, error: HttpError): Html {
  const { t } = readerOf(ctx)
  if (error.status === 401 && approvalUrl !== undefined) return approval(pen, t, approvalUrl)
  return framed(pen, t(chartFailure(error).text.key))
}

/** The chart macro in a wiki markup. @throws HttpError 400 if there is none */
export function chartInMarkup(markup: string): MacroInvocation {
  for (const element of walkElements(parse(wikiMarkupToStorage(markup))))
    if (isMacro(element) && element.attributes['ac:name'] === JIRA_CHART_MACRO) return macroOf(element)
  throw badRequest('has no chart of Jira', { field: 'wikiMarkup' })
}

/** A table with all rows or the first, and the link to the other view; or the reason why there is none. */
export async function moreOf(ctx: Context, access: JiraAccess, query: ChartQuery, isShowMore: boolean): Promise<Html> {
  const { t } = readerOf(ctx)
  const asked = isShowMore ? { ...query, rows: MOST_ROWS } : query
  const outcome = await chartOf(ctx.app, access, asked, readerOf(ctx)).answer
  if ('error' in outcome) {
    const { status, text: reason } = chartFailure(outcome.error)
    if (status === 401) throw outcome.error
    return h('div', { class: 'aui-message error' }, h('span', { class: 'message' }, t(reason.key)))
  }
  const isLong = isShowMore ? outcome.value.rows.length > query.rows : outcome.value.more > 0
  return h(
    'div',
    { class: 'two-dimensional-chart' },
    h('div', { class: 'table-wrap' }, chartTable(pen, t, outcome.value)),
    isLong && showLink(pen, t, randomUUID(), !isShowMore),
  )
}
