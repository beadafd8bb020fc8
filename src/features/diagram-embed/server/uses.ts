import type { App } from '#platform/server/app.ts'
import { unlessOutOfSpace } from '#platform/server/no-space.ts'
import { EMBED_TARGETS } from '../shared.ts'
import { addUses } from './store.ts'

/** Uses wait for so long, so that reading costs a write in five seconds at most. */
const FLUSH_MS = 5_000
/** More links than that in one interval are not counted: the database does not keep up. */
const MOST_WAITING = 20_000

const SOURCES: ReadonlySet<string> = new Set(EMBED_TARGETS.map(({ id }) => id))

interface Waiting {
  linkId: number
  source: string
  uses: number
  lastUsedAt: number
}

/** Uses of links, gathered in memory and written together. Who used them is not recorded. */
export class LinkUses {
  readonly #app: App
  #waiting = new Map<string, Waiting>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  /** @param source the `utm_source` of the address; only those of the dialog are told apart */
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
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) =>
        this.#app.log.warn({ err: error }, 'uses of embed links could not be written'),
      )
    }, FLUSH_MS).unref()
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        if (waiting.length === 0) return
        await unlessOutOfSpace(() =>
          this.#app.database.transaction(
            async tx => {
              for (const { linkId, ...use } of waiting) await addUses(tx, linkId, use)
            },
            { invalidates: false },
          ),
        )
      })
    return this.#writing
  }
}

const uses = (app: App): LinkUses => new LinkUses(app)

/** Those of this process, for one wiki. */
export function linkUsesOf(app: App): LinkUses {
  return app.own(uses)
}
