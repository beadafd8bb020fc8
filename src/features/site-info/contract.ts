import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

const TAG = 'site'

export const serverInformation = endpoint({
  method: 'GET',
  path: '/rest/api/server-information',
  tag: TAG,
  summary: 'Version and address of the wiki, for users',
  response: z.object({
    baseUrl: z.string(),
    version: z.string(),
    versionNumbers: z.array(z.number()),
    buildNumber: z.number(),
    serverTitle: z.string(),
  }),
})
export const accessMode = endpoint({
  method: 'GET',
  path: '/rest/api/accessmode',
  tag: TAG,
  summary: 'Whether the wiki may be changed',
  response: z.enum(['READ_WRITE', 'READ_ONLY']),
})
export const instanceMetrics = endpoint({
  method: 'GET',
  path: '/rest/api/instance-metrics',
  tag: TAG,
  summary: 'How much the wiki holds, for administrators',
  response: z.object({
    pages: z.number(),
    blogPosts: z.number(),
    comments: z.number(),
    attachments: z.number(),
    drafts: z.number(),
    globalSpaces: z.number(),
    personalSpaces: z.number(),
    users: z.number(),
    groups: z.number(),
  }),
})
/** XML unless JSON is requested; public, since clients use it for discovery. */
export const manifest = endpoint({
  method: 'GET',
  path: '/rest/applinks/1.0/manifest',
  tag: TAG,
  summary: 'What kind of application this is, and its version',
})

/** Clients check the licence before bulk operations. */
export const licenseDetails = endpoint({
  method: 'GET',
  path: '/rest/license/1.0/license/details',
  tag: TAG,
  summary: 'When the licence ends, for administrators: never',
  /** Epoch milliseconds. */
  response: z.object({ expiryDate: z.number() }),
})
export const remainingSeats = endpoint({
  method: 'GET',
  path: '/rest/license/1.0/license/remainingSeats',
  tag: TAG,
  summary: 'How many more users may be created, for administrators',
  response: z.object({ count: z.number() }),
})
const plugin = z.object({ name: z.string(), vendor: z.object({ name: z.string() }), userInstalled: z.boolean() })
export const installedPlugins = endpoint({
  method: 'GET',
  path: '/rest/plugins/1.0',
  tag: TAG,
  summary: 'Plugins of the old product, for administrators: none can be installed',
  response: z.object({ plugins: z.array(plugin) }),
})
const reindexing = z.object({
  finished: z.boolean(),
  percentageComplete: z.number(),
  elapsedTime: z.number(),
  jobID: z.string().nullable(),
})
export const reindexStatus = endpoint({
  method: 'GET',
  path: '/rest/prototype/1/index/reindex',
  tag: TAG,
  summary: 'How far the search index is rebuilt, for administrators',
  response: reindexing,
})
export const reindex = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rest/prototype/1/index/reindex',
  tag: TAG,
  summary: 'Rebuild the search index',
  response: reindexing,
})
