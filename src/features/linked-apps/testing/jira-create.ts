import type { FakeIssue } from './fake-jira.ts'

/** A field of a type of issue, as Jira's create metadata has it. */
export interface FakeField {
  fieldId: string
  name: string
  required: boolean
  schema: { type: string; items?: string; custom?: string; system?: string }
  hasDefaultValue?: boolean
  allowedValues?: readonly object[]
}

export interface FakeProject {
  id: string
  key: string
  name: string
  types: readonly { id: string; name: string; subtask?: boolean; fields: readonly FakeField[] }[]
  /** Users who may create issues; all users if it is left out. */
  creators?: readonly string[]
}

/** The fields that each type of issue has. */
export const USUAL_FIELDS: readonly FakeField[] = [
  { fieldId: 'project', name: 'Project', required: true, schema: { type: 'project', system: 'project' } },
  { fieldId: 'issuetype', name: 'Issue Type', required: true, schema: { type: 'issuetype', system: 'issuetype' } },
  { fieldId: 'summary', name: 'Summary', required: true, schema: { type: 'string', system: 'summary' } },
  { fieldId: 'description', name: 'Description', required: false, schema: { type: 'string', system: 'description' } },
  {
    fieldId: 'reporter',
    name: 'Reporter',
    required: true,
    hasDefaultValue: true,
    schema: { type: 'user', system: 'reporter' },
  },
]

/** Summaries that Jira refuses hold this word. */
export const REFUSED_WORD = 'forbidden'

interface CreatingJira {
  readonly projects: readonly FakeProject[]
  readonly issues: FakeIssue[]
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

/** Answers for projects, create metadata and new issues; undefined for other paths. */
export function createAnswer(
  { method, path, body, user }: { method: string; path: string; body: string; user: string },
  jira: CreatingJira,
): Answer | undefined {
  if (method === 'GET' && path === '/rest/api/2/project')
    return ok(jira.projects.map(({ id, key, name }) => ({ id, key, name })))
  const [, projectKey, typeId] =
    /^\/rest\/api\/2\/issue\/createmeta\/([^/]+)\/issuetypes(?:\/([^/]+))?$/.exec(path) ?? []
  if (method === 'GET' && projectKey !== undefined) {
    const project = projectFor(jira, user, projectKey)
    if (!project) return refused(404, 'The project does not exist, or you may not create issues in it.')
    const type = project.types.find(({ id }) => id === typeId)
    if (typeId === undefined)
      return ok(pageOf(project.types.map(({ id, name, subtask = false }) => ({ id, name, subtask }))))
    return type ? ok(pageOf(type.fields)) : refused(404, 'The issue type does not exist.')
  }
  if (method !== 'POST' || path !== '/rest/api/2/issue') return undefined
  const { fields } = JSON.parse(body) as { fields: Record<string, unknown> }
  return created(jira, user, fields)
}

function created(jira: CreatingJira, user: string, fields: Record<string, unknown>): Answer {
  const project = projectFor(jira, user, (fields['project'] as { key?: string } | undefined)?.key ?? '')
  const type = project?.types.find(({ id }) => id === (fields['issuetype'] as { id?: string } | undefined)?.id)
  if (!project || !type) return refused(400, undefined, { project: 'project is required' })
  const { summary } = fields as { summary: string }
  const missing = type.fields.filter(({ fieldId, required, hasDefaultValue }) => {
    return required && hasDefaultValue !== true && fields[fieldId] === undefined
  })
  const errors = Object.fromEntries(missing.map(({ fieldId, name }) => [fieldId, `${name} is required.`]))
  if (summary.includes(REFUSED_WORD)) errors['summary'] = `The word "${REFUSED_WORD}" is not allowed.`
  if (Object.keys(errors).length > 0) return refused(400, undefined, errors)
  const numbers = jira.issues.map(({ key }) => Number(new RegExp(`^${project.key}-(\\d+)$`).exec(key)?.[1] ?? 0))
  const number = Math.max(0, ...numbers) + 1
  const key = `${project.key}-${number}`
  jira.issues.push({ key, summary, fields, issuetype: { name: type.name } })
  return { status: 201, json: { id: String(10_000 + number), key } }
}

function projectFor(jira: CreatingJira, user: string, key: string): FakeProject | undefined {
  return jira.projects.find(project => project.key === key && (project.creators?.includes(user) ?? true))
}

const ok = (json: unknown): Answer => ({ status: 200, json })
const pageOf = (values: readonly object[]) => ({ startAt: 0, total: values.length, isLast: true, values })
const refused = (status: number, message: string | undefined, errors: Record<string, string> = {}): Answer => ({
  status,
  json: { errorMessages: message === undefined ? [] : [message], errors },
})
