import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'

const MEMORY_BYTES = 2 * 1024 * 1024
/** What a fact takes unless it says otherwise: a space's row, the permissions of one reader in one space. */
const FACT_BYTES = 500

interface Fact {
  value: unknown
  bytes: number
}

/** A call that reads, on an engine that tells only when asked whether anything was committed. */
interface Reading {
  /** When it began. */
  readonly generation: number
  /** Read by this call: nobody else's until it is known that nothing was committed meanwhile. */
  readonly facts: Map<string, Fact>
  /** What it left running reads for itself. */
  isOver: boolean
}

/**
 * Facts read from the database that hold until the next commit, for what nearly every request asks anew. Nothing is ever
 * stale, since the database itself tells whether anything was committed: at each call where that costs nothing
 * ({@link Database.generation}), else before and after a {@link during reading call} as a whole; outside of those every
 * call reads.
 */
export class FactMemory {
  #database: Database
  #generation: number | undefined
  // An empty list has no size of its own, and the cache takes none of nothing.
  #facts = new LRUCache<string, Fact>({ maxSize: MEMORY_BYTES, sizeCalculation: fact => Math.max(1, fact.bytes) })
  #reading = new AsyncLocalStorage<Reading>()

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The fact of this name, read with `load` when nobody asked since the last commit. The value is shared: treat it as
   * frozen. The name carries everything that the fact depends on besides the database, such as {@link powersOf} a reader.
   * @param bytes roughly what the value takes in memory
   */
  async remember<T>(name: string, load: () => Promise<T>, bytes: (value: T) => number = () => FACT_BYTES): Promise<T> {
    const generation = this.#database.generation()
    if (generation === undefined) return this.#rememberReading(name, load, bytes)
    this.#enter(generation)
    const kept = this.#facts.get(name)
    if (kept) return kept.value as T
    const value = await load()
    if (generation === this.#generation && generation === this.#database.generation()) {
      this.#facts.set(name, { value, bytes: bytes(value) })
    }
    return value
  }

  /**
   * Runs a call that reads and does not write, with the facts of the generation in which it began. What it reads is kept
   * for later calls if the generation is the same at its end.
   */
  async during<T>(generation: number, work: () => Promise<T> | T): Promise<T> {
    if (this.#database.generation() !== undefined) return work()
    const reading: Reading = { generation, facts: new Map(), isOver: false }
    try {
      return await this.#reading.run(reading, work)
    } finally {
      reading.isOver = true
      if (reading.facts.size > 0) void this.#settle(reading)
    }
  }

  async #rememberReading<T>(name: string, load: () => Promise<T>, bytes: (value: T) => number): Promise<T> {
    const reading = this.#reading.getStore()
    if (!reading || reading.isOver) return load()
    this.#enter(reading.generation)
    const kept = reading.facts.get(name) ?? (reading.generation === this.#generation ? this.#facts.get(name) : undefined)
    if (kept) return kept.value as T
    const value = await load()
    if (!reading.isOver) reading.facts.set(name, { value, bytes: bytes(value) })
    return value
  }

  async #settle({ generation, facts }: Reading): Promise<void> {
    if ((await this.#database.askGeneration()) !== generation || generation !== this.#generation) return
    for (const [name, fact] of facts) this.#facts.set(name, fact)
  }

  /** Forgets what was true before this generation. */
  #enter(generation: number): void {
    // Generations grow: a call that began before others did must not throw away what they know.
    if (this.#generation !== undefined && generation <= this.#generation) return
    this.#facts.clear()
    this.#generation = generation
  }
}
