import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { spaceFilters } from '../extensions.ts'
import { starredBy } from './favourites.ts'
import { foldKey, foldName } from '../keys.ts'
import { type SpacePermission } from '../permissions.ts'
import { spacesWith, spaceVisible } from './visibility.ts'
import type { Space } from '../store.ts'

/** Conditions of a list of spaces, all required; the reader's rights always apply too. */
export interface SpaceQuery {
  keys?: readonly string[]
  ids?: readonly number[]
  type?: Space['type'] | undefined
  status?: 'current' | 'archived' | 'any' | undefined
  /** True for starred spaces, false for the others. */
  favourite?: boolean | undefined
  /** Words or parts of words of the name, or the beginning of the key. */
  text?: string | undefined
  permission?: SpacePermission | undefined
  /** Values of parameters that other features understand. */
  filters?: ReadonlyMap<string, readonly string[]>
}

interface Window {
  start: number
  limit: number
}

/** One page of visible spaces and one row more when there is a next page. Ordered by key. */
export async function spacesByKey(ctx: Context, query: SpaceQuery, { start, limit }: Window): Promise<Space[]> {
  return select(ctx, query)
    .selectAll('space')
    .orderBy('space.key_fold')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** As {@link spacesByKey}, ordered by name. */
export async function spacesByName(ctx: Context, query: SpaceQuery, { start, limit }: Window): Promise<Space[]> {
  return select(ctx, query)
    .selectAll('space')
    .orderBy('space.name_fold')
    .orderBy('space.id')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

export interface SpaceCounts {
  /** How many the query finds. */
  matching: number
  /** Of all spaces of the reader, whatever the query. */
  global: number
  personal: number
  archived: number
  favourite: number
}

/** Counts the reader's spaces in one pass: those that the query finds, and all by kind. */
export async function countSpaces(ctx: Context, query: SpaceQuery): Promise<SpaceCounts> {
  const { dialect, read } = ctx.app.database
  const { viewer } = ctx
  if (!viewer.mayUse && !viewer.isAdmin) return { matching: 0, global: 0, personal: 0, archived: 0, favourite: 0 }
  const matching = sql<number>`coalesce(sum(case when ${and(conditionsOf(ctx, query))} then 1 else 0 end), 0)`
  const starred = sql<number>`coalesce(sum(case when ${starredBy(viewer.userId)} then 1 else 0 end), 0)`
  const rows = await read
    .selectFrom('space')
    .select(eb => [
      'space.type',
      'space.status',
      eb.fn.countAll<number>().as('total'),
      matching.as('matching'),
      starred.as('starred'),
    ])
    .where('space.status', '<>', 'deleting')
    .$if(!viewer.isAdmin, all => all.where(sql<SqlBool>`space.id in ${spacesWith(dialect, viewer, 'read:space')}`))
    .groupBy(['space.type', 'space.status'])
    .execute()
  const counts = { matching: 0, global: 0, personal: 0, archived: 0, favourite: 0 }
  for (const row of rows) {
    counts.matching += row.matching
    counts.favourite += row.starred
    counts[row.status === 'archived' ? 'archived' : row.type] += row.total
  }
  return counts
}

function select(ctx: Context, query: SpaceQuery) {
  const { dialect, read } = ctx.app.database
  return read
    .selectFrom('space')
    .where('space.status', '<>', 'deleting')
    .where(spaceVisible(dialect, ctx.viewer, 'space.id'))
    .where(and(conditionsOf(ctx, query)))
}

/** Conditions of the query, without the reader's rights. */
function conditionsOf(ctx: Context, query: SpaceQuery): RawBuilder<SqlBool>[] {
  const { dialect } = ctx.app.database
  const conditions: RawBuilder<SqlBool>[] = []
  if (query.keys) {
    const keys = query.keys.map(foldKey)
    conditions.push(keys.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`space.key_fold in (${sql.join(keys)})`)
  }
  if (query.ids) conditions.push(sql<SqlBool>`space.id in ${dialect.inIntegers(query.ids)}`)
  if (query.type) conditions.push(sql<SqlBool>`space.type = ${query.type}`)
  if (query.status && query.status !== 'any') conditions.push(sql<SqlBool>`space.status = ${query.status}`)
  if (query.favourite !== undefined) {
    const starred = starredBy(ctx.viewer.userId)
    conditions.push(query.favourite ? starred : sql<SqlBool>`not (${starred})`)
  }
  if (query.permission && !ctx.viewer.isAdmin) {
    conditions.push(sql<SqlBool>`space.id in ${spacesWith(dialect, ctx.viewer, query.permission)}`)
  }
  for (const word of wordsOf(query.text)) conditions.push(matches(word))
  for (const filter of ctx.app.extensions.all(spaceFilters)) {
    const values = query.filters?.get(filter.parameter)
    if (values && values.length > 0) conditions.push(filter.where(ctx, values))
  }
  return conditions
}

function and(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Words looked for; more than these say nothing more. */
const MAX_WORDS = 8

function wordsOf(text: string | undefined): string[] {
  return foldName(text ?? '')
    .split(/\s+/)
    .filter(word => word !== '')
    .slice(0, MAX_WORDS)
}

function matches(word: string): RawBuilder<SqlBool> {
  const escaped = word.replaceAll(/[\\%_]/g, '\\$&')
  return sql<SqlBool>`(space.name_fold like ${`%${escaped}%`} escape '\\' or space.key_fold like ${`${escaped}%`} escape '\\')`
}
