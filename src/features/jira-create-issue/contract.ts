import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { FIELD_KINDS, MOST_DESCRIPTION, MOST_ISSUES, MOST_PROJECTS, MOST_SUMMARY } from './shared.ts'

const tag = 'jira-create-issue'
const path = '/rest/oxbow/1.0/jira-issues' as const

const TOO_LONG = 'must be {{maximum}} characters at most'
const applicationId = z.uuid()
const projectKey = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,254}$/)
const issueTypeId = z.string().regex(/^\d{1,19}$/)

export const listCreateSites = endpoint({
  method: 'GET',
  path: `${path}/sites`,
  tag,
  summary: 'Linked Jira sites in which the user can create issues, the primary one first',
  response: z.object({
    sites: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        displayUrl: z.string(),
        /** Address at which the user approves that the wiki writes; null if they have. */
        approvalUrl: z.string().nullable(),
      }),
    ),
  }),
})

const named = z.object({ id: z.string(), name: z.string() })

export const listProjects = endpoint({
  method: 'GET',
  path: `${path}/sites/:applicationId/projects`,
  tag,
  summary: `Projects of a Jira site whose name or key has a text, ${MOST_PROJECTS} at most`,
  params: z.object({ applicationId }),
  query: z.object({ query: z.string().trim().max(100).default('') }),
  response: z.object({ projects: z.array(z.object({ key: z.string(), name: z.string() })) }),
})

export const listTypes = endpoint({
  method: 'GET',
  path: `${path}/sites/:applicationId/projects/:projectKey/types`,
  tag,
  summary: 'Types of issues that the user can create in a project, without subtasks',
  params: z.object({ applicationId, projectKey }),
  response: z.object({ types: z.array(named) }),
})

const createField = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(FIELD_KINDS),
  /** Values of a choice. */
  options: z.array(named),
})
export type CreateField = z.output<typeof createField>

const fieldsView = z.object({
  description: z.enum(['none', 'optional', 'required']),
  /** Required fields beside project, type, summary and description. */
  fields: z.array(createField),
})
export type FieldsView = z.output<typeof fieldsView>

export const listFields = endpoint({
  method: 'GET',
  path: `${path}/sites/:applicationId/projects/:projectKey/types/:issueTypeId/fields`,
  tag,
  summary: 'Fields that a new issue of a type must have',
  params: z.object({ applicationId, projectKey, issueTypeId }),
  response: fieldsView,
})

const count = z.number().int().min(0).max(1_000_000)
const place = z.object({
  pageId: contentId,
  /** Version that the reader sees. */
  version: z.number().int().min(1).max(1_000_000_000),
  /** Selected text of the page. */
  selectedText: z.string().min(1).max(10_000),
  /** Which of its occurrences it is, from 0. */
  index: count,
  numMatches: count,
  /** Column of the table around the text: each issue goes into the cell of its row. */
  column: count.optional(),
})
export type Place = z.output<typeof place>

const newIssue = z.object({
  summary: z.string().trim().min(1, 'must not be empty').max(MOST_SUMMARY, TOO_LONG),
  /** Row of the column, from 0. */
  row: count.optional(),
})
export type NewIssue = z.output<typeof newIssue>

const creation = z.object({
  projectKey,
  issueTypeId,
  issues: z.array(newIssue).min(1).max(MOST_ISSUES),
  description: z.string().max(MOST_DESCRIPTION, TOO_LONG).default(''),
  /** Values of further fields, by the id of the field; options by their ids. */
  values: z
    .record(z.string().max(100), z.union([z.string().max(MOST_DESCRIPTION), z.array(z.string().max(255)).max(200)]))
    .default({}),
  /** Position of the issues in a page. If it is left out, no page shows them. */
  place: place.optional(),
})
export type CreationInput = z.output<typeof creation>

export const createIssues = endpoint({
  method: 'POST',
  path: `${path}/sites/:applicationId/issues`,
  tag,
  summary: 'Create issues in Jira with the rights of the user, and show them in a page',
  params: z.object({ applicationId }),
  body: creation,
  response: z.object({
    created: z.array(z.object({ key: z.string(), url: z.string(), summary: z.string() })),
    /** Issues that were not created. */
    errors: z.array(z.object({ summary: z.string(), message: z.string() })),
    /** Whether the page shows the created issues; null if it was not asked to. */
    isPlaced: z.boolean().nullable(),
  }),
})
