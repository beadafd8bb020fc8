import type { Database } from '#platform/server/database/index.ts'
import { Patterns } from '../store/compile/patterns.ts'
import type { Hit } from '../find.ts'
import { documentIds } from '../tables.ts'
import { furtherPassages, passageWordsOf, textsOf } from '../store/texts.ts'
import { countedExcerpt, distinctTerms, excerptOf, type ExcerptPart } from '../text/highlight.ts'
import type { HighlightTerm } from '../text/match.ts'
import { bestPassages, documentOfPassage, passageId } from '../text/passages.ts'

/** Text marked for one answer at most, in UTF-16 units: beyond it texts are shown from their beginning, unmarked. */
const MARKED_CHARS = 2_000_000
/** Excerpts made in a row before other requests get their turn. */
const IN_A_ROW = 20
/** Shown in an excerpt when nothing is to be marked; a little more than is needed, to cut between words. */
const EXCERPT_SOURCE = 1000
/** Passages that are read of one long text: hashes may be wrong about the first. */
const TRIED = 2

/** An excerpt, with how many of the terms are in it. */
interface Cut {
  parts: ExcerptPart[]
  terms: number
}

/**
 * Excerpts of hits, around what is to be marked, by document id. Of a long text its first passage is read, and where
 * that does not hold all terms, the one that the index says holds most.
 */
export async function excerptsOf(
  database: Database,
  hits: readonly Hit[],
  marked: readonly HighlightTerm[],
): Promise<ReadonlyMap<number, ExcerptPart[]>> {
  if (hits.length === 0) return new Map()
  const terms = distinctTerms(marked)
  const rows = await textsOf(database, { ids: hits.map(({ entity, id }) => documentIds[entity](id)) })
  const excerpts = new Map<number, Cut>()
  let left = MARKED_CHARS
  for (const [index, { id, text }] of rows.entries()) {
    if (index > 0 && index % IN_A_ROW === 0) await nextTurn()
    const isMarked = terms.length > 0 && left > 0
    excerpts.set(id, isMarked ? cut(text, terms) : cut(text.slice(0, EXCERPT_SOURCE), []))
    if (isMarked) left -= text.length
  }
  const lacking = rows.filter(({ id, continues }) => continues === 1 && (excerpts.get(id)?.terms ?? 0) < terms.length)
  if (lacking.length > 0 && left > 0)
    await lookFurther(
      database,
      lacking.map(({ id }) => id),
      terms,
      excerpts,
    )
  return new Map([...excerpts].map(([id, { parts }]) => [id, parts]))
}

/** Puts better excerpts in the place of those whose text goes on with more terms. */
async function lookFurther(
  database: Database,
  ids: readonly number[],
  terms: readonly HighlightTerm[],
  excerpts: Map<number, Cut>,
): Promise<void> {
  const patterns = new Patterns(database)
  const occurrences: string[][][] = []
  for (const term of terms) occurrences.push(await occurrencesOf(patterns, term))
  const wanted = (await passageWordsOf(database, { ids })).flatMap(({ id, passages }) =>
    passages === null
      ? []
      : bestPassages(passages, occurrences, excerpts.get(id)?.terms ?? 0)
          .filter(passage => passage > 0)
          .slice(0, TRIED)
          .map(passage => passageId(id, passage)),
  )
  if (wanted.length === 0) return
  for (const [index, { id: passage, text }] of (await furtherPassages(database, { ids: wanted })).entries()) {
    if (index > 0 && index % IN_A_ROW === 0) await nextTurn()
    const id = documentOfPassage(passage)
    const found = cut(text, terms)
    if (found.terms > (excerpts.get(id)?.terms ?? 0)) excerpts.set(id, found)
  }
}

/** The words of which a term may consist in a text; of those of a pattern the first. */
async function occurrencesOf(patterns: Patterns, term: HighlightTerm): Promise<string[][]> {
  if (term.kind !== 'tokens') return (await patterns.words(term)).map(word => [word])
  const last = term.tokens.at(-1)
  if (!term.prefix || last === undefined) return [term.tokens]
  const before = term.tokens.slice(0, -1)
  return (await patterns.words({ kind: 'prefix', token: last })).map(word => [...before, word])
}

function cut(text: string, terms: readonly HighlightTerm[]): Cut {
  if (text === '') return { parts: [], terms: 0 }
  if (terms.length === 0) return { parts: excerptOf(text, []).parts, terms: 0 }
  const { excerpt, terms: found } = countedExcerpt(text, terms)
  return { parts: excerpt.parts, terms: found }
}

const nextTurn = () => new Promise(resolve => setImmediate(resolve))
