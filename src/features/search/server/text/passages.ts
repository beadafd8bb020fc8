import { endianness } from 'node:os'
import type { Stretch } from './stretches.ts'

/**
 * Long texts are stored in passages, so that an excerpt is cut without reading the others. Each begins this much after
 * the one before it, in UTF-16 units, and repeats its end, so that what is near a cut has its surroundings in one.
 */
const STEP = 2000
const OVERLAP = 300
/** How far a cut moves back to fall between words. */
const CUT_SLACK = 40
/** More than there are passages in the longest text that is stored. */
const MOST_PASSAGES = 128

/** The passages of a text, in order; the first begins with it. A text that is not long is one. */
export function passagesOf(text: string): Stretch[] {
  const passages: Stretch[] = []
  for (let at = 0; ; at += STEP) {
    const end = at + STEP + OVERLAP
    passages.push({ start: cutNear(text, at), end: cutNear(text, end) })
    if (end >= text.length) return passages
  }
}

function cutNear(text: string, at: number): number {
  if (at === 0 || at >= text.length) return Math.min(at, text.length)
  for (let index = at; index > at - CUT_SLACK; index--) if (/\s/.test(text.charAt(index))) return index
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

/** Id of a passage; that of the document is the same for all of its passages, and may be negative. */
export const passageId = (documentId: number, passage: number): number => documentId * MOST_PASSAGES + passage

export const documentOfPassage = (id: number): number => Math.floor(id / MOST_PASSAGES)

/** Gathers which words are in which passage of a text, by a hash of 16 bits each. */
export class PassageWords {
  readonly #passages: readonly Stretch[]
  readonly #hashes: Set<number>[]

  constructor(passages: readonly Stretch[]) {
    this.#passages = passages
    this.#hashes = passages.map(() => new Set())
  }

  /** Takes a token with its place in the text. */
  add(token: string, start: number, end: number): void {
    const hash = hashOf(token)
    const last = Math.floor(start / STEP) + 1
    for (let index = Math.max(0, last - 2); index <= last; index++) {
      const passage = this.#passages[index]
      if (passage && start >= passage.start && end <= passage.end) this.#hashes[index]?.add(hash)
    }
  }

  /** The number of passages, that of the hashes of each, and the hashes; each in two bytes, little-endian. */
  encoded(): Buffer {
    const values = [
      this.#hashes.length,
      ...this.#hashes.map(hashes => hashes.size),
      ...this.#hashes.flatMap(all => [...all]),
    ]
    const bytes = Buffer.alloc(values.length * 2)
    for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
    return bytes
  }
}

/**
 * The passages in which most terms occur, best first, the earlier of equals first; those with no more than `least`
 * terms are left out. Two words in 65,000 have the same hash, so that one passage may be taken for another.
 * @param encoded see {@link PassageWords.encoded}
 * @param terms what each term may occur as: words all of which must be there
 */
export function bestPassages(
  encoded: Uint8Array,
  terms: readonly (readonly (readonly string[])[])[],
  least: number,
): number[] {
  // A copy, since what the database gives need not begin at an even address.
  const bytes = Buffer.from(Uint8Array.from(encoded).buffer)
  if (endianness() === 'BE') bytes.swap16()
  const values = new Uint16Array(bytes.buffer)
  const hashed = terms.map(alternatives => alternatives.map(words => words.map(hashOf)))
  const [count = 0, ...sizes] = values.subarray(0, 1 + (values[0] ?? 0))
  const found: { passage: number; terms: number }[] = []
  let at = 1 + count
  for (const [passage, size] of sizes.entries()) {
    const hashes = values.subarray(at, at + size)
    at += size
    const occurring = hashed.filter(alternatives =>
      alternatives.some(words => words.every(word => hashes.includes(word))),
    ).length
    if (occurring > least) found.push({ passage, terms: occurring })
  }
  return found.toSorted((a, b) => b.terms - a.terms).map(({ passage }) => passage)
}

/** FNV-1a of the UTF-16 units, folded to 16 bits as its author recommends. */
function hashOf(token: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < token.length; index++) hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193)
  return ((hash >>> 16) ^ hash) & 0xffff
}
