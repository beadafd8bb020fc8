/**
 * Shapes that every call shares on the wire: ids, times, paging, errors, expansion. Conventions of the
 * Confluence Server REST interface, version 1.
 */
import { z } from 'zod'
import type { WireError } from './error-text.ts'

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

const contentIdText = z
  .string()
  .transform(value => value.replace(/^att/, ''))
  .refine(value => /^\d{1,15}$/.test(value), 'must be a content id: digits, or "att" and digits')
  .transform(Number)

/** A content id in a path or body: `123`, `"123"` or `"att123"`. */
export const contentId = z.union([z.number(), z.string()]).transform(String).pipe(contentIdText)

/** Comma list of names to expand; dots nest. Repeated parameters are joined. */
export const expandQuery = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform(value => (Array.isArray(value) ? value.join(',') : value))

/** A parameter that may be repeated: its values as they were sent, none when it is absent. */
export const repeatable = z
  .union([z.string(), z.array(z.string()).max(1000)])
  .optional()
  .transform(value => (value === undefined ? [] : [value].flat()))

/** A parameter that may be repeated or hold a comma list: its parts, without those that are empty. */
export const commaList = repeatable.transform(values =>
  values
    .flatMap(value => value.split(','))
    .map(part => part.trim())
    .filter(part => part !== ''),
)

/** Content ids, repeated or in a comma list. */
export const contentIds = commaList.pipe(z.array(contentIdText))

const MAX_URL = 2000

/** Address to which messages are posted. A name and a password in it would be shown with it. */
export const postAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(MAX_URL)
  .refine(text => {
    const parsed = URL.parse(text)
    return parsed === null || (parsed.username === '' && parsed.password === '')
  }, 'must hold no user name or password')

/** An empty value counts as left out: JavaScript reads a 0, who left a field of a form empty meant nothing. */
export function emptyAsAbsent<S extends z.ZodType>(schema: S) {
  return z.preprocess((value: number | string | undefined) => (value === '' ? undefined : value), schema)
}

/**
 * A whole number of a query between `least` and `most`. Values outside are clamped, as clients rely on; what is left
 * out, empty or no whole number counts as `otherwise`. Of several the first counts.
 */
export function clampedInteger({ least, most, otherwise }: { least: number; most: number; otherwise: number }) {
  const number = z.coerce.number().refine(Number.isInteger).catch(otherwise).default(otherwise)
  const clamped = emptyAsAbsent(number.transform(n => Math.max(least, Math.min(n, most))))
  return z.preprocess(
    (value: number | string | string[] | undefined) => (Array.isArray(value) ? value[0] : value),
    clamped,
  )
}

/** `start` and `limit` of a list with its default limit. */
export function pagingQuery(defaultLimit = 25) {
  return {
    start: clampedInteger({ least: 0, most: 1e9, otherwise: 0 }),
    limit: clampedInteger({ least: 0, most: MAX_LIMIT, otherwise: defaultLimit }),
  }
}

/** Schema of a paged list. */
export function pageSchema<T extends z.ZodType>(item: T) {
  const link = z.string().optional()
  return z.object({
    results: z.array(item),
    start: z.number(),
    limit: z.number(),
    size: z.number(),
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
    /** The errors, one by one; the first is that of `message`. */
    errors: WireError[]
    successful: boolean
  }
  message: string
  reason: string
}
