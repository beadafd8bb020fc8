import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { sendRequest } from '#platform/server/outgoing.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import { linkTitle } from '../contract.ts'
import { titleAddress } from './settings.ts'

const TIMEOUT_MS = 5000
/** Enough for the head of a page; the rest is not read. */
const MOST_BYTES = 512 * 1024
const FRESH_MS = 10 * 60_000
/** Time until a page that gave no title is asked again. */
const FAILED_MS = 60_000
const MOST_CACHED = 1000
/** Pages that are asked at the same time. */
const MOST_AT_ONCE = 8
/** Titles that a user may ask for in a minute. */
const MOST_IN_A_MINUTE = 300

/** Titles of pages of other sites, as they are for visitors of those sites. */
class Titles {
  readonly #app: App
  readonly #cache = new LRUCache<string, { readonly title: string | null }>({ max: MOST_CACHED })
  readonly #asking = new Map<string, Promise<string | null>>()

  constructor(app: App) {
    this.#app = app
  }

  /** The title of the page at an address of an allowed site; null if there is none, or too much is asked for. */
  async get(url: URL): Promise<string | null> {
    const page = new URL(url)
    page.hash = ''
    const cached = this.#cache.get(page.href)
    if (cached) return cached.title
    const running = this.#asking.get(page.href)
    if (running) return running
    if (this.#asking.size >= MOST_AT_ONCE) return null
    const asking = this.#ask(page).then(title => {
      this.#asking.delete(page.href)
      this.#cache.set(page.href, { title }, { ttl: title === null ? FAILED_MS : FRESH_MS })
      return title
    })
    this.#asking.set(page.href, asking)
    return asking
  }

  /** Asks the site. A redirect is not followed: it has no title, and may lead to any host. */
  async #ask({ href, host }: URL): Promise<string | null> {
    try {
      const { status, body } = await sendRequest(this.#app, {
        method: 'GET',
        url: href,
        headers: { accept: 'text/html,application/xhtml+xml;q=0.9' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_BYTES,
      })
      if (status !== 200) return null
      // The parser is loaded with the first page.
      const { titleIn } = await import('./title.ts')
      const title = titleIn(body)
      return (host === 'github.com' ? title?.replace(/ · GitHub$/, '') : title) ?? null
    } catch (error) {
      // An address without an answer stays an address; its site may be at fault in any way.
      this.#app.log.debug({ err: error, host }, 'no title of a link')
      return null
    }
  }
}

const titlesOf = (app: App) => new Titles(app)

/** The call by which the editor asks for the titles of pasted addresses. */
export function titleRoute(app: App): void {
  const limit = rateLimited<number>(app, { name: 'link-title', max: MOST_IN_A_MINUTE, windowMs: 60_000 }, userId =>
    String(userId),
  )
  app.http.handle(linkTitle, async ({ ctx, query }) => {
    const userId = requireUser(ctx)
    const url = titleAddress(app, query.url)
    if (!url) return { title: null }
    limit(userId)
    return { title: await app.own(titlesOf).get(url) }
  })
}
