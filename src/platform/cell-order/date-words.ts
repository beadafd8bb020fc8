/** Languages whose dates are read, beside that of the reader. */
const LOCALES = 'en en-GB de de-AT fr es it pt nl sv da nb fi pl cs hu ro tr ru uk el ar he'.split(' ')

/** Months from 1, and words that belong to a date without saying which. */
type Words = ReadonlyMap<string, number | 'filler'>

const FILLERS = 'st nd rd th er ère ème of the le den der om um at de del di el la il'.split(' ')
const known = new Map<string, Words>()

/**
 * Meaning of a word in a date: a month from 1, or nothing (a weekday, an ordinal, a preposition).
 * @param locale BCP 47 tag of the reader, asked before the other languages
 * @returns undefined if the word belongs to no date
 */
export function dateWord(word: string, locale: string): number | 'filler' | undefined {
  const key = folded(word)
  for (const language of [locale, ...LOCALES]) {
    const meaning = wordsOf(language).get(key)
    if (meaning !== undefined) return meaning
  }
  return FILLERS.includes(key) ? 'filler' : undefined
}

function wordsOf(locale: string): Words {
  const made = known.get(locale)
  if (made) return made
  const words = new Map<string, number | 'filler'>()
  for (const options of [
    { month: 'long' },
    { dateStyle: 'full' },
    { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ] as const) {
    const format = new Intl.DateTimeFormat(locale, {
      ...options,
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
    })
    for (let month = 0; month < 12; month++) addWords(words, format.formatToParts(Date.UTC(2024, month, 15)), month + 1)
  }
  known.set(locale, words)
  return words
}

function addWords(words: Map<string, number | 'filler'>, parts: readonly Intl.DateTimeFormatPart[], month: number) {
  parts.forEach(({ type, value }, index) => {
    const found = value.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
    // Hebrew writes "in" and the month as one word.
    const prefix = /[\p{L}\p{M}]+$/u.exec(parts[index - 1]?.value ?? '')?.[0] ?? ''
    for (const word of found) {
      if (type === 'month') {
        words.set(folded(word), month)
        if (prefix !== '') words.set(folded(prefix + word), month)
      } else if (!words.has(folded(word))) {
        words.set(folded(word), 'filler')
      }
    }
  })
}

function folded(word: string): string {
  return word.toLowerCase().normalize('NFC')
}
