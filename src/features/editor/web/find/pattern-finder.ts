/** Search by regular expressions. Loaded with the first of them. */
import { compilePattern } from '#language/macros/pattern.ts'
import { Finder, type FindQuery } from './finder.ts'

/** Characters of a block beyond which it is not searched further. */
const MOST_TEXT = 100_000

/** Finder of a regular expression, searched in linear time; undefined for one that is invalid or too large. */
export function patternFinder({ text, isCaseSensitive, isWholeWord }: FindQuery): Finder | undefined {
  const pattern = compilePattern(`(?m${isCaseSensitive ? '' : 'i'})${text}`)
  return pattern && new Finder(inside => pattern.matches(inside.slice(0, MOST_TEXT)), isWholeWord)
}
