import type { CqlQuery, Expression, Value } from './ast.ts'

/** Values that need no quotes: they cannot be taken for anything else. */
const BARE = /^[\p{L}\p{N}_][\p{L}\p{N}_./:*?@-]*$/u
const KEYWORD = /^(?:and|or|not|in|is|order|by|asc|desc)$/i

/** The query in one line, with no more quotes and parentheses than needed; parses to the same tree. */
export function printCql(query: CqlQuery): string {
  const where = query.where ? printExpression(query.where) : ''
  if (query.orderBy.length === 0) return where
  const keys = query.orderBy.map(
    ({ field, direction }) => printText(field.text) + (direction === 'desc' ? ' desc' : ''),
  )
  return `${where}${where ? ' ' : ''}order by ${keys.join(', ')}`
}

function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'clause': {
      const { field, operator, values } = expression
      const isList = operator === 'in' || operator === 'not in'
      const printed = values.map(printValue).join(', ')
      return `${printText(field.text)} ${operator} ${isList ? `(${printed})` : printed}`
    }
    case 'not':
      return `not ${nested(expression.operand, ['and', 'or'])}`
    case 'and':
      return expression.operands.map(operand => nested(operand, ['and', 'or'])).join(' and ')
    case 'or':
      return expression.operands.map(operand => nested(operand, ['or'])).join(' or ')
  }
}

function nested(expression: Expression, parenthesised: readonly Expression['kind'][]): string {
  const printed = printExpression(expression)
  return parenthesised.includes(expression.kind) ? `(${printed})` : printed
}

function printValue(value: Value): string {
  if (value.kind === 'text') return printText(value.text)
  return `${value.name}(${value.args.map(arg => printText(arg.text)).join(', ')})`
}

/** A name or value as it may be in a query: in quotes where it needs them. */
export function printText(text: string): string {
  if (BARE.test(text) && !KEYWORD.test(text)) return text
  const escaped = text.replace(/[\\"\n\r\t]/g, char =>
    char === '\n' ? '\\n' : char === '\r' ? '\\r' : char === '\t' ? '\\t' : `\\${char}`,
  )
  return `"${escaped}"`
}
