import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { GLOBAL_VIEW_USERS, hasGlobalPermission } from '#features/accounts/server/index.ts'
import type { ContentType } from '#features/content/server/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Branch, Compiling, SortKey } from './compile/branch.ts'
import { contentBranch } from './compile/content.ts'
import { Patterns, type TextCondition } from './compile/patterns.ts'
import { compileBranch, type BranchSelect } from './compile/select.ts'
import { spaceBranch, userBranch } from './compile/spaces-and-users.ts'
import { MAX_SORT_KEYS, type QueryNode, type ResolvedQuery, type TextPredicate } from './cql/index.ts'
import { engineOf, type SearchEngine } from './engine/index.ts'
import { documentIds, type SearchEntity } from './tables.ts'

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
  const selects = await compile(ctx, query, options)
  if (selects.length === 0) return { hits: [], total: 0 }
  const types = query.orderBy.map((_, index) => typeOf(selects, index))
  const parts = selects.map(select => select.build(types))
  const matches = sql`with matches as materialized (${sql.join(parts, sql` union all `)})`
  const order = orderOf(query, types, engineOf(ctx.app.database.engine))
  const { read } = ctx.app.database
  const { rows } = await sql<Hit & { total: number }>`${matches}
    select entity, id, (select count(*) from matches) as total from matches
    order by ${order} limit ${options.limit} offset ${Math.min(options.start, MAX_START)}`.execute(read)
  const [first] = rows
  if (first) return { hits: rows.map(({ entity, id }) => ({ entity, id })), total: first.total }
  if (options.start === 0 && options.limit > 0) return { hits: [], total: 0 }
  const counted = await sql<{ total: number }>`${matches} select count(*) as total from matches`.execute(read)
  return { hits: [], total: counted.rows[0]?.total ?? 0 }
}

/** How many contents a query finds by type and space; for the facets of the search page. One pass over the matches. */
export async function countContents(
  ctx: Context,
  query: ResolvedQuery,
  options: Pick<FindOptions, 'entities' | 'includeArchived'>,
): Promise<{ type: ContentType; space_id: number; count: number }[]> {
  // Sorted by anything but relevance, so that nothing is ranked.
  const unranked: ResolvedQuery = { where: query.where, orderBy: [{ field: 'id', direction: 'asc' }] }
  const content = (await compile(ctx, unranked, options)).find(select => select.branch.entity === 'content')
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

async function compile(
  ctx: Context,
  query: ResolvedQuery,
  options: Pick<FindOptions, 'entities' | 'includeArchived'>,
): Promise<BranchSelect[]> {
  const { database } = ctx.app
  const compiling: Compiling = {
    ctx,
    dialect: database.dialect,
    engine: engineOf(database.engine),
    includeArchived: options.includeArchived ?? false,
    mayViewUsers:
      options.entities.includes('user') && (await hasGlobalPermission(ctx.app, ctx.viewer, GLOBAL_VIEW_USERS)),
  }
  const texts = await resolveTexts(ctx, query.where)
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

/** Plain texts of hits, for excerpts; by document id. */
export async function textsOf(ctx: Context, hits: readonly Hit[]): Promise<Map<number, string>> {
  const { read, dialect } = ctx.app.database
  if (hits.length === 0) return new Map()
  const rows = await read
    .selectFrom('search_document')
    .select(['id', 'text'])
    .where('id', 'in', dialect.inIntegers(hits.map(hit => documentIds[hit.entity](hit.id))))
    .execute()
  return new Map(rows.map(row => [row.id, row.text]))
}
