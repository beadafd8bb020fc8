import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId } from '#platform/wire.ts'
import { person } from '#features/content/contract.ts'
import { MAX_NAME, MAX_VALUE, MOST_EVENTS, MOST_PROPERTIES } from './shared.ts'

const tag = 'analytics'
const path = '/rest/oxbow/1.0/analytics'

const value = z.union([z.string().max(MAX_VALUE), z.number(), z.boolean()])
const event = z.object({
  name: z.string().min(1).max(MAX_NAME),
  properties: z
    .record(z.string().max(MAX_NAME), value)
    .refine(properties => Object.keys(properties).length <= MOST_PROPERTIES, 'too many properties')
    .optional(),
  /** Milliseconds from now, negative. */
  timeDelta: z.number().default(0),
})
export type PublishedEvent = z.input<typeof event>

/**
 * Events of anyone who may use the wiki; those of other names than browsers record are left out. Beacons carry no token:
 * only administrators read what it changes.
 */
export const publishEvents = endpoint({
  method: 'POST',
  path: '/rest/analytics/1.0/publish/bulk',
  tag,
  summary: 'Events of use, gathered in the browser',
  allowWithoutToken: true,
  allowedInReadOnlyMode: true,
  body: z.array(event).max(MOST_EVENTS),
  response: z.object({}),
})

const page = z.object({ id: z.string(), title: z.string(), url: z.string(), space: z.string() })
const report = z.object({
  days: z.array(
    z.object({
      /** `2026-11-23`, in UTC. */
      day: z.string(),
      views: z.number(),
      readers: z.number(),
      edits: z.number(),
      editors: z.number(),
    }),
  ),
  popular: z.array(page.extend({ views: z.number(), readers: z.number() })),
  unread: z.array(page.extend({ updatedAt: z.string() })),
  searches: z.array(z.object({ query: z.string(), times: z.number() })),
})
export type AnalyticsReport = z.output<typeof report>
export const getReport = endpoint({
  method: 'GET',
  path: `${path}/report`,
  tag,
  summary: 'Views, readers and editors over time, popular pages and failed searches, for administrators',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  response: report,
})

const settings = z.object({
  /** Whether use is recorded at all. */
  enabled: z.boolean(),
  /** Whether who edits a page may see who viewed it. */
  viewers: z.boolean(),
})
export type AnalyticsSettings = z.output<typeof settings>
export const getAnalyticsSettings = endpoint({
  method: 'GET',
  path: `${path}/settings`,
  tag,
  summary: 'Whether use is recorded, for administrators',
  response: settings,
})
export const updateAnalyticsSettings = endpoint({
  method: 'PUT',
  path: `${path}/settings`,
  tag,
  summary: 'Changes whether use is recorded',
  body: settings.partial(),
  response: settings,
})

const preference = z.object({ isRecorded: z.boolean() })
export const getPreference = endpoint({
  method: 'GET',
  path: `${path}/preference`,
  tag,
  summary: "Whether the user's own use may be recorded",
  response: preference,
})
export const updatePreference = endpoint({
  method: 'PUT',
  path: `${path}/preference`,
  tag,
  summary: "Changes whether the user's own use may be recorded; what was recorded goes",
  body: preference,
  response: preference,
})

export const listViewers = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/viewers',
  tag,
  summary: 'Who viewed a page in the last 90 days, for who may edit it, where that is switched on',
  params: z.object({ id: contentId }),
  response: z.object({
    results: z.array(z.object({ person: person.nullable(), views: z.number(), lastViewedAt: z.string() })),
  }),
})
