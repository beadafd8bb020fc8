import type { Phrase } from '#platform/error-text.ts'
import type { Clause, CqlQuery, Expression, FunctionCall, Operator, SortKey, Span, Text, Value } from './ast.ts'
import { OPERATORS } from './ast.ts'
import { Lexer } from './lexer.ts'

/** Longest query, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 10_000
/** Deepest nesting of parentheses and `not`. */
export const MAX_DEPTH = 100
/** Most values of one list. */
export const MAX_LIST_VALUES = 1000
const MAX_ARGUMENTS = 10
export const MAX_SORT_KEYS = 10
const A_VALUE: Phrase = { key: 'a value' }
const A_FUNCTION: Phrase = { key: 'a function' }
const THE_END: Phrase = { key: 'the end of the query' }
const AFTER_CLAUSE = ['and', 'or', 'order by', THE_END]

/**
 * Parses CQL by its grammar alone; whether fields, operators and values fit is `resolveCql`'s matter.
 * `not` binds closest, then `and`, then `or`.
 * @throws CqlSyntaxError at the first place that does not fit
 */
export function parseCql(query: string): CqlQuery {
  const lexer = new Lexer(query)
  if (query.length > MAX_QUERY_LENGTH) {
    lexer.fail(
      {
        key: 'The query is {{length}} characters long; at most {{most}} are allowed.',
        values: { length: query.length, most: MAX_QUERY_LENGTH },
      },
      [],
      MAX_QUERY_LENGTH,
    )
  }
  if (lexer.atEnd)
    lexer.fail({ key: 'The query is empty.' }, [
      { key: 'a clause such as {{clause}}', values: { clause: 'type = page' } },
    ])
  const parser = new Parser(lexer)
  let sorted = lexer.takeKeyword('order', 'by')
  const where = sorted ? null : parser.parseOr(0)
  sorted ??= lexer.takeKeyword('order', 'by')
  const orderBy = sorted ? parser.parseSortKeys() : []
  if (!lexer.atEnd) parser.failAfterClause(sorted !== undefined)
  return { where, orderBy }
}

class Parser {
  readonly #lexer: Lexer

  constructor(lexer: Lexer) {
    this.#lexer = lexer
  }

  parseOr(depth: number): Expression {
    return this.#parseCombination('or', '||', () => this.#parseAnd(depth))
  }

