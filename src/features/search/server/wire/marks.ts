import { positivePredicates, type QueryNode } from '../cql/index.ts'
import { excerptOf, highlightAll, type ExcerptPart } from '../text/highlight.ts'
import { highlightTerms, type HighlightTerm } from '../text/match.ts'

/** What a query looks for in titles, and in bodies. */
export interface Marks {
  title: HighlightTerm[]
  body: HighlightTerm[]
}

export const NO_MARKS: Marks = { title: [], body: [] }

/** Text marked for one answer at most, in UTF-16 units: beyond it texts are shown from their beginning, unmarked. */
const MARKED_CHARS = 2_000_000
/** Excerpts made in a row before other requests get their turn. */
const IN_A_ROW = 20
/** Shown in an excerpt when nothing is to be marked; a little more than is needed, to cut between words. */
const EXCERPT_SOURCE = 1000

/** The words of a query to mark in titles and texts: those that a result must hold, not those it must not. */
export function marksOf(where: QueryNode | null): Marks {
  const marks: Marks = { title: [], body: [] }
  for (const predicate of positivePredicates(where)) {
    if (predicate.kind !== 'text') continue
    const terms = highlightTerms(predicate.query)
    if (predicate.field === 'text' || predicate.field === 'siteSearch') {
      marks.title.push(...terms)
      marks.body.push(...terms)
    } else if (predicate.field === 'title' || predicate.field === 'user' || predicate.field === 'user.fullname') {
      marks.title.push(...terms)
    }
  }
  return marks
}

export const markTitle = (title: string, marks: Marks): ExcerptPart[] =>
  marks.title.length === 0 ? [{ text: title, hit: false }] : highlightAll(title, marks.title)

/** Excerpts of texts, in their order; a text that is undefined gives an empty one. */
export async function excerptsOf(texts: readonly (string | undefined)[], marks: Marks): Promise<ExcerptPart[][]> {
  const excerpts: ExcerptPart[][] = []
  let left = MARKED_CHARS
  for (const [index, text] of texts.entries()) {
    if (index > 0 && index % IN_A_ROW === 0) await new Promise(resolve => setImmediate(resolve))
    if (text === undefined || text === '') excerpts.push([])
    else if (marks.body.length === 0 || left <= 0) excerpts.push(excerptOf(text.slice(0, EXCERPT_SOURCE), []).parts)
    else {
      left -= text.length
      excerpts.push(excerptOf(text, marks.body).parts)
    }
  }
  return excerpts
}
