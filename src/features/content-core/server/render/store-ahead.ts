import { randomUUID } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { RenderMode } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { BackgroundWork } from '#platform/server/background-work.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { RunPiece } from '#platform/server/http/request-priority.ts'
import { unlessOutOfSpace } from '#platform/server/no-space.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { contentsById, storageAt, storageOfRows, type ContentRow } from '../store.ts'
import type { ContentRenderTable } from '../tables.ts'
import { pageOf, renderStorage } from './render.ts'
import { markRenders, storeRenders, takeMarked } from '../writer/renders.ts'
import { stateOf, storableHtml, storedHtml } from './stored.ts'

/** A rendering that readers will ask for. */
export interface WantedRendering {
  id: number
  mode: RenderMode
  locale: string
  /** Names of users are links. */
  mayViewUsers: boolean
  /** Its text has just been stored, which has dropped the HTML of the one before. */
  isPublished?: boolean
}

/** So many are rendered and stored together. */
const AT_ONCE = 20
/** How often one is tried while others change what it shows; then it is left to its next reader. */
const ATTEMPTS = 5
const PAUSE_MS = 20

/** Lets requests begin after each piece. */
const briefly: RunPiece = async work => {
  const result = await work()
  await setImmediate()
  return result
}

/**
 * Renders contents and stores their HTML, as far as it holds for more than one reader and is not stored yet.
 * @param run runs the pieces, a rendering or a transaction, one after the other
 */
export async function storeRenderings(app: App, all: readonly WantedRendering[], run?: RunPiece): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    let left = all.slice(from, from + AT_ONCE)
    for (let attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt++) {
      if (attempt > 1) await setTimeout(PAUSE_MS * attempt)
      // By the next attempt it may be gone, or another process may have stored it.
      left = (await storeTogether(app, left, run)).map(({ isPublished: _, ...wanted }) => wanted)
    }
  }
}

/** @returns those of which nothing is stored, since their content has changed meanwhile or is about to */
async function storeTogether(
  app: App,
  batch: readonly WantedRendering[],
  run: RunPiece | undefined,
): Promise<WantedRendering[]> {
  const { database } = app
  const piece = run ?? briefly
  const wanted = await piece(() => notStored(app, batch))
  if (wanted.length === 0) return []
  const ids = [...new Set(wanted.map(({ id }) => id))]
  const mark = `making:${randomUUID()}`
  const marked = await piece(() =>
    database.transaction(tx => markRenders(tx, ids, mark), { invalidates: false, durable: false }),
  )
  if (marked.size === 0) return wanted
  const made = await renderMarked(app, wanted, marked, run)
  const taken = await piece(() =>
    database.transaction(tx => storeUnchanged(tx, made, { marked, mark }), { invalidates: false, durable: false }),
  )
  return wanted.filter(({ id }) => !taken.has(id))
}

/** @returns ids of the marked contents that nothing has changed since; only of those the HTML is stored */
async function storeUnchanged(
  tx: WriteTransaction,
  made: readonly ContentRenderTable[],
  { marked, mark }: { marked: ReadonlySet<number>; mark: string },
): Promise<Set<number>> {
  const unchanged = await takeMarked(tx, [...marked], mark)
  await storeRenders(
    tx,
    made.filter(({ content_id }) => unchanged.has(content_id)),
  )
  return unchanged
}

/** HTML of those that are marked, as far as it holds for other readers. */
async function renderMarked(
  app: App,
  wanted: readonly WantedRendering[],
  marked: ReadonlySet<number>,
  run: RunPiece | undefined,
): Promise<ContentRenderTable[]> {
  const rows = await rowsOf(app, [...marked])
  const texts = await storageOfRows(app, [...rows.values()])
  const making: Promise<ContentRenderTable | undefined>[] = []
  for (const one of wanted) {
    const row = rows.get(one.id)
    if (!row) continue
    const render = () => renderNow(app, row, one, texts.get(row.id))
    const made = run ? run(render) : render()
    making.push(made)
    made.catch(() => {})
    // Not one after the other unless told so: code of several pages is highlighted together.
    await (run ? made : setImmediate())
  }
  const made = (await Promise.all(making)).filter(render => render !== undefined)
  return [...new Map(made.map(render => [`${render.content_id} ${render.mode}`, render])).values()]
}

