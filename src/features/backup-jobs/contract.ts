import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { commaList, emptyAsAbsent, MAX_LIMIT } from '#platform/wire.ts'
import { JOB_STATES } from './shared.ts'

const tag = 'backup-restore'
export type JobState = (typeof JOB_STATES)[number]

/** Wiki backup job. Times are epoch milliseconds. */
export const jobDetails = z.object({
  id: z.number(),
  jobOperation: z.literal('BACKUP'),
  jobScope: z.literal('SITE'),
  jobState: z.enum(JOB_STATES),
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
})
export type JobDetails = z.output<typeof jobDetails>

const FILE_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u
const siteSettings = z
  .object({
    fileNamePrefix: z
      .string()
      .max(60)
      .regex(
        FILE_NAME,
        'must be letters, digits, spaces, dots, dashes and underscores, and begin with a letter or digit',
      )
      .optional(),
    includeAttachments: z.literal(true, 'a backup always holds the attachments').optional(),
  })
  .loose()

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
export const listJobs = endpoint({
  method: 'GET',
  path: '/rest/api/backup-restore/jobs',
  tag,
  summary: 'Backups, last asked for first',
  response: z.array(jobDetails),
  query: z.object({
    owner: z.string().max(255).optional(),
    spaceKey: z.string().max(255).optional(),
    fromDate: moment.optional(),
    toDate: moment.optional(),
    jobStates: commaList.pipe(z.array(z.enum(JOB_STATES)).max(20)),
    jobOperation: z.enum(['BACKUP', 'RESTORE']).optional(),
    jobScope: z.enum(['SITE', 'SPACE']).optional(),
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
  summary: 'Cancels backups that have not begun',
  ...NEEDED_MOST_WHILE_READ_ONLY,
  response: z.number(),
})
export const getJob = one('GET', '', 'A backup, with how far it is')
export const cancelJob = one('PUT', '/cancel', 'Cancels a backup, and gives it; one that is over stays as it is')
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
  query: z.object({ jobScope: z.enum(['SITE', 'SPACE']).optional() }),
  response: z.array(
    z.object({ name: z.string(), size: z.number(), creationTime: z.number(), jobScope: z.literal('SITE') }),
  ),
})
