import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { EMBED_TARGETS } from '../shared.ts'
import { addUses } from './store.ts'

/** More links than that at a time are not counted: the database does not keep up. */
const MOST_WAITING = 20_000

const SOURCES: ReadonlySet<string> = new Set(EMBED_TARGETS.map(({ id }) => id))

interface Waiting {
  linkId: number
  source: string
  uses: number
  lastUsedAt: number
}

/** Uses of links, gathered in memory and written together. Users of links are not recorded. */
export class LinkUses {
  readonly #app: App
  #waiting = new Map<string, Waiting>()

  constructor(app: App) {
    this.#app = app
  }

  /** @param source the `utm_source` of the address; only those of the dialog are counted by name */
  note(linkId: number, source = ''): void {
    const known = SOURCES.has(source) ? source : ''
    const key = `${linkId} ${known}`
    const waiting = this.#waiting.get(key)
    if (waiting) {
      waiting.uses++
      waiting.lastUsedAt = Date.now()
    } else if (this.#waiting.size < MOST_WAITING) {
      this.#waiting.set(key, { linkId, source: known, uses: 1, lastUsedAt: Date.now() })
    }
    deferredWrites(this.#app).add('embed-uses', () => {
      const gathered = [...this.#waiting.values()]
      this.#waiting.clear()
      return async tx => {
        for (const { linkId: id, ...use } of gathered) await addUses(tx, id, use)
      }
    })
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    return deferredWrites(this.#app).flush()
  }
}

const uses = (app: App): LinkUses => new LinkUses(app)

/** Those of this process, for one wiki. */
export function linkUsesOf(app: App): LinkUses {
  return app.own(uses)
}
