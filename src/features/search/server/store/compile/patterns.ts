import { sql } from 'kysely'
import type { Database } from '#platform/server/database/index.ts'
import type { QueryNode, TextPredicate } from '../../cql/index.ts'
import { engineOf, type PatternNode } from '../engine/index.ts'
import { isWithinDistance } from '../../text/match.ts'
import type { MatchNode, TextNode } from '../../text/text-query.ts'

/** A text query as conditions that the index can evaluate (`match`) or that follow from it. */
export type TextCondition =
  | { kind: 'match'; node: MatchNode }
  | { kind: 'and' | 'or'; parts: TextCondition[] }
  | { kind: 'not'; part: TextCondition }
  | { kind: 'all' }
  | { kind: 'none' }

type BeginningNode = Extract<TextNode, { kind: 'prefix' }>

/** Words that one pattern may represent; the first in the order of the alphabet count. */
const MAX_WORDS = 100
/** Words that the patterns of one query may represent together. */
const MAX_WORDS_TOGETHER = 400
/** Words compared with one fuzzy word. */
const MAX_COMPARED = 20_000

/** The texts of a query with the words that their patterns and fuzzy words mean. */
export async function resolveTexts(
  database: Database,
  where: QueryNode | null,
): Promise<Map<TextPredicate, TextCondition>> {
  const patterns = new Patterns(database)
  const texts = new Map<TextPredicate, TextCondition>()
  for (const predicate of textPredicates(where)) texts.set(predicate, await patterns.resolve(predicate.query))
  return texts
}

function textPredicates(node: QueryNode | null): TextPredicate[] {
  if (!node) return []
  if ('nodes' in node) return node.nodes.flatMap(textPredicates)
  if (node.kind === 'not') return textPredicates(node.node)
  return node.kind === 'text' ? [node] : []
}

/** Finds the indexed words that patterns and fuzzy words of one query mean. */
export class Patterns {
  readonly #database: Database
  #left = MAX_WORDS_TOGETHER

  constructor(database: Database) {
    this.#database = database
  }

  async resolve(node: TextNode): Promise<TextCondition> {
    switch (node.kind) {
      case 'everything':
        return { kind: 'all' }
      case 'term':
      case 'phrase':
        return { kind: 'match', node }
      case 'prefix':
        return { kind: 'match', node: await this.#beginning(node) }
      case 'wildcard':
      case 'fuzzy': {
        const terms = (await this.words(node)).map(termOf)
        return terms.length === 0 ? { kind: 'none' } : { kind: 'match', node: { kind: 'or', nodes: terms } }
      }
      case 'or':
        return anyOf(await this.#resolveAll(node.nodes))
      case 'and':
        return allOf(await this.#resolveAll(node.must), await this.#resolveAll(node.not))
    }
  }

  async #resolveAll(nodes: readonly TextNode[]): Promise<TextCondition[]> {
    const all: TextCondition[] = []
    for (const node of nodes) all.push(await this.resolve(node))
    return all
  }

  /** The words that begin so, where that is sooner and they are few. */
  async #beginning(node: BeginningNode): Promise<MatchNode> {
    if (!engineOf(this.#database.engine).isSlowAtBeginnings) return node
    const words = await this.#lookUp(node.token, '%', MAX_WORDS + 1)
    return words.length === 0 || words.length > MAX_WORDS ? node : { kind: 'or', nodes: words.map(termOf) }
  }

  /** The indexed words that a pattern, a fuzzy word or a beginning means, the first ones of the alphabet. */
  async words(node: PatternNode | BeginningNode): Promise<string[]> {
    const most = Math.min(MAX_WORDS, this.#left)
    const words = most > 0 ? await this.#find(node, most) : []
    this.#left -= words.length
    return words
  }

  async #find(node: PatternNode | BeginningNode, most: number): Promise<string[]> {
    if (node.kind === 'prefix') return this.#lookUp(node.token, '%', most)
    if (node.kind === 'wildcard') {
      const start = node.pattern.slice(0, node.pattern.search(/[*?]/))
      return this.#lookUp(start, node.pattern.replaceAll('*', '%').replaceAll('?', '_'), most)
    }
    // The first letter is taken as right, as people mostly have it; otherwise every word would have to be compared.
    const [first = ''] = Array.from(node.token)
    const candidates = await this.#lookUp(first, '%', MAX_COMPARED)
    return candidates.filter(word => isWithinDistance(word, node.token, node.distance)).slice(0, most)
  }

  async #lookUp(start: string, like: string, limit: number): Promise<string[]> {
    let query = this.#database.read.selectFrom('search_term').select('term').orderBy('term').limit(limit)
    // U+10FFFF sorts after everything in UTF-8.
    if (start !== '') query = query.where('term', '>=', start).where('term', '<', `${start}\u{10FFFF}`)
    if (like !== '%') query = query.where(sql<boolean>`term like ${like}`)
    return (await query.execute()).map(row => row.term)
  }
}

const termOf = (token: string): MatchNode => ({ kind: 'term', token })

function anyOf(parts: readonly TextCondition[]): TextCondition {
  if (parts.some(part => part.kind === 'all')) return { kind: 'all' }
  const rest = parts.filter(part => part.kind !== 'none')
  const matches = rest.flatMap(part => (part.kind === 'match' ? [part.node] : []))
  const others = rest.filter(part => part.kind !== 'match')
  const match: TextCondition[] =
    matches.length > 1
      ? [{ kind: 'match', node: { kind: 'or', nodes: matches } }]
      : matches.map(node => ({ kind: 'match', node }))
  return combined('or', [...match, ...others], { kind: 'none' })
}

function allOf(must: readonly TextCondition[], not: readonly TextCondition[]): TextCondition {
  if (must.some(part => part.kind === 'none') || not.some(part => part.kind === 'all')) return { kind: 'none' }
  const wanted = must.filter(part => part.kind !== 'all')
  const unwanted = not.filter(part => part.kind !== 'none')
  const matches = wanted.flatMap(part => (part.kind === 'match' ? [part.node] : []))
  const excluded = unwanted.flatMap(part => (part.kind === 'match' ? [part.node] : []))
  const [only] = matches
  const parts: TextCondition[] = wanted.filter(part => part.kind !== 'match')
  // The index takes something away only from what it has found.
  if (only)
    parts.unshift({
      kind: 'match',
      node: matches.length + excluded.length > 1 ? { kind: 'and', must: matches, not: excluded } : only,
    })
  for (const part of unwanted) if (part.kind !== 'match' || !only) parts.push({ kind: 'not', part })
  return combined('and', parts, { kind: 'all' })
}

function combined(kind: 'and' | 'or', parts: TextCondition[], empty: TextCondition): TextCondition {
  return parts.length > 1 ? { kind, parts } : (parts[0] ?? empty)
}
