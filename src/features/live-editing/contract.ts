import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'

const TAG = 'live editing'

const person = z.object({ userKey: z.string(), username: z.string(), name: z.string(), picture: z.string() })

export const getEditors = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/live/:id/editors',
  tag: TAG,
  summary: 'Users who edit a page or post together now',
  params: z.object({ id: contentId }),
  response: z.object({ editors: z.array(person), limit: z.number() }),
})

export const publishLive = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/live/:id/publish',
  tag: TAG,
  summary: 'Publish the text that users edit together as the next version',
  params: z.object({ id: contentId }),
  body: z.object({
    /** Version comment. */
    message: z.string().max(2000).default(''),
    /** Whether watchers are notified. */
    notifies: z.boolean().default(true),
  }),
  response: z.object({ version: z.number(), url: z.string() }),
})

export const discardLive = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/live/:id/changes',
  tag: TAG,
  summary: 'Discard all unpublished changes of a page, those of other users too',
  params: z.object({ id: contentId }),
  status: 204,
})
