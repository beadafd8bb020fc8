import type { TextNode } from '../text/text-query.ts'
import type { FieldName } from './fields.ts'
import type { Collection } from './functions.ts'

/**
 * A query as the SQL compiler walks it: negative operators are `not` nodes, lists are one predicate, functions are
 * resolved but for the lists that only the database knows.
 */
export type QueryNode =
  | { kind: 'and' | 'or'; nodes: QueryNode[] }
  | { kind: 'not'; node: QueryNode }
  /** Nothing matches: an unknown type, `currentUser()` of an anonymous reader, a text without words. */
  | { kind: 'none' }
  | Predicate

export type Predicate =
  | IdsPredicate
  | StringsPredicate
  | UsersPredicate
  | RangePredicate
  | TextPredicate
  | CollectionPredicate

/** One of these content ids (`att123` is 123). */
export interface IdsPredicate {
  kind: 'ids'
  field: 'id' | 'parent' | 'ancestor' | 'container'
  ids: number[]
}

/**
 * Exactly one of these values. Types and labels are in lower case; titles, space keys, user names and groups are as
 * written, to be compared without regard to case.
 */
export interface StringsPredicate {
  kind: 'strings'
  field: Exclude<
    FieldName,
    'created' | 'lastmodified' | 'text' | 'siteSearch' | IdsPredicate['field'] | UsersPredicate['field']
  >
  values: string[]
}

/** A user as a query names them: by user name or user key, whichever fits; or, for `currentUser()`, by key. */
export type UserRef = { by: 'name'; name: string } | { by: 'key'; key: string }

export interface UsersPredicate {
  kind: 'users'
  field: 'creator' | 'contributor' | 'mention' | 'watcher' | 'favourite'
  users: UserRef[]
}

/** Epoch milliseconds: `from` inclusive, `to` exclusive; absent means unbounded. */
export interface RangePredicate {
  kind: 'range'
  field: 'created' | 'lastmodified'
  from?: number
  to?: number
}

export interface TextPredicate {
  kind: 'text'
  field: 'text' | 'siteSearch' | 'title' | 'space.title' | 'user' | 'user.fullname' | 'group'
  query: TextNode
}

/** The field's value is in a list of the user who asks; newest first where it is a history. */
export interface CollectionPredicate {
  kind: 'collection'
  field: 'space' | IdsPredicate['field']
  collection: Collection
  limit: number
  offset: number
}

export interface Sort {
  field: FieldName
  direction: 'asc' | 'desc'
}

export interface ResolvedQuery {
  /** Null: everything. */
  where: QueryNode | null
  /** Empty: by relevance. */
  orderBy: Sort[]
}

/** Every predicate of a query that holds where the query holds: those under `not` are left out. */
export function positivePredicates(node: QueryNode | null): Predicate[] {
  if (!node || node.kind === 'none' || node.kind === 'not') return []
  return 'nodes' in node ? node.nodes.flatMap(positivePredicates) : [node]
}
