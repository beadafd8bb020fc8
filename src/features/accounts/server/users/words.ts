import { nameKey } from '../names.ts'

/** Words stored per account; names with more are found by their first ones. */
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 100

/** Whether a word of the directory may be searched by everybody who sees users, or by administrators alone. */
export const WORD_PUBLIC = 0
export const WORD_EMAIL = 1

/** The folded words of a name: `Zoë O'Neill` gives `zoë`, `o'neill`. */
export function wordsOf(text: string): string[] {
  return [
    ...new Set(
      nameKey(text)
        .split(/[\s,;()]+/u)
        .filter(Boolean)
        .map(word => word.slice(0, MAX_WORD_LENGTH)),
    ),
  ].slice(0, MAX_WORDS)
}
