import type { Clause, CqlQuery, Expression, SortKey } from './ast.ts'
import type { CqlContext } from './context.ts'
import { CqlSyntaxError } from './errors.ts'
import { fieldNames, findField } from './fields.ts'
import type { Field } from './fields.ts'
import { nearest } from './nearest.ts'
import { parseCql } from './parser.ts'
import type { QueryNode, ResolvedQuery, Sort } from './predicates.ts'
import { MAX_CLAUSES, MAX_PATTERNS, sizeOf, type TextNode } from '../text/text-query.ts'
import { ValueResolver } from './values.ts'

/** Most conditions of one query: databases limit how deep an expression may be, and each costs a look-up. */
const MAX_CONDITIONS = 200

/**
 * Parses a query and gives it meaning: fields are known, operators and values fit them, functions are resolved.
 * @throws CqlSyntaxError at the place of the first fault, saying what is allowed there
 */
export function resolveCql(query: string, context: CqlContext): ResolvedQuery {
  return resolveParsed(query, parseCql(query), context)
}

/** As `resolveCql`, for a query already parsed; `query` is the text it was parsed from, for messages. */
export function resolveParsed(query: string, parsed: CqlQuery, context: CqlContext): ResolvedQuery {
  if (parsed.where) limitConditions(query, parsed.where)
  const values = new ValueResolver(query, context)
  const where = parsed.where ? resolveExpression(query, parsed.where, values) : null
  if (parsed.where && where) limitTexts(query, parsed.where, where)
  return { where, orderBy: parsed.orderBy.map(key => resolveSort(query, key)) }
}

function limitConditions(query: string, where: Expression): void {
  const tooMany = clausesOf(where)[MAX_CONDITIONS]
  if (!tooMany) return
  throw new CqlSyntaxError(query, tooMany.field.span.start, {
    key: 'A query may have at most {{most}} conditions; a list of values, as in "id in (1, 2)", is one.',
    values: { most: MAX_CONDITIONS },
  })
}

/** Limits the words that are looked up, and those of them that represent others; the same ones may be repeated. */
function limitTexts(query: string, { span }: Expression, where: QueryNode): void {
  let [words, patterns] = [0, 0]
  for (const text of textsOf(where)) {
    const size = sizeOf(text)
    words += size.words
    patterns += size.patterns
  }
  if (words > MAX_CLAUSES)
    throw new CqlSyntaxError(query, span.start, {
      key: 'The texts of this query have too many words: at most {{most}} are searched for.',
      values: { most: MAX_CLAUSES },
    })
  if (patterns > MAX_PATTERNS)
    throw new CqlSyntaxError(query, span.start, {
      key: 'Too many words of this query have "*", "?" or "~": at most {{most}} may.',
      values: { most: MAX_PATTERNS },
    })
}

function textsOf(node: QueryNode): TextNode[] {
  if ('nodes' in node) return node.nodes.flatMap(textsOf)
  if (node.kind === 'not') return textsOf(node.node)
  return node.kind === 'text' ? [node.query] : []
}

function clausesOf(expression: Expression): Clause[] {
  if (expression.kind === 'clause') return [expression]
  return expression.kind === 'not' ? clausesOf(expression.operand) : expression.operands.flatMap(clausesOf)
}

function resolveExpression(query: string, expression: Expression, values: ValueResolver): QueryNode {
  switch (expression.kind) {
    case 'and':
      return joined(
        'and',
        expression.operands.map(operand => resolveExpression(query, operand, values)),
      )
    case 'or':
      return anyOf(expression.operands.map(operand => resolveExpression(query, operand, values)))
    case 'not':
      return { kind: 'not', node: resolveExpression(query, expression.operand, values) }
    case 'clause':
      return resolveClause(query, expression, values)
  }
}

/** One of several conditions. The texts of a field become one text, for which the index is asked once. */
function anyOf(operands: readonly QueryNode[]): QueryNode {
  const nodes: QueryNode[] = []
  const places = new Map<string, number>()
  for (const operand of operands.flatMap(node => (node.kind === 'or' ? node.nodes : [node]))) {
    const place = operand.kind === 'text' ? places.get(operand.field) : undefined
    const before = place === undefined ? undefined : nodes[place]
    if (operand.kind === 'text' && before?.kind === 'text' && place !== undefined) {
      const texts = before.query.kind === 'or' ? before.query.nodes : [before.query]
      const all = withoutRepeats([...texts, operand.query])
      if (all.length > 1) nodes[place] = { ...before, query: { kind: 'or', nodes: all } }
      continue
    }
    if (operand.kind === 'text') places.set(operand.field, nodes.length)
    nodes.push(operand)
  }
  return joined('or', nodes)
}

/** Conditions that are joined, each once. */
function joined(kind: 'and' | 'or', all: readonly QueryNode[]): QueryNode {
  const nodes = withoutRepeats(all)
  const [only] = nodes
  return nodes.length === 1 && only ? only : { kind, nodes }
}

function withoutRepeats<Node extends object>(nodes: readonly Node[]): Node[] {
  return [...new Map(nodes.map(node => [JSON.stringify(node), node])).values()]
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
