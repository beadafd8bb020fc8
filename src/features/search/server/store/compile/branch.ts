import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { EngineDialect } from '#platform/server/database/index.ts'
import { nameKey } from '#features/accounts/server/index.ts'
import { foldWord } from '../../text/fold.ts'
import type { TextNode } from '../../text/text-query.ts'
import type { Collection } from '../../cql/functions.ts'
import type { FieldName, Predicate, QueryNode, UserRef } from '../../cql/index.ts'
import type { Scope, SearchEngine } from '../engine/index.ts'
import { cqlCollections } from '../../extension-points.ts'
import type { SearchEntity } from '../../tables.ts'
import { all, any, not, type Condition } from './condition.ts'

/** Context of compiling a query. */
export interface Compiling {
  readonly ctx: Context
  readonly dialect: EngineDialect
  readonly engine: SearchEngine
  readonly includeArchived: boolean
  /** Whether the reader may see users at all. */
  readonly mayViewUsers: boolean
}

/** A value to sort by; both sides of a union must agree on its type. */
export interface SortKey {
  readonly type: 'integer' | 'text'
  readonly value: RawBuilder<unknown>
  /** Never null, so that an index of it has the order that is asked for. */
  readonly isAlwaysThere?: boolean
}

/** One kind of thing that can be found: its table, who may see its rows, and what the fields of CQL mean for it. */
export interface Branch {
  readonly entity: SearchEntity
  readonly table: RawBuilder<unknown>
  readonly id: RawBuilder<number>
  /** Document id of a row. */
  readonly documentId: RawBuilder<number>
  /** The row's id from a document id of its kind, and whether a document id is of its kind. */
  idOf(documentId: RawBuilder<number>): RawBuilder<number>
  isDocument(documentId: RawBuilder<number>): RawBuilder<SqlBool>
  /**
   * Policy and status: holds for every row that may come out.
   * @param asked conditions of the query all of which hold, too
   */
  visible(compiling: Compiling, asked: readonly QueryNode[]): Condition
  /**
   * Holds for rows whose visibility depends on their space alone; absent if that is so for all. Most rows are such, and
   * are counted several times as fast as the others.
   */
  readonly isPlain?: RawBuilder<SqlBool>
  /** A row's relevance, from that of its words; absent where it is the same. */
  weighed?(score: RawBuilder<number>): RawBuilder<number>
  /** Text fields that are looked up in the index. */
  readonly texts: Readonly<Partial<Record<FieldName, Scope>>>
  /** All other fields; undefined where such things do not have the field. */
  leaf(compiling: Compiling, predicate: Predicate): Condition | undefined
  sort(compiling: Compiling, field: FieldName): SortKey | undefined
}

/** Accounts that a query names, as a subquery for `in`. Names are folded as the accounts feature folds them. */
export function accountsNamed(users: readonly UserRef[]): RawBuilder<number> {
  const keys = users.map(user => (user.by === 'key' ? user.key : user.name.toLowerCase()))
  const names = users.flatMap(user => (user.by === 'name' ? [nameKey(user.name)] : []))
  const named = names.length === 0 ? sql`` : sql` or account.username_key in (${sql.join(names)})`
  return sql`(select account.id from account where account.user_key in (${sql.join(keys)})${named})`
}

/** The list of a function of CQL; false where no feature keeps it. */
export function inCollection(
  { ctx }: Compiling,
  id: RawBuilder<unknown>,
  wanted: { collection: Collection; limit: number; offset: number },
): Condition {
  if (wanted.collection === 'favouriteSpaces') return sql<SqlBool>`${id} in ${starredSpaces(ctx)}`
  const known = ctx.app.extensions.all(cqlCollections).find(candidate => candidate.collection === wanted.collection)
  return known ? sql<SqlBool>`${id} in ${known.ids(ctx, wanted)}` : false
}

/** Spaces that the reader has starred. */
export function starredSpaces(ctx: Context): RawBuilder<number> {
  return sql`(select space_favourite.space_id from space_favourite where space_favourite.account_id = ${ctx.viewer.userId ?? 0})`
}

/** A text query over a short name that is not in the index: each word, in order of the query's logic, by `like`. */
export function nameLike(column: RawBuilder<unknown>, node: TextNode): Condition {
  const word = (pattern: string) => sql<SqlBool>`${column} like ${pattern}`
  switch (node.kind) {
    case 'term':
    case 'prefix':
    case 'fuzzy':
      return word(`%${foldWord(node.token)}%`)
    case 'phrase':
      return word(`%${node.tokens.join('%')}%`)
    case 'wildcard':
      return word(`%${node.pattern.replaceAll('*', '%').replaceAll('?', '_')}%`)
    case 'everything':
      return true
    case 'and':
      return all([
        ...node.must.map(inner => nameLike(column, inner)),
        ...node.not.map(inner => not(nameLike(column, inner))),
      ])
    case 'or':
      return any(node.nodes.map(inner => nameLike(column, inner)))
  }
}
