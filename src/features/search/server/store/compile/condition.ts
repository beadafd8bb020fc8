import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Predicate, QueryNode } from '../../cql/index.ts'

/** A predicate over rows, or what is known without looking. */
export type Condition = RawBuilder<SqlBool> | boolean

/** True where every part is; of none, always. */
export function all(parts: readonly Condition[]): Condition {
  if (parts.includes(false)) return false
  const rest = parts.filter(part => part !== true)
  return rest.length === 0
    ? true
    : rest.length === 1
      ? (rest[0] ?? true)
      : sql<SqlBool>`(${sql.join(rest, sql` and `)})`
}

/** True where one part is; of none, never. */
export function any(parts: readonly Condition[]): Condition {
  if (parts.includes(true)) return true
  const rest = parts.filter(part => part !== false)
  return rest.length === 0
    ? false
    : rest.length === 1
      ? (rest[0] ?? false)
      : sql<SqlBool>`(${sql.join(rest, sql` or `)})`
}

/** True where the condition is false or unknown: a page without a creator is not one by Jane. */
export function not(part: Condition): Condition {
  return typeof part === 'boolean' ? !part : sql<SqlBool>`(${part}) is not true`
}

/**
 * Compiles a query for one kind of thing. `leaf` gives undefined for fields that such things do not have: then neither
 * the clause nor its negation holds of them (`label != x` finds no users).
 */
export function compileNode(
  node: QueryNode | null,
  leaf: (predicate: Predicate) => Condition | undefined,
  negated = false,
): Condition {
  if (!node) return !negated
  switch (node.kind) {
    case 'none':
      return negated
    case 'not':
      return compileNode(node.node, leaf, !negated)
    case 'and':
    case 'or': {
      const parts = node.nodes.map(inner => compileNode(inner, leaf, negated))
      return (node.kind === 'and') === negated ? any(parts) : all(parts)
    }
    default: {
      const found = leaf(node)
      if (found === undefined) return false
      return negated ? not(found) : found
    }
  }
}
