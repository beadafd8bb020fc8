import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { positivePredicates } from '../../cql/index.ts'
import type { Predicate, QueryNode, Sort } from '../../cql/index.ts'
import type { IndexQuery, Scope, SearchEngine, WalkedIndex } from '../engine/index.ts'
import { cqlFields } from '../../extension-points.ts'
import type { Branch, Compiling, SortKey } from './branch.ts'
import { all, any, compileNode, not, type Condition } from './condition.ts'
import { drivingOf, matchOf, type ResolvedTexts } from './driving.ts'
import type { TextCondition } from './patterns.ts'

/**
 * The rows of one kind that a query finds, as statements with the columns `entity` and `id`. The index is asked what is
 * given with each: what drives the query, or a part of it.
 */
export interface BranchSelect {
  readonly branch: Branch
  readonly sorts: readonly (SortKey | undefined)[]
  /** Ranks the rows of a query that no text drives. */
  readonly aside: IndexQuery | undefined
  /** All rows, with their relevance as `score`. */
  ranked(driving: IndexQuery | undefined): RawBuilder<unknown>
  /** Rows in the order that the query asks for, with a column `s0`, `s1` … for each sort key. */
  sorted(driving: IndexQuery | undefined, types: readonly SortKey['type'][]): RawBuilder<unknown>
  /** The rows that came last, with their `document_id`. */
  latest(driving: IndexQuery, most: number): RawBuilder<unknown>
  /** So many rows, whichever. */
  some(driving: IndexQuery | undefined, most: number): RawBuilder<unknown>
  /** So many plain rows ({@link Branch.isPlain}) among the first matches, which are {@link WALKED} times as many. */
  somePlain(driving: IndexQuery, most: number): RawBuilder<unknown>
}

/** Matches that are walked for each plain row that is wanted. */
const WALKED = 3

/**
 * Compiles a query for one kind of thing, its policy inside; null where such things cannot be found by it.
 *
 * Texts that must occur drive the statements: the index gives the documents and their relevance, and each is joined to
 * its row. Texts elsewhere (under `or`, negated) are subqueries.
 */
export function compileBranch(
  compiling: Compiling,
  branch: Branch,
  where: QueryNode | null,
  orderBy: readonly Sort[],
  texts: ResolvedTexts,
): BranchSelect | null {
  const { engine } = compiling
  const { driving, rest } = drivingOf(engine, branch, where, texts)
  const visible = branch.visible(compiling, rest)
  if (visible === false) return null
  const condition = all([
    visible,
    compileNode({ kind: 'and', nodes: rest }, predicate => leaf(compiling, branch, predicate, texts)),
  ])
  if (condition === false) return null
  const sorts = orderBy.map(({ field }) => sortKey(compiling, branch, field))
  const rows = new Rows(engine, branch, condition === true ? sql<SqlBool>`1 = 1` : condition)
  const aside = orderBy.length === 0 && !driving ? rankOf(engine, branch, where, texts) : undefined
  return {
    branch,
    sorts,
    aside,
    ranked: asked => ranked(rows, asked, aside),
    sorted(asked, types) {
      const columns = types.map((type, index) => {
        const value = sorts[index]?.value ?? sql`null`
        return sql`, cast(${value} as ${sql.raw(type === 'text' ? 'text' : 'bigint')}) as ${sql.ref(`s${index}`)}`
      })
      // By what is in the table, of which there may be an index.
      const order = sorts.flatMap((key, index) => (key ? ordered(engine, key, orderBy[index]?.direction) : []))
      return sql`${rows.head}${sql.join(columns, sql``)} ${rows.of(asked)} order by ${sql.join([...order, branch.id])}`
    },
    latest(asked, most) {
      const { id } = engine.walk(asked, branch.isDocument)
      return sql`${rows.head}, ${id} as document_id ${rows.of(asked)} order by ${id} desc limit ${most}`
    },
    some: (asked, most) => sql`${rows.head} ${rows.of(asked)} limit ${most}`,
    somePlain(asked, most) {
      const { table, id, where: matches } = engine.walk(asked, branch.isDocument)
      const walked = {
        table: sql`(select ${id} as id from ${table} where ${matches} limit ${most} * ${sql.lit(WALKED)}) as walked`,
        id: sql<number>`walked.id`,
        where: branch.isPlain ?? sql<SqlBool>`1 = 1`,
      }
      return sql`${rows.head} ${rows.found(walked)} limit ${most}`
    },
  }
}

