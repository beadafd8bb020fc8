import type { QueryNode, TextPredicate } from '../../cql/index.ts'
import type { IndexQuery, Scope, SearchEngine } from '../engine/index.ts'
import { inTiers } from '../../text/prominence.ts'
import type { MatchNode } from '../../text/text-query.ts'
import type { Branch } from './branch.ts'
import type { TextCondition } from './patterns.ts'

/** Meanings of each text of a query, with its patterns resolved. */
export type ResolvedTexts = ReadonlyMap<TextPredicate, TextCondition>

/** The required part of a query's texts, in the form of the index; and the rest of the query. */
export function drivingOf(
  engine: SearchEngine,
  branch: Branch,
  where: QueryNode | null,
  texts: ResolvedTexts,
): { driving: IndexQuery | undefined; rest: QueryNode[] } {
  const rest = conjunctsOf(where).filter(node => !matchOf(branch, node, texts))
  const driving = matchesOf(branch, where, texts).map(({ node, scope }) => engine.expression(node, scope))
  return { driving: driving.length === 0 ? undefined : engine.join(driving, 'all'), rest }
}

/**
 * The driving part of a query, in parts that have no document in common, those with the more relevant documents first;
 * of contents, comments are the last part.
 */
export function tiersOf(
  engine: SearchEngine,
  branch: Branch,
  where: QueryNode | null,
  texts: ResolvedTexts,
): IndexQuery[] {
  const matches = matchesOf(branch, where, texts)
  const hasWords = ({ scope }: Match) => scope === 'all'
  const first = matches.find(hasWords) ?? matches[0]
  if (!first) return []
  const others = matches.filter(match => match !== first)
  return inTiers(first.node, { hasSigns: hasWords(first), hasComments: branch.entity === 'content' }).map(node =>
    engine.join(
      [{ node, scope: first.scope }, ...others].map(match => engine.expression(match.node, match.scope)),
      'all',
    ),
  )
}

/** The conditions all of which a query asks for. */
export function conjunctsOf(where: QueryNode | null): readonly QueryNode[] {
  return where === null ? [] : where.kind === 'and' ? where.nodes : [where]
}

interface Match {
  node: MatchNode
  scope: Scope
}

function matchesOf(branch: Branch, where: QueryNode | null, texts: ResolvedTexts): Match[] {
  return conjunctsOf(where).flatMap(node => matchOf(branch, node, texts) ?? [])
}

/** Query to the index for a text of a query; undefined where that is not for the index to answer. */
export function matchOf(branch: Branch, node: QueryNode, texts: ResolvedTexts): Match | undefined {
  if (node.kind !== 'text') return undefined
  const scope = branch.texts[node.field]
  const condition = texts.get(node)
  return scope && condition?.kind === 'match' ? { node: condition.node, scope } : undefined
}
