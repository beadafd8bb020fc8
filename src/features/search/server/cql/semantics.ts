import type { Clause, CqlQuery, Expression, SortKey } from './ast.ts'
import type { CqlContext } from './context.ts'
import { CqlSyntaxError } from './errors.ts'
import { fieldNames, findField } from './fields.ts'
import type { Field } from './fields.ts'
import { nearest } from './nearest.ts'
import { parseCql } from './parser.ts'
import type { QueryNode, ResolvedQuery, Sort } from './predicates.ts'
import { ValueResolver } from './values.ts'

/**
 * Parses a query and gives it meaning: fields are known, operators and values fit them, functions are resolved.
 * @throws CqlSyntaxError at the place of the first fault, saying what is allowed there
 */
export function resolveCql(query: string, context: CqlContext): ResolvedQuery {
  return resolveParsed(query, parseCql(query), context)
}

/** As `resolveCql`, for a query already parsed; `query` is the text it was parsed from, for messages. */
export function resolveParsed(query: string, parsed: CqlQuery, context: CqlContext): ResolvedQuery {
  const values = new ValueResolver(query, context)
  return {
    where: parsed.where ? resolveExpression(query, parsed.where, values) : null,
    orderBy: parsed.orderBy.map(key => resolveSort(query, key)),
  }
}

function resolveExpression(query: string, expression: Expression, values: ValueResolver): QueryNode {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return {
        kind: expression.kind,
        nodes: expression.operands.map(operand => resolveExpression(query, operand, values)),
      }
    case 'not':
      return { kind: 'not', node: resolveExpression(query, expression.operand, values) }
    case 'clause':
      return resolveClause(query, expression, values)
  }
}

function resolveClause(query: string, clause: Clause, values: ValueResolver): QueryNode {
  const field = fieldOf(query, clause)
  if (!field.operators.includes(clause.operator)) {
    throw new CqlSyntaxError(
      query,
      clause.operatorSpan.start,
      {
        key: 'The field "{{field}}" cannot be used with "{{operator}}".',
        values: { field: field.name, operator: clause.operator },
      },
      field.operators,
    )
  }
  switch (clause.operator) {
    case '!=':
      return { kind: 'not', node: values.resolve(field, '=', clause.values) }
    case '!~':
      return { kind: 'not', node: values.resolve(field, '~', clause.values) }
    case 'not in':
      return { kind: 'not', node: values.resolve(field, 'in', clause.values) }
    default:
      return values.resolve(field, clause.operator, clause.values)
  }
}

function fieldOf(query: string, { field }: Clause | SortKey): Field {
  const found = findField(field.text)
  if (found) return found
  const names = fieldNames()
  const close = nearest(field.text, names)
  throw new CqlSyntaxError(
    query,
    field.span.start,
    close
      ? {
          key: 'There is no field "{{field}}". Did you mean "{{close}}"?',
          values: { field: field.text.slice(0, 50), close },
        }
      : { key: 'There is no field "{{field}}".', values: { field: field.text.slice(0, 50) } },
    names,
  )
}

function resolveSort(query: string, key: SortKey): Sort {
  const field = fieldOf(query, key)
  if (!field.sortable) {
    throw new CqlSyntaxError(
      query,
      key.field.span.start,
      { key: 'Results cannot be sorted by "{{field}}".', values: { field: field.name } },
      fieldNames(true),
    )
  }
  return { field: field.name, direction: key.direction }
}
