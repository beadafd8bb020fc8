import { sentenceOf, type ErrorText, type Phrase } from '#platform/error-text.ts'

/** A query that cannot be understood: what is wrong, where, and what would be right there. */
export class CqlSyntaxError extends Error {
  override name = 'CqlSyntaxError'
  /** Offset in the query, from 0, in UTF-16 units. */
  readonly position: number
  /** Line and column, from 1. */
  readonly line: number
  readonly column: number
  /** Words expected at this place. Empty where no list helps. */
  readonly expected: readonly string[]
  readonly text: ErrorText

  constructor(query: string, position: number, problem: Phrase, expected: readonly (string | Phrase)[] = []) {
    const before = query.slice(0, position).split('\n')
    const line = before.length
    const column = (before.at(-1)?.length ?? 0) + 1
    const key =
      line > 1
        ? 'Could not parse cql at line {{line}}, column {{column}}: {{problem}}'
        : 'Could not parse cql at character {{column}}: {{problem}}'
    const whole =
      expected.length > 0 ? { key: '{{problem}} Expected: {{expected}}.', values: { problem, expected } } : problem
    const text = { key, values: { ...(line > 1 && { line }), column, problem: whole } }
    super(sentenceOf(text))
    this.text = text
    this.position = position
    this.line = line
    this.column = column
    this.expected = expected.map(one => (typeof one === 'string' ? one : sentenceOf(one)))
  }
}
