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
 * @returns a function that counts one call, or what `amount` says, of which `max` is the limit then. @throws HttpError 429 with `Retry-After` in seconds
 */
export function rateLimited<Call = FastifyRequest>(
  { peers }: Pick<App, 'peers'>,
  { name, max, windowMs }: RateLimit,
  keyOf: (call: Call) => string,
): (call: Call, amount?: number) => void {
  const windows = recentlyUsed<string, { calls: number; endsAt: number }>(MAX_KEYS)
  const count = (key: string, amount: number) => {
    // A monotonic clock: when the time of day is set back, callers must not wait for the difference.
    const now = performance.now()
    let window = windows.get(key)
    if (!window || window.endsAt <= now) {
      window = { calls: 0, endsAt: now + windowMs }
      windows.set(key, window)
    }
    window.calls += amount
    return { ...window, now }
  }
  const topic = `rate-limit.${name}`
  peers.handle(topic, data => {
    const { key, amount } = data as { key: string; amount: number }
    count(key, amount)
  })
  return (call, amount = 1) => {
    const key = keyOf(call)
    if (key === '') return
    peers.broadcast(topic, { key, amount })
    const { calls, endsAt, now } = count(key, amount)
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
