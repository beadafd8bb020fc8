import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, contentIds, looseBoolean } from '#platform/wire.ts'
import { MOST_VISITED } from './visited.ts'

const TAG = 'recently viewed'
const limit = (most: number) => clampedInteger({ least: 0, most, otherwise: most })

/** A page or post that the user opened. */
export const visit = z.object({
  id: z.number(), title: z.string(),
  /** Name of the space. */
  space: z.string(), spaceKey: z.string(),
  type: z.enum(['page', 'blogpost']), contentType: z.enum(['page', 'blogpost']),
  url: z.string(),
  /** Epoch milliseconds. */
  lastSeen: z.number(),
  /** How often it was opened. */
  count: z.number(),
  /** It is not in the trash. */
  available: z.boolean(),
})
export type Visit = z.output<typeof visit>

export const recentVisits = endpoint({
  method: 'GET', path: '/rest/recentlyviewed/1.0/recent', tag: TAG,
  summary: 'Pages and posts that the user opened last, newest first: a bare array',
  query: z.object({ limit: limit(MOST_VISITED), includeTrashedContent: looseBoolean.optional() }), response: z.array(visit),
})
export const recentSpaces = endpoint({
  method: 'GET', path: '/rest/recentlyviewed/1.0/recent/spaces', tag: TAG,
  summary: 'Spaces of the pages that the user opened last: a bare array',
  query: z.object({ limit: limit(MOST_VISITED) }),
  response: z.array(z.object({ id: z.number(), key: z.string(), name: z.string(), icon: z.string() })),
})
/** A browser is told of no deletion: it asks which of the pages that it remembers are still there. */
export const presentVisits = endpoint({
  method: 'GET', path: '/rest/oxbow/1.0/recently-viewed/present', tag: TAG,
  summary: 'Which of these pages and posts the reader may open',
  query: z.object({ ids: contentIds.pipe(z.array(z.number()).max(MOST_VISITED, 'at most {{maximum}} ids')) }),
  response: z.object({ ids: z.array(z.string()) }),
})
/** Told by the app for pages that it opens without a document; those of documents the server sees itself. */
export const recordVisit = endpoint({
  method: 'POST', path: '/rest/oxbow/1.0/content/:id/visit', tag: TAG, summary: 'Note that the user opened a page or post',
  params: z.object({ id: z.string().regex(/^\d{1,15}$/) }), status: 204,
})
