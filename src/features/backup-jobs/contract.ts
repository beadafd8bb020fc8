import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { commaList, emptyAsAbsent, MAX_LIMIT } from '#platform/wire.ts'
import { JOB_OPERATIONS, JOB_SCOPES, JOB_STATES } from './shared.ts'

const tag = 'backup-restore'
export type JobState = (typeof JOB_STATES)[number]
export type JobOperation = (typeof JOB_OPERATIONS)[number]
export type JobScope = (typeof JOB_SCOPES)[number]

/** A backup or restore, of the wiki or of spaces. Times are epoch milliseconds. */
export const jobDetails = z.object({
  id: z.number(),
  jobOperation: z.enum(JOB_OPERATIONS),
  jobScope: z.enum(JOB_SCOPES),
  jobState: z.enum(JOB_STATES),
  /** Keys of the spaces in a space backup, or of those that a restore has created. */
  spaceKeys: z.array(z.string()),
  /** User name of the requester. */
  owner: z.string(),
  createTime: z.number(),
  startProcessingTime: z.number().nullable(),
  finishProcessingTime: z.number().nullable(),
  cancelTime: z.number().nullable(),
  fileName: z.string(),
  fileSize: z.number().nullable(),
  fileExists: z.boolean(),
  errorMessage: z.string().nullable(),
  /** Missing or damaged files, left out of the backup. */
  lostFiles: z.number(),
  jobStatistics: z.object({ percentageComplete: z.number() }),
  /** The outcome of a restore; null for backups, and until it is over. */
  restored: z
    .object({
      counts: z.array(z.object({ what: z.string(), number: z.number() })),
      /** Everything that could not be restored as it was. */
      remarks: z.array(z.string()),
      /** Further remarks, which are left out. */
      moreRemarks: z.number(),
    })
    .nullable(),
})
export type JobDetails = z.output<typeof jobDetails>

const FILE_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u
const settings = {
  fileNamePrefix: z
    .string()
    .max(60)
    .regex(FILE_NAME, 'must be letters, digits, spaces, dots, dashes and underscores, and begin with a letter or digit')
    .optional(),
  includeAttachments: z.literal(true, 'a backup always holds the attachments').optional(),
}
const siteSettings = z.object(settings).loose()
const spaceSettings = z
  .object({
    ...settings,
    spaceKeys: z
      .array(z.string().min(1).max(255))
      .length(1, 'must be one key: ask for a backup of each space, since a backup holds one'),
  })
  .loose()
/** A file in the folder of backups. */
const restoreSettings = z.object({ fileName: z.string().min(1).max(255) }).loose()
/** Form parts, for the OpenAPI document; the server streams them. */
const restoreForm = z.object({ file: z.string().meta({ format: 'binary' }) })

const moment = z
  .string()
  .max(40)
  .transform((text, context) => {
    const at = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)
    if (Number.isFinite(at)) return at
    context.addIssue({
      code: 'custom',
      message: 'must be a time: milliseconds since 1970, or ISO 8601 as in 2026-01-31',
    })
    return z.NEVER
  })

/** Backups change nothing, and are needed while the wiki is locked. */
const NEEDED_MOST_WHILE_READ_ONLY = { allowedInReadOnlyMode: true } as const

const params = z.object({ jobId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const one = (method: 'GET' | 'PUT', rest: string, summary: string) =>
  endpoint({
    method,
    path: `/rest/api/backup-restore/jobs/:jobId${rest}`,
    tag,
    summary,
    params,
    response: jobDetails,
    ...NEEDED_MOST_WHILE_READ_ONLY,
  })

export const backupSite = endpoint({
  method: 'POST',
  path: '/rest/api/backup-restore/backup/site',
  tag,
  summary: 'Begins a backup of the whole wiki',
  body: siteSettings,
  response: jobDetails,
  ...NEEDED_MOST_WHILE_READ_ONLY,
})
export const backupSpace = endpoint({
  method: 'POST',
  path: '/rest/api/backup-restore/backup/space',
  tag,
  summary: 'Begins a backup of a space, by users who may export it',
  body: spaceSettings,
  response: jobDetails,
  ...NEEDED_MOST_WHILE_READ_ONLY,
})
const restore = { method: 'POST', tag, body: restoreSettings, response: jobDetails } as const
export const restoreSpace = endpoint({
  ...restore,
  path: '/rest/api/backup-restore/restore/space',
  summary: 'Begins to restore the space of a file in the folder of backups',
})
export const restoreSite = endpoint({
  ...restore,
  path: '/rest/api/backup-restore/restore/site',
  summary: 'Begins to restore all spaces of a site export in the folder of backups, beside those that exist',
})
const restoreUpload = {
  method: 'POST',
  tag,
  encoding: 'multipart',
  body: restoreForm,
  response: jobDetails,
} as const
export const restoreUploadedSpace = endpoint({
  ...restoreUpload,
  path: '/rest/api/backup-restore/restore/space/upload',
  summary: 'Begins to restore the space of an uploaded file (part `file`)',
})
export const restoreUploadedSite = endpoint({
  ...restoreUpload,
  path: '/rest/api/backup-restore/restore/site/upload',
  summary: 'Begins to restore all spaces of an uploaded site export (part `file`), beside those that exist',
})
export const listJobs = endpoint({
  method: 'GET',
  path: '/rest/api/backup-restore/jobs',
  tag,
  summary: 'Backups and restores, last asked for first: all for administrators, their own for others',
  response: z.array(jobDetails),
  query: z.object({
    owner: z.string().max(255).optional(),
    spaceKey: z.string().max(255).optional(),
    fromDate: moment.optional(),
    toDate: moment.optional(),
    jobStates: commaList.pipe(z.array(z.enum(JOB_STATES)).max(20)),
    jobOperation: z.enum(JOB_OPERATIONS).optional(),
    jobScope: z.enum(JOB_SCOPES).optional(),
    start: emptyAsAbsent(z.coerce.number().int().min(0).max(1_000_000).default(0)),
    limit: emptyAsAbsent(
      z.coerce
        .number()
        .int()
        .min(1)
        .default(100)
        .transform(n => Math.min(n, MAX_LIMIT)),
    ),
  }),
})
export const clearQueue = endpoint({
  method: 'PUT',
  path: '/rest/api/backup-restore/jobs/clear-queue',
  tag,
  summary: 'Cancels backups and restores that have not begun',
  ...NEEDED_MOST_WHILE_READ_ONLY,
  response: z.number(),
})
export const getJob = one('GET', '', 'A backup or restore, with how far it is')
export const cancelJob = one('PUT', '/cancel', 'Cancels a backup or restore, and gives it; one that is over stays so')
export const downloadBackup = endpoint({
  method: 'GET',
  path: '/rest/api/backup-restore/jobs/:jobId/download',
  tag,
  summary: 'The file of a finished backup',
  params,
})
export const listFiles = endpoint({
  method: 'GET',
  path: '/rest/api/backup-restore/restore/files',
  tag,
  summary: 'Backups in the folder of the wiki, newest first',
  query: z.object({ jobScope: z.enum(JOB_SCOPES).optional() }),
  /** Each size and time under two names: `fileName` and the like are those of the old product. */
  response: z.array(
    z.object({
      name: z.string(),
      size: z.number(),
      creationTime: z.number(),
      fileName: z.string(),
      fileSize: z.number(),
      fileCreationTime: z.number(),
      jobScope: z.enum(JOB_SCOPES),
    }),
  ),
})
