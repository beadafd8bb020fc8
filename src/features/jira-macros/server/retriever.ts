import { Html, htmlText, settle } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError, notFound } from '#platform/server/http/errors.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { QueryOf } from '#platform/contract.ts'
import { issueKeyIn, targetOfAddress } from '../addresses-shared.ts'
import { columnsOf } from '../columns.ts'
import type { retrieveIssues } from '../contract.ts'
import { approval, type IssueItem } from '../draw.ts'
import { conditionsOf, orderedBy } from '../jql.ts'
import { keysQuery, MOST_AT_ONCE } from '../shared.ts'
import {
  accessesOf,
  approvalNeeded,
  asAnyone,
  challengeOf,
  isWithin,
  searchAddress,
  type JiraAccess,
} from './access.ts'
import { fieldsOf, issueOf, pageOfIssues, type Outcome } from './issues.ts'
import { withIds } from './macros.ts'
import { isProven } from './proof.ts'
import { cellsOf, itemOf, pen } from './values.ts'

type Query = QueryOf<typeof retrieveIssues>

/** Answers of Jira are soon stale, and those for one reader are not for another. */
export const NO_STORE = { 'cache-control': 'no-store' }

/**
 * Issues of a linked Jira, with the rights of the reader.
 * @throws HttpError 400 for another address or a search that Jira refuses, 401 where the reader has to approve, 404,
 *   502 or 504 where Jira fails
 */
export async function retrieved(ctx: Context, query: Query): Promise<Answer> {
  const access = await requireAccess(ctx, query)
  const jql = jqlIn(access, query.url)
  const keys = keysIn(jql)
  requireProof(ctx, access, query.proof, keys ?? [conditionsOf(jql)])
  if (query.showCount) {
    const { total } = required(access, await pageOfIssues(ctx.app, access, searchFor(jql, [], 0, 1)).answer)
    return new Answer(200, { 'content-type': 'text/plain;charset=UTF-8', ...NO_STORE }, String(total))
  }
  if (query.flexigrid) return rowsOf(ctx, access, query, jql)
  return keys ? issuesOf(ctx, access, keys) : foundIssues(ctx, access, query, jql)
}

async function requireAccess(ctx: Context, { appId, forceAnonymous }: Query): Promise<JiraAccess> {
  const accesses = await accessesOf(ctx)
  const access = appId === undefined ? accesses[0] : accesses.find(({ application }) => application.id === appId)
  if (!access) throw notFound('This application is not linked any more')
  return forceAnonymous ? asAnyone(ctx.app, access) : access
}

/** The query at an address, which is not asked itself. */
function jqlIn({ application }: JiraAccess, address: string): string {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const url = URL.parse(address, `${application.display_url}/`)
  if (!url || (isAbsolute && !isWithin(application, url)))
    throw badRequest('is not an address of {{name}}', { field: 'url', values: { name: application.name } })
  const target = targetOfAddress(url)
  if (target?.kind === 'issue') return keysQuery([target.key])
  if (target?.kind === 'search') return target.jql
  throw badRequest('names no issue, search or filter', { field: 'url' })
}

