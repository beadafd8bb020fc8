import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentIds, looseBoolean } from '#platform/wire.ts'
import { MOST_VISITED } from './visited.ts'

const TAG = 'recently viewed'
const limit = (most: number) => clampedInteger({ least: 0, most, otherwise: most })

export const visit = z.object({
  id: z.number(),
  title: z.string(),
  space: z.string(),
  spaceKey: z.string(),
  type: z.enum(['page', 'blogpost']),
  contentType: z.enum(['page', 'blogpost']),
  url: z.string(),
  /** Epoch milliseconds. */
  lastSeen: z.number(),
  count: z.number(),
  /** Not in the trash. */
  available: z.boolean(),
})
export type Visit = z.output<typeof visit>

export const recentVisits = endpoint({
  method: 'GET',
  path: '/rest/recentlyviewed/1.0/recent',
  tag: TAG,
  summary: 'Pages and posts that the user opened last, newest first: a bare array',
  query: z.object({ limit: limit(MOST_VISITED), includeTrashedContent: looseBoolean.optional() }),
  response: z.array(visit),
})
export const recentSpaces = endpoint({
  method: 'GET',
  path: '/rest/recentlyviewed/1.0/recent/spaces',
  tag: TAG,
  summary: 'Spaces of the pages that the user opened last: a bare array',
  query: z.object({ limit: limit(MOST_VISITED) }),
  response: z.array(z.object({ id: z.number(), key: z.string(), name: z.string(), icon: z.string() })),
})
/** Checks which stored pages still exist, since browsers are not notified of deletions. */
export const presentVisits = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/recently-viewed/present',
  tag: TAG,
  summary: 'Which of these pages and posts the reader may open',
  query: z.object({ ids: contentIds.pipe(z.array(z.number()).max(MOST_VISITED, 'at most {{maximum}} ids')) }),
  response: z.object({ ids: z.array(z.string()) }),
})
/** Reports client-side page views; the server records documents itself. */
export const recordVisit = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/content/:id/visit',
  tag: TAG,
  summary: 'Note that the user opened a page or post',
  params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
  status: 204,
})
