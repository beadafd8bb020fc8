/** Characters of one writer: no other writer types any of them, and none is typed twice. */
const RANGE = 5000
/** Characters of the first half are single UTF-16 units, the others pairs. */
const STARTS = [0x34_00, 0x2_00_00] as const

/** Required state of a character in the end. */
type Fate = 'present' | 'absent' | 'either'

/** The unique characters that one writer has typed and removed, and what became of them. */
export class Ledger {
  readonly #start: number
  #count = 0
  readonly #fates = new Map<string, Fate>()
  /** Changes that are not acknowledged. */
  readonly #pending = new Map<string, Fate>()

  /** @param writer number of the writer, below 10 */
  constructor(writer: number) {
    this.#start = (STARTS[writer % 2] ?? 0) + Math.floor(writer / 2) * RANGE
  }

  /** A new character, which is about to be typed. */
  next(): string {
    if (this.#count >= RANGE) throw new Error('A writer has used up its characters')
    const character = String.fromCodePoint(this.#start + this.#count++)
    this.#pending.set(character, 'present')
    return character
  }

  /** Takes note that a character is removed. */
  remove(character: string): void {
    this.#pending.set(character, 'absent')
  }

  /** Whether this writer has typed the character. */
  isOwn(character: string): boolean {
    const code = character.codePointAt(0) ?? 0
    return code >= this.#start && code < this.#start + this.#count
  }

  /** Changes that are sent; {@link confirm} takes them when they are acknowledged. */
  get pending(): ReadonlyMap<string, Fate> {
    return new Map(this.#pending)
  }

  confirm(changes: ReadonlyMap<string, Fate>): void {
    for (const [character, fate] of changes) {
      this.#fates.set(character, fate)
      if (this.#pending.get(character) === fate) this.#pending.delete(character)
    }
  }

  /** Changes without an acknowledgement may be lost: the writer closes the window. */
  doubt(): void {
    for (const character of this.#pending.keys()) this.#fates.set(character, 'either')
    this.#pending.clear()
  }

  /** How many changes were acknowledged, and are without an acknowledgement. */
  get counts(): { acknowledged: number; pending: number } {
    const certain = [...this.#fates.values()].filter(fate => fate !== 'either')
    return { acknowledged: certain.length, pending: this.#pending.size }
  }

  /** Differences between a text and what it has to contain. */
  faults(text: string): string[] {
    const found = Map.groupBy([...text], character => character)
    return [...this.#fates].flatMap(([character, fate]) => {
      const times = found.get(character)?.length ?? 0
      if (times > 1) return `${nameOf(character)} is there ${times} times`
      if (times === 0 && fate === 'present') return `${nameOf(character)} is missing`
      return times === 1 && fate === 'absent' ? `${nameOf(character)} was removed and is there` : []
    })
  }
}

const nameOf = (character: string): string => `U+${character.codePointAt(0)?.toString(16)}`

/** A text without the characters of all writers. */
export const withoutTyped = (text: string): string => text.replaceAll(/[\u{3400}-\u{9fff}\u{20000}-\u{2ffff}]/gu, '')
