import {
  defineMacro,
  h,
  type Html,
  type HtmlChild,
  type MacroCall,
  type ParameterSchema,
  type RenderContext,
  type ValuesOf,
} from '#language/index.ts'
import { readersText } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import type { HttpError } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { columnsOf, isNamed, type IssueColumn } from '../columns.ts'
import { conditionsOf } from '../jql.ts'
import { approval, authenticate, framed, issueParts, keyLink, reservedHeight, tableOf } from '../draw.ts'
import {
  JIRA_MACRO,
  MOST_AT_ONCE,
  MOST_ROWS,
  TABLE_HEIGHT,
  TABLE_ROWS,
  type CountState,
  type IssueState,
  type TableState,
} from '../shared.ts'
import { accessesOf, chosenAccess, issueAddress, searchAddress, type JiraAccess } from './access.ts'
import { fieldsOf, issueOf, knownIssue, knownPage, pageOfIssues, within, type Asked, type Outcome } from './issues.ts'
import { proofOf } from './proof.ts'
import { isInLine, macroTarget } from './query.ts'
import type { IssuePage, IssueSearch } from './search.ts'
import { cellsOf, itemOf, pen } from './values.ts'

/** How long previews and exports wait for Jira, milliseconds. Pages do not wait: the browser asks for what is missing. */
export const PATIENCE_MS = { view: 0, preview: 2000, export_view: 4000, styled_view: 4000 } as const

const parameters = {
  key: {
    type: 'text',
    label: 'Issue',
    help: 'Its key or address. Several keys, separated by commas, are shown as a table.',
    aliases: [''],
    maxLength: 5000,
  },
  jqlQuery: {
    type: 'text',
    label: 'Search or filter',
    help: 'JQL, or the address of a search or filter.',
    aliases: ['jql', 'url'],
    maxLength: 5000,
  },
  count: { type: 'boolean', label: 'Only the number of issues' },
  title: { type: 'text', label: 'Title', maxLength: 300 },
  columns: {
    type: 'text',
    label: 'Columns',
    help: 'Names of fields, separated by commas. Default: type, key, summary, assignee, reporter, priority, status, resolution, created, updated, due.',
    maxLength: 1000,
  },
  columnIds: { type: 'text', label: 'Fields of the columns', help: 'Their ids, in the same order.', maxLength: 1000 },
  maximumIssues: { type: 'number', label: 'Rows', default: TABLE_ROWS, min: 1, max: MOST_ROWS },
  height: { type: 'number', label: 'Height', help: 'In pixels.', default: TABLE_HEIGHT, min: 100, max: 5000 },
  showSummary: { type: 'boolean', label: 'Show the summary', default: true },
  server: { type: 'text', label: 'Jira site', help: 'Name of the link. Default: the primary one.', maxLength: 300 },
  serverId: { type: 'text', label: 'Id of the link', maxLength: 100 },
} as const satisfies ParameterSchema

type JiraCall = MacroCall<ValuesOf<typeof parameters>>

/** `jira` and `jiraissues`: an issue in a line, a table of issues, or their number. */
export const jiraMacro = defineMacro({
  name: JIRA_MACRO,
  aliases: ['jiraissues'],
  title: 'Jira issues',
  description:
    'An issue of Jira with its status, a table of issues, or their number. Readers see what they may see in Jira.',
  category: 'external-content',
  insert: { keywords: 'jira issue ticket bug table jql filter', opensForm: true },
  body: 'none',
  output: invocation => (isInLine(invocation) ? 'inline' : 'block'),
  parameters,
  async render(call, context) {
    const { target, url } = macroTarget(call.parameters)
    const { t } = readerOf(contextOf(context))
    if (!target) return call.root('span', { class: 'error', role: 'note' }, t('Name an issue or a search of Jira.'))
    if (target.kind === 'address') return call.root('span', {}, h('a', { href: target.url }, target.url))
    context.depends.perUser()
    context.depends.volatile()
    const ctx = contextOf(context)
    const access = chosenAccess(await accessesOf(ctx), { ...call.parameters, url })
    if (target.kind === 'issue') {
      if (!access) return call.root('span', { class: 'jira-issue' }, keyLink(pen, url, target.key))
      return issueIn(call, context, access, target.key)
    }
    if (!access) return unlinked(call, target.jql, url, t('No Jira is linked. The search is:'))
    return call.parameters.count
      ? countIn(call, context, access, target.jql)
      : tableIn(call, context, access, target.jql)
  },
})

