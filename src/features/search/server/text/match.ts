import type { TextNode } from './text-query.ts'
import type { Token } from './tokenizer.ts'

/** Term to mark in a text: a run of tokens, or a test of one token. */
export type HighlightTerm =
  | { kind: 'tokens'; tokens: string[]; prefix: boolean }
  | { kind: 'wildcard'; pattern: string }
  | { kind: 'fuzzy'; token: string; distance: 1 | 2 }

/** Everything of a text query that a found text shows; what must not occur is left out. */
export function highlightTerms(node: TextNode | null): HighlightTerm[] {
  if (!node) return []
  switch (node.kind) {
    case 'term':
    case 'prefix':
      return [{ kind: 'tokens', tokens: [node.token], prefix: node.kind === 'prefix' }]
    case 'phrase':
      // A phrase whose words may be apart is marked word by word.
      return node.slop === 0
        ? [{ kind: 'tokens', tokens: node.tokens, prefix: node.prefix }]
        : node.tokens.map((token, index) => ({
            kind: 'tokens',
            tokens: [token],
            prefix: node.prefix && index === node.tokens.length - 1,
          }))
    case 'wildcard':
    case 'fuzzy':
      return [node]
    case 'and':
      return node.must.flatMap(highlightTerms)
    case 'or':
      return node.nodes.flatMap(highlightTerms)
    case 'everything':
      return []
  }
}

/** Whether `tokens[at]` begins an occurrence of the term; if so, how many tokens it takes, else 0. */
export function matchAt(term: HighlightTerm, tokens: readonly Token[], at: number): number {
  const token = tokens[at]?.token
  if (token === undefined) return 0
  if (term.kind === 'wildcard') return matchesWildcard(term.pattern, token) ? 1 : 0
  if (term.kind === 'fuzzy') return isWithinDistance(term.token, token, term.distance) ? 1 : 0
  const last = term.tokens.length - 1
  for (let index = 0; index <= last; index++) {
    const wanted = term.tokens[index]
    const found = tokens[at + index]?.token
    if (wanted === undefined || found === undefined) return 0
    if (!(index === last && term.prefix ? found.startsWith(wanted) : found === wanted)) return 0
  }
  return term.tokens.length
}

/** Matches `*` and `?` in time linear in the token but for what the last `*` retries. */
export function matchesWildcard(pattern: string, token: string): boolean {
  const wanted = Array.from(pattern)
  const given = Array.from(token)
  let star = -1
  let retry = 0
  let p = 0
  let t = 0
  while (t < given.length) {
    if (wanted[p] === '*') {
      star = p++
      retry = t
    } else if (p < wanted.length && (wanted[p] === '?' || wanted[p] === given[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++retry
    } else {
      return false
    }
  }
  while (wanted[p] === '*') p++
  return p === wanted.length
}

/** Whether two words differ by at most `limit` insertions, deletions or replacements (Levenshtein). */
export function isWithinDistance(one: string, other: string, limit: number): boolean {
  const a = Array.from(one)
  const b = Array.from(other)
  if (Math.abs(a.length - b.length) > limit) return false
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return false
    row = next
  }
  return (row[b.length] ?? Infinity) <= limit
}
