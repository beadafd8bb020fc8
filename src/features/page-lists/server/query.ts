import type { MacroInvocation } from '#language/index.ts'
import { referenceOf } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { contentsById, type ContentRow } from '#features/content/server/index.ts'
import { find, readQuery } from '#features/search/server/index.ts'

/** Rows that a macro shows at most, whatever it asks for. */
const MOST_ROWS = 200

/** A list as its macro asks for it, and where the rest of it is found. */
export interface Listed {
  rows: ContentRow[]
  total: number
  cql: string
}

/** Pages and posts of a query that the viewer may see. `max` is clamped. @throws HttpError 400 for a query with a fault */
export async function listByCql(ctx: Context, cql: string, where: { spaceKey: string; contentId: string }, max: number): Promise<Listed> {
  const { query, current } = readQuery(ctx, cql, JSON.stringify(where))
  if (!current) return { rows: [], total: 0, cql }
  const limit = Math.max(1, Math.min(max, MOST_ROWS))
  const found = await find(ctx, query, { start: 0, limit, entities: ['content'] })
  return { rows: await contentsById(ctx, found.hits.map(hit => hit.id)), total: found.total, cql }
}

/** The parameter's values: a comma list, or spaces that are named as resources. `@self` is the space of the page. */
export function namesOf(invocation: MacroInvocation, parameter: string, ownSpace = ''): string[] {
  const resource = invocation.resources[parameter]
  const reference = resource && referenceOf(resource)
  const named = reference?.kind === 'space' ? [reference.spaceKey] : []
  const written = (invocation.parameters[parameter] ?? '').split(',').map(name => name.trim()).filter(name => name !== '')
  return [...named, ...written].map(name => (/^@self$|^currentSpace\(\)$/i.test(name) ? ownSpace : name)).slice(0, 50)
}

/** A condition of CQL over a list of values; undefined without any. */
export function among(field: string, values: readonly string[]): string | undefined {
  return values.length > 0 ? `${field} in (${values.map(quoted).join(', ')})` : undefined
}

const quoted = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
