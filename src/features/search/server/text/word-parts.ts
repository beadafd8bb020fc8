/** A part of an identifier, with its offset in the identifier. */
export interface WordPart {
  text: string
  start: number
}

/** More parts than this are no name but noise (base64, hashes), which is found as a whole only. */
const MAX_PARTS = 8
const PART = /\p{Lu}+s(?![\p{L}\p{M}])|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}|\p{N}+/gu
const LOWER = 2
const UPPER = 4
const DIGIT = 8

/** Whether a word of these ASCII classes (a bit each: 2 lower case, 4 upper case, 8 digit) may consist of parts. */
export function hasInnerParts(classes: number): boolean {
  return classes === (LOWER | UPPER) || (classes > DIGIT && (classes & DIGIT) !== 0)
}

/**
 * The parts of an identifier written in camel case or with digits: `getUserName` → `get`, `User`, `Name`;
 * `HTMLParser` → `HTML`, `Parser`; `abc123` → `abc`, `123`. Empty for a word of one part.
 */
export function wordParts(word: string): WordPart[] {
  const parts: WordPart[] = []
  for (const match of word.matchAll(PART)) {
    if (parts.length === MAX_PARTS) return []
    parts.push({ text: match[0], start: match.index })
  }
  return parts.length > 1 ? parts : []
}
