import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'

const MEMORY_BYTES = 4 * 1024 * 1024
/** What a fact takes unless it says otherwise: a space's row, the permissions of one reader in one space. */
const FACT_BYTES = 500

/**
 * Facts read from the database that hold until the next commit, for what nearly every request asks anew. Nothing is ever
 * stale, since the database itself tells whether anything was committed ({@link Database.generation}); where it cannot,
 * every call reads.
 */
export class FactMemory {
  #database: Database
  #generation: number | undefined
  // An empty list has no size of its own, and the cache takes none of nothing.
  #facts = new LRUCache<string, { value: unknown; bytes: number }>({ maxSize: MEMORY_BYTES, sizeCalculation: fact => Math.max(1, fact.bytes) })

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
    if (generation === undefined) return load()
    if (generation !== this.#generation) {
      this.#facts.clear()
      this.#generation = generation
    }
    const kept = this.#facts.get(name)
    if (kept) return kept.value as T
    const value = await load()
    if (generation === this.#generation && generation === this.#database.generation()) {
      this.#facts.set(name, { value, bytes: bytes(value) })
    }
    return value
  }
}
