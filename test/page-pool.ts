import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** A page in its own context. */
export interface PooledPage {
  readonly page: Page
  readonly context: BrowserContext
}

interface Entry extends PooledPage {
  /** All options but those that a used page can take on: its size and its media. */
  readonly key: string
  readonly session: CDPSession
  /** Origins visited since the page was taken: their storage is cleared. */
  readonly origins: Set<string>
  /** Whether a test did something to the page or its context that cannot be taken back. */
  isTainted: boolean
}

/** Path of a document without the app in it, which pages show between two tests. */
const BLANK = '/status'
/** Idle pages that a worker keeps at most: each is a process of the browser. */
const MOST_IDLE = 4
/** Calls whose effects stay with a page or context until it is closed. */
const LASTING: Readonly<Record<'page' | 'context', readonly string[]>> = {
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'setExtraHTTPHeaders', 'close'],
  context: [
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'grantPermissions',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setOffline',
    'close',
  ],
}

/** Events that tests listen to. Playwright itself listens to `close`, which therefore has to be left alone. */
const EVENTS = {
  page: [
    'console',
    'dialog',
    'domcontentloaded',
    'download',
    'filechooser',
    'frameattached',
    'framedetached',
    'framenavigated',
    'load',
    'pageerror',
    'popup',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
    'websocket',
    'worker',
  ],
  context: ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'],
} as const

/**
 * Pages that one test after the other uses. A page that is used again costs less than half the processor time of a new
 * one: the process and the compiled scripts are there. Before it is used again it has neither cookies nor storage,
 * cached responses, history, routes or listeners; one of which that cannot be said (a test installed a clock, a script
 * or a permission) is closed.
 */
export class PagePool {
  readonly #browser: Browser
  readonly #idle: Entry[] = []
  readonly #used = new Map<Page, Entry>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** @returns a blank page in a context with these options that shares no state with any other */
  async take(options: BrowserContextOptions): Promise<PooledPage> {
    const { viewport, colorScheme, reducedMotion, ...fixed } = options
    const key = JSON.stringify(fixed)
    const index = viewport ? this.#idle.findIndex(entry => entry.key === key) : -1
    const entry = index === -1 ? await this.#open(key, options) : this.#idle.splice(index, 1)[0]!
    if (index !== -1 && viewport) {
      await entry.page.setViewportSize(viewport)
      await entry.page.emulateMedia({
        colorScheme: colorScheme ?? null,
        reducedMotion: reducedMotion ?? null,
        media: null,
        forcedColors: null,
        contrast: null,
      })
    }
    this.#used.set(entry.page, entry)
    entry.page.on('framenavigated', frame => {
      const { origin } = new URL(frame.url())
      if (origin !== 'null') entry.origins.add(origin)
    })
    return entry
  }

  /** Takes a page back. `isBroken` closes it, as after a test that failed. */
  async giveBack({ page }: PooledPage, isBroken: boolean): Promise<void> {
    const entry = this.#used.get(page)
    if (!entry) return
    this.#used.delete(page)
    const isClean = !isBroken && !entry.isTainted && !page.isClosed() && (await reset(entry).catch(() => false))
    if (!isClean) return entry.context.close()
    this.#idle.push(entry)
    if (this.#idle.length > MOST_IDLE) await this.#idle.shift()!.context.close()
  }

  async #open(key: string, options: BrowserContextOptions): Promise<Entry> {
    const context = await this.#browser.newContext(options)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const entry: Entry = { key, page, context, session, origins: new Set(), isTainted: false }
    const taints = (target: object, names: readonly string[]) => {
      for (const name of names) {
        const call = (Reflect.get(target, name) as (...given: unknown[]) => unknown).bind(target)
        Reflect.set(target, name, (...given: unknown[]) => {
          entry.isTainted = true
          return call(...given)
        })
      }
    }
    taints(page, LASTING.page)
    taints(context, LASTING.context)
    for (const clock of new Set([page.clock, context.clock]))
      taints(clock, ['install', 'setFixedTime', 'setSystemTime'])
    return entry
  }
}

/** Returns a page to the state of a new one. @returns false where that is not possible */
async function reset({ page, context, session, origins }: Entry): Promise<boolean> {
  for (const event of EVENTS.context) context.removeAllListeners(event)
  for (const event of EVENTS.page) page.removeAllListeners(event)
  await Promise.all([context.unrouteAll({ behavior: 'ignoreErrors' }), page.unrouteAll({ behavior: 'ignoreErrors' })])
  for (const other of context.pages()) if (other !== page) await other.close()
  const { origin } = new URL(page.url())
  if (origin === 'null') return false
  // Not `about:blank`: the pages of a wiki are isolated, so that the browser would start another process for the next.
  await page.goto(`${origin}${BLANK}`)
  await page.evaluate(() => sessionStorage.clear())
  await context.clearCookies()
  for (const visited of origins)
    await session.send('Storage.clearDataForOrigin', { origin: visited, storageTypes: 'all' })
  origins.clear()
  await session.send('Network.clearBrowserCache')
  await session.send('Page.resetNavigationHistory')
  // Nowhere above the page: a pointer that rests on it would open what the next test does not expect.
  await page.mouse.move(-10, -10)
  return true
}
