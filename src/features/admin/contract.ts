/** API contract of the administration screens. Users and groups are in accounts. */
import { z } from 'zod'
import { accessModeName } from '#platform/access-mode-contract.ts'
import { endpoint } from '#platform/contract.ts'
import { language } from '#platform/languages.ts'
import { DARK_FEATURES } from '#features/inline-comments/shared.ts'
import { MAX_ATTACHMENT_BYTES, MAX_CHUNK_BYTES, MIN_ATTACHMENT_BYTES, MIN_CHUNK_BYTES } from './shared.ts'

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

export const siteSettings = z.object({
  siteTitle: z.string(),
  /** Bytes of one attachment. */
  maxAttachmentSize: z.number(),
  /** Bytes of the chunks in which larger files are sent; 0 for whole files. */
  attachmentChunkSize: z.number(),
  /** Search box suggestions. */
  quickSearch: z.boolean(),
  /** Users may follow each other. */
  follow: z.boolean(),
  /** Open pages show what others change. */
  liveUpdates: z.boolean(),
  /** Diagrams may be copied to other pages that exist. */
  copyDiagrams: z.boolean(),
  /** Default language. */
  language,
  /** The browser's `Accept-Language` takes precedence. */
  browserLanguage: z.boolean(),
  /** Comments of visitors who are not signed in need a captcha. */
  commentCaptcha: z.boolean(),
  /** After repeated failures signing in needs one. */
  signInCaptcha: z.boolean(),
  /** Users are managed elsewhere: visitors are not asked to log in above pages. */
  externalUsers: z.boolean(),
  /** Parts of comments on marked text that are switched off. */
  inlineCommentsOff: z.array(z.enum(DARK_FEATURES)),
  /** Set in the environment; read-only here. */
  baseUrl: z.string(),
  mail: z.object({ configured: z.boolean(), from: z.string() }),
})
export type SiteSettings = z.output<typeof siteSettings>

const siteSettingsInput = z.object({
  siteTitle: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(100, 'must be {{maximum}} characters at most')
    .optional(),
  maxAttachmentSize: z
    .number()
    .int()
    .min(MIN_ATTACHMENT_BYTES, 'must be 1 MB or more')
    .max(MAX_ATTACHMENT_BYTES, 'must be 1 PB at most')
    .optional(),
  attachmentChunkSize: z
    .literal(0)
    .or(z.number().int().min(MIN_CHUNK_BYTES, 'must be 1 MB or more').max(MAX_CHUNK_BYTES, 'must be 1 GB at most'))
    .optional(),
  quickSearch: z.boolean().optional(),
  follow: z.boolean().optional(),
  liveUpdates: z.boolean().optional(),
  copyDiagrams: z.boolean().optional(),
  language: language.optional(),
  browserLanguage: z.boolean().optional(),
  commentCaptcha: z.boolean().optional(),
  signInCaptcha: z.boolean().optional(),
  externalUsers: z.boolean().optional(),
  inlineCommentsOff: z.array(z.enum(DARK_FEATURES)).max(DARK_FEATURES.length).optional(),
})
/** Absent fields stay unchanged. */
export type SiteSettingsInput = z.output<typeof siteSettingsInput>

export const getSiteSettings = endpoint({
  method: 'GET',
  path: `${path}/settings`,
  summary: 'Settings of the whole wiki',
  tag,
  response: siteSettings,
})
export const updateSiteSettings = endpoint({
  method: 'PUT',
  path: `${path}/settings`,
  summary: 'Changes settings of the whole wiki',
  tag,
  response: siteSettings,
  body: siteSettingsInput,
})
export const sendTestMail = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: `${path}/test-mail`,
  summary: 'Sends a message, to see whether mail works',
  tag,
  status: 204,
  body: z.object({ to: z.email('must be an e-mail address').max(254) }),
})

const banner = z.object({ isShown: z.boolean(), text: z.string() })
export const accessSettings = z.object({ mode: accessModeName, banner })
export type AccessSettings = z.output<typeof accessSettings>

export const getAccessSettings = endpoint({
  method: 'GET',
  path: `${path}/access-mode`,
  summary: 'Whether the wiki may be changed, for administrators',
  tag,
  response: accessSettings,
})
export const updateAccessSettings = endpoint({
  // Needed to switch read-only mode off.
  allowedInReadOnlyMode: true,
  method: 'PUT',
  path: `${path}/access-mode`,
  summary: 'Makes the wiki read-only, or lets it be changed again',
  tag,
  response: accessSettings,
  body: z.object({
    mode: accessModeName.optional(),
    banner: banner
      .extend({
        text: z.string().trim().min(1, 'must not be empty').max(500, 'must be {{maximum}} characters at most'),
      })
      .optional(),
  }),
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
