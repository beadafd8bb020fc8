import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseBoolean, pageSchema, pagingQuery } from '#platform/wire.ts'
import { APPLICATION_TYPES, APPROVED_ACCESSES, AUTHORISE_PATH, CALLBACK_PATH, type ApplicationType } from './shared.ts'

const tag = 'linked-applications'
const path = '/rest/oxbow/1.0/linked-applications'

const MAX_URL = 500
export const applicationName = z.string().trim().min(1).max(100)
export const applicationType = z.literal(Object.keys(APPLICATION_TYPES) as ApplicationType[])

/** The address of an application: without a slash at its end, so that paths can be put behind it. */
export const applicationAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(MAX_URL)
  .refine(text => {
    const url = URL.parse(text)
    return url === null || (url.username === '' && url.password === '' && url.search === '' && url.hash === '')
  }, 'must hold no user name, password, query or anchor')
  .transform(text => text.replace(/\/+$/, ''))

export const linkedApplicationInput = z.object({
  name: applicationName,
  /** By which the wiki reaches the application. */
  rpcUrl: applicationAddress,
  /** By which browsers reach it; `rpcUrl` where it is left out. */
  displayUrl: applicationAddress.optional(),
  clientId: z.string().trim().min(1).max(500),
  /** Write-only; absent leaves it unchanged. */
  clientSecret: z.string().min(1).max(1000).optional(),
  /** Means this one where a text names none; there is one of each type. */
  isPrimary: looseBoolean.default(false),
})
export type LinkedApplicationInput = z.output<typeof linkedApplicationInput>

export const linkedApplication = z.object({
  id: z.string(),
  typeId: applicationType,
  name: z.string(),
  rpcUrl: z.string(),
  displayUrl: z.string(),
  isPrimary: z.boolean(),
  /** `cloud` where Atlassian runs the site. */
  deployment: z.enum(['data-center', 'cloud']),
  clientId: z.string(),
  /** Whether a client and its secret are set: without them it is asked anonymously. */
  isConfigured: z.boolean(),
  /** Users who have approved that the wiki asks it with their rights. */
  approvals: z.number(),
})
export type LinkedApplication = z.output<typeof linkedApplication>
/** Without what only administrators need. */
export type Deployment = LinkedApplication['deployment']

const params = z.object({ applicationId: z.uuid() })

export const listLinkedApplications = endpoint({
  method: 'GET',
  path,
  tag,
  summary: 'Linked applications by name, for administrators',
  query: z.object(pagingQuery(25)),
  response: pageSchema(linkedApplication).extend({
    /** Redirect URL for the incoming link of the application. */
    redirectUrl: z.string(),
  }),
})
export const createLinkedApplication = endpoint({
  method: 'POST',
  path,
  tag,
  summary: 'Link a Jira site',
  status: 201,
  body: linkedApplicationInput.required({ clientSecret: true }),
  response: linkedApplication,
})
export const updateLinkedApplication = endpoint({
  method: 'PUT',
  path: `${path}/:applicationId`,
  tag,
  summary: 'Change a linked application; another address or client ends all approvals',
  params,
  body: linkedApplicationInput,
  response: linkedApplication,
})
export const deleteLinkedApplication = endpoint({
  method: 'DELETE',
  path: `${path}/:applicationId`,
  tag,
  summary: 'Remove a linked application with all approvals',
  params,
  status: 204,
})
export const testLinkedApplication = endpoint({
  method: 'POST',
  path: `${path}/:applicationId/test`,
  tag,
  summary: 'Ask a linked application for its version, to see whether the wiki reaches it',
  params,
  /** `version` where it was reached, else what is wrong, in the language of who asks. */
  response: z.object({ version: z.string().nullable(), error: z.string().nullable() }),
})
export const withdrawApproval = endpoint({
  method: 'DELETE',
  path: `${path}/:applicationId/approval`,
  tag,
  summary: 'Withdraw that the wiki asks an application with the rights of the user',
  params,
  status: 204,
})

export const beginApproval = endpoint({
  method: 'GET',
  path: AUTHORISE_PATH,
  tag,
  summary: 'Lead to a linked application, which asks its user for approval',
  query: z.object({ applicationLinkID: z.uuid(), access: z.enum(APPROVED_ACCESSES).default('read') }),
})
export const finishApproval = endpoint({
  method: 'GET',
  path: CALLBACK_PATH,
  tag,
  summary: 'Take what a linked application answers after it has asked its user for approval',
  query: z
    .object({
      state: z.string().max(200),
      code: z.string().max(4000).optional(),
      error: z.string().max(200).optional(),
    })
    .loose(),
})
