import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { positivePredicates } from '../cql/index.ts'
import type { Predicate, QueryNode, Sort, TextPredicate } from '../cql/index.ts'
import type { IndexQuery, Scope, SearchEngine } from '../engine/index.ts'
import { cqlFields } from '../extension-points.ts'
import type { Branch, Compiling, SortKey } from './branch.ts'
import { all, any, compileNode, not, type Condition } from './condition.ts'
import type { TextCondition } from './patterns.ts'

/** What each text of a query means, with its patterns resolved. */
export type ResolvedTexts = ReadonlyMap<TextPredicate, TextCondition>

/** The rows of one kind that a query finds: `entity`, `id`, `score` and a column `s0`, `s1` … for each sort key. */
export interface BranchSelect {
  readonly branch: Branch
  readonly sorts: readonly (SortKey | undefined)[]
  /** What the index is asked, where that drives the statement. */
  readonly driving: IndexQuery | undefined
  /**
   * Builds the statement; the types of sort keys that this branch lacks come from the others.
   * @param driving asked instead of the query's own
   */
  build(types: readonly SortKey['type'][], driving?: IndexQuery): RawBuilder<unknown>
}

/**
 * Compiles a query for one kind of thing, its policy inside; null where such things cannot be found by it.
 *
 * Texts that must occur drive the statement: the index gives the documents and their relevance, and each is joined to
 * its row. Texts elsewhere (under `or`, negated) are subqueries.
 */
export function compileBranch(
  compiling: Compiling,
  branch: Branch,
  where: QueryNode | null,
  orderBy: readonly Sort[],
  texts: ResolvedTexts,
): BranchSelect | null {
  const { driving, rest } = drivingOf(compiling.engine, branch, where, texts)
  const visible = branch.visible(compiling)
  if (visible === false) return null
  const condition = all([
    visible,
    compileNode({ kind: 'and', nodes: rest }, predicate => leaf(compiling, branch, predicate, texts)),
  ])
  if (condition === false) return null
  const sorts = orderBy.map(({ field }) => sortKey(compiling, branch, field))
  const isRanked = orderBy.length === 0
  const aside = isRanked && !driving ? rankOf(compiling.engine, branch, where, texts) : undefined
  return {
    branch,
    sorts,
    driving,
    build: (types, other = driving) =>
      statement(compiling, branch, { driving: other, isRanked, aside, condition, sorts, types }),
  }
}

/** What must occur of a query's texts, in the form of the index; and the rest of the query. */
export function drivingOf(
  engine: SearchEngine,
  branch: Branch,
  where: QueryNode | null,
  texts: ResolvedTexts,
): { driving: IndexQuery | undefined; rest: QueryNode[] } {
  const driving: IndexQuery[] = []
  const rest: QueryNode[] = []
  for (const node of conjunctsOf(where)) {
    const expression = node.kind === 'text' ? expressionOf(engine, branch, node, texts) : undefined
    if (expression === undefined) rest.push(node)
    else driving.push(expression)
  }
  return { driving: driving.length === 0 ? undefined : engine.join(driving, 'all'), rest }
}

/** The conditions all of which a query asks for. */
export function conjunctsOf(where: QueryNode | null): readonly QueryNode[] {
  return where === null ? [] : where.kind === 'and' ? where.nodes : [where]
}

interface Parts {
  driving: IndexQuery | undefined
  isRanked: boolean
  /** What ranks where nothing drives. */
  aside: IndexQuery | undefined
  condition: Condition
  sorts: readonly (SortKey | undefined)[]
  types: readonly SortKey['type'][]
}

