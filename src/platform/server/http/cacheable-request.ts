import type { FastifyReply, FastifyRequest } from 'fastify'

/** What is in the key of every cached answer, or follows from it. Of cookies and headers each one is watched by itself. */
const IN_EVERY_KEY: ReadonlySet<PropertyKey> = new Set(['url', 'params', 'query', 'authentication', 'locale', 'cookies', 'headers'])

/**
 * A request as the handler of a cached call sees it. Notes what the handler uses beyond what the key of its answer holds:
 * an answer that may depend on more than its key must not be served again.
 */
export class CacheableRequest {
  readonly request: FastifyRequest
  /** Whatever a handler does to it happens once, and not when the cached answer is served. */
  readonly reply: FastifyReply
  readonly #outsideKey = new Set<string>()

  /** @param cookies names of those whose values are in the key */
  constructor(request: FastifyRequest, reply: FastifyReply, cookies: readonly string[]) {
    const keyed = new Set<PropertyKey>(cookies)
    this.request = this.#watch('request', request, IN_EVERY_KEY, {
      cookies: this.#watch('cookie', request.cookies, keyed),
      headers: this.#watch('header', request.headers, new Set()),
    })
    this.reply = this.#watch('reply', reply, new Set())
  }

  /** What was used and is not in the key, e.g. `cookie theme`, `header accept`, `request ip`, `reply header`. */
  get outsideKey(): readonly string[] {
    return [...this.#outsideKey]
  }

  #watch<T extends object>(kind: string, target: T, inKey: ReadonlySet<PropertyKey>, replaced: Record<PropertyKey, unknown> = {}): T {
    const note = (name: PropertyKey) => {
      if (!inKey.has(name)) this.#outsideKey.add(`${kind} ${String(name)}`)
    }
    return new Proxy(target, {
      get(object, name) {
        note(name)
        return Object.hasOwn(replaced, name) ? replaced[name] : (Reflect.get(object, name) as unknown)
      },
      has(object, name) {
        note(name)
        return Reflect.has(object, name)
      },
      ownKeys(object) {
        note('*')
        return Reflect.ownKeys(object)
      },
    })
  }
}
