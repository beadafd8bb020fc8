import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, expandQuery, pageSchema, pagingQuery } from '#platform/wire.ts'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { CONTENT_BODY_LIMIT } from '#features/content/shared.ts'
import { MAX_TEMPLATE_DESCRIPTION, MAX_TEMPLATE_NAME } from './shared.ts'

const tag = 'templates'
const API = '/rest/api/template'
const EXPERIMENTAL = '/rest/experimental/template'

/** Number of a template, or id of a blueprint. */
const templateId = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(255))
const spaceKey = z.string().max(255)

const body = z.object({ storage: z.object({ value: z.string(), representation: z.string() }) })
const labelInput = z.object({ prefix: z.string().nullish(), name: z.string() }).loose()

export const template = z.object({
  templateId: z.string(),
  /** The blueprint of the old product that this is. */
  originalTemplate: z.object({ pluginKey: z.string(), moduleKey: z.string() }).optional(),
  referencingBlueprint: z.string().optional(),
  name: z.string(),
  description: z.string(),
  labels: z.array(z.object({ prefix: z.string(), name: z.string(), label: z.string() })),
  templateType: z.literal('page'),
  body: body.optional(),
  _links: z.object({ self: z.string() }),
  _expandable: z.record(z.string(), z.string()),
})
export type Template = z.output<typeof template>

export const templateInput = z
  .object({
    name: z.string().trim().min(1).max(MAX_TEMPLATE_NAME),
    description: z.string().max(MAX_TEMPLATE_DESCRIPTION).nullish(),
    templateType: z.string().max(40).default('page'),
    labels: z.array(labelInput).max(50).nullish(),
    body: body.loose(),
    /** Absent for a template of the site. */
    space: z.object({ key: spaceKey }).loose().nullish(),
  })
  .loose()
export type TemplateInput = z.output<typeof templateInput>

const templateUpdate = templateInput.extend({ templateId })
const params = z.object({ templateId })
const list = z.object({ spaceKey: spaceKey.optional(), expand: expandQuery, ...pagingQuery(25) })

const create = {
  method: 'POST',
  tag,
  summary: 'Creates a template of a space or of the site',
  body: templateInput,
  bodyLimit: CONTENT_BODY_LIMIT,
  response: template,
} as const
const update = {
  method: 'PUT',
  tag,
  summary: 'Changes all of a template but its space',
  body: templateUpdate,
  bodyLimit: CONTENT_BODY_LIMIT,
  response: template,
} as const
const get = {
  method: 'GET',
  tag,
  summary: 'A template or blueprint with its text',
  params,
  query: z.object({ expand: expandQuery }).loose(),
  response: template,
} as const
const pages = {
  method: 'GET',
  tag,
  summary: 'Templates of a space, or of the site, by name',
  query: list,
  response: pageSchema(template),
} as const
const blueprints = { ...pages, summary: 'Blueprints, which are the same in each space' } as const
const remove = { method: 'DELETE', tag, summary: 'Deletes a template', params, status: 204 } as const

export const createTemplate = endpoint({ ...create, path: API })
export const updateTemplate = endpoint({ ...update, path: API })
export const getTemplate = endpoint({ ...get, path: `${API}/:templateId` })
export const listTemplates = endpoint({ ...pages, path: `${API}/page` })
export const listBlueprints = endpoint({ ...blueprints, path: `${API}/blueprint` })
export const deleteTemplate = endpoint({ ...remove, path: `${API}/:templateId` })

export const createTemplateExperimental = endpoint({ ...create, path: EXPERIMENTAL })
export const updateTemplateExperimental = endpoint({ ...update, path: EXPERIMENTAL })
export const getTemplateExperimental = endpoint({ ...get, path: `${EXPERIMENTAL}/:templateId` })
export const listTemplatesExperimental = endpoint({ ...pages, path: `${EXPERIMENTAL}/page` })
export const listBlueprintsExperimental = endpoint({ ...blueprints, path: `${EXPERIMENTAL}/blueprint` })
export const deleteTemplateExperimental = endpoint({ ...remove, path: `${EXPERIMENTAL}/:templateId` })

export const templateFromPage = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/templates/from-page/:id',
  tag,
  summary: 'Text of a page as a template of its space begins with it, for administrators of the space',
  params: z.object({ id: contentId }),
  response: z.object({
    spaceKey: z.string(),
    name: z.string(),
    labels: z.array(z.string()),
    /** Storage format. Files stay those of the page; comments on its words are left out. */
    storage: z.string(),
  }),
})

const variable = z.object({
  name: z.string(),
  type: z.enum(['string', 'textarea', 'list']),
  /** Of a `textarea`. */
  rows: z.number().optional(),
  /** Of a `list`. */
  options: z.array(z.string()).optional(),
})
export type TemplateVariable = z.output<typeof variable>

export const templateForm = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/templates/:templateId/form',
  tag,
  summary: 'What a page from a template or blueprint needs to know',
  params,
  response: z.object({
    templateId: z.string(),
    name: z.string(),
    /** Of a blueprint: the wizard that asks. */
    blueprint: z.string().nullable(),
    variables: z.array(variable),
  }),
})

export const createTemplateDraft = endpoint({
  method: 'POST',
  path: '/rest/create-dialog/1.0/content-blueprint/create-draft',
  tag,
  summary: 'Begins a page from a template or blueprint: a draft with its text and labels',
  body: z
    .object({
      spaceKey: spaceKey.nullish(),
      spaceId: contentId.nullish(),
      contentTemplateId: templateId.nullish(),
      /** Id of a blueprint, or the old product's name of it. */
      contentBlueprintId: templateId.nullish(),
      title: z.string().max(MAX_TITLE_LENGTH).nullish(),
      parentPageId: z.union([z.literal(''), contentId]).nullish(),
      /** Values of variables, and what a wizard asks for. */
      context: z.record(z.string().max(255), z.unknown()).nullish(),
    })
    .loose(),
  response: z.object({
    draftId: z.number(),
    title: z.string(),
    spaceKey: z.string(),
    /** Address at which the draft is edited. */
    url: z.string(),
    /** The page that lists the pages from its blueprint. */
    index: z.object({ title: z.string(), url: z.string() }).nullable(),
  }),
})
