import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { shareRunning } from '../share-running.ts'
import { CacheUse } from './cache-use.ts'
import type { Database } from './database.ts'
import { addSources, madeFrom, recordSources, type Source, type Sources } from './sources.ts'

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

/** A value that was read, and its sources. */
interface Loaded {
  readonly value: unknown
  readonly sources: Sources
}

interface Fact extends Loaded {
  readonly bytes: number
}

interface SharedFact extends Fact {
  /** Generation in which it was read. */
  readonly generation: number
}

/** Sources and size of a fact. */
export interface FactOptions<T> {
  /** All that it is made from besides other facts; absent for everything, see {@link Sources}. */
  sources?: readonly Source[]
  /** Roughly what the value takes in memory. */
  bytes?: (value: T) => number
}

/** Facts that are being read, by key: who asks meanwhile waits for the same. */
type Loading = Map<string, Promise<Loaded>>

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
 * Values that nearly every request reads from the database, valid until one of their sources changes. Where the
 * generation costs nothing it is compared at each read ({@link Database.generation}), otherwise before and after a
 * {@link during reading call} as a whole; outside of those every call reads the database.
 */
export class FactCache {
  readonly use = new CacheUse()
  readonly #database: Database
  #generation: number | undefined
  // An empty list has no size, and the cache takes none of nothing.
  #facts = new LRUCache<string, SharedFact>({
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
   */
  async get<T>(key: string, load: () => Promise<T>, options: FactOptions<T> = {}): Promise<T> {
    // Nearly every request asks for dozens: those that are there wait for nothing.
    const generation = this.#database.generation()
    const hit = generation === undefined ? undefined : this.#known(key, generation)
    if (hit) {
      addSources(hit.sources)
      return hit.value as T
    }
    try {
      const { value, sources } = await this.#find(key, load, options, generation)
      // Of the call that asks: another one may have read the fact.
      addSources(sources)
      return value as T
    } catch (error) {
      addSources('everything')
      throw error
    }
  }

  #known(key: string, generation: number): SharedFact | undefined {
    this.#enter(generation)
    const hit = this.#shared(key)
    this.use.count(hit !== undefined)
    return hit
  }

  /** @param generation in which it is not there; undefined where that has to be queried */
  async #find<T>(
    key: string,
    load: () => Promise<T>,
    options: FactOptions<T>,
    generation: number | undefined,
  ): Promise<Loaded> {
    if (generation === undefined) return this.#findReading(key, load, options)
    const loaded = await shareRunning(this.#loading, key, () => loadFact(load, options))
    if (this.#database.isUnchanged(loaded.sources, generation)) {
      this.#facts.set(key, { ...asFact(loaded, options), generation })
    }
    return loaded
  }

  #shared(key: string): SharedFact | undefined {
    const fact = this.#facts.get(key)
    if (!fact || this.#database.isUnchanged(fact.sources, fact.generation)) return fact
    this.#facts.delete(key)
    return undefined
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

  async #findReading<T>(key: string, load: () => Promise<T>, options: FactOptions<T>): Promise<Loaded> {
    const reading = this.#reading.getStore()
    if (!reading || !isUsable(reading)) return loadFact(load, options)
    // Facts of a later generation than the call's are what its queries would find too.
    const hit = reading.facts.get(key) ?? (reading.generation === undefined ? undefined : this.#shared(key))
    this.use.count(hit !== undefined)
    if (hit) return hit
    const loaded = await shareRunning(reading.loading, key, () => loadFact(load, options))
    if (isUsable(reading)) reading.facts.set(key, asFact(loaded, options))
    return loaded
  }

  async #settle(generation: number, facts: ReadonlyMap<string, Fact>): Promise<void> {
    if ((await this.#database.queryGeneration()) === undefined) return
    for (const [key, fact] of facts)
      if (this.#database.isUnchanged(fact.sources, generation)) this.#facts.set(key, { ...fact, generation })
  }

  /** Shares no value that is being read since an earlier generation. */
  #enter(generation: number): void {
    if (generation === this.#generation) return
    this.#loading = new Map()
    this.#generation = generation
  }
}

function loadFact<T>(load: () => Promise<T>, { sources }: FactOptions<T>): Promise<Loaded> {
  return recordSources(() => (sources === undefined ? load() : madeFrom(sources, load)))
}

function asFact<T>({ value, sources }: Loaded, { bytes = () => FACT_BYTES }: FactOptions<T>): Fact {
  return { value, sources, bytes: bytes(value as T) }
}

function readingOf(generation: number | undefined, until: number): Reading {
  return { generation, facts: new Map(), loading: new Map(), until, isOver: false }
}

function isUsable({ isOver, until }: Reading): boolean {
  return !isOver && performance.now() < until
}
