import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { compilable, preparedForViewer } from '#platform/server/database/index.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import type { ContentType } from '#features/content/server/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Branch, Compiling, SortKey } from './compile/branch.ts'
import { contentBranch } from './compile/content.ts'
import { Patterns, type TextCondition } from './compile/patterns.ts'
import { compileBranch, conjunctsOf, drivingOf, type BranchSelect, type ResolvedTexts } from './compile/select.ts'
import { spaceBranch, userBranch } from './compile/spaces-and-users.ts'
import {
  MAX_SORT_KEYS,
  type FieldName,
  type QueryNode,
  type ResolvedQuery,
  type Sort,
  type TextPredicate,
} from './cql/index.ts'
import { engineOf, type SearchEngine } from './engine/index.ts'
import type { SearchEntity } from './tables.ts'

export interface FindOptions {
  start: number
  limit: number
  /** Kinds of things that may come out. */
  entities: readonly SearchEntity[]
  includeArchived?: boolean
}

export interface Hit {
  entity: SearchEntity
  id: number
}

export interface Found {
  hits: Hit[]
  /** How many things the reader could page through, exactly. */
  total: number
}

const BRANCHES: Record<SearchEntity, Branch> = { content: contentBranch, space: spaceBranch, user: userBranch }
/** Sorted by anything but relevance, so that nothing is ranked. */
const UNRANKED: Sort[] = [{ field: 'id', direction: 'asc' }]
/** Pairs of type and space that are counted; those with the most matches. */
const MAX_COUNTS = 5000
/** As deep as anyone pages. */
const MAX_START = 100_000_000

/**
 * Finds what a query asks for and its reader may see: ids in their order, and their count. Policy is part of the
 * statement, so pages are full and counts disclose nothing of what is hidden.
 *
 * The count is exact: ranking looks at every match anyway, and counting them costs little beside that.
 */
export async function findHits(ctx: Context, query: ResolvedQuery, options: FindOptions): Promise<Found> {
  if (query.orderBy.length > MAX_SORT_KEYS)
    throw badRequest('results can be sorted by {{most}} fields at most', {
      field: 'cql',
      values: { most: MAX_SORT_KEYS },
    })
  const texts = await resolveTexts(ctx, query.where)
  const rows = isPlain(query, texts)
    ? await plainMatches(ctx, query.where, texts, options)
    : await matchesOf(ctx, query, texts, options)
  const [first] = rows
  if (first) return { hits: rows.map(({ entity, id }) => ({ entity, id })), total: first.total }
  if (options.start === 0 && options.limit > 0) return { hits: [], total: 0 }
  return { hits: [], total: await countMatches(ctx, query, texts, options) }
}

type Match = Hit & { total: number }

/** Fields that are looked up in the index where a thing has them, and say nothing of it where it has not. */
const PLAIN_FIELDS: ReadonlySet<FieldName> = new Set(['text', 'siteSearch', 'title', 'user.fullname'])

/** Words of a text, and types: the queries of the search box, whose statements differ in their words alone. */
function isPlain({ where, orderBy }: ResolvedQuery, texts: ResolvedTexts): boolean {
  const isOfTypes = (node: QueryNode) => node.kind === 'strings' && node.field === 'type'
  return (
    orderBy.length === 0 &&
    conjunctsOf(where).every(node =>
      node.kind === 'text'
        ? PLAIN_FIELDS.has(node.field) && texts.get(node)?.kind === 'match'
        : isOfTypes(node) || (node.kind === 'not' && isOfTypes(node.node)),
    )
  )
}

type PlainSearch = (
  ctx: Context,
  values: Readonly<Record<SearchEntity, string>> & { limit: number; start: number },
) => Promise<Match[]>

const NO_MATCHES = sql<Match>`select 'content' as entity, 0 as id, 0 as total where 1 = 0`
/** Forms of plain queries that are prepared. */
const MAX_FORMS = 100
const plainSearches = () => recentlyUsed<string, PlainSearch>(MAX_FORMS)

/** {@link matchesOf} by a statement that is built once for all queries of its form. */
function plainMatches(
  ctx: Context,
  where: QueryNode | null,
  texts: ResolvedTexts,
  options: FindOptions,
): Promise<Match[]> {
  const { entities, includeArchived = false, limit, start } = options
  const form = conjunctsOf(where).map(node => (node.kind === 'text' ? node.field : node))
  const key = JSON.stringify([form, entities, includeArchived])
  const searches = ctx.app.own(plainSearches)
  let search = searches.get(key)
  if (!search) {
    const system = ctx.app.systemContext()
    const query = { where, orderBy: [] }
    search = preparedForViewer(({ db, viewer }, parameter) => {
      const selects = compile({ ...system, viewer }, query, texts, options)
      if (selects.length === 0) return compilable(db, NO_MATCHES)
      const parts = selects.map(({ branch, driving, build }) =>
        build([], driving && { scope: driving.scope, text: parameter[branch.entity] }),
      )
      return compilable<Match>(db, selection(parts, sql`score desc, entity, id`, parameter))
    })
    searches.set(key, search)
  }
  const engine = engineOf(ctx.app.database.engine)
  const asked = (entity: SearchEntity) => drivingOf(engine, BRANCHES[entity], where, texts).driving?.text ?? ''
  return search(ctx, {
    content: asked('content'),
    space: asked('space'),
    user: asked('user'),
    limit,
    start: Math.min(start, MAX_START),
  })
}