  #parseAnd(depth: number): Expression {
    return this.#parseCombination('and', '&&', () => this.#parseUnary(depth))
  }

  #parseCombination(kind: 'and' | 'or', symbol: '&&' | '||', parseOperand: () => Expression): Expression {
    const first = parseOperand()
    const operands = [first]
    while (this.#lexer.takePunctuation(symbol) ?? this.#lexer.takeKeyword(kind)) operands.push(parseOperand())
    const last = operands.at(-1)
    if (operands.length === 1 || !last) return first
    return { kind, operands, span: { start: first.span.start, end: last.span.end } }
  }

  #parseUnary(depth: number): Expression {
    const lexer = this.#lexer
    if (depth > MAX_DEPTH)
      lexer.fail({ key: 'The query is nested more than {{most}} deep.', values: { most: MAX_DEPTH } })
    const not = lexer.takeBang() ?? lexer.takeKeyword('not')
    if (not) {
      const operand = this.#parseUnary(depth + 1)
      return { kind: 'not', operand, span: { start: not.start, end: operand.span.end } }
    }
    const open = lexer.takePunctuation('(')
    if (!open) return this.#parseClause()
    const inner = this.parseOr(depth + 1)
    if (!lexer.takePunctuation(')')) {
      if (lexer.atEnd) lexer.fail({ key: 'This parenthesis is not closed.' }, [')'], open.start)
      lexer.fail({ key: 'A clause ends before this; {{found}}.', values: { found: lexer.describeNext() } }, [
        ')',
        'and',
        'or',
      ])
    }
    return inner
  }

  #parseClause(): Clause {
    const field = this.#parseField({ key: 'a field' })
    const { operator, span } = this.#parseOperator(field)
    const values = operator === 'in' || operator === 'not in' ? this.#parseList() : [this.#parseValue()]
    return {
      kind: 'clause',
      field,
      operator,
      operatorSpan: span,
      values,
      span: { start: field.span.start, end: this.#end(values, span) },
    }
  }

  #end(values: readonly Value[], operator: Span): number {
    return values.at(-1)?.span.end ?? operator.end
  }

  #parseField(wanted: Phrase): Text {
    return (
      this.#lexer.takeName() ??
      this.#lexer.fail(
        { key: 'A field should stand here, but {{found}}.', values: { found: this.#lexer.describeNext() } },
        [wanted],
      )
    )
  }

  #parseOperator(field: Text): { operator: Operator; span: Span } {
    const lexer = this.#lexer
    const start = lexer.position
    const symbol = lexer.takeSymbol()
    if (symbol) {
      const operator = OPERATORS.find(known => known === symbol.text)
      if (operator) return { operator, span: symbol.span }
      lexer.fail(
        {
          key: '"{{text}}" is no operator of CQL; use {{right}}.',
          values: { text: symbol.text, right: symbol.text === '==' ? '=' : '!=' },
        },
        OPERATORS,
        start,
      )
    }
    const isIn = lexer.takeKeyword('in')
    if (isIn) return { operator: 'in', span: isIn }
    const notIn = lexer.takeKeyword('not', 'in')
    if (notIn) return { operator: 'not in', span: notIn }
    if (lexer.takeKeyword('is')) {
      lexer.fail({ key: 'CQL cannot ask for empty values: "is" is no operator.' }, OPERATORS, start)
    }
    return lexer.fail(
      {
        key: 'An operator should follow "{{field}}", but {{found}}.',
        values: { field: field.text, found: lexer.describeNext() },
      },
      OPERATORS,
    )
  }

  #parseList(): Value[] {
    const lexer = this.#lexer
    const open = lexer.takePunctuation('(')
    if (!open) {
      const value = lexer.atEnd ? undefined : this.#parseValue()
      if (value?.kind === 'function') return [value]
      return lexer.fail({ key: 'Values of "in" stand in parentheses: in (a, b).' }, ['('], value?.span.start)
    }
    const values = [this.#parseValue()]
    while (lexer.takePunctuation(',')) {
      const value = this.#parseValue()
      if (values.length >= MAX_LIST_VALUES) {
        lexer.fail(
          { key: 'A list may have at most {{most}} values.', values: { most: MAX_LIST_VALUES } },
          [],
          value.span.start,
        )
      }
      values.push(value)
    }
    if (!lexer.takePunctuation(')')) {
      if (lexer.atEnd) lexer.fail({ key: 'This list is not closed.' }, [')'], open.start)
      lexer.fail(
        { key: 'Values of a list are parted by commas; {{found}}.', values: { found: lexer.describeNext() } },
        [',', ')'],
      )
    }
    return values
  }

  #parseValue(): Value {
    const lexer = this.#lexer
    const quoted = /["']/.test(lexer.query.charAt(lexer.position))
    const value = lexer.takeValue()
    if (!value)
      return lexer.fail({ key: 'A value should stand here, but {{found}}.', values: { found: lexer.describeNext() } }, [
        A_VALUE,
        A_FUNCTION,
      ])
    return quoted || !lexer.takePunctuation('(') ? value : this.#parseArguments(value)
  }

  #parseArguments(name: Text): FunctionCall {
    const lexer = this.#lexer
    const args: Text[] = []
    if (!/^[a-z]\w*$/i.test(name.text)) {
      lexer.fail(
        {
          key: '"{{name}}" is no name of a function. A value with parentheses stands in quotes.',
          values: { name: name.text },
        },
        [],
        name.span.start,
      )
    }
    let close = lexer.takePunctuation(')')
    while (!close) {
      const arg = lexer.takeValue()
      if (!arg)
        return lexer.fail(
          {
            key: 'The arguments of {{name}}() are not closed: {{found}}.',
            values: { name: name.text, found: lexer.describeNext() },
          },
          [A_VALUE, ')'],
        )
      if (args.length >= MAX_ARGUMENTS)
        lexer.fail(
          { key: 'A function may have at most {{most}} arguments.', values: { most: MAX_ARGUMENTS } },
          [],
          arg.span.start,
        )
      args.push(arg)
      close = lexer.takePunctuation(')')
      if (!close && !lexer.takePunctuation(',')) {
        lexer.fail(
          {
            key: 'The arguments of {{name}}() are not closed: {{found}}.',
            values: { name: name.text, found: lexer.describeNext() },
          },
          [',', ')'],
        )
      }
    }
    return { kind: 'function', name: name.text, args, span: { start: name.span.start, end: close.end } }
  }

  parseSortKeys(): SortKey[] {
    const lexer = this.#lexer
    const keys: SortKey[] = []
    do {
      const field = this.#parseField({ key: 'a field to sort by' })
      if (keys.length >= MAX_SORT_KEYS)
        lexer.fail(
          { key: 'A query may sort by at most {{most}} fields.', values: { most: MAX_SORT_KEYS } },
          [],
          field.span.start,
        )
      const desc = lexer.takeKeyword('desc')
      const asc = desc ? undefined : lexer.takeKeyword('asc')
      keys.push({
        field,
        direction: desc ? 'desc' : 'asc',
        span: { start: field.span.start, end: (desc ?? asc ?? field.span).end },
      })
    } while (lexer.takePunctuation(','))
    return keys
  }

  failAfterClause(inSort: boolean): never {
    const lexer = this.#lexer
    if (inSort)
      lexer.fail({ key: 'The order ends before this; {{found}}.', values: { found: lexer.describeNext() } }, [
        'asc',
        'desc',
        ',',
        THE_END,
      ])
    if (lexer.query.charAt(lexer.position) === ')')
      lexer.fail({ key: 'No parenthesis is open that this one could close.' }, AFTER_CLAUSE)
    return lexer.fail(
      {
        key: 'A clause ends before this; {{found}}. A value with blanks or punctuation stands in quotes.',
        values: { found: lexer.describeNext() },
      },
      AFTER_CLAUSE,
    )
  }
}
