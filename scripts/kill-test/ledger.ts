/** A fact that the wiki has promised to keep. `value` is what must be found; see `check.ts` for where. */
export interface Fact {
  readonly what: 'version' | 'comment' | 'file' | 'label' | 'parent' | 'restriction'
  /** The page; for a comment its own id. */
  readonly id: string
  /** Version, name of a file or label. */
  readonly name: string
  readonly value: string
}

/** Versions, comments and files are never changed again; the others hold until the next write to the same place. */
const LASTING: ReadonlySet<Fact['what']> = new Set(['version', 'comment', 'file'])

const keyOf = ({ what, id, name }: Omit<Fact, 'value'>): string => `${what}/${id}/${name}`

/** All writes that were acknowledged, and those that were on their way when the server was killed. */
export class Ledger {
  readonly #facts = new Map<string, Fact>()
  readonly #open = new Map<string, number>()
  readonly #fresh = new Set<string>()
  acknowledged = 0
  /** Writes whose answer never came: they may or may not be there. */
  unanswered = 0

  /** Sends a write to a place that may be written again. The old value counts no more until the answer is here. */
  begin(place: Omit<Fact, 'value'>): void {
    const key = keyOf(place)
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1)
  }

  /** The answer came: `fact` is expected from now on, or with undefined the write was refused and all is as it was. */
  end(place: Omit<Fact, 'value'>, fact: Fact | undefined): void {
    const key = keyOf(place)
    const left = (this.#open.get(key) ?? 1) - 1
    if (left === 0) this.#open.delete(key)
    else this.#open.set(key, left)
    if (fact) this.note(fact)
  }

  note(fact: Fact): void {
    this.#facts.set(keyOf(fact), fact)
    this.#fresh.add(keyOf(fact))
    this.acknowledged++
  }

  /** The server is gone: places with an open write are unknown. */
  dropOpen(): void {
    for (const key of this.#open.keys()) {
      this.#facts.delete(key)
      this.#fresh.delete(key)
    }
    this.#open.clear()
  }

  /** Everything noted since the last call, and some of what is older. */
  due(older: number): Fact[] {
    const fresh = [...this.#fresh].flatMap(key => this.#facts.get(key) ?? [])
    const others = [...this.#facts.keys()].filter(key => !this.#fresh.has(key))
    this.#fresh.clear()
    const sample = new Set(Array.from({ length: older }, () => others[Math.floor(Math.random() * others.length)] ?? ''))
    return [...fresh, ...[...sample].flatMap(key => this.#facts.get(key) ?? [])]
  }

  all(): Fact[] {
    return [...this.#facts.values()]
  }

  /** Facts that stay true while the load runs. */
  lasting(): Fact[] {
    return this.all().filter(fact => LASTING.has(fact.what))
  }
}
