import type { Clause, Expression, Span } from './ast.ts'
import { CqlSyntaxError } from './errors.ts'
import { findField } from './fields.ts'
import { parseCql } from './parser.ts'
import { printText } from './printer.ts'

/** A value that names a space by its key, or a content by its id. */
export interface NamedInCql {
  readonly kind: 'space' | 'content'
  readonly text: string
}

/**
 * Changes the spaces and contents that a query names, and nothing else.
 * @param change gives the new key or id, or undefined for a value that stays
 * @returns the query as it was if it is not well-formed
 */
export function rewriteCql(query: string, change: (named: NamedInCql) => string | undefined): string {
  let clauses: Clause[]
  try {
    const { where } = parseCql(query)
    clauses = where ? clausesOf(where) : []
  } catch (error) {
    if (!(error instanceof CqlSyntaxError)) throw error
    return query
  }
  const changes: { span: Span; text: string }[] = []
  for (const { field, values } of clauses) {
    const kind = findField(field.text)?.kind
    if (kind !== 'space' && kind !== 'content') continue
    for (const value of values) {
      const text = value.kind === 'text' ? change({ kind, text: value.text }) : undefined
      if (text !== undefined) changes.push({ span: value.span, text })
    }
  }
  let result = query
  for (const { span, text } of changes.toReversed())
    result = result.slice(0, span.start) + printed(text, query.charAt(span.start)) + result.slice(span.end)
  return result
}

function clausesOf(expression: Expression): Clause[] {
  if (expression.kind === 'clause') return [expression]
  return expression.kind === 'not' ? clausesOf(expression.operand) : expression.operands.flatMap(clausesOf)
}

/** A value in quotes stays in such. */
function printed(text: string, quote: string): string {
  const isQuoted = (quote === '"' || quote === "'") && !text.includes(quote) && !text.includes('\\')
  return isQuoted ? quote + text + quote : printText(text)
}
