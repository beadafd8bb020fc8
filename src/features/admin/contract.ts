/** API contract of the administration screens. Users and groups are in accounts. */
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'

const tag = 'administration'
const path = '/rest/oxbow/1.0/admin'

export const adminAccess = z.object({
  /** False when `/authenticate.action` must confirm the password first. */
  elevated: z.boolean(),
})
export const getAdminAccess = endpoint({
  method: 'GET',
  path: `${path}/access`,
  summary: 'Whether this session may administer now',
  tag,
  response: adminAccess,
})

/** Values of declared settings by their fields, which the server adds to this schema, and what the environment sets. */
export const siteSettings = z.looseObject({
  /** Set in the environment; read-only here. */
  baseUrl: z.string(),
  mail: z.object({ configured: z.boolean(), from: z.string() }),
})
export type SiteSettings = z.output<typeof siteSettings>

export const getSiteSettings = endpoint({
  method: 'GET',
  path: `${path}/settings`,
  summary: 'Settings of the whole wiki',
  tag,
  response: siteSettings,
})
export const systemInfo = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  platform: z.string(),
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    /** Bytes. */
    size: z.number(),
  }),
  home: z.string(),
  startedAt: z.string(),
  /** Bytes. */
  memory: z.object({ used: z.number(), heap: z.number(), machine: z.number() }),
  counts: z.object({ spaces: z.number(), users: z.number(), contents: z.number(), attachmentBytes: z.number() }),
  events: z.object({
    newest: z.number(),
    /** Event subscribers and the number of events they lag behind. */
    subscribers: z.array(z.object({ name: z.string(), behind: z.number() })),
  }),
  jobs: z.object({ queued: z.number(), running: z.number(), failed: z.number() }),
})
export type SystemInfo = z.output<typeof systemInfo>

export const getSystemInfo = endpoint({
  method: 'GET',
  path: `${path}/system`,
  summary: 'Version, database, memory and background work',
  tag,
  response: systemInfo,
})
