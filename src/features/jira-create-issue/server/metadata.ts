import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import type { CreateField, FieldsView } from '../contract.ts'
import { MOST_PROJECTS, type FieldKind } from '../shared.ts'
import { contentOf, type CreateSite } from './site.ts'

/** Time for which answers of Jira are used for the same user, milliseconds. */
const FRESH_MS = 60_000
const MOST_ANSWERS = 200
/** Entries of one answer of Jira. */
const MOST_TYPES = 100
const MOST_FIELDS = 200
const MOST_OPTIONS = 1000

/** Fields that the dialog has anyway. */
const OWN_FIELDS = new Set(['project', 'issuetype', 'summary', 'description'])

const text = z.string().max(1000)
const id = z.union([z.string().max(100), z.number()]).transform(String)
const projectSchema = z.object({ key: text, name: text })
const projectsSchema = z.union([
  z.array(projectSchema),
  z.object({ values: z.array(projectSchema) }).transform(({ values }) => values),
])
const typeSchema = z.object({ id, name: text, subtask: z.boolean().catch(false) })
/** Data Center has `values`; Cloud has names for each. */
const typesSchema = z
  .object({ values: z.array(typeSchema).optional(), issueTypes: z.array(typeSchema).optional() })
  .transform(({ values, issueTypes }) => values ?? issueTypes ?? [])
const fieldSchema = z.object({
  fieldId: text.optional(),
  key: text.optional(),
  name: text,
  required: z.boolean(),
  hasDefaultValue: z.boolean().catch(false),
  schema: z.object({ type: text, items: text.optional().catch(undefined), custom: text.optional().catch(undefined) }),
  allowedValues: z
    .array(z.object({ id, name: text.optional(), value: text.optional() }))
    .optional()
    .catch(undefined),
})
type JiraField = z.output<typeof fieldSchema>
const fieldsSchema = z
  .object({ values: z.array(fieldSchema).optional(), fields: z.array(fieldSchema).optional() })
  .transform(({ values, fields }) => values ?? fields ?? [])

export type Project = z.output<typeof projectSchema>

function answers() {
  return recentlyUsed<string, object>(MOST_ANSWERS, { ttl: FRESH_MS })
}

/** Something that Jira has answered for the same user lately, or answers now. */
async function recent<T extends object>(app: App, site: CreateSite, key: string, ask: () => Promise<T>): Promise<T> {
  const cache = app.own(answers)
  const name = `${site.rights} ${key}`
  const before = cache.get(name) as T | undefined
  if (before) return before
  const answer = await ask()
  cache.set(name, answer)
  return answer
}

/** Projects whose name or key has a text, by name. @throws HttpError 502, 504 */
export async function projectsOf(app: App, site: CreateSite, query: string): Promise<Project[]> {
  if (site.application.deployment === 'cloud') {
    const search = new URLSearchParams({ action: 'create', orderBy: 'name', maxResults: String(MOST_PROJECTS), query })
    const answer = await site.ask({ path: `/rest/api/2/project/search?${search}` })
    return contentOf(site, projectsSchema, answer).slice(0, MOST_PROJECTS)
  }
  const all = await recent(app, site, 'projects', async () => {
    const projects = contentOf(site, projectsSchema, await site.ask({ path: '/rest/api/2/project' }))
    return projects.toSorted((a, b) => a.name.localeCompare(b.name))
  })
  const words = query.toLowerCase()
  return all.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(words)).slice(0, MOST_PROJECTS)
}

/** Types of issues of a project, without subtasks. @throws HttpError 403, 502, 504 */
export async function typesOf(site: CreateSite, projectKey: string): Promise<{ id: string; name: string }[]> {
  const path = `/rest/api/2/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes?maxResults=${MOST_TYPES}`
  const types = contentOf(site, typesSchema, await site.ask({ path }))
  return types.filter(({ subtask }) => !subtask).map(({ id: issueTypeId, name }) => ({ id: issueTypeId, name }))
}

/** Fields that the form for an issue of a type has. @throws HttpError 403, 502, 504 */
export function fieldsOf(
  app: App,
  site: CreateSite,
  { projectKey, issueTypeId }: { projectKey: string; issueTypeId: string },
): Promise<FieldsView> {
  return recent(app, site, `fields ${projectKey} ${issueTypeId}`, async () => {
    const path = `/rest/api/2/issue/createmeta/${encodeURIComponent(projectKey)}/issuetypes/${issueTypeId}?maxResults=${MOST_FIELDS}`
    return viewOf(contentOf(site, fieldsSchema, await site.ask({ path })))
  })
}

/** The form for the fields of a type of issue. */
export function viewOf(fields: readonly JiraField[]): FieldsView {
  const description = fields.find(field => idOf(field) === 'description')
  return {
    description: !description ? 'none' : description.required ? 'required' : 'optional',
    fields: fields
      .filter(field => field.required && !field.hasDefaultValue && !OWN_FIELDS.has(idOf(field)))
      .map(field => formField(field)),
  }
}

const idOf = ({ fieldId, key = '' }: JiraField) => fieldId ?? key

function formField(field: JiraField): CreateField {
  const { name, allowedValues = [] } = field
  const options = allowedValues
    .slice(0, MOST_OPTIONS)
    .map(option => ({ id: option.id, name: option.name ?? option.value ?? option.id }))
  return { id: idOf(field), name, kind: kindOf(field), options }
}

function kindOf({ schema: { type, items, custom = '' }, allowedValues }: JiraField): FieldKind {
  if (allowedValues) return type === 'array' ? 'choices' : type === 'option-with-child' ? 'other' : 'choice'
  if (type === 'string') return custom.endsWith(':textarea') ? 'paragraph' : 'text'
  if (type === 'number' || type === 'date') return type
  return type === 'array' && items === 'string' ? 'labels' : 'other'
}
