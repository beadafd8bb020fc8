import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { ContentType } from '#features/content-core/server/read.ts'
import { BRANCHES } from './store/compile/branches.ts'
import { tiersOf } from './store/compile/driving.ts'
import { resolveTexts } from './store/compile/patterns.ts'
import { MAX_SORT_KEYS, type ResolvedQuery } from './cql/index.ts'
import { engineOf } from './store/engine/index.ts'
import { estimateMatches, Statements, type Asked, type Hit, type SearchedFor } from './store/statements.ts'
import type { SearchEntity } from './tables.ts'

export type { Hit } from './store/statements.ts'

export interface FindOptions {
  start: number
  limit: number
  /** Kinds of things that may come out. */
  entities: readonly SearchEntity[]
  includeArchived?: boolean
  /** Whether all are counted; else the total says no more than that there are further ones. */
  isCounted?: boolean
}

export interface Found {
  hits: Hit[]
  /** How many things the reader could page through. */
  total: number
  /** Whether the total is their number, or there may be more. */
  isExact: boolean
  /** Whether there are further ones behind these. */
  hasMore: boolean
}

export const NOTHING_FOUND: Found = { hits: [], total: 0, isExact: true, hasMore: false }

/** Things that are counted, and among which facets are. */
const MOST_COUNTED = 10_000
/**
 * Matches that are ranked each by its words. Words that are in more documents say little of any: of those that have
 * them, the ones that are about them come first (`tiersOf`), and among equals the latest.
 */
const MOST_RANKED = 2000
/** Kinds of things among equals: the words of spaces and users are few. */
const KINDS: readonly SearchEntity[] = ['space', 'user', 'content']
/** Pairs of type and space that are counted; those with the most matches. */
const MOST_PAIRS = 5000
/** As deep as anyone pages. */
const MAX_START = 100_000_000

/**
 * Finds what a query asks for and its reader may see: ids in their order, and their count. Policy is part of the
 * statements, so pages are full and counts disclose nothing of what is hidden.
 */
export async function findHits(ctx: Context, query: ResolvedQuery, options: FindOptions): Promise<Found> {
  if (query.orderBy.length > MAX_SORT_KEYS)
    throw badRequest('results can be sorted by {{most}} fields at most', {
      field: 'cql',
      values: { most: MAX_SORT_KEYS },
    })
  const searchedFor = await searchedForBy(ctx, query, options)
  const statements = new Statements(ctx, searchedFor)
  const { limit, isCounted = true } = options
  const start = Math.min(options.start, MAX_START)
  const ranking = query.orderBy.length > 0 ? 'none' : statements.ranking()
  const expected = ranking === 'driven' ? await expectedMatches(ctx, statements.driving) : 0
  if (ranking === 'aside' || (ranking === 'driven' && expected === 0)) {
    const rows = await statements.ranked(limit, start)
    const total = rows[0]?.total ?? (start === 0 && limit > 0 ? 0 : await statements.count(Number.MAX_SAFE_INTEGER))
    return {
      hits: rows.map(({ entity, id }) => ({ entity, id })),
      total,
      isExact: true,
      hasMore: start + limit < total,
    }
  }
  // One more than is asked for tells whether there are more.
  const found =
    ranking === 'driven'
      ? (await latestOfTiers(ctx, searchedFor, statements, start + limit + 1)).slice(start)
      : await statements.sorted(limit + 1, start)
  const hits = found.slice(0, limit)
  const hasMore = found.length > limit
  const least = start + hits.length + (hasMore ? 1 : 0)
  const isWhole = !hasMore && (start === 0 || hits.length > 0)
  if (isWhole || !isCounted) return { hits, total: least, isExact: isWhole, hasMore }
  const counted = await statements.count(MOST_COUNTED + 1, expected)
  const isExact = counted <= MOST_COUNTED
  return { hits, total: isExact ? counted : Math.max(MOST_COUNTED, least), isExact, hasMore }
}

/**
 * How many contents a query finds by type and space, for the facets of the search page; where it finds more than
 * 10,000, among the latest of them.
 */
export async function countContents(
  ctx: Context,
  query: ResolvedQuery,
  options: Pick<FindOptions, 'entities' | 'includeArchived'>,
): Promise<{ type: ContentType; space_id: number; count: number }[]> {
  if (!options.entities.includes('content')) return []
  const searchedFor = await searchedForBy(
    ctx,
    { where: query.where, orderBy: [] },
    { ...options, entities: ['content'] },
  )
  return new Statements(ctx, searchedFor).countContents(MOST_PAIRS, MOST_COUNTED)
}

async function searchedForBy(
  ctx: Context,
  query: ResolvedQuery,
  { entities, includeArchived = false }: Pick<FindOptions, 'entities' | 'includeArchived'>,
): Promise<SearchedFor> {
  return { query, texts: await resolveTexts(ctx.app.database, query.where), entities, includeArchived }
}

/** Estimate of the documents that have the words; 0 if they are few enough to rank them all. */
async function expectedMatches({ app }: Context, driving: Asked): Promise<number> {
  const asked = new Map(Object.values(driving).map(query => [`${query.scope} ${query.text}`, query]))
  let expected = 0
  for (const query of asked.values())
    expected = Math.max(expected, await estimateMatches(MOST_RANKED, query, app.database))
  return expected
}

/** The first of what a query finds, tier after tier, as far as they are asked for. */
async function latestOfTiers(
  { app }: Context,
  { query: { where }, texts, entities }: SearchedFor,
  statements: Statements,
  most: number,
): Promise<Hit[]> {
  const kinds = KINDS.filter(kind => entities.includes(kind))
  const engine = engineOf(app.database.engine)
  const tiers = kinds.map(kind => ({ kind, parts: tiersOf(engine, BRANCHES[kind], where, texts) }))
  const found: Hit[] = []
  for (let tier = 0; found.length < most; tier++) {
    const asked = tiers.flatMap(({ kind, parts }) => (parts[tier] ? [[kind, parts[tier]] as const] : []))
    if (asked.length === 0) break
    const there = asked.map(([kind]) => kind)
    found.push(...(await statements.latest(there, Object.fromEntries(asked), most - found.length)))
  }
  return found
}
