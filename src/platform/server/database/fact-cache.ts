import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { shareRunning } from '../share-running.ts'
import { CacheUse } from './cache-use.ts'
import type { Database } from './database.ts'

const CACHE_BYTES = 2 * 1024 * 1024
/** Rows changed by hand append no event; a fact made from them is at most this old. */
const MAX_AGE_MS = 60 * 1000
/**
 * Facts of a call that may write hold as long. Its checks, before its transaction, take milliseconds; an upload may take
 * minutes, in which permissions are taken away.
 */
const WRITING_AGE_MS = 1000
/** Default size of a fact: a space's row, the permissions of one reader in one space. */
const FACT_BYTES = 500

interface Fact {
  value: unknown
  bytes: number
}

/** Facts that are being read, by key: who asks meanwhile waits for the same. */
type Loading = Map<string, Promise<unknown>>

/** A call, on an engine whose generation has to be queried. */
interface Reading {
  /** At its begin; undefined for a call that may write, whose facts are its own. */
  readonly generation: number | undefined
  /** Read by this call; shared once it is known that the generation did not change meanwhile. */
  readonly facts: Map<string, Fact>
  readonly loading: Loading
  /** By `performance.now()`; facts are not used from then on. */
  readonly until: number
  /** Work that outlives the call, or follows its first transaction, reads without the cache. */
  isOver: boolean
}

/**
 * Values that nearly every request reads from the database, valid for one generation of it. Where the generation costs
 * nothing it is compared at each read ({@link Database.generation}), otherwise before and after a
 * {@link during reading call} as a whole; outside of those every call reads the database.
 */
export class FactCache {
  readonly use = new CacheUse()
  readonly #database: Database
  #generation: number | undefined
  // An empty list has no size, and the cache takes none of nothing.
  #facts = new LRUCache<string, Fact>({
    maxSize: CACHE_BYTES,
    ttl: MAX_AGE_MS,
    sizeCalculation: fact => Math.max(1, fact.bytes),
  })
  #loading: Loading = new Map()
  #reading = new AsyncLocalStorage<Reading>()

  constructor(database: Database) {
    this.#database = database
    database.onTransaction(() => this.#endReading())
  }

  /**
   * The fact with this key, read with `load` on a miss. The value is shared: treat it as frozen. The key names
   * everything that the fact depends on besides the database, such as {@link powersOf} a reader.
   * @param bytes roughly what the value takes in memory
   */
  async get<T>(key: string, load: () => Promise<T>, bytes: (value: T) => number = () => FACT_BYTES): Promise<T> {
    const generation = this.#database.generation()
    if (generation === undefined) return this.#getReading(key, load, bytes)
    this.#enter(generation)
    const hit = this.#facts.get(key)
    this.use.count(hit !== undefined)
    if (hit) return hit.value as T
    const value = (await shareRunning(this.#loading, key, load)) as T
    if (generation === this.#generation && generation === this.#database.generation()) {
      this.#facts.set(key, { value, bytes: bytes(value) })
    }
    return value
  }

  /**
   * Runs a call that does not write with the facts of `generation`. Its facts are shared if that still holds at its
   * end. Without a generation, the call reads the database.
   */
  async during<T>(generation: number | undefined, work: () => Promise<T> | T): Promise<T> {
    if (generation === undefined || this.#database.generation() !== undefined) return work()
    const reading = readingOf(generation, Infinity)
    try {
      return await this.#reading.run(reading, work)
    } finally {
      reading.isOver = true
      if (reading.facts.size > 0) void this.#settle(generation, reading.facts)
    }
  }

  /** Runs a call that may write, which reads each fact once until its first transaction. */
  async duringWrite<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#database.generation() !== undefined) return work()
    const reading = readingOf(undefined, performance.now() + WRITING_AGE_MS)
    try {
      return await this.#reading.run(reading, work)
    } finally {
      reading.isOver = true
    }
  }

  /**
   * A transaction of a call may change what the call has read, and work that begins with its commit runs in the
   * asynchronous context of the call: from then on, both read the database.
   */
  #endReading(): void {
    const reading = this.#reading.getStore()
    if (reading) reading.isOver = true
  }

  async #getReading<T>(key: string, load: () => Promise<T>, bytes: (value: T) => number): Promise<T> {
    const reading = this.#reading.getStore()
    if (!reading || !isUsable(reading)) return load()
    const { generation } = reading
    if (generation !== undefined) this.#enter(generation)
    const isShared = generation !== undefined && generation === this.#generation
    const hit = reading.facts.get(key) ?? (isShared ? this.#facts.get(key) : undefined)
    this.use.count(hit !== undefined)
    if (hit) return hit.value as T
    const value = (await shareRunning(reading.loading, key, load)) as T
    if (isUsable(reading)) reading.facts.set(key, { value, bytes: bytes(value) })
    return value
  }

  async #settle(generation: number, facts: ReadonlyMap<string, Fact>): Promise<void> {
    if ((await this.#database.queryGeneration()) !== generation || generation !== this.#generation) return
    for (const [key, fact] of facts) this.#facts.set(key, fact)
  }

  /** Discards the facts of earlier generations. */
  #enter(generation: number): void {
    // Generations grow: a call that began before others did must not discard their facts.
    if (this.#generation !== undefined && generation <= this.#generation) return
    this.#facts.clear()
    // Values being read may be of an earlier generation.
    this.#loading = new Map()
    this.#generation = generation
  }
}

function readingOf(generation: number | undefined, until: number): Reading {
  return { generation, facts: new Map(), loading: new Map(), until, isOver: false }
}

function isUsable({ isOver, until }: Reading): boolean {
  return !isOver && performance.now() < until
}
