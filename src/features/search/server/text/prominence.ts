import type { MatchNode } from './text-query.ts'

/**
 * Beside its words a document has signs in the index: special tokens that say which words are in its title, and of
 * which it speaks much. Of words that are in very many documents those come first that are about them, found by the
 * index alone: without them each match would have to be ranked. No word has these characters.
 */
const SIGNS = { title: '\u2191', text: '\u2022' } as const
type Sign = keyof typeof SIGNS

/** The sign of comments, which come after all else. */
const COMMENT = '\u00B6comment'

/** Words a text that is neither long nor short has. */
const AVERAGE_WORDS = 300
/** Parameters of BM25, as FTS5 has them. https://www.sqlite.org/fts5.html#the_bm25_function */
const K1 = 1.2
const B = 0.75
/** Of at most 2.2: three times in a text of average length, twice in a shorter one, once in a very short one. */
const MUCH = 1.5
/** Words of a text with a sign, those that are there most often. */
const MOST_WORDS = 40

/** Of words each of which will do, such as those with the same beginning, so many are looked for by their signs. */
const MOST_ALTERNATIVES = 8

/** Texts that signs tell apart: the tokens of a title and of a text, and whether the document is a comment. */
interface Signed {
  title: readonly string[]
  body: readonly string[]
  isComment: boolean
}

/** The signs of a document, for the index of titles and for that of everything. */
export function signsOf({ title, body, isComment }: Signed): { title: string[]; all: string[] } {
  const kind = isComment ? [COMMENT] : []
  const inTitle = new Set(title)
  const counts = new Map<string, number>()
  for (const token of body) counts.set(token, (counts.get(token) ?? 0) + 1)
  const length = K1 * (1 - B + (B * body.length) / AVERAGE_WORDS)
  const much = [...counts]
    .filter(([token, count]) => (count * (K1 + 1)) / (count + length) >= MUCH && !inTitle.has(token))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_WORDS)
  return {
    title: kind,
    all: [...kind, ...[...inTitle].map(token => SIGNS.title + token), ...much.map(([token]) => SIGNS.text + token)],
  }
}

const comments: MatchNode = { kind: 'term', token: COMMENT }

/**
 * Results of a query, in parts that have no document in common, those with the more relevant documents first.
 * @param options.hasSigns where words are looked for everywhere; the index of titles tells none apart
 * @param options.hasComments among other documents; they come last
 */
export function inTiers(
  node: MatchNode,
  { hasSigns, hasComments }: { hasSigns: boolean; hasComments: boolean },
): MatchNode[] {
  const words = node.kind === 'and' ? node.must : [node]
  const allInTitle = all(words.map(word => signed(word, 'title')))
  const allMuch = all(words.map(word => any([signed(word, 'title'), signed(word, 'text')])))
  const someMuch = any(words.flatMap(word => [signed(word, 'title'), signed(word, 'text')]))
  const others = hasComments ? [comments] : []
  const part = (must: MatchNode[], not: MatchNode[]): MatchNode => ({ kind: 'and', must: [node, ...must], not })
  // The words themselves are in so many more documents than their signs that the index would mostly walk those.
  const prominent = (signs: MatchNode, not: MatchNode[]) =>
    isImpliedBySigns(node) ? { kind: 'and' as const, must: [signs], not } : part([signs], not)
  const tiers: MatchNode[] = hasSigns
    ? [
        prominent(allInTitle, others),
        prominent(allMuch, [allInTitle, ...others]),
        ...(words.length > 1 ? [part([someMuch], [allMuch, ...others])] : []),
        part([], [someMuch, ...others]),
      ]
    : [part([], others)]
  return hasComments ? [...tiers, part([comments], [])] : tiers
}

const all = (must: MatchNode[]): MatchNode => ({ kind: 'and', must, not: [] })
const any = (nodes: MatchNode[]): MatchNode => ({ kind: 'or', nodes })

/** Whether documents with signs of all words match the query: only what they have gets a sign. */
function isImpliedBySigns(node: MatchNode): boolean {
  switch (node.kind) {
    case 'term':
    case 'prefix':
      return true
    case 'phrase':
      return false
    case 'or':
      return node.nodes.every(isImpliedBySigns)
    case 'and':
      return node.not.length === 0 && node.must.every(isImpliedBySigns)
  }
}

function signed(node: MatchNode, sign: Sign): MatchNode {
  switch (node.kind) {
    case 'term':
    case 'prefix':
      return { kind: node.kind, token: SIGNS[sign] + node.token }
    case 'phrase':
      return all(
        node.tokens.map((token, index) => ({
          kind: node.prefix && index === node.tokens.length - 1 ? 'prefix' : 'term',
          token: SIGNS[sign] + token,
        })),
      )
    case 'or':
      return any(node.nodes.slice(0, MOST_ALTERNATIVES).map(inner => signed(inner, sign)))
    case 'and':
      return all(node.must.map(inner => signed(inner, sign)))
  }
}
