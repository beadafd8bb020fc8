import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { person } from '#features/content/contract.ts'
import { ACCESSES } from './shared.ts'

const TAG = 'access requests'
const requestId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
/** More than any that exists has. */
const name = z.string().min(1).max(1000)

/** The page, post or space that an address names, whether it exists or not. */
export const askedFor = z.object({
  access: z.enum(ACCESSES).default('view'),
  pageId: contentId.optional(),
  spaceKey: name.optional(),
  title: name.optional(),
  postingDay: name.optional(),
  tiny: name.optional(),
})
export type AskedFor = z.output<typeof askedFor>

export const requestAccess = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/access-requests',
  tag: TAG,
  summary:
    'Ask for access to a page. The answer is the same for one that does not exist and one that the user may not see',
  body: askedFor,
  status: 202,
})

export const accessRequest = z.object({
  id: z.string(),
  access: z.enum(ACCESSES),
  /** ISO 8601. */
  at: z.string(),
  person,
  /** Restricted pages, this one or above it, that do not let them in. */
  pages: z.array(z.object({ id: z.string(), title: z.string() })),
  /** They may not view the space. */
  needsSpace: z.boolean(),
  /** The caller may add them to the restrictions of all `pages`. */
  mayGrant: z.boolean(),
})
export type AccessRequest = z.output<typeof accessRequest>

export const listAccessRequests = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/access-requests',
  tag: TAG,
  summary: 'Open requests for access to a page that the user may answer, oldest first; 50 at most',
  params: z.object({ id: contentId }),
  response: z.object({ results: z.array(accessRequest), space: z.object({ key: z.string(), name: z.string() }) }),
})
export const grantAccessRequest = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/access-requests/:id/grant',
  tag: TAG,
  summary: 'Let somebody in who has asked: adds them to the restrictions that keep them out',
  params: requestId,
  status: 204,
})
export const declineAccessRequest = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/access-requests/:id/decline',
  tag: TAG,
  summary: 'Decline a request for access. Who has asked is told nothing',
  params: requestId,
  status: 204,
})
