import type { MacroInvocation, RenderContext } from '#language/index.ts'
import { referenceOf } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { quotedCql } from '#features/search/cql-shared.ts'
import { findHits, readQuery } from '#features/search/server/index.ts'

/** Rows that a macro shows at most, whatever it asks for. */
const MOST_ROWS = 200
/** Rows that all macros of one page show at most. */
const MOST_ROWS_OF_PAGE = 4000
const rowsShown = new WeakMap<RenderContext['host'], number>()
/** Labels or spaces that a macro names at most. */
const MOST_NAMES = 50

/** The macros of a page show more rows than it may have; the message is for its readers. */
class RowLimitError extends Error {
  override readonly name = 'RowLimitError'
}

/** A list as its macro asks for it, and where the rest of it is found. */
export interface Listed {
  rows: ContentRow[]
  total: number
  /** The query as it reads outside of the page. */
  cql: string
}

/**
 * Pages and posts of a query that the viewer may see: `max` of them, which is clamped, from the one at `start`.
 * @param options.context the page that shows them in a macro, which has a budget of rows
 * @throws HttpError 400 for a query with a fault
 * @throws RowLimitError when the budget of the page is spent
 */
export async function findByCql(
  ctx: Context,
  cql: string,
  where: { spaceKey: string; contentId: string },
  { start = 0, max, context }: { start?: number; max: number; context?: RenderContext },
): Promise<Listed> {
  const { query, current } = readQuery(ctx, cql, JSON.stringify(where))
  if (!current) return { rows: [], total: 0, cql: outsideOfPage(cql, where) }
  const limit = Math.max(1, Math.min(max, MOST_ROWS))
  const found = await findHits(ctx, query, { start, limit, entities: ['content'] })
  if (context && !takeRows(context, found.hits.length))
    throw new RowLimitError(context.t('This page has too many lists.'))
  return {
    rows: await contentsById(
      ctx,
      found.hits.map(hit => hit.id),
    ),
    total: found.total,
    cql: outsideOfPage(cql, where),
  }
}

/**
 * Consumes rows of the budget of a page; false when it is exhausted. Its host counts them, since macros of a large page
 * are rendered one by one.
 */
function takeRows({ host }: RenderContext, count: number): boolean {
  const rows = (rowsShown.get(host) ?? 0) + count
  rowsShown.set(host, rows)
  return rows <= MOST_ROWS_OF_PAGE
}

/** {@link findByCql}; of a query with a fault, what is wrong with it. */
export function listByCql(...args: Parameters<typeof findByCql>): Promise<Listed | string> {
  return findByCql(...args).catch(faultOf)
}

/** Message about a fault of a query or of the lists of a page, for its author. Throws all other errors. */
export function faultOf(error: unknown): string {
  if (error instanceof RowLimitError || (error instanceof HttpError && error.status === 400)) return error.message
  throw error
}

/** A query without the functions that mean the page that it is on. */
function outsideOfPage(cql: string, { spaceKey, contentId }: { spaceKey: string; contentId: string }): string {
  return cql
    .replace(/\bcurrentSpace\s*\(\s*\)/gi, () => quotedCql(spaceKey))
    .replace(/\bcurrentContent\s*\(\s*\)/gi, contentId || '0')
}

/** A query without its order, for macros with own parameters for sorting. */
export function withoutOrder(cql: string): string {
  return cql.replace(/\s+order\s+by\s[^"']*$/i, '')
}

/** Labels or keys of spaces in a parameter, or a space that is named as a resource. */
export function namesOf(
  { parameters, resources }: Pick<MacroInvocation, 'parameters' | 'resources'>,
  parameter: string,
): string[] {
  const resource = resources[parameter]
  const reference = resource && referenceOf(resource)
  return [...(reference?.kind === 'space' ? [reference.spaceKey] : []), ...namesIn(parameters[parameter])].slice(
    0,
    MOST_NAMES,
  )
}

/** Labels or keys of spaces, separated by commas, blanks or both. */
export function namesIn(written: string | undefined): string[] {
  return (written ?? '')
    .split(/[\s,]+/)
    .filter(name => name !== '')
    .slice(0, MOST_NAMES)
}

/** CQL for the names that mean several spaces. */
const KINDS_OF_SPACES: ReadonlyMap<string, string> = new Map([
  ['@global', 'space.type = global'],
  ['@personal', 'space.type = personal'],
  ['@favorite', 'space.type = favourite'],
  ['@favourite', 'space.type = favourite'],
])

/** Whether the names represent every space. */
export function isEverywhere(names: readonly string[]): boolean {
  return names.some(name => /^(?:@all|\*)$/i.test(name))
}

/**
 * A condition of CQL over spaces, by their keys or as `@all`, `@self`, `@global`, `@personal`, `@favorite`; undefined
 * for every space.
 */
export function inSpaces(names: readonly string[], ownSpace: string): string | undefined {
  if (isEverywhere(names)) return undefined
  const keys = names
    .filter(name => !KINDS_OF_SPACES.has(name.toLowerCase()))
    .map(name => (/^@self$|^currentSpace\(\)$/i.test(name) ? ownSpace : name))
  const conditions = [among('space', keys), ...names.map(name => KINDS_OF_SPACES.get(name.toLowerCase()))].filter(
    condition => condition !== undefined,
  )
  return conditions.length > 1 ? `(${conditions.join(' or ')})` : conditions[0]
}

/** A condition of CQL over a list of values; undefined without any. */
export function among(field: string, values: readonly string[]): string | undefined {
  return values.length > 0 ? `${field} in (${values.map(quotedCql).join(', ')})` : undefined
}
