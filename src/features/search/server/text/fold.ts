/**
 * Folding of words: what two spellings must share to be found as the same word.
 * NFKC (Unicode TR15), lower case, and diacritics dropped where readers leave them out when they search:
 * Latin, Greek, Arabic, Hebrew, and Cyrillic `ё`. Marks that make another letter stay: `й`, Indic vowel signs,
 * Japanese voicing.
 */
const SPECIAL: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}
const SPECIAL_LETTER = /[ßæœøđðþłıħŧς]/g
/** Combining marks after a Latin or Greek letter (in NFD, lower case). */
const LATIN_GREEK_MARKS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036F]+/gu
const CYRILLIC_IO = /\u0435\u0308/g
/** Arabic vowel marks and tatweel, Hebrew points, soft hyphen and joiners. */
const SILENT =
  /[\u0640\u064B-\u065F\u0670\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u00AD]|\u200C|\u200D|[\uFE00-\uFE0F]/g
const LEADING_MARKS = /^\p{M}+/u
const NOT_TOKEN = /[^\p{Alphabetic}\p{N}\p{M}]+/gu

/** Words of a text repeat; folding one costs some ten passes over it. Emptied when full. */
const cache = new Map<string, string>()
const CACHE_WORDS = 20_000
const CACHE_WORD_LENGTH = 24

/** The folded form of a word. May be empty (only marks), never holds anything but letters, digits and their marks. */
export function foldWord(word: string): string {
  if (word.length > CACHE_WORD_LENGTH) return fold(word)
  let folded = cache.get(word)
  if (folded === undefined) {
    folded = fold(word)
    if (cache.size >= CACHE_WORDS) cache.clear()
    cache.set(word, folded)
  }
  return folded
}

function fold(word: string): string {
  const lower = word.normalize('NFKC').toLowerCase()
  const bare = lower
    .normalize('NFD')
    // First what leaves nothing behind: afterwards marks are beside the letters they belong to.
    .replace(SILENT, '')
    .replace(NOT_TOKEN, '')
    .replace(LATIN_GREEK_MARKS, '$1')
    .replace(CYRILLIC_IO, '\u0435')
    .normalize('NFKC')
    .replace(SPECIAL_LETTER, letter => SPECIAL[letter] ?? letter)
    .replace(LEADING_MARKS, '')
  return /[\p{Alphabetic}\p{N}]/u.test(bare) ? bare : ''
}

/** At most `limit` UTF-16 units of a token, never half a surrogate pair. */
export function cutToken(token: string, limit: number): string {
  if (token.length <= limit) return token
  const last = token.charCodeAt(limit - 1)
  return token.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}
