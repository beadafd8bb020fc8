import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CqlQuery, Expression, Value } from './ast.ts'
import { OPERATORS } from './ast.ts'
import { CqlSyntaxError } from './errors.ts'
import { parseCql } from './parser.ts'
import { printCql } from '../../testing/printer.ts'

/** The tree without positions: what two spellings of a query share. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span' && key !== 'operatorSpan')
      .map(([key, inner]) => [key, bare(inner)]),
  )
}

function errorOf(query: string): CqlSyntaxError {
  try {
    parseCql(query)
  } catch (error) {
    if (error instanceof CqlSyntaxError) return error
    throw error
  }
  throw new Error(`parsed: ${query}`)
}

/** Position of the error of a query, if any; other errors than CqlSyntaxError come through. */
function faultOf(query: string): number | undefined {
  try {
    parseCql(query)
    return undefined
  } catch (error) {
    if (error instanceof CqlSyntaxError) return error.position
    throw error
  }
}

/** Queries that clients of the REST interface and macros are seen to send, and how they print. */
const SEEN: [query: string, printed: string][] = [
  ['space="K" and type=page and title~"lower"', 'space = K and type = page and title ~ lower'],
  [
    'type=space and space.type=favourite order by favourite desc',
    'type = space and space.type = favourite order by favourite desc',
  ],
  ['user~performance_', 'user ~ performance_'],
  ['type=page and title !~ JMeter', 'type = page and title !~ JMeter'],
  ['ancestor=12345', 'ancestor = 12345'],
  ['label = "Label 1" and parent = currentContent ( )', 'label = "Label 1" and parent = currentContent()'],
  ['siteSearch ~ "accessibility"', 'siteSearch ~ accessibility'],
  ['user.fullname~"Jane D*"', 'user.fullname ~ "Jane D*"'],
  [
    "(type = 'page' OR type = blogpost) AND creator in (currentUser(), jdoe)",
    '(type = page or type = blogpost) and creator in (currentUser(), jdoe)',
  ],
  ['created >= now("-4w") order by created desc, title', 'created >= now("-4w") order by created desc, title'],
  [
    'lastModified > 2014/09/01 && !(space = ~jsmith) || id NOT  IN(1,2)',
    'lastModified > 2014/09/01 and not space = "~jsmith" or id not in (1, 2)',
  ],
  ['title ~ "say \\"hello\\"" and text ~ \'it\\\'s\'', 'title ~ "say \\"hello\\"" and text ~ "it\'s"'],
  ['space in favouriteSpaces()', 'space in (favouriteSpaces())'],
  ['order by lastmodified desc', 'order by lastmodified desc'],
  ['text ~ "测试" AND type = page', 'text ~ 测试 and type = page'],
  ['id in recentlyViewedContent(20, 5)', 'id in (recentlyViewedContent(20, 5))'],
  ["creator = o'brien and label = order order by title", 'creator = "o\'brien" and label = "order" order by title'],
]