async function matchesOf(
  ctx: Context,
  query: ResolvedQuery,
  texts: ResolvedTexts,
  options: FindOptions,
): Promise<Match[]> {
  const { engine, read } = ctx.app.database
  const selects = compile(ctx, query, texts, options)
  if (selects.length === 0) return []
  const types = query.orderBy.map((_, index) => typeOf(selects, index))
  const parts = selects.map(select => select.build(types))
  const page = { limit: options.limit, start: Math.min(options.start, MAX_START) }
  return (await selection<Match>(parts, orderOf(query, types, engineOf(engine)), page).execute(read)).rows
}

function selection<R>(
  parts: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
  { limit, start }: { limit: number; start: number },
): RawBuilder<R> {
  return sql<R>`${matchesIn(parts)} select entity, id, (select count(*) from matches) as total from matches
    order by ${order} limit ${limit} offset ${start}`
}

function matchesIn(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`with matches as materialized (${sql.join(parts, sql` union all `)})`
}

async function countMatches(
  ctx: Context,
  { where }: ResolvedQuery,
  texts: ResolvedTexts,
  options: FindOptions,
): Promise<number> {
  const parts = compile(ctx, { where, orderBy: UNRANKED }, texts, options).map(select => select.build(['integer']))
  if (parts.length === 0) return 0
  const counted = sql<{ total: number }>`${matchesIn(parts)} select count(*) as total from matches`
  return (await counted.execute(ctx.app.database.read)).rows[0]?.total ?? 0
}

/** How many contents a query finds by type and space; for the facets of the search page. One pass over the matches. */
export async function countContents(
  ctx: Context,
  query: ResolvedQuery,
  options: Pick<FindOptions, 'entities' | 'includeArchived'>,
): Promise<{ type: ContentType; space_id: number; count: number }[]> {
  const unranked: ResolvedQuery = { where: query.where, orderBy: UNRANKED }
  const texts = await resolveTexts(ctx, query.where)
  const content = compile(ctx, unranked, texts, options).find(select => select.branch.entity === 'content')
  if (!content) return []
  const { rows } = await sql<{
    type: ContentType
    space_id: number
    count: number
  }>`select content.type, content.space_id, count(*) as count
    from (${content.build(['integer'])}) matches inner join content on content.id = matches.id
    group by content.type, content.space_id order by count(*) desc, content.space_id limit ${MAX_COUNTS}`.execute(
    ctx.app.database.read,
  )
  return rows
}

function compile(
  ctx: Context,
  query: ResolvedQuery,
  texts: ResolvedTexts,
  options: Pick<FindOptions, 'entities' | 'includeArchived'>,
): BranchSelect[] {
  const { database } = ctx.app
  const compiling: Compiling = {
    ctx,
    dialect: database.dialect,
    engine: engineOf(database.engine),
    includeArchived: options.includeArchived ?? false,
    mayViewUsers: ctx.viewer.mayViewUsers,
  }
  return options.entities.flatMap(
    entity => compileBranch(compiling, BRANCHES[entity], query.where, query.orderBy, texts) ?? [],
  )
}

async function resolveTexts(ctx: Context, where: QueryNode | null): Promise<Map<TextPredicate, TextCondition>> {
  const patterns = new Patterns(ctx.app.database)
  const texts = new Map<TextPredicate, TextCondition>()
  for (const predicate of textPredicates(where)) texts.set(predicate, await patterns.resolve(predicate.query))
  return texts
}

function textPredicates(node: QueryNode | null): TextPredicate[] {
  if (!node) return []
  if ('nodes' in node) return node.nodes.flatMap(textPredicates)
  if (node.kind === 'not') return textPredicates(node.node)
  return node.kind === 'text' ? [node] : []
}

function typeOf(selects: readonly BranchSelect[], index: number): SortKey['type'] {
  return selects.map(select => select.sorts[index]).find(sort => sort !== undefined)?.type ?? 'integer'
}

/** What has no value sorts last, either way; ties go by kind and id, so that pages neither repeat nor skip. */
function orderOf(
  { orderBy }: ResolvedQuery,
  types: readonly SortKey['type'][],
  engine: SearchEngine,
): RawBuilder<unknown> {
  const keys = orderBy.map(({ direction }, index) => {
    const value = sql.ref(`s${index}`)
    const column = types[index] === 'text' ? engine.byteOrder(value) : value
    return sql`${column} ${sql.raw(direction)} nulls last`
  })
  return sql.join([...(keys.length > 0 ? keys : [sql`score desc`]), sql`entity`, sql`id`])
}
