import type { App } from '#platform/server/app.ts'
import { newestEventId, type WikiEvent } from '#platform/server/events/events.ts'
import { LogFollower } from '#platform/server/events/log-follower.ts'
import { EVENTS_AT_ONCE } from '#platform/server/events/subscribers.ts'
import { happenedIn, pageOfEvent, type Happened } from './happened.ts'
import { pagesOf } from './store.ts'

/** Events that are read when the process starts, so that pages that were open meanwhile find what they missed. */
const READ_AT_START = 2000
const MOST_PAGES = 20_000
const MOST_OF_A_PAGE = 50

/** Events of a page after the one that a caller knows; `unknown` where that is no longer in the cache. */
export type Since = { readonly happened: readonly Happened[]; readonly event: number } | 'unknown'

/** Up to where a caller knows what happened: an event or, less exactly, a time in milliseconds. */
export interface Known {
  readonly event?: number | undefined
  readonly time?: number | undefined
}

/**
 * Recent events of each page, in memory: it follows the event log of the database, which all servers write, so that
 * each server knows them without a query when a page asks. Pages whose last change is oldest are evicted first.
 */
export class PageChanges {
  readonly #app: App
  readonly #pages = new Map<number, Happened[]>()
  /** Events up to these may be missing from memory: of all pages, or of those whose list is cut. */
  #floor = 0
  readonly #floors = new Map<number, number>()
  #position = 0
  #newestAt = 0
  #settings = { event: 0, at: 0 }
  #follower: LogFollower | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Reads the last events, and follows the log from there. */
  async start(): Promise<void> {
    const newest = await newestEventId(this.#app.database.read)
    this.#floor = this.#position = Math.max(0, newest - READ_AT_START)
    this.#follower = new LogFollower(
      this.#app.database,
      () => this.#read(),
      error => this.#app.log.warn({ err: error }, 'events for live updates could not be read; trying again'),
    )
    this.#follower.wake()
    await this.#follower.current()
  }

  /** Ends following, before the database is closed. */
  async stop(): Promise<void> {
    await this.#follower?.stop()
  }

  /** The last event that is in memory. */
  get position(): number {
    return this.#position
  }

  /** Time of the last event in memory. */
  get time(): number {
    return this.#newestAt
  }

  /** Whether a setting of the wiki was changed since, such as whether it is read-only. */
  settingsChanged({ event, time }: Known): boolean {
    return event === undefined ? this.#settings.at > (time ?? Infinity) : this.#settings.event > event
  }

  /** Resolves when the events are in memory that this process knew of. */
  async current(): Promise<void> {
    await this.#follower?.current()
  }

  /** Events of a page since then. */
  since(pageId: number, { event, time }: Known): Since {
    const happened = this.#pages.get(pageId) ?? []
    const floor = Math.max(this.#floor, this.#floors.get(pageId) ?? 0)
    if (event !== undefined) {
      if (event < floor) return 'unknown'
      return { happened: happened.filter(each => each.event > event), event: this.#position }
    }
    return { happened: happened.filter(each => each.at > (time ?? Infinity)), event: this.#position }
  }

  async #read(): Promise<boolean> {
    const events = await this.#app.events.after(this.#position)
    await this.#remember(events)
    return events.length === EVENTS_AT_ONCE
  }

  async #remember(events: readonly WikiEvent[]): Promise<void> {
    const unplaced = events.flatMap(each => (pageOfEvent(each) === 'lookUp' ? [each.contentId ?? 0] : []))
    const pages = await pagesOf(this.#app.database, unplaced)
    for (const event of events) {
      const place = pageOfEvent(event)
      const page = place === 'lookUp' ? pages.get(event.contentId ?? 0) : place
      const happened = page === undefined ? undefined : happenedIn(event)
      if (page !== undefined && happened) this.#add(page, happened)
      if (event.kind === 'setting.changed') this.#settings = { event: event.id, at: event.at }
      this.#position = event.id
      this.#newestAt = Math.max(this.#newestAt, event.at)
    }
  }

  #add(page: number, happened: Happened): void {
    const known = this.#pages.get(page) ?? []
    // Last changed last: a map is in the order of insertion.
    this.#pages.delete(page)
    this.#pages.set(page, [...known, happened].slice(-MOST_OF_A_PAGE))
    const cut = known.length === MOST_OF_A_PAGE ? known[0] : undefined
    if (cut) this.#floors.set(page, cut.event)
    if (this.#pages.size <= MOST_PAGES) return
    const [oldest, gone] = this.#pages.entries().next().value ?? []
    if (oldest === undefined) return
    this.#pages.delete(oldest)
    this.#floors.delete(oldest)
    this.#floor = Math.max(this.#floor, gone?.at(-1)?.event ?? 0)
  }
}

/** This process's memory of what changed; one for each wiki. */
export function pageChanges(app: App): PageChanges {
  return app.own(create)
}

function create(app: App): PageChanges {
  return new PageChanges(app)
}