/** Keys of a query for nothing else. */
function keysIn(jql: string): string[] | undefined {
  const [, list] = /^\s*(?:issue|issuekey|key|id)\s+in\s*\(([^()]*)\)\s*$/i.exec(jql) ?? []
  const keys = list?.split(',').map(name => issueKeyIn(name.replaceAll(/["']/g, '')))
  if (!keys || keys.length > MOST_AT_ONCE * 2) return undefined
  const known = keys.filter(key => key !== undefined)
  return known.length === keys.length ? [...new Set(known)] : undefined
}

/** Visitors read what pages show; only users may search. */
export function requireProof(
  { app, viewer }: Context,
  { application }: JiraAccess,
  proof: readonly string[],
  queries: readonly string[],
): void {
  if (viewer.userId !== null) return
  if (!queries.every(query => proof.some(each => isProven(app, application.id, query, each))))
    throw new HttpError(401, 'Log in to search Jira')
}

function searchFor(jql: string, fields: readonly string[], start: number, limit: number) {
  return { jql, fields, start, limit }
}

/** The value of an outcome. @throws HttpError */
export function required<T>({ isUnapproved, approvalUrl }: JiraAccess, outcome: Outcome<T>): T {
  if (!('error' in outcome)) return outcome.value
  // Of what everyone may see, Jira refuses to search even the names.
  const isHidden = isUnapproved && outcome.error.status === 400
  throw isHidden && approvalUrl !== undefined ? approvalNeeded(approvalUrl) : outcome.error
}

/** Issues by their keys. Those that are missing are left out, unless all are. */
async function issuesOf(ctx: Context, access: JiraAccess, keys: readonly string[]): Promise<Answer> {
  const asked = keys.map(key => issueOf(ctx.app, access, key))
  const outcomes = await Promise.all(asked.map(({ answer }) => answer))
  const found = outcomes.flatMap((outcome, index) => {
    const issue = 'value' in outcome ? outcome.value : undefined
    return issue ? [{ asked: keys[index] ?? '', issue }] : []
  })
  const [first] = outcomes
  if (found.length === 0 && first && 'error' in first) required(access, first)
  const isIncomplete = found.length < keys.length
  if (found.length === 0 && access.isUnapproved && access.approvalUrl !== undefined)
    throw approvalNeeded(access.approvalUrl)
  const challenge =
    isIncomplete && access.isUnapproved && access.approvalUrl !== undefined ? challengeOf(access.approvalUrl) : {}
  const items = found.map(each => ({ ...itemOf(access, each.issue), asked: each.asked }))
  return xmlAnswer(access, keysQuery(keys), items, items.length, challenge)
}

async function foundIssues(ctx: Context, access: JiraAccess, { page, rp }: Query, jql: string): Promise<Answer> {
  const search = searchFor(jql, [], (page - 1) * rp, rp)
  const { issues, total } = required(access, await pageOfIssues(ctx.app, access, search).answer)
  return xmlAnswer(
    access,
    jql,
    issues.map(issue => itemOf(access, issue)),
    total,
  )
}

/** The rows of a page of a table, with HTML in their cells. */
async function rowsOf(ctx: Context, access: JiraAccess, query: Query, jql: string): Promise<Answer> {
  const { page, rp, sortname, sortorder } = query
  const named = columnsOf(query.columns)
  const columns = withIds(named, await fieldsIfNamed(ctx, access, query))
  const order = columns.find(({ field }) => field === sortname)?.order
  const search = searchFor(
    order === undefined ? jql : orderedBy(jql, order, sortorder),
    columns.map(({ field }) => field),
    (page - 1) * rp,
    rp,
  )
  const { issues, total } = required(access, await pageOfIssues(ctx.app, access, search).answer)
  if (total === 0 && access.isUnapproved && access.approvalUrl !== undefined) throw approvalNeeded(access.approvalUrl)
  const rows = await Promise.all(
    issues.map(async issue => ({ id: issue.key, cell: await htmlOf(cellsOf(access, issue, columns)) })),
  )
  const { t } = readerOf(ctx)
  const hint =
    access.isUnapproved && access.approvalUrl !== undefined ? approval(pen, t, access.approvalUrl) : undefined
  return Answer.json({ page, total, trustedMessage: hint ? await settle(hint) : null, rows }, 200, NO_STORE)
}

function htmlOf(cells: readonly (Html | string | undefined)[]): Promise<string[]> {
  return Promise.all(cells.map(cell => settle(cell instanceof Html ? cell : htmlText(cell ?? ''))))
}

async function fieldsIfNamed(ctx: Context, access: JiraAccess, { columns }: Query) {
  return columnsOf(columns).some(({ field, order }) => order === undefined && columns.includes(field))
    ? fieldsOf(ctx.app, access).answer
    : undefined
}

/** Jira's XML view of a search, with the elements that a line shows. */
function xmlAnswer(
  { application }: JiraAccess,
  jql: string,
  items: readonly (IssueItem & { readonly asked?: string })[],
  total: number,
  headers: Record<string, string> = {},
): Answer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="0.92"><channel><title>${escapeHtml(application.name)}</title><link>${escapeHtml(searchAddress(application, jql))}</link><issue start="0" end="${items.length}" total="${total}"/>
${items.map(itemXml).join('\n')}
</channel></rss>`
  return new Answer(200, { 'content-type': 'text/xml;charset=UTF-8', ...NO_STORE, ...headers }, xml)
}

/** `asked` is the key by which an issue was named, where it has got another one. */
function itemXml({
  key,
  summary,
  type,
  status,
  resolution,
  link,
  asked = key,
}: IssueItem & { asked?: string }): string {
  const attribute = (name: string, value: string) => (value === '' ? '' : ` ${name}="${escapeHtml(value)}"`)
  return [
    `<item><title>[${key}] ${escapeHtml(summary)}</title><link>${escapeHtml(link)}</link>`,
    `<key${asked === key ? '' : attribute('asked', asked)}>${escapeHtml(key)}</key><summary>${escapeHtml(summary)}</summary>`,
    `<type${attribute('iconUrl', type.iconUrl)}>${escapeHtml(type.name)}</type>`,
    `<status${attribute('iconUrl', status.iconUrl)}>${escapeHtml(status.name)}</status>`,
    `<statusCategory${attribute('colorName', status.colour)}/>`,
    `<resolution${attribute('id', resolution.id)}>${escapeHtml(resolution.name)}</resolution></item>`,
  ].join('')
}
