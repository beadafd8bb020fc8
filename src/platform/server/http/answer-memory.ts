import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Database } from '../database/index.ts'

/** An answer as it goes out. */
export interface SentAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** See {@link Answer.onServe}. */
  readonly onServe: ((ctx: Context) => void) | undefined
}

/** Which answers of a reading call are its own, besides those for another address, reader or language. */
export interface Varies {
  /** Names of the cookies that its handler reads. */
  readonly cookies: readonly string[]
}

/** What the memory holds for a request. */
export interface Found {
  readonly answer: SentAnswer | undefined
  readonly key: string
  /** Of the database, when the request was looked up. */
  readonly generation: number | undefined
}

const MEMORY_BYTES = 16 * 1024 * 1024
/** What depends on the hour (a search for what is new today) is asked again after this time, commit or not. */
const MAX_AGE_MS = 60 * 1000
/** Larger answers are rare, and would push out many small ones. */
const MAX_ANSWER_BYTES = 512 * 1024

/**
 * Answers of reading calls, each for one reader and address, that hold until the next commit to the database: a wiki is
 * read a thousand times for each write, and the pages that a team reads in a minute are few. Nothing is ever stale,
 * since the database itself tells whether anything was committed ({@link Database.generation}); while it cannot, nothing is
 * kept.
 */
export class AnswerMemory {
  #database: Database
  #generation: number | undefined
  #answers = new LRUCache<string, SentAnswer>({
    maxSize: MEMORY_BYTES,
    ttl: MAX_AGE_MS,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: (answer, key) => answer.body.length + key.length * 2 + 500,
  })

  constructor(database: Database) {
    this.#database = database
  }

  /** The kept answer, and what {@link keep} needs to keep a new one. */
  async find(request: FastifyRequest, varies: Varies): Promise<Found> {
    const generation = this.#database.generation() ?? (await this.#database.askGeneration())
    const key = keyOf(request, varies)
    if (generation === undefined) return { answer: undefined, key, generation }
    // Generations grow, and where the database is asked, an earlier one may come in after a later one.
    if (this.#generation === undefined || generation > this.#generation) {
      this.#answers.clear()
      this.#generation = generation
    }
    return { answer: generation === this.#generation ? this.#answers.get(key) : undefined, key, generation }
  }

  /** Keeps an answer if nothing was committed since its making began. Nobody need wait for that. */
  async keep({ key, generation }: Found, answer: SentAnswer): Promise<void> {
    if (generation === undefined || answer.status !== 200) return
    const now = this.#database.generation() ?? (await this.#database.askGeneration())
    if (generation === now && generation === this.#generation) this.#answers.set(key, answer)
  }
}

/**
 * Everything of a request that an answer may depend on: who asks and with which powers (which may be a second older than
 * the database), in which language, for what, and with which of the cookies that its handler reads.
 */
function keyOf(request: FastifyRequest, { cookies }: Varies): string {
  const { viewer, xsrfToken } = request.authentication
  return JSON.stringify([request.url, viewer, xsrfToken, request.locale, cookies.map(name => request.cookies[name])])
}
