import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answer } from './http.ts'
import { asksForMarkdown } from './asks-for-markdown.ts'
import type { Database, Sources } from '../database/index.ts'
import { CacheUse } from '../database/cache-use.ts'

/** The result of a lookup. */
export interface Lookup {
  /** Undefined for a miss. */
  readonly hit: Answer | undefined
  readonly key: string
  /** Of the database at the lookup. */
  readonly generation: number | undefined
}

type CachedAnswer = Answer & { readonly body: Buffer }

interface Entry {
  readonly answer: CachedAnswer
  readonly sources: Sources
  /** Generation in which the answer was known to be right last. */
  generation: number
}

const CACHE_BYTES = 16 * 1024 * 1024
/** Responses that depend on the hour (a search for today's news), or on rows changed by hand, are at most this old. */
const MAX_AGE_MS = 60 * 1000
/** Larger responses are rare, and would push out many small ones. */
const MAX_RESPONSE_BYTES = 512 * 1024

/** Responses with status 200 of cached calls, valid until one of their sources changes ({@link Database.isUnchanged}). */
export class ResponseCache {
  readonly use = new CacheUse()
  readonly #database: Database
  readonly #responses = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    ttl: MAX_AGE_MS,
    maxEntrySize: MAX_RESPONSE_BYTES,
    sizeCalculation: ({ answer: { body } }, key) => body.length + key.length * 2 + 500,
  })

  constructor(database: Database) {
    this.#database = database
  }

  /** @param varies names of the cookies whose values make the key, with the address, the reader and the language */
  async find(request: FastifyRequest, varies: readonly string[]): Promise<Lookup> {
    const generation = this.#database.generation() ?? (await this.#database.queryGeneration())
    const key = responseKey(request, varies)
    if (generation === undefined) return { hit: undefined, key, generation }
    return { hit: this.#validAnswer(key, generation), key, generation }
  }

  /**
   * Stores an answer of bytes with status 200, unless one of its sources has changed since its lookup. Callers need
   * not wait for that.
   */
  async store({ key, generation }: Lookup, answer: Answer, sources: Sources): Promise<void> {
    if (generation === undefined || !isCacheable(answer)) return
    const now = this.#database.generation() ?? (await this.#database.queryGeneration())
    if (now !== undefined && this.#database.isUnchanged(sources, generation))
      this.#responses.set(key, { answer, sources, generation })
  }

  #validAnswer(key: string, generation: number): CachedAnswer | undefined {
    const entry = this.#responses.get(key)
    if (!entry) return undefined
    if (!this.#database.isUnchanged(entry.sources, entry.generation)) {
      this.#responses.delete(key)
      return undefined
    }
    // A generation that was queried earlier may arrive later.
    entry.generation = Math.max(entry.generation, generation)
    return entry.answer
  }
}

function isCacheable(answer: Answer): answer is CachedAnswer {
  return answer.status === 200 && Buffer.isBuffer(answer.body)
}

/** Names all of a request that the handler of a cached call is given ({@link CachedCall}). */
function responseKey(request: FastifyRequest, varies: readonly string[]): string {
  const { url, authentication, locale, cookies } = request
  return JSON.stringify([url, authentication, locale, varies.map(name => cookies[name]), asksForMarkdown(request)])
}
