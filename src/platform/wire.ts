/**
 * Shapes that every call shares on the wire: ids, times, paging, errors, expansion. Conventions of the
 * Confluence Server REST interface, version 1.
 */
import { z } from 'zod'

/** Milliseconds → ISO 8601 with offset, as clients expect: `2024-01-01T09:00:00.000+00:00`. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+00:00')
}

/** Largest page of any list; a larger `limit` is clamped to it and the clamped value is echoed. */
export const MAX_LIMIT = 1000

/** Numbers and booleans arrive as strings from some clients. */
export const looseBoolean = z.preprocess(
  value => (typeof value === 'string' ? value === 'true' || value === '1' || value === 'on' : value),
  z.boolean(),
)
export const looseInteger = z.coerce.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/** A content id in a path or body: `123`, `"123"` or `"att123"`. */
export const contentId = z
  .union([z.number(), z.string()])
  .transform(value => String(value).replace(/^att/, ''))
  .refine(value => /^\d{1,15}$/.test(value), 'must be a content id: digits, or "att" and digits')
  .transform(Number)

/** Comma list of names to expand; dots nest. Repeated parameters are joined. */
export const expandQuery = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform(value => (Array.isArray(value) ? value.join(',') : value))

const pageNumber = z.coerce.number().int().catch(0)

/** `start` and `limit` of a list with its default limit. Out-of-range values are clamped, as clients rely on. */
export function pagingQuery(defaultLimit = 25) {
  return {
    start: pageNumber.transform(n => Math.max(0, Math.min(n, 1e9))).default(0),
    limit: z.coerce.number().int().catch(defaultLimit).default(defaultLimit)
      .transform(n => Math.max(0, Math.min(n, MAX_LIMIT))),
  }
}

/** Schema of a paged list. */
export function pageSchema<T extends z.ZodType>(item: T) {
  const link = z.string().optional()
  return z.object({
    results: z.array(item), start: z.number(), limit: z.number(), size: z.number(),
    _links: z.object({ self: link, next: link, prev: link, base: link, context: link }),
  })
}

export interface Page<T> {
  results: T[]
  start: number
  limit: number
  size: number
  _links: { self?: string; next?: string; prev?: string; base?: string; context?: string }
}

/** Error body that clients of the REST interface know. */
export interface ErrorBody {
  statusCode: number
  data: {
    authorized: boolean
    valid: boolean
    allowedInReadOnlyMode: boolean
    errors: { message: { key?: string; args?: unknown[]; translation?: string } }[]
    successful: boolean
  }
  message: string
  reason: string
}
