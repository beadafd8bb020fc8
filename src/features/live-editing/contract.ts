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

const draftStateSchema = z.object({
  id: z.string(),
  /** When the text was last so. */
  at: z.string(),
  /** Users who changed it in the minutes before. */
  authors: z.array(person),
})
export type DraftState = z.output<typeof draftStateSchema>

export const listDraftStates = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/live/:id/history',
  tag: TAG,
  summary: 'States of the text that users edit together, of the last 30 days, newest first',
  params: z.object({ id: contentId }),
  response: z.object({ states: z.array(draftStateSchema) }),
})

const draftStateText = z.object({
  title: z.string(),
  storage: z.string(),
  /** The text, with what differs from the draft as it is: `ins` comes back with this state, `del` goes. */
  html: z.string(),
  /** False if the texts are too long or too different to be compared. */
  isCompared: z.boolean(),
})
export type DraftStateText = z.output<typeof draftStateText>

export const getDraftState = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/live/:id/history/:state',
  tag: TAG,
  summary: 'A state of the text that users edit together, compared with the text as it is',
  params: z.object({ id: contentId, state: contentId }),
  response: draftStateText,
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
  summary: 'Discard all unpublished changes of a page or of a file that is edited together, those of other users too',
  params: z.object({ id: contentId }),
  status: 204,
})

/** Calls of the old product about its service for editing together, which is a part of this program. */
const OLD_TAG = 'compatibility'

/** The first request of an editor: whether there is such a service. */
export const liveHeartbeat = endpoint({
  method: 'GET',
  path: '/synchrony/v1/heartbeat',
  tag: OLD_TAG,
  summary: 'Whether pages are edited together now; 501 where that is switched off',
  response: z.object({ status: z.literal('OK') }),
})

const mode = z.object({ mode: z.enum(['enabled', 'limited']) })

export const switchLiveOn = endpoint({
  method: 'POST',
  path: '/rest/synchrony-interop/enable',
  tag: OLD_TAG,
  summary: 'Switch editing together on, for administrators',
  response: mode,
})
export const switchLiveOff = endpoint({
  method: 'POST',
  path: '/rest/synchrony-interop/disable',
  tag: OLD_TAG,
  summary: 'Switch editing together off: each user then has a separate draft; for administrators',
  response: mode,
})
/** There is no service to restart. */
export const restartLive = endpoint({
  method: 'POST',
  path: '/rest/synchrony-interop/restart',
  tag: OLD_TAG,
  summary: 'Restart editing together, for administrators: changes nothing',
  response: mode,
})
export const liveConfiguration = endpoint({
  method: 'GET',
  path: '/rest/synchrony/1.0/config/status',
  tag: OLD_TAG,
  summary: 'Whether pages are edited together, and by how many users at most',
  response: z.object({ status: z.enum(['running', 'stopped']), editors: z.number() }),
})