async function notStored(app: App, batch: readonly WantedRendering[]): Promise<WantedRendering[]> {
  const rows = await rowsOf(
    app,
    batch.flatMap(({ id, isPublished }) => (isPublished ? [] : id)),
  )
  const missing = batch.filter(({ isPublished }) => isPublished)
  for (const wanted of batch) {
    const row = wanted.isPublished ? undefined : rows.get(wanted.id)
    if (!row) continue
    const ctx = contextOf(app, wanted)
    const stored = await storedHtml(ctx, row, wanted.mode)
    if (!stored || (await stateOf(ctx, row, stored)) === 'stale') missing.push(wanted)
  }
  return missing
}

async function rowsOf(app: App, ids: readonly number[]): Promise<Map<number, ContentRow>> {
  const rows = await contentsById(app.systemContext(), ids)
  return new Map(rows.filter(row => row.status === 'current').map(row => [row.id, row]))
}

/** @returns undefined if it holds for one reader alone */
async function renderNow(
  app: App,
  row: ContentRow,
  wanted: WantedRendering,
  text: string | undefined,
): Promise<ContentRenderTable | undefined> {
  const spaceKey = (await spacesById(app, [row.space_id])).get(row.space_id)?.key ?? ''
  const storage = text ?? (await storageAt(app, row.id, row.version))
  const ctx = contextOf(app, wanted)
  const { html, validity } = await renderStorage(ctx, storage, pageOf(row, spaceKey), wanted.mode, row.space_id)
  return validity && storableHtml(ctx, row, wanted.mode, { html, validity })
}

/** Sees everything, so that what not all readers see makes a rendering one that is not stored. */
function contextOf(app: App, { locale, mayViewUsers }: WantedRendering): Context {
  const system = app.systemContext()
  return { ...system, locale, viewer: { ...system.viewer, mayViewUsers } }
}

/** Texts that are published together are rendered together, once the search index has followed. */
const DELAY_MS = 200
/** A reader of what is left out asks for it again. */
const MOST_WAITING = 50_000

/**
 * Contents to render and store in the background after they were published, or rendered for a reader because nothing
 * was stored: a reader never waits for a write. The queue is in memory; after a restart the next reader of each asks
 * for it again.
 */
export class RenderQueue implements BackgroundWork {
  readonly #app: App
  #waiting = new Map<string, WantedRendering>()
  #working: Promise<void> | undefined
  /** The batch that is rendered and written now. */
  #batch: Promise<void> | undefined
  #isStopped = false

  constructor(app: App) {
    this.#app = app
  }

  add(wanted: WantedRendering): void {
    if (this.#waiting.size >= MOST_WAITING || this.#isStopped) return
    this.#waiting.set(JSON.stringify(wanted), wanted)
    this.#working ??= this.#work().finally(() => (this.#working = undefined))
  }

  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  async #work(): Promise<void> {
    while (this.#waiting.size > 0 && !this.#isStopped) {
      if (this.#waiting.size < AT_ONCE) await setTimeout(DELAY_MS, undefined, { ref: false })
      const batch = [...this.#waiting].slice(0, AT_ONCE)
      for (const [key] of batch) this.#waiting.delete(key)
      this.#batch = this.#store(batch.map(([, wanted]) => wanted))
      await this.#batch
    }
  }

  async #store(batch: readonly WantedRendering[]): Promise<void> {
    try {
      await unlessOutOfSpace(() => storeRenderings(this.#app, batch))
    } catch (error) {
      this.#app.log.warn({ err: error }, 'renderings could not be stored')
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#batch
  }
}
