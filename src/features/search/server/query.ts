import { messageOf } from '#platform/message-of.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, type HttpError } from '#platform/server/http/errors.ts'
import { CqlSyntaxError, resolveCql, type CqlContext, type ResolvedQuery } from './cql/index.ts'

/** A query that was read, and what its context says about contents. */
export interface AskedQuery {
  query: ResolvedQuery
  /** False where the context asks for contents of a status that search never finds: drafts, trash. */
  current: boolean
}

/** Characters of the query shown before and after the fault. */
const SHOWN = 40

/**
 * Reads a CQL query for its reader.
 * @param cqlcontext the parameter of that name: JSON with `spaceKey`, `contentId`, `contentStatuses`
 * @throws HttpError 400 that points at the place of the fault
 */
export function readQuery(ctx: Context, cql: string, cqlcontext: string | undefined): AskedQuery {
  const { spaceKey, contentId, contentStatuses } = readContext(cqlcontext)
  const context: CqlContext = {
    user: ctx.viewer.userId === null ? null : { key: ctx.viewer.userKey, username: ctx.viewer.username },
    now: Date.now(),
    timeZone: ctx.viewer.timeZone ?? 'UTC',
    ...(spaceKey === undefined ? {} : { spaceKey }),
    ...(contentId === undefined ? {} : { contentId }),
  }
  try {
    const current = contentStatuses === undefined || contentStatuses.length === 0 || contentStatuses.includes('current')
    return { query: resolveCql(cql, context), current }
  } catch (error) {
    if (error instanceof CqlSyntaxError) throw pointed(cql, error)
    throw error
  }
}

/** The fault with the part of the query around it, and a caret below its place. */
function pointed(cql: string, error: CqlSyntaxError): HttpError {
  const from = Math.max(0, error.position - SHOWN)
  const to = Math.min(cql.length, error.position + SHOWN)
  const before = (from > 0 ? '…' : '') + oneLine(cql.slice(from, error.position))
  const excerpt = before + oneLine(cql.slice(error.position, to)) + (to < cql.length ? '…' : '')
  const { key, values } = error.text
  return badRequest(`${key}\n{{excerpt}}\n{{caret}}`, {
    values: { ...values, excerpt, caret: `${' '.repeat(before.length)}^` },
    errors: [error.text],
  })
}

const oneLine = (text: string) => text.replace(/\s/g, ' ')

interface GivenContext {
  spaceKey?: string
  contentId?: number
  contentStatuses?: string[]
}

function readContext(json: string | undefined): GivenContext {
  if (json === undefined || json.trim() === '') return {}
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch (error) {
    throw badRequest('is not JSON: {{reason}}', {
      field: 'cqlcontext',
      values: { reason: messageOf(error) },
      forPrograms: true,
    })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw badRequest('is not a JSON object', {
      field: 'cqlcontext',
      forPrograms: true,
    })
  const { spaceKey, contentId, contentStatuses } = given as Record<string, unknown>
  const id =
    typeof contentId === 'number' || typeof contentId === 'string'
      ? /^(?:att)?(\d{1,15})$/.exec(String(contentId))?.[1]
      : undefined
  return {
    ...(typeof spaceKey === 'string' && spaceKey !== '' ? { spaceKey } : {}),
    ...(id === undefined ? {} : { contentId: Number(id) }),
    ...(Array.isArray(contentStatuses)
      ? { contentStatuses: contentStatuses.map(status => String(status).toLowerCase()) }
      : {}),
  }
}
