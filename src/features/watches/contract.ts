import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, pageSchema, pagingQuery } from '#platform/wire.ts'

const TAG = 'watches'
/** The caller's own watch; `key` or `username` for administrators. */
const whose = { key: z.string().optional(), username: z.string().optional() }
const contentCall = { tag: TAG, params: z.object({ id: contentId }), query: z.object(whose) }
/** `contentType=blogpost`: only the space's blog posts. */
const spaceCall = {
  tag: TAG,
  params: z.object({ key: z.string() }),
  query: z.object({ ...whose, contentType: z.string().optional() }),
}

export const watching = z.object({ watching: z.boolean() })
const person = z.object({ type: z.enum(['known', 'anonymous']), displayName: z.string() }).loose()

export const getContentWatch = endpoint({
  method: 'GET',
  path: '/rest/api/user/watch/content/:id',
  summary: 'Whether a user watches a content',
  ...contentCall,
  response: watching,
})
export const watchContent = endpoint({
  method: 'POST',
  path: '/rest/api/user/watch/content/:id',
  summary: 'Watch a content',
  ...contentCall,
  status: 204,
})
export const unwatchContent = endpoint({
  method: 'DELETE',
  path: '/rest/api/user/watch/content/:id',
  summary: 'Stop watching a content',
  ...contentCall,
  status: 204,
})
export const getSpaceWatch = endpoint({
  method: 'GET',
  path: '/rest/api/user/watch/space/:key',
  summary: 'Whether a user watches a space',
  ...spaceCall,
  response: watching,
})
export const watchSpace = endpoint({
  method: 'POST',
  path: '/rest/api/user/watch/space/:key',
  summary: 'Watch a space',
  ...spaceCall,
  status: 204,
})
export const unwatchSpace = endpoint({
  method: 'DELETE',
  path: '/rest/api/user/watch/space/:key',
  summary: 'Stop watching a space',
  ...spaceCall,
  status: 204,
})
export const listContentWatchers = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/watchers',
  tag: TAG,
  summary: 'Who watches a page or post',
  params: z.object({ id: contentId }),
  query: z.object(pagingQuery(200)),
  response: pageSchema(person),
})
export const listSpaceWatchers = endpoint({
  method: 'GET',
  path: '/rest/api/space/:key/watchers',
  tag: TAG,
  summary: 'Who watches a space',
  params: z.object({ key: z.string() }),
  query: z.object(pagingQuery(200)),
  response: pageSchema(person),
})

/** State of the watch button, the page view's part `watch`. */
export const watchState = z.object({
  pageId: z.string(),
  spaceKey: z.string(),
  spaceName: z.string(),
  watchingPage: z.boolean(),
  watchingBlogs: z.boolean(),
  watchingSpace: z.boolean(),
  isBlogPost: z.boolean(),
  /** May manage other watchers. */
  isAdmin: z.boolean(),
})
export type WatchState = z.output<typeof watchState>
export const getWatchState = endpoint({
  method: 'GET',
  path: '/rest/watch-button/1.0/watchState/:id',
  tag: TAG,
  summary: 'What the watch button of a page shows',
  params: z.object({ id: contentId }),
  response: watchState,
})
