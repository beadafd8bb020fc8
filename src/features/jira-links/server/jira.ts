import { z } from 'zod'
import {
  type ApplicationAnswer,
  type ApplicationRequest,
  type LinkedApplicationRow,
  unreadable,
} from '#features/linked-apps/server/index.ts'

/** Issues of one answer. */
const MOST_ISSUES = 50
const FIELDS = 'summary,status,issuetype'

/** A Jira site, and how it is asked. */
export interface JiraSite {
  readonly application: LinkedApplicationRow
  readonly ask: (request: ApplicationRequest) => Promise<ApplicationAnswer>
}

const text = z.string().nullish().catch('')
const issueSchema = z.object({
  key: z.string(),
  fields: z.object({
    summary: text,
    status: z
      .object({
        name: z.string(),
        description: text,
        iconUrl: text,
        statusCategory: z.object({ key: z.string(), colorName: z.string() }).optional().catch(undefined),
      })
      .nullish()
      .catch(null),
    issuetype: z.object({ name: text, hierarchyLevel: z.number().optional() }).nullish().catch(null),
  }),
})
export type JiraIssue = z.output<typeof issueSchema>
const searchSchema = z.object({
  issues: z.array(issueSchema),
  total: z.number().optional(),
  isLast: z.boolean().optional(),
})
const countSchema = z.object({ count: z.number() })
const sprintsSchema = z.object({
  sprints: z.array(
    z.object({
      title: z.string(),
      status: text,
      url: z.string().optional(),
      daysRemaining: z.coerce.number().optional(),
    }),
  ),
})
const sprintSchema = z.object({ name: z.string(), state: text, goal: text })
const versionSchema = z.object({ name: z.string(), description: text })
const aggregationSchema = z.object({
  targets: z.record(z.string(), z.array(z.object({ type: z.object({ id: z.string() }), count: z.number() })).nullish()),
})

export interface FoundIssues {
  readonly issues: readonly JiraIssue[]
  /** All there are, these among them. */
  readonly total: number
}

/** A query for the issues that have a remote link with one of the global ids. */
export function linkedIssuesQuery(globalIds: readonly string[]): string {
  return `issue in issuesWithRemoteLinksByGlobalId(${globalIds.map(id => `"${id}"`).join(', ')})`
}

/**
 * Issues that a query finds, those that changed last first. Keys that do not exist, or that the user may not see, are
 * left out.
 * @param jql without an order
 */
export async function findIssues({ application, ask }: JiraSite, jql: string): Promise<FoundIssues> {
  const isCloud = application.deployment === 'cloud'
  const query = new URLSearchParams({
    jql: `${jql} ORDER BY updated DESC`,
    fields: FIELDS,
    maxResults: String(MOST_ISSUES),
    // Else one key that is not there fails the whole query.
    ...(isCloud ? {} : { validateQuery: 'false' }),
  })
  const answer = await ask({ path: `${isCloud ? '/rest/api/3/search/jql' : '/rest/api/2/search'}?${query}` })
  const { issues, total, isLast } = read(application, searchSchema, answer)
  if (total !== undefined) return { issues, total }
  if (isLast !== false) return { issues, total: issues.length }
  const path = '/rest/api/3/search/approximate-count'
  const { count } = read(application, countSchema, await ask({ method: 'POST', path, body: { jql } }))
  return { issues, total: Math.max(count, issues.length) }
}

/** Issues by their keys; see {@link findIssues}. */
export async function issuesByKey(site: JiraSite, keys: readonly string[]): Promise<readonly JiraIssue[]> {
  if (keys.length === 0) return []
  if (site.application.deployment !== 'cloud')
    return (await findIssues(site, `key in (${keys.map(key => `"${key}"`).join(', ')})`)).issues
  const path = '/rest/api/3/issue/bulkfetch'
  const body = { issueIdsOrKeys: keys, fields: FIELDS.split(',') }
  return read(site.application, searchSchema, await site.ask({ method: 'POST', path, body })).issues
}

export interface JiraSprint {
  name: string
  state: 'complete' | 'future' | 'active'
  daysRemaining?: number
  /** Goal of the team. */
  goal: string
  /** Within the site, or a whole address. */
  url: string
}

/** Sprints that are linked with one of the global ids; only Jira Software for Data Center knows them. */
export async function linkedSprints(
  { application, ask }: JiraSite,
  globalIds: readonly string[],
): Promise<readonly JiraSprint[]> {
  if (application.deployment === 'cloud') return []
  const query = new URLSearchParams(globalIds.map(id => ['globalId', id]))
  const answer = await ask({ path: `/rest/greenhopper/1.0/api/sprints/remotelink?${query}` })
  if (isUnknown(answer)) return []
  const { sprints } = read(application, sprintsSchema, answer)
  return sprints.flatMap(({ title, status, url, daysRemaining }) =>
    url === undefined
      ? []
      : [
          {
            name: title,
            state: stateOf(status),
            goal: '',
            url,
            ...(daysRemaining === undefined ? {} : { daysRemaining }),
          },
        ],
  )
}

/** A sprint by its id; undefined where there is none for the user. Of Cloud it would need a scope of Jira Software. */
export async function sprintById(
  { application, ask }: JiraSite,
  id: string,
  url: string,
): Promise<JiraSprint | undefined> {
  if (application.deployment === 'cloud') return undefined
  const answer = await ask({ path: `/rest/agile/1.0/sprint/${id}` })
  if (isUnknown(answer)) return undefined
  const { name, state, goal } = read(application, sprintSchema, answer)
  return { name, state: stateOf(state), goal: goal ?? '', url }
}

function stateOf(state: string | null | undefined): JiraSprint['state'] {
  const word = state?.toLowerCase()
  if (word === 'complete' || word === 'closed') return 'complete'
  return word === 'future' ? 'future' : 'active'
}

/** A version by its id; undefined where there is none for the user. */
export async function versionById(
  { application, ask }: JiraSite,
  id: string,
): Promise<{ name: string; description: string } | undefined> {
  const answer = await ask({ path: `/rest/api/2/version/${id}` })
  if (isUnknown(answer)) return undefined
  const { name, description } = read(application, versionSchema, answer)
  return { name, description: description ?? '' }
}

/** Kinds of an aggregation that the panel shows. */
const COUNTED: ReadonlySet<string> = new Set(['issue', 'sprints', 'version'])

/**
 * How many things are linked with the global ids, which Jira for Data Center answers to anybody; undefined where it
 * does not.
 */
export async function publicCount(
  { application, ask }: JiraSite,
  globalIds: readonly string[],
): Promise<number | undefined> {
  if (application.deployment === 'cloud') return undefined
  const query = new URLSearchParams(globalIds.map(id => ['globalId', id]))
  const { json } = await ask({ path: `/rest/remote-link-aggregation/1/aggregation?${query}` })
  const { data } = aggregationSchema.safeParse(json)
  return data === undefined
    ? undefined
    : Object.values(data.targets)
        .flatMap(target => target ?? [])
        .reduce((sum, { type, count }) => (COUNTED.has(type.id) ? sum + count : sum), 0)
}

/** Whether a resource is missing, or hidden from this user. */
function isUnknown({ status }: ApplicationAnswer): boolean {
  return status === 400 || status === 403 || status === 404
}

function read<S extends z.ZodType>(
  { name }: LinkedApplicationRow,
  schema: S,
  { status, json }: ApplicationAnswer,
): z.output<S> {
  const result = schema.safeParse(status === 200 ? json : undefined)
  if (!result.success) throw unreadable(name)
  return result.data
}
