import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_CLAUSES, parseTextQuery } from './text-query.ts'
import type { TextNode } from './text-query.ts'

const parse = (text: string) => parseTextQuery(text).node
const term = (token: string): TextNode => ({ kind: 'term', token })
const prefix = (token: string): TextNode => ({ kind: 'prefix', token })
const phrase = (tokens: string[], rest: Partial<{ slop: number; prefix: boolean }> = {}): TextNode => ({
  kind: 'phrase',
  tokens,
  slop: 0,
  prefix: false,
  ...rest,
})
const and = (must: TextNode[], not: TextNode[] = []): TextNode => ({ kind: 'and', must, not })
const or = (...nodes: TextNode[]): TextNode => ({ kind: 'or', nodes })

describe('parseTextQuery', () => {
  it.each<[string, TextNode | null]>([
    ['Über', term('uber')],
    ['hello world', and([term('hello'), term('world')])],
    ['"Hello World"', phrase(['hello', 'world'])],
    ['"hello world"~5', phrase(['hello', 'world'], { slop: 5 })],
    ['“hello world”', phrase(['hello', 'world'])],
    ['win*', prefix('win')],
    ['foo-ba*', or(phrase(['foo', 'ba'], { prefix: true }), prefix('fooba'))],
    ['w?n', { kind: 'wildcard', pattern: 'w?n' }],
    ['*ing', { kind: 'wildcard', pattern: '*ing' }],
    ['Ü*b?r', { kind: 'wildcard', pattern: 'u*b?r' }],
    ['why?', or(term('why'), { kind: 'wildcard', pattern: 'why?' })],
    ['*', { kind: 'everything' }],
    ['roam~', { kind: 'fuzzy', token: 'roam', distance: 1 }],
    ['document~', { kind: 'fuzzy', token: 'document', distance: 2 }],
    ['document~0.8', { kind: 'fuzzy', token: 'document', distance: 1 }],
    ['document^4', term('document')],
    ['a OR b c', or(term('a'), and([term('b'), term('c')]))],
    ['a && b || c', or(and([term('a'), term('b')]), term('c'))],
    ['a AND NOT (b OR c)', and([term('a')], [or(term('b'), term('c'))])],
    ['+a -b !c', and([term('a')], [term('b'), term('c')])],
    ['-a', and([], [term('a')])],
    ['a - b', and([term('a'), term('b')])],
    ['and or', and([term('and'), term('or')])],
    [String.raw`win\*`, term('win')],
    ['e-mail', or(phrase(['e', 'mail']), term('email'))],
    ['v1.2.3', phrase(['v', '1', '2', '3'])],
    ['a@b.org', phrase(['a', 'b', 'org'])],
    ['getUserName', term('getusername')],
    ['都', prefix('都')],
    ['京都', term('京都')],
    ['東京都', phrase(['東京', '京都'])],
    ['Java入門', phrase(['java', '入門'])],
    ['"東京 タワー"', phrase(['東京', '京', 'タワ', 'ワー'])],
    ['', null],
    ['... !!! ()', null],
    ['"', null],
    ['(a', term('a')],
    ['a) b', and([term('a'), term('b')])],
    ['OR a OR', term('a')],
  ])('reads %s', (text, node) => {
    expect(parse(text)).toEqual(node)
  })

  it('reads no more than its limits, and tells', () => {
    expect(parseTextQuery('a '.repeat(MAX_CLAUSES)).truncated).toBe(false)
    expect(parseTextQuery('a '.repeat(MAX_CLAUSES + 1)).truncated).toBe(true)
    expect(parseTextQuery('('.repeat(5000)).truncated).toBe(true)
  })

  it('lets nothing be an error', () => {
    const piece = fc.oneof(
      fc.constantFrom('"', '(', ')', '~', '*', '?', '\\', '-', '+', '^', 'AND', 'OR', 'NOT', 'a', '漢'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), pieces => {
        const text = pieces.join('')
        const { node } = parseTextQuery(text)
        expect(JSON.stringify(node)).not.toContain('"token":""')
      }),
    )
  })
})