/** A search that cannot be shown, with the link that is known. */
function unlinked(call: JiraCall, jql: string, url: string | undefined, text: string): Html {
  const name = call.inline ? 'span' : 'div'
  const query = h('code', {}, jql)
  return call.root(
    name,
    { class: 'jira-message', role: 'note' },
    `${text} `,
    url === undefined ? query : h('a', { href: url }, query),
  )
}

async function issueIn(call: JiraCall, context: RenderContext, access: JiraAccess, key: string): Promise<Html> {
  const ctx = contextOf(context)
  const { app } = ctx
  const asked = mayAsk(ctx, context) ? issueOf(app, access, key) : knownIssue(app, access, key)
  const outcome = await outcomeIn(asked, context)
  const { showSummary } = call.parameters
  const state: IssueState = { appId: access.application.id, key, showSummary, ...proofIn(ctx, access, key) }
  const issue = outcome && 'value' in outcome ? outcome.value : undefined
  const item = issue && itemOf(access, issue)
  const isResolved = item !== undefined && item.resolution.id !== '-1'
  return call.root(
    'span',
    {
      class: isResolved ? 'jira-issue resolved' : 'jira-issue',
      'data-jira-key': key,
      'data-jira-issue': JSON.stringify(state),
      'data-jira-waiting': item === undefined && isView(context),
    },
    ...(item
      ? issueParts(pen, item, showSummary)
      : [keyLink(pen, issueAddress(access.application, key), key), ...noteOn(ctx, context, access, outcome)]),
  )
}

/** The reason why an export shows no more of an issue. On pages the browser says it. */
function noteOn(ctx: Context, context: RenderContext, access: JiraAccess, outcome: Outcome<unknown> | undefined) {
  if (isView(context) || outcome === undefined) return []
  const { t } = readerOf(ctx)
  if (isApprovalMissing(access, outcome) && access.approvalUrl !== undefined)
    return [' ', authenticate(pen, t, access.approvalUrl)]
  return 'error' in outcome ? [' ', framed(pen, messageOf(ctx, outcome.error), 'span')] : []
}

async function countIn(call: JiraCall, context: RenderContext, access: JiraAccess, jql: string): Promise<Html> {
  const ctx = contextOf(context)
  const outcome = await outcomeIn(pageIn(ctx, context, access, { jql, fields: [], start: 0, limit: 1 }), context)
  const state: CountState = { appId: access.application.id, jql, ...proofIn(ctx, access, conditionsOf(jql)) }
  const total = outcome && 'value' in outcome ? outcome.value.total : undefined
  const { t } = readerOf(ctx)
  return call.root(
    'span',
    {
      class: 'jira-issues-count',
      'data-jira-count': JSON.stringify(state),
      'data-jira-waiting': total === undefined && isView(context),
    },
    h(
      'a',
      { href: searchAddress(access.application, jql) },
      total === undefined ? t('Issues in Jira') : t('{{count}} issues', { count: total }),
    ),
    ...(total === undefined ? noteOn(ctx, context, access, outcome) : []),
  )
}

async function tableIn(call: JiraCall, context: RenderContext, access: JiraAccess, jql: string): Promise<Html> {
  const ctx = contextOf(context)
  const { maximumIssues, title = '' } = call.parameters
  const limit = Math.min(maximumIssues, MOST_AT_ONCE)
  const columns = await knownColumns(ctx, context, access, columnsIn(call))
  const search = { jql, fields: columns.map(({ field }) => field), start: 0, limit }
  const outcome = await outcomeIn(pageIn(ctx, context, access, search), context)
  const found = outcome && 'value' in outcome ? outcome.value : undefined
  const state: TableState = {
    appId: access.application.id,
    jql,
    columns: columns.map(({ field }) => field),
    rows: limit,
    height: call.parameters.height,
    ...(found && { total: found.total }),
    ...proofIn(ctx, access, conditionsOf(jql)),
  }
  return call.root(
    'div',
    {
      class: 'jira-table',
      'data-jira-table': JSON.stringify(state),
      'data-jira-waiting': found === undefined && isView(context),
    },
    title !== '' && h('p', { class: 'jira-issues-title' }, title),
    ...(found || isView(context)
      ? [frameIn(call, context, access, { columns, found })]
      : tableNote(ctx, access, outcome)),
    footOf(ctx, access, jql, found),
  )
}