describe('parseCql', () => {
  it.each(SEEN)('reads %s', (query, printed) => {
    const parsed = parseCql(query)
    expect(printCql(parsed)).toBe(printed)
    expect(bare(parseCql(printed))).toEqual(bare(parsed))
  })

  it('binds not closest, then and, then or', () => {
    const { where } = parseCql('a = 1 or not b = 2 and c = 3')
    expect(where).toMatchObject({
      kind: 'or',
      operands: [{ kind: 'clause' }, { kind: 'and', operands: [{ kind: 'not' }, { kind: 'clause' }] }],
    })
  })

  it('knows where each piece stands', () => {
    const query = '  title  !~ "a b" and id in (1, now("-4w"))'
    const { where } = parseCql(query)
    const texts: string[] = []
    const visit = (expression: Expression): void => {
      if (expression.kind === 'clause') {
        for (const { start, end } of [
          expression.field.span,
          expression.operatorSpan,
          ...expression.values.map(value => value.span),
        ]) {
          texts.push(query.slice(start, end))
        }
      } else if (expression.kind !== 'not') expression.operands.forEach(visit)
    }
    if (where) visit(where)
    expect(texts).toEqual(['title', '!~', '"a b"', 'id', 'in', '1', 'now("-4w")'])
  })

  it('keeps escapes that belong to the text query', () => {
    expect(parseCql(String.raw`text ~ "a\\+b \"c\" \u00fc\+"`).where).toMatchObject({
      values: [{ text: String.raw`a\+b "c" ü\+` }],
    })
  })

  it.each([
    ['', 0, 'is empty'],
    ['type page', 5, 'An operator should follow "type"'],
    ['type = ', 7, 'the query ends here'],
    ['type = page label = x', 12, 'A clause ends before this; found "label"'],
    ['title = hello world', 14, 'in quotes'],
    ['(type = page', 0, 'not closed'],
    ['type = page)', 11, 'No parenthesis is open'],
    ['title = "abc', 8, 'not closed'],
    ['space in DEV', 9, 'in parentheses'],
    ['space in (A B)', 12, 'commas'],
    ['space in (A', 9, 'not closed'],
    ['space in ()', 10, 'A value should stand here'],
    ['space == A', 6, 'use ='],
    ['space <> A', 6, 'use !='],
    ['label is not null', 6, 'no operator'],
    ['space = and', 8, 'keyword'],
    ['type = page order by', 20, 'A field should stand here'],
    ['type = page order by title down', 27, 'The order ends before this'],
    ['created > now("-4w"', 19, 'not closed'],
    ['and type = page', 0, 'keyword'],
    ['type = page and', 15, 'the query ends here'],
  ])('points at the fault of %j', (query, position, message) => {
    const error = errorOf(query)
    expect(error.message).toContain(message)
    expect(error.position).toBe(position)
  })

  it('names line and column, and what may stand there', () => {
    const error = errorOf('type = page\nand title ? x')
    expect(error).toMatchObject({ line: 2, column: 11, position: 22, expected: [...OPERATORS] })
    expect(error.message).toContain('line 2, column 11')
  })

  it('limits length, depth and lists, and says so', () => {
    expect(errorOf(`title = ${'a'.repeat(10_000)}`).message).toContain('at most 10000')
    expect(errorOf(`${'('.repeat(200)}a = 1${')'.repeat(200)}`).message).toContain('nested more than 100')
    expect(errorOf(`${'not '.repeat(2000)}a = 1`).message).toContain('nested more than 100')
    expect(errorOf(`${'!'.repeat(9000)}a = 1`).message).toContain('nested more than 100')
    expect(errorOf(`id in (${Array(1001).fill(1).join(',')})`).message).toContain('at most 1000 values')
    expect(parseCql(`${'('.repeat(100)}a = 1${')'.repeat(100)}`).where?.kind).toBe('clause')
    expect(parseCql(`id in (${Array(1000).fill(1).join(',')})`).where).toMatchObject({ values: { length: 1000 } })
    expect(parseCql(Array(1000).fill('a = 1').join(' or ')).where).toMatchObject({ operands: { length: 1000 } })
  })

  it('raises nothing but CqlSyntaxError, at a place within the query', () => {
    const pieces = fc.constantFrom(
      'and',
      'or',
      'not',
      '(',
      ')',
      '"',
      "'",
      '\\',
      ',',
      '=',
      '~',
      '!',
      'in',
      'order by',
      'title',
      'now(',
      '&&',
      '|',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 20 }), parts => {
        const query = parts.join(' ')
        const position = faultOf(query) ?? 0
        expect(position).toBeGreaterThanOrEqual(0)
        expect(position).toBeLessThanOrEqual(query.length)
      }),
    )
  })
})

const span = { start: 0, end: 0 }
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('and', 'In', 'a\\', '"', "it's", '~x', 'a*', 'x\ny', '\\u0041'),
  )
  .map(value => ({ kind: 'text' as const, text: value, span }))
const call = fc
  .record({
    kind: fc.constant('function' as const),
    name: fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/),
    args: fc.array(text, { maxLength: 3 }),
    span: fc.constant(span),
  })
  .filter(({ name }) => !/^(?:and|or|not|in)$/i.test(name))
const value: fc.Arbitrary<Value> = fc.oneof(text, call)
const clause = fc.constantFrom(...OPERATORS).chain(operator =>
  fc.record({
    kind: fc.constant('clause' as const),
    field: text,
    operator: fc.constant(operator),
    operatorSpan: fc.constant(span),
    values: operator.endsWith('in') ? fc.array(value, { minLength: 1, maxLength: 4 }) : fc.tuple(value),
    span: fc.constant(span),
  }),
)
const { expression } = fc.letrec<{ expression: Expression }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 5 },
    clause,
    fc.record({ kind: fc.constant('not' as const), operand: tie('expression'), span: fc.constant(span) }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      operands: fc.array(tie('expression'), { minLength: 2, maxLength: 4 }),
      span: fc.constant(span),
    }),
  ),
}))
const sortKey = fc.record({
  field: text,
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  span: fc.constant(span),
})

describe('printCql', () => {
  it('prints what parses to the same tree', () => {
    fc.assert(
      fc.property(expression, fc.array(sortKey, { maxLength: 3 }), (where, orderBy) => {
        const query: CqlQuery = { where, orderBy }
        const printed = printCql(query)
        fc.pre(printed.length <= 10_000)
        expect(bare(parseCql(printed))).toEqual(bare(query))
      }),
      { numRuns: 300 },
    )
  })
})
