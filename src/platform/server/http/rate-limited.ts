import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { recentlyUsed } from '../recently-used.ts'
import { HttpError } from './errors.ts'

/** Callers tracked per limit; the least recently seen is dropped first. */
const MAX_KEYS = 50_000

export interface RateLimit {
  /** Name that no other limit has. */
  readonly name: string
  /** Calls of one caller in a window. */
  readonly max: number
  readonly windowMs: number
}

/**
 * A limit on how often a caller may do something: at most `max` times in `windowMs`, counted in fixed windows that
 * begin with a caller's first call. In memory, which the processes of one server share; each server of several counts
 * for itself.
 *
 *     const limitSearch = rateLimited(app, { name: 'search', max: 30, windowMs: 60_000 }, request => request.ip)
 *     http.handle(search, async ({ request }) => { limitSearch(request); … })
 *
 * @param keyOf names the caller, e.g. by address or user; calls with an empty name are not limited
 * @returns a function that counts one call. @throws HttpError 429 with `Retry-After` in seconds
 */
export function rateLimited<Call = FastifyRequest>(
  { peers }: Pick<App, 'peers'>,
  { name, max, windowMs }: RateLimit,
  keyOf: (call: Call) => string,
): (call: Call) => void {
  const windows = recentlyUsed<string, { calls: number; endsAt: number }>(MAX_KEYS)
  const count = (key: string) => {
    // A monotonic clock: when the time of day is set back, callers must not wait for the difference.
    const now = performance.now()
    let window = windows.get(key)
    if (!window || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + windowMs }
      windows.set(key, window)
    }
    window.calls++
    return { ...window, now }
  }
  const topic = `rate-limit.${name}`
  peers.handle(topic, key => void count(String(key)))
  return call => {
    const key = keyOf(call)
    if (key === '') return
    peers.broadcast(topic, key)
    const { calls, endsAt, now } = count(key)
    if (calls <= max) return
    const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
    const text =
      seconds === 1
        ? 'Too many requests. Try again in {{seconds}} second.'
        : 'Too many requests. Try again in {{seconds}} seconds.'
    throw new HttpError(429, text, {
      values: { seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
}