/** Parts of statements over the rows of one kind that meet a condition. */
class Rows {
  readonly engine: SearchEngine
  readonly branch: Branch
  readonly head: RawBuilder<unknown>
  readonly condition: RawBuilder<SqlBool>

  constructor(engine: SearchEngine, branch: Branch, condition: RawBuilder<SqlBool>) {
    this.engine = engine
    this.branch = branch
    this.head = sql`select ${sql.lit(branch.entity)} as entity, ${branch.id} as id`
    this.condition = condition
  }

  of(asked: IndexQuery | undefined): RawBuilder<unknown> {
    if (asked) return this.found(this.engine.walk(asked, this.branch.isDocument))
    return sql`from ${this.branch.table} where ${this.condition}`
  }

  /** Those of documents. */
  found(documents: WalkedIndex): RawBuilder<unknown> {
    const { engine, branch } = this
    const { from, where } = engine.lookUp(
      documents.table,
      branch.table,
      sql<SqlBool>`${branch.id} = ${branch.idOf(documents.id)}`,
    )
    return sql`from ${from} where ${documents.where} and ${where} and ${this.condition}`
  }

  score(of: RawBuilder<number>): RawBuilder<unknown> {
    return sql`${this.branch.weighed?.(of) ?? of} as score`
  }
}

/** @param aside ranks the rows of a query that no text drives */
function ranked(rows: Rows, driving: IndexQuery | undefined, aside: IndexQuery | undefined): RawBuilder<unknown> {
  const { engine, branch, head } = rows
  if (driving) {
    const hits = engine.hits(driving, branch.isDocument)
    return sql`${head}, ${rows.score(hits.score)} ${rows.found(hits)}`
  }
  if (!aside) return sql`${head}, ${rows.score(sql`0`)} ${rows.of(undefined)}`
  const hits = engine.hits(aside, branch.isDocument)
  return sql`select * from (with ranked as materialized (
      select ${hits.id} as document_id, ${hits.score} as score from ${hits.table} where ${hits.where})
    ${head}, ${rows.score(sql`coalesce(ranked.score, 0)`)} from ${branch.table}
    left join ranked on ranked.document_id = ${branch.documentId} where ${rows.condition}) ${sql.ref(`${branch.entity}_matches`)}`
}

/** Rows without a value come last, either way. */
function ordered(
  engine: SearchEngine,
  { type, value, isAlwaysThere = false }: SortKey,
  direction: Sort['direction'] = 'asc',
): RawBuilder<unknown> {
  const column = type === 'text' ? engine.byteOrder(value) : value
  return sql`${column} ${sql.raw(direction)}${isAlwaysThere ? sql`` : sql` nulls last`}`
}

/** The types of sort keys in a union: each of them is known where it is there. */
export function typesOf(selects: readonly BranchSelect[]): SortKey['type'][] {
  const [first] = selects
  return (first?.sorts ?? []).map(
    (_, index) => selects.map(({ sorts }) => sorts[index]).find(sort => sort !== undefined)?.type ?? 'integer',
  )
}

/** The order of a union by its columns `s0`, `s1` … */
export const orderOfValues = (
  engine: SearchEngine,
  types: readonly SortKey['type'][],
  orderBy: readonly Sort[],
): RawBuilder<unknown>[] =>
  types.map((type, index) => ordered(engine, { type, value: sql.ref(`s${index}`) }, orderBy[index]?.direction))

/** The texts by which hits are ranked where none drives: all that the query holds outside of `not`. */
function rankOf(
  engine: SearchEngine,
  branch: Branch,
  where: QueryNode | null,
  texts: ResolvedTexts,
): IndexQuery | undefined {
  const matches = positivePredicates(where).flatMap(predicate => matchOf(branch, predicate, texts) ?? [])
  const expressions = matches.map(({ node, scope }) => engine.expression(node, scope))
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
