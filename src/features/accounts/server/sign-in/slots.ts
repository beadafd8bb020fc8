import { HttpError } from '#platform/server/http/errors.ts'

/** Passwords compared at a time: each takes 19 MiB and a thread of the pool that also serves files. */
const RUNNING = 2
const WAITING = 500

/** Lets a few run at a time and queues some more; beyond that the caller is told to come back. */
export class Slots {
  #running = 0
  #waiting: (() => void)[] = []

  /** @throws HttpError 429 when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= RUNNING) {
      if (this.#waiting.length >= WAITING) {
        throw new HttpError(429, 'Too many people are signing in at this moment. Try again in a second.', { headers: { 'retry-after': '1' } })
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await work()
    } finally {
      // The place goes to the next in line, else it is free.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
