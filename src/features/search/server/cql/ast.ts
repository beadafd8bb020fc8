/** A piece of the query: offsets from 0 in UTF-16 units, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

export const OPERATORS = ['=', '!=', '~', '!~', '<', '<=', '>', '>=', 'in', 'not in'] as const
export type Operator = (typeof OPERATORS)[number]

/** A name or value as meant: without its quotes, escapes resolved. */
export interface Text {
  kind: 'text'
  text: string
  span: Span
}

export interface FunctionCall {
  kind: 'function'
  /** As written; functions are compared without regard to case. */
  name: string
  args: Text[]
  span: Span
}

export type Value = Text | FunctionCall

/** `field operator value`. Only `in` and `not in` have other than one value; they too may have a bare function. */
export interface Clause {
  kind: 'clause'
  field: Text
  operator: Operator
  operatorSpan: Span
  values: Value[]
  span: Span
}

export interface Combination {
  kind: 'and' | 'or'
  /** Two or more. */
  operands: Expression[]
  span: Span
}

export interface Negation {
  kind: 'not'
  operand: Expression
  span: Span
}

export type Expression = Clause | Combination | Negation

export interface SortKey {
  field: Text
  direction: 'asc' | 'desc'
  span: Span
}

export interface CqlQuery {
  /** Null for a query of `order by` alone: everything. */
  where: Expression | null
  orderBy: SortKey[]
}
