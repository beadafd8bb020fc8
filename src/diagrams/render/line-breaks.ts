import { isWide } from './fonts.ts'

const words = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }))
const graphemes = lazy(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
/** Scripts without spaces, broken by dictionary: Thai, Lao, Khmer, Burmese. */
// oxlint-disable-next-line no-misleading-character-class -- ranges of whole scripts
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/
const CLOSING = /[\p{Pe}\p{Pf}\p{Po}]/u
const OPENING = /[\p{Ps}\p{Pi}]/u

/**
 * Offsets at which a line may break, ascending, without its start and with its end: after spaces and hyphens as in
 * CSS, between Chinese, Japanese and Korean characters, and between the words of scripts without spaces.
 */
export function breakPlaces(text: string): number[] {
  const places: number[] = []
  // oxlint-disable-next-line no-control-regex -- all that is not ASCII
  const plain = !/[^\u0000-\u00ff]/.test(text)
  for (let at = 1; at < text.length; at++) {
    const before = text.charCodeAt(at - 1)
    const after = text.charCodeAt(at)
    if (isSpace(after)) continue
    if (
      isSpace(before) ||
      before === 0x200b ||
      (before === 0x2d && isLetter(text, at) && at > 1 && !isSpace(text.charCodeAt(at - 2)))
    ) {
      places.push(at)
    } else if (!plain && breaksBetween(text, at)) places.push(at)
  }
  if (!plain && UNSPACED.test(text)) return withWords(text, places)
  places.push(text.length)
  return places
}

/** Offsets after each grapheme. */
export function characterPlaces(text: string): number[] {
  if (!/[^\u0020-\u017f]/.test(text)) return Array.from({ length: text.length }, (_, index) => index + 1)
  return Array.from(graphemes().segment(text), ({ index, segment }) => index + segment.length)
}

function breaksBetween(text: string, at: number): boolean {
  const after = text.codePointAt(at) ?? 0
  const unit = text.charCodeAt(at - 1)
  // Within a surrogate pair.
  if (after >= 0xdc00 && after <= 0xdfff) return false
  const before = unit >= 0xdc00 && unit <= 0xdfff ? (text.codePointAt(at - 2) ?? unit) : unit
  if (!isWide(before) && !isWide(after)) return false
  if (
    after === 0x200d ||
    before === 0x200d ||
    (after >= 0xfe00 && after <= 0xfe0f) ||
    (after >= 0x1f3fb && after <= 0x1f3ff)
  )
    return false
  return !CLOSING.test(String.fromCodePoint(after)) && !OPENING.test(String.fromCodePoint(before))
}

function withWords(text: string, places: number[]): number[] {
  const all = new Set([...places, text.length])
  for (const { index, segment, isWordLike } of words().segment(text)) {
    if (index > 0 && isWordLike && UNSPACED.test(segment)) all.add(index)
  }
  return [...all].toSorted((a, b) => a - b)
}

function isLetter(text: string, at: number): boolean {
  return /\p{L}/u.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

/** Breaking spaces. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x3000 || (unit >= 0x2000 && unit <= 0x200a && unit !== 0x2007)
}

function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}