interface DrawnTable {
  columns: readonly IssueColumn[]
  found: IssuePage | undefined
}

function frameIn(call: JiraCall, context: RenderContext, access: JiraAccess, { columns, found }: DrawnTable): Html {
  const { t } = readerOf(contextOf(context))
  const { height, title = '', maximumIssues } = call.parameters
  const rows = (found?.issues ?? []).map(issue => cellsOf(access, issue, columns))
  const size = found ? `max-height: ${height}px` : `height: ${Math.min(height, reservedHeight(maximumIssues))}px`
  return h(
    'div',
    {
      class: 'jira-issues-frame',
      role: 'region',
      tabindex: 0,
      'aria-label': title === '' ? t('Jira issues') : title,
      // An export has no place to scroll.
      style: context.mode === 'view' || context.mode === 'preview' ? size : undefined,
    },
    tableOf(pen, t, columns, rows),
  )
}

function footOf(ctx: Context, { application }: JiraAccess, jql: string, found: IssuePage | undefined): Html {
  const { t } = readerOf(ctx)
  const text = found ? t('{{count}} issues', { count: found.total }) : t('Issues in Jira')
  return h(
    'p',
    { class: 'jira-issues-foot' },
    h('a', { class: 'jira-issues-total', href: searchAddress(application, jql) }, text),
  )
}

function tableNote(ctx: Context, access: JiraAccess, outcome: Outcome<IssuePage> | undefined): HtmlChild[] {
  const { t } = readerOf(ctx)
  if (outcome && isApprovalMissing(access, outcome) && access.approvalUrl !== undefined)
    return [approval(pen, t, access.approvalUrl)]
  return outcome && 'error' in outcome ? [framed(pen, messageOf(ctx, outcome.error))] : []
}

/** Ids in place of the names of fields that the wiki does not know, as far as Jira tells them in time. */
async function knownColumns(
  ctx: Context,
  context: RenderContext,
  access: JiraAccess,
  columns: readonly IssueColumn[],
): Promise<readonly IssueColumn[]> {
  if (!columns.some(isNamed) || !mayAsk(ctx, context)) return columns
  return withIds(columns, await within(fieldsOf(ctx.app, access), PATIENCE_MS[context.mode]))
}

/** Columns with the ids of fields that are named. */
export function withIds(
  columns: readonly IssueColumn[],
  outcome: Outcome<ReadonlyMap<string, string>> | undefined,
): readonly IssueColumn[] {
  if (!outcome || 'error' in outcome) return columns
  return columns.map(column => {
    const field = isNamed(column) ? outcome.value.get(column.field.toLowerCase()) : undefined
    return field === undefined ? column : { ...column, field }
  })
}

function columnsIn({ parameters: { columns = '', columnIds = '' } }: JiraCall): IssueColumn[] {
  const cut = (names: string) => names.split(/[,;]/).filter(name => name.trim() !== '')
  return columnsOf(cut(columns), cut(columnIds))
}

function pageIn(ctx: Context, context: RenderContext, access: JiraAccess, search: IssueSearch) {
  return mayAsk(ctx, context) ? pageOfIssues(ctx.app, access, search) : knownPage(ctx.app, access, search)
}

/**
 * Whether Jira is asked while the page is rendered. For visitors, and for pages that are rendered ahead of their readers,
 * it is not: their browsers ask.
 */
function mayAsk({ viewer }: Context, context: RenderContext): boolean {
  return viewer.userId !== null || !isView(context)
}

async function outcomeIn<T>(asked: Asked<T> | undefined, context: RenderContext): Promise<Outcome<T> | undefined> {
  return asked && within(asked, PATIENCE_MS[context.mode])
}

const isView = ({ mode }: RenderContext) => mode === 'view'

function isApprovalMissing({ isUnapproved }: JiraAccess, outcome: Outcome<unknown>): boolean {
  return 'error' in outcome ? outcome.error.status === 401 : isUnapproved && outcome.value === undefined
}

function messageOf(ctx: Context, { status, text }: HttpError): string {
  return readersText(readerOf(ctx).t, status, text)
}

/** For visitors alone: users may search Jira by themselves. */
export function proofIn({ app, viewer }: Context, { application }: JiraAccess, query: string): { proof?: string } {
  return viewer.userId === null ? { proof: proofOf(app, application.id, query) } : {}
}
