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
const licenseCount = { method: 'GET', tag: TAG, response: z.object({ count: z.number() }) } as const
export const remainingSeats = endpoint({
  ...licenseCount,
  path: '/rest/license/1.0/license/remainingSeats',
  summary: 'How many more users may be created, for administrators',
})
export const licenseUserCount = endpoint({
  ...licenseCount,
  path: '/rest/license/1.0/license/userCount',
  summary: 'How many active users there are, for administrators',
})
export const licenseMaxUsers = endpoint({
  ...licenseCount,
  path: '/rest/license/1.0/license/maxUsers',
  summary: 'How many users there may be, for administrators: any number',
})
/** A check of a part of the wiki, in the shape of the old product's support tools. */
const healthStatus = z.object({
  id: z.number(),
  completeKey: z.string(),
  name: z.string(),
  description: z.string(),
  isHealthy: z.boolean(),
  /** Empty if the part is healthy. */
  failureReason: z.string(),
  application: z.literal('Confluence'),
  /** When the part was checked, epoch milliseconds. */
  time: z.number(),
  severity: z.enum(['undefined', 'critical', 'warning']),
  documentation: z.literal(''),
  tag: z.string(),
  isSoftLaunch: z.literal(false),
  isEnabled: z.literal(true),
})
export const healthCheck = endpoint({
  method: 'GET',
  path: '/rest/troubleshooting/1.0/check',
  tag: TAG,
  summary: 'Checks the parts of the wiki, for administrators',
  response: z.object({ statuses: z.array(healthStatus) }),
})
export const flushCaches = endpoint({
  method: 'DELETE',
  allowedInReadOnlyMode: true,
  path: '/rest/cacheManagement/1.0/cacheEntries',
  tag: TAG,
  summary: 'Empties the caches of responses, for administrators; a name of one cache empties all',
  status: 204,
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
