import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseInteger, pageSchema, pagingQuery } from '#platform/wire.ts'
import { UNITS } from './shared.ts'

const tag = 'audit'

/** Action of an administrator, or of a program with their rights. */
export const auditRecord = z.object({
  id: z.string(),
  author: z.object({
    type: z.enum(['user', 'system']),
    displayName: z.string(),
    username: z.string().optional(),
    userKey: z.string().optional(),
  }),
  /** Epoch milliseconds, as in the old product. */
  creationDate: z.number(),
  summary: z.string(),
  description: z.string(),
  category: z.string(),
  affectedObject: z.object({ name: z.string(), objectType: z.string() }),
  changedValues: z.array(z.object({ name: z.string(), oldValue: z.string(), newValue: z.string() })),
  associatedObjects: z.array(z.object({ name: z.string(), objectType: z.string() })),
})
export type AuditRecord = z.output<typeof auditRecord>

/** Epoch milliseconds, or a day or moment as ISO 8601. */
const moment = z
  .string()
  .max(40)
  .transform((text, context) => {
    const at = /^-?\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)
    if (Number.isFinite(at)) return at
    context.addIssue({
      code: 'custom',
      message: 'must be a time: milliseconds since 1970, or ISO 8601 as in 2026-01-31',
    })
    return z.NEVER
  })

export const listAudit = endpoint({
  method: 'GET',
  path: '/rest/api/audit',
  tag,
  summary: 'What administrators changed, newest first',
  query: z.object({
    startDate: moment.optional(),
    endDate: moment.optional(),
    /** Case-insensitive words of summary, author or affected object. */
    searchString: z.string().max(200).optional(),
    ...pagingQuery(100),
  }),
  response: pageSchema(auditRecord),
})

export const retentionSchema = z.object({
  number: looseInteger.pipe(z.number().int().min(1).max(36_500)),
  units: z.enum(UNITS),
})
export type Retention = z.output<typeof retentionSchema>
export const getRetention = endpoint({
  method: 'GET',
  path: '/rest/api/audit/retention',
  tag,
  summary: 'How long the audit log is kept',
  response: retentionSchema,
})
export const setRetention = endpoint({
  method: 'PUT',
  path: '/rest/api/audit/retention',
  tag,
  summary: 'Sets how long the audit log is kept',
  body: retentionSchema,
  response: retentionSchema,
})
