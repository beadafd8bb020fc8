import type { CqlQuery, Expression, Value } from '../server/cql/ast.ts'
import { printText } from '../server/cql/printer.ts'

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
