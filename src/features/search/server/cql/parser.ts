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
const AFTER_CLAUSE = ['and', 'or', 'order by', 'the end of the query']

/**
 * Parses CQL by its grammar alone; whether fields, operators and values fit is `resolveCql`'s matter.
 * `not` binds closest, then `and`, then `or`.
 * @throws CqlSyntaxError at the first place that does not fit
 */
export function parseCql(query: string): CqlQuery {
  const lexer = new Lexer(query)
  if (query.length > MAX_QUERY_LENGTH) {
    lexer.fail(
      `The query is ${query.length} characters long; at most ${MAX_QUERY_LENGTH} are allowed.`,
      [],
      MAX_QUERY_LENGTH,
    )
  }
  if (lexer.atEnd) lexer.fail('The query is empty.', ['a clause such as type = page'])
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
    if (depth > MAX_DEPTH) lexer.fail(`The query is nested more than ${MAX_DEPTH} deep.`)
    const not = lexer.takeBang() ?? lexer.takeKeyword('not')
    if (not) {
      const operand = this.#parseUnary(depth + 1)
      return { kind: 'not', operand, span: { start: not.start, end: operand.span.end } }
    }
    const open = lexer.takePunctuation('(')
    if (!open) return this.#parseClause()
    const inner = this.parseOr(depth + 1)
    if (!lexer.takePunctuation(')')) {
      if (lexer.atEnd) lexer.fail('This parenthesis is not closed.', [')'], open.start)
      lexer.fail(`A clause ends before this; ${lexer.describeNext()}.`, [')', 'and', 'or'])
    }
    return inner
  }

  #parseClause(): Clause {
    const field = this.#parseField('a field')
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

  #parseField(wanted: string): Text {
    return (
      this.#lexer.takeName() ??
      this.#lexer.fail(`A field should stand here, but ${this.#lexer.describeNext()}.`, [wanted])
    )
  }

  #parseOperator(field: Text): { operator: Operator; span: Span } {
    const lexer = this.#lexer
    const start = lexer.position
    const symbol = lexer.takeSymbol()
    if (symbol) {
      const operator = OPERATORS.find(known => known === symbol.text)
      if (operator) return { operator, span: symbol.span }
      lexer.fail(`"${symbol.text}" is no operator of CQL; use ${symbol.text === '==' ? '=' : '!='}.`, OPERATORS, start)
    }
    const isIn = lexer.takeKeyword('in')
    if (isIn) return { operator: 'in', span: isIn }
    const notIn = lexer.takeKeyword('not', 'in')
    if (notIn) return { operator: 'not in', span: notIn }
    if (lexer.takeKeyword('is')) {
      lexer.fail('CQL cannot ask for empty values: "is" is no operator.', OPERATORS, start)
    }
    return lexer.fail(`An operator should follow "${field.text}", but ${lexer.describeNext()}.`, OPERATORS)
  }

  #parseList(): Value[] {
    const lexer = this.#lexer
    const open = lexer.takePunctuation('(')
    if (!open) {
      const value = lexer.atEnd ? undefined : this.#parseValue()
      if (value?.kind === 'function') return [value]
      return lexer.fail('Values of "in" stand in parentheses: in (a, b).', ['('], value?.span.start)
    }
    const values = [this.#parseValue()]
    while (lexer.takePunctuation(',')) {
      const value = this.#parseValue()
      if (values.length >= MAX_LIST_VALUES) {
        lexer.fail(`A list may have at most ${MAX_LIST_VALUES} values.`, [], value.span.start)
      }
      values.push(value)
    }
    if (!lexer.takePunctuation(')')) {
      if (lexer.atEnd) lexer.fail('This list is not closed.', [')'], open.start)
      lexer.fail(`Values of a list are parted by commas; ${lexer.describeNext()}.`, [',', ')'])
    }
    return values
  }

  #parseValue(): Value {
    const lexer = this.#lexer
    const quoted = /["']/.test(lexer.query.charAt(lexer.position))
    const value = lexer.takeValue()
    if (!value) return lexer.fail(`A value should stand here, but ${lexer.describeNext()}.`, ['a value', 'a function'])
    return quoted || !lexer.takePunctuation('(') ? value : this.#parseArguments(value)
  }

  #parseArguments(name: Text): FunctionCall {
    const lexer = this.#lexer
    const args: Text[] = []
    if (!/^[a-z]\w*$/i.test(name.text)) {
      lexer.fail(
        `"${name.text}" is no name of a function. A value with parentheses stands in quotes.`,
        [],
        name.span.start,
      )
    }
    let close = lexer.takePunctuation(')')
    while (!close) {
      const arg = lexer.takeValue()
      if (!arg)
        return lexer.fail(`The arguments of ${name.text}() are not closed: ${lexer.describeNext()}.`, ['a value', ')'])
      if (args.length >= MAX_ARGUMENTS)
        lexer.fail(`A function may have at most ${MAX_ARGUMENTS} arguments.`, [], arg.span.start)
      args.push(arg)
      close = lexer.takePunctuation(')')
      if (!close && !lexer.takePunctuation(',')) {
        lexer.fail(`The arguments of ${name.text}() are not closed: ${lexer.describeNext()}.`, [',', ')'])
      }
    }
    return { kind: 'function', name: name.text, args, span: { start: name.span.start, end: close.end } }
  }

  parseSortKeys(): SortKey[] {
    const lexer = this.#lexer
    const keys: SortKey[] = []
    do {
      const field = this.#parseField('a field to sort by')
      if (keys.length >= MAX_SORT_KEYS)
        lexer.fail(`A query may sort by at most ${MAX_SORT_KEYS} fields.`, [], field.span.start)
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
      lexer.fail(`The order ends before this; ${lexer.describeNext()}.`, ['asc', 'desc', ',', 'the end of the query'])
    if (lexer.query.charAt(lexer.position) === ')')
      lexer.fail('No parenthesis is open that this one could close.', AFTER_CLAUSE)
    return lexer.fail(
      `A clause ends before this; ${lexer.describeNext()}. A value with blanks or punctuation stands in quotes.`,
      AFTER_CLAUSE,
    )
  }
}