function statement({ engine }: Compiling, branch: Branch, parts: Parts): RawBuilder<unknown> {
  const where = parts.condition === true ? sql<SqlBool>`1 = 1` : parts.condition
  const columns = parts.types.map((type, index) => {
    const value = parts.sorts[index]?.value ?? sql`null`
    return sql`, cast(${value} as ${sql.raw(type === 'text' ? 'text' : 'bigint')}) as ${sql.ref(`s${index}`)}`
  })
  const head = (score: RawBuilder<number>) =>
    sql`select ${sql.lit(branch.entity)} as entity, ${branch.id} as id, ${branch.weighed?.(score) ?? score} as score${sql.join(columns, sql``)}`
  if (parts.driving) {
    const hits = engine.hits(parts.driving, { ranked: parts.isRanked, among: branch.isDocument })
    const rows = engine.lookUp(hits.table, branch.table, sql<SqlBool>`${branch.id} = ${branch.idOf(hits.id)}`)
    return sql`${head(hits.score)} from ${rows.from} where ${hits.where} and ${rows.where} and ${where}`
  }
  if (parts.aside) {
    const hits = engine.hits(parts.aside, { ranked: true, among: branch.isDocument })
    return sql`select * from (with ranked as materialized (
        select ${hits.id} as document_id, ${hits.score} as score from ${hits.table} where ${hits.where})
      ${head(sql`coalesce(ranked.score, 0)`)} from ${branch.table}
      left join ranked on ranked.document_id = ${branch.documentId} where ${where}) ${sql.ref(`${branch.entity}_matches`)}`
  }
  return sql`${head(sql`0`)} from ${branch.table} where ${where}`
}

function expressionOf(
  engine: SearchEngine,
  branch: Branch,
  predicate: TextPredicate,
  texts: ResolvedTexts,
): IndexQuery | undefined {
  const scope = branch.texts[predicate.field]
  const condition = texts.get(predicate)
  return scope && condition?.kind === 'match' ? engine.expression(condition.node, scope) : undefined
}

/** The texts by which hits are ranked where none drives: all that the query holds outside of `not`. */
function rankOf(
  engine: SearchEngine,
  branch: Branch,
  where: QueryNode | null,
  texts: ResolvedTexts,
): IndexQuery | undefined {
  const expressions = positivePredicates(where).flatMap(predicate =>
    predicate.kind === 'text' ? (expressionOf(engine, branch, predicate, texts) ?? []) : [],
  )
  return expressions.length === 0 ? undefined : engine.join(expressions, 'any')
}

function leaf(compiling: Compiling, branch: Branch, predicate: Predicate, texts: ResolvedTexts): Condition | undefined {
  const { ctx } = compiling
  const registered = ctx.app.extensions
    .all(cqlFields)
    .find(field => field.field === predicate.field && field.entity === branch.entity)
  if (registered) return registered.compile(ctx, predicate)
  if (predicate.kind !== 'text') return branch.leaf(compiling, predicate)
  const condition = texts.get(predicate)
  const scope = branch.texts[predicate.field]
  if (scope && condition)
    return ofText(compiling, condition, scope, matching => sql<SqlBool>`${branch.documentId} in ${matching}`)
  if (branch.entity === 'content' && predicate.field === 'space.title' && condition) {
    return ofText(
      compiling,
      condition,
      'title',
      matching => sql<SqlBool>`content.space_id in (
      select search_document.space_id from search_document where search_document.space_id is not null and search_document.id in ${matching})`,
    )
  }
  return branch.leaf(compiling, predicate)
}

function ofText(
  compiling: Compiling,
  condition: TextCondition,
  scope: Scope,
  among: (matching: RawBuilder<number>) => Condition,
): Condition {
  switch (condition.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'match':
      return among(compiling.engine.matching(compiling.engine.expression(condition.node, scope)))
    case 'not':
      return not(ofText(compiling, condition.part, scope, among))
    case 'and':
      return all(condition.parts.map(part => ofText(compiling, part, scope, among)))
    case 'or':
      return any(condition.parts.map(part => ofText(compiling, part, scope, among)))
  }
}

function sortKey(compiling: Compiling, branch: Branch, field: Sort['field']): SortKey | undefined {
  const registered = compiling.ctx.app.extensions
    .all(cqlFields)
    .find(candidate => candidate.field === field && candidate.entity === branch.entity)
  if (registered?.order) return { type: 'integer', value: registered.order(compiling.ctx) }
  return branch.sort(compiling, field)
}
