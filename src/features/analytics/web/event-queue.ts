import type { PublishedEvent } from '../contract.ts'
import { MOST_EVENTS } from '../shared.ts'
import { type AnalyticsEvent, cleanEvent } from './clean-event.ts'
import { acquireLock, releaseLock, type Store } from './lock.ts'

/** Name in the browser's storage of events that were taken from memory and not yet published. */
export const STORED_EVENTS = 'oxbow-analytics.events'
const FIRST_FLUSH_MS = 500
const INITIAL_WAIT_MS = 5_000
const MAX_WAIT_MS = 5 * 60_000

interface Surroundings {
  store: Store
  /** Name of this tab. */
  owner: string
  /** Sends events. @throws when they did not arrive */
  publish: (events: PublishedEvent[]) => Promise<void>
  warn: (message: string) => void
}

/**
 * Events of use, gathered in memory. A flush moves them to the browser's storage and publishes all that is there, from
 * other tabs too, while no other tab does. After a failure they stay there and the wait doubles.
 */
export class EventQueue {
  readonly #around: Surroundings
  #waiting: AnalyticsEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait = INITIAL_WAIT_MS
  #hasFlushed = false
  #isFlushing = false

  constructor(surroundings: Surroundings) {
    this.#around = surroundings
  }

  /** Takes an event with its time; see {@link cleanEvent}. */
  push(event: { name?: unknown; properties?: unknown; time: number }): void {
    const cleaned = cleanEvent(event, this.#around.warn)
    if (!cleaned) return
    this.#waiting.push(cleaned)
    if (this.#isFlushing || this.#timer !== undefined) return
    this.#timer = this.#later(this.#hasFlushed ? INITIAL_WAIT_MS : FIRST_FLUSH_MS)
  }

  /** Takes out what is in memory, for a page that is left, and lets the next page publish what is in the storage. */
  leave(): PublishedEvent[] {
    releaseLock(this.#around.store, this.#around.owner)
    return this.#waiting.splice(0).map(wireOf)
  }

  #later(delay: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => void this.#flush(), delay)
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    this.#isFlushing = true
    this.#hasFlushed = true
    const isDone = await this.#publishAll().catch(() => false)
    this.#isFlushing = false
    if (!isDone) {
      this.#timer = this.#later(this.#wait)
      this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MS)
      return
    }
    this.#wait = INITIAL_WAIT_MS
    if (this.#waiting.length > 0) this.#timer = this.#later(INITIAL_WAIT_MS)
  }

  /** @returns false when the events are still there */
  async #publishAll(): Promise<boolean> {
    const { store, owner, publish } = this.#around
    const release = await acquireLock(store, owner)
    if (!release) return false
    try {
      const events = [...storedEvents(store), ...this.#waiting].slice(-MOST_EVENTS)
      if (events.length === 0) return true
      store.setItem(STORED_EVENTS, JSON.stringify(events))
      this.#waiting = []
      await publish(events.map(wireOf))
      store.removeItem(STORED_EVENTS)
      return true
    } finally {
      release()
    }
  }
}

function wireOf({ time, ...event }: AnalyticsEvent): PublishedEvent {
  return { ...event, timeDelta: time - Date.now() }
}

function storedEvents(store: Store): AnalyticsEvent[] {
  try {
    const events: unknown = JSON.parse(store.getItem(STORED_EVENTS) ?? '[]')
    return Array.isArray(events) ? (events as AnalyticsEvent[]) : []
  } catch {
    return []
  }
}
