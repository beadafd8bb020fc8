import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { NoAnswerError, PrivateAddressError, sendRequest } from '#platform/server/outgoing.ts'
import { type Feed, parseFeed } from './feed.ts'

/** A feed, or an i18n key that says why it cannot be shown. */
export type FeedResult = { readonly feed: Feed } | { readonly problem: string }

const TIMEOUT_MS = 8000
const MOST_BYTES = 1_000_000
/** How long a page waits for a feed that was not read before. */
const WAIT_MS = 3000
const FRESH_MS = 10 * 60_000
const FAILED_MS = 60_000
const MOST_CACHED = 200
/** Feeds that are read at the same time. */
const MOST_AT_ONCE = 8

interface Cached {
  readonly result: FeedResult
  readonly at: number
}

/** Feeds of other sites, read at most every ten minutes for all readers. */
class Feeds {
  readonly #app: App
  readonly #cache = new LRUCache<string, Cached>({ max: MOST_CACHED })
  readonly #reading = new Map<string, Promise<FeedResult>>()

  constructor(app: App) {
    this.#app = app
  }

  /** The feed at an http or https address. One that is old is shown while it is read again. */
  async get(url: string): Promise<FeedResult> {
    const cached = this.#cache.get(url)
    if (cached && Date.now() - cached.at < ('feed' in cached.result ? FRESH_MS : FAILED_MS)) return cached.result
    const reading = this.#read(url)
    return cached && 'feed' in cached.result ? cached.result : waitFor(reading)
  }

  #read(url: string): Promise<FeedResult> {
    const running = this.#reading.get(url)
    if (running) return running
    if (this.#reading.size >= MOST_AT_ONCE) return Promise.resolve(LATE)
    const reading = this.#send(url).then(result => {
      this.#reading.delete(url)
      this.#cache.set(url, { result, at: Date.now() })
      return result
    })
    this.#reading.set(url, reading)
    return reading
  }

  async #send(url: string): Promise<FeedResult> {
    try {
      const { status, body, isCut } = await sendRequest(this.#app, {
        method: 'GET',
        url,
        headers: { accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
      })
      if (status !== 200) return { problem: 'The site does not answer with a feed.' }
      if (isCut) return { problem: 'The feed is larger than 1 MB.' }
      const feed = parseFeed(body)
      return feed ? { feed } : { problem: 'The address has no RSS or Atom feed.' }
    } catch (error) {
      if (error instanceof PrivateAddressError)
        return { problem: 'The feed is in the network of the wiki, which an administrator has not allowed.' }
      if (error instanceof NoAnswerError) return { problem: 'The site did not answer in time.' }
      return { problem: 'The site could not be reached.' }
    }
  }
}

const LATE: FeedResult = { problem: 'The feed is being read. Reload the page to see it.' }

async function waitFor(reading: Promise<FeedResult>): Promise<FeedResult> {
  const { promise: late, resolve } = Promise.withResolvers<FeedResult>()
  const timer = setTimeout(() => resolve(LATE), WAIT_MS)
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}

const ofApps = new WeakMap<App, Feeds>()

export function feedsOf(app: App): Feeds {
  const feeds = ofApps.get(app) ?? new Feeds(app)
  ofApps.set(app, feeds)
  return feeds
}
