import { z } from 'zod'
import { unreadable } from '#features/linked-apps/server/index.ts'
import { keysQuery } from '../shared.ts'
import { conditionsOf } from '../jql.ts'
import { contentOf, type JiraAccess } from './access.ts'

/** Fields of an issue in a line. */
const LINE_FIELDS = ['summary', 'issuetype', 'status', 'resolution']
/** Longer searches are sent as a body. */
const MOST_PATH = 2000

const issueSchema = z.object({
  id: z.string().optional().catch(undefined),
  key: z.string(),
  fields: z.record(z.string(), z.unknown()).catch({}),
})
export type FoundIssue = z.output<typeof issueSchema>

const searchSchema = z.object({
  issues: z.array(issueSchema),
  total: z.number().optional(),
  isLast: z.boolean().optional(),
  nextPageToken: z.string().nullish(),
})
const countSchema = z.object({ count: z.number() })
const fieldsSchema = z.array(z.object({ id: z.string(), name: z.string() }))

export interface IssueSearch {
  readonly jql: string
  /** Fields beside those of a line. */
  readonly fields: readonly string[]
  readonly start: number
  readonly limit: number
}

export interface IssuePage {
  readonly issues: readonly FoundIssue[]
  /** Issues of all pages. */
  readonly total: number
  /** Of the next page; Jira Cloud alone has one. */
  readonly token?: string | undefined
}

/**
 * Searches issues by the API of the site's generation: version 2 of Data Center, version 3 of Cloud.
 * @param before the page before this one, for Cloud
 * @throws HttpError 400 if Jira refuses the query, 401 if the reader has to approve, 502, 504
 */
export async function searchIssues(access: JiraAccess, search: IssueSearch, before?: IssuePage): Promise<IssuePage> {
  return access.application.deployment === 'cloud'
    ? searchCloud(access, search, before)
    : searchDataCenter(access, search, false)
}

async function searchDataCenter(
  access: JiraAccess,
  { jql, fields, start, limit }: IssueSearch,
  isLenient: boolean,
): Promise<IssuePage> {
  const values = { jql, startAt: start, maxResults: limit, fields: fieldsOf(fields) }
  const query = new URLSearchParams({
    jql,
    startAt: String(start),
    maxResults: String(limit),
    fields: values.fields.join(','),
    // Keys that are not there are left out, in place of failing the whole query.
    ...(isLenient ? { validateQuery: 'false' } : {}),
  })
  const path = `/rest/api/2/search?${query}`
  const answer = await access.ask(
    path.length <= MOST_PATH ? { path } : { method: 'POST', path: '/rest/api/2/search', body: values },
  )
  const { issues, total = start + issues.length } = read(access, searchSchema, contentOf(access, answer))
  return { issues, total }
}

async function searchCloud(
  access: JiraAccess,
  { jql, fields, start, limit }: IssueSearch,
  before: IssuePage | undefined,
): Promise<IssuePage> {
  if (start > 0 && before?.token === undefined) return { issues: [], total: before?.total ?? 0 }
  const body = {
    jql,
    maxResults: limit,
    fields: fieldsOf(fields),
    ...(start > 0 && { nextPageToken: before?.token }),
  }
  const answer = await access.ask({ method: 'POST', path: '/rest/api/3/search/jql', body })
  const { issues, isLast, nextPageToken } = read(access, searchSchema, contentOf(access, answer))
  const token = isLast === true ? undefined : (nextPageToken ?? undefined)
  if (token === undefined) return { issues, total: start + issues.length }
  const total = before?.total ?? (await countCloud(access, jql))
  return { issues, total: Math.max(total, start + issues.length + 1), token }
}

async function countCloud(access: JiraAccess, jql: string): Promise<number> {
  const path = '/rest/api/3/search/approximate-count'
  const answer = await access.ask({ method: 'POST', path, body: { jql: conditionsOf(jql) } })
  return read(access, countSchema, contentOf(access, answer)).count
}

/** Issues by their keys; those that are not there, or hidden from the reader, are left out. @throws as searchIssues */
export async function issuesByKey(access: JiraAccess, keys: readonly string[]): Promise<readonly FoundIssue[]> {
  const search = { jql: keysQuery(keys), fields: [], start: 0, limit: keys.length }
  if (access.application.deployment !== 'cloud') return (await searchDataCenter(access, search, true)).issues
  const body = { issueIdsOrKeys: keys, fields: fieldsOf([]) }
  const answer = await access.ask({ method: 'POST', path: '/rest/api/3/issue/bulkfetch', body })
  return read(access, searchSchema, contentOf(access, answer)).issues
}

/** Ids of all fields by their names in small letters. @throws as searchIssues */
export async function fieldIds(access: JiraAccess): Promise<ReadonlyMap<string, string>> {
  const fields = read(access, fieldsSchema, contentOf(access, await access.ask({ path: '/rest/api/2/field' })))
  return new Map(fields.map(({ id, name }) => [name.toLowerCase(), id]))
}

function fieldsOf(fields: readonly string[]): string[] {
  return [...new Set([...LINE_FIELDS, ...fields.filter(field => field !== 'issuekey')])]
}

function read<S extends z.ZodType>({ application }: JiraAccess, schema: S, json: unknown): z.output<S> {
  const result = schema.safeParse(json)
  if (!result.success) throw unreadable(application.name)
  return result.data
}
