import { expect, it } from 'vitest'
import { inTiers, signsOf } from './prominence.ts'
import type { MatchNode } from './text-query.ts'

const WORDS = ['quince', 'quinces', 'jelly', 'tree']
const term = (token: string): MatchNode => ({ kind: 'term', token })
const QUERIES: Record<string, MatchNode> = {
  'a word': term('quince'),
  'two words': { kind: 'and', must: [term('quince'), term('jelly')], not: [] },
  'a beginning': { kind: 'prefix', token: 'quin' },
  'a word and one that goes on': {
    kind: 'and',
    must: [term('jelly'), { kind: 'or', nodes: [term('quince'), { kind: 'prefix', token: 'quin' }] }],
    not: [],
  },
  'a word without another': { kind: 'and', must: [term('quince')], not: [term('tree')] },
  'a phrase': { kind: 'phrase', tokens: ['quince', 'jelly'], slop: 0, prefix: false },
}

interface TestDocument {
  title: string[]
  body: string[]
  isComment: boolean
}

/** Documents with all combinations of words, in titles and bodies, seldom and often. */
const DOCUMENTS: TestDocument[] = Array.from({ length: 2 * 4 ** WORDS.length }, (_, number) => {
  const uses = WORDS.map((_word, index) => Math.floor(number / 2 / 4 ** index) % 4)
  const wordsUsed = (times: (use: number) => number) =>
    WORDS.flatMap((word, index) => Array.from({ length: times(uses[index] ?? 0) }, () => word))
  return {
    title: wordsUsed(use => (use === 3 ? 1 : 0)),
    body: [...wordsUsed(use => [0, 1, 9, 0][use] ?? 0), ...Array.from({ length: 300 }, () => 'other')],
    isComment: number % 2 === 1,
  }
})

/** Whether the index finds a document, phrases by their words in a row. */
function finds(node: MatchNode, tokens: readonly string[]): boolean {
  switch (node.kind) {
    case 'term':
      return tokens.includes(node.token)
    case 'prefix':
      return tokens.some(token => token.startsWith(node.token))
    case 'phrase':
      return tokens.some((_, at) => node.tokens.every((token, index) => tokens[at + index] === token))
    case 'or':
      return node.nodes.some(inner => finds(inner, tokens))
    case 'and':
      return node.must.every(inner => finds(inner, tokens)) && !node.not.some(inner => finds(inner, tokens))
  }
}

it.each(Object.keys(QUERIES))('has each result of %s in one tier, and nothing else', name => {
  const query = QUERIES[name]!
  const tiers = inTiers(query, { hasSigns: true, hasComments: true })
  let found = 0
  for (const document of DOCUMENTS) {
    const words = [...document.title, '|', ...document.body]
    const tokens = [...words, '|', ...signsOf(document).all.flatMap(sign => [sign, '|'])]
    const isResult = finds(query, words)
    expect(tiers.filter(tier => finds(tier, tokens))).toHaveLength(isResult ? 1 : 0)
    if (isResult) found++
  }
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(DOCUMENTS.length)
})
