import { positivePredicates, type QueryNode } from '../cql/index.ts'
import { highlightAll, type ExcerptPart } from '../text/highlight.ts'
import { highlightTerms, type HighlightTerm } from '../text/match.ts'

/** Terms that a query looks for in titles, and in bodies. */
export interface Marks {
  title: HighlightTerm[]
  body: HighlightTerm[]
}

export const NO_MARKS: Marks = { title: [], body: [] }

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
