import { setTimeout } from 'node:timers/promises'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { INVALIDATION } from '#platform/server/events/events.ts'
import type { JobKind } from '#platform/server/jobs.ts'
import { engineOf } from '../store/engine/index.ts'
import { ENTITIES, type SearchEntity } from '../tables.ts'
import { indexEntities } from './documents.ts'
import { countAll, idsAfter, lockIndex, rebuildState, storeState } from './store.ts'

/**
 * Grows when the tokenizer or the form of the index changes: an index of another format is rebuilt at the next start.
 */
export const INDEX_FORMAT = 3
export const REBUILD_JOB = 'search.rebuild'

/** Things indexed in one transaction: short enough that others hardly wait. */
const BATCH = 10

export interface RebuildOptions {
  signal?: AbortSignal
  /** Whether the process has other work: it gets half of the time. */
  isShared?: boolean
  /** Called after each batch with the progress in percent. */
  onProgress?: (percent: number) => Promise<void> | void
}

/**
 * Reads everything again and writes the whole index again, in place: searches keep working and find what they did.
 * Each batch is a transaction that also stores the progress, so that an interrupted rebuild resumes there.
 * @returns how many things were read by this run
 */
export async function rebuildIndex(app: App, options: RebuildOptions = {}): Promise<number> {
  const { database } = app
  const total = await countAll(app.database.read)
  let done = 0
  for (;;) {
    options.signal?.throwIfAborted()
    const began = performance.now()
    // A batch that is lost is indexed again. Cached answers stay: what is found does not change before the end.
    const read = await database.transaction(tx => step(app, tx), { invalidates: false, durable: false })
    if (read === undefined) break
    done += read
    await options.onProgress?.(total === 0 ? 100 : Math.min(99, Math.floor((done / total) * 100)))
    if (options.isShared) await setTimeout(performance.now() - began)
  }
  return done
}

/** Indexes the next batch. @returns how many things it read, or undefined when the rebuild is complete */
async function step(app: App, tx: WriteTransaction): Promise<number | undefined> {
  await lockIndex(tx)
  const state = await rebuildState(tx.db)
  const entity = ENTITIES.find(known => known === state.phase) ?? ENTITIES[0]
  const after = state.phase === null ? 0 : state.after_id
  const ids = await idsAfter(tx.db, entity, after, BATCH)
  await indexEntities(app, tx, entity, ids)
  const last = ids.at(-1)
  if (last !== undefined) {
    await storeState(tx, { phase: entity, after_id: last })
    return ids.length
  }
  const next = nextOf(entity)
  if (next) {
    await storeState(tx, { phase: next, after_id: 0 })
    return 0
  }
  await engineOf(tx.engine).optimise(tx.db)
  await storeState(tx, { phase: null, after_id: 0, format: INDEX_FORMAT })
  tx.append({ kind: INVALIDATION, actorId: null })
  return undefined
}

const nextOf = (entity: SearchEntity): SearchEntity | undefined => ENTITIES[ENTITIES.indexOf(entity) + 1]

export const rebuildJob: JobKind = {
  kind: REBUILD_JOB,
  class: 'upkeep',
  async run({ app, signal, progress }) {
    await rebuildIndex(app, { signal, isShared: true, onProgress: percent => progress(percent) })
  },
}

/**
 * Queues a rebuild when the index was built in another format, or never. A wiki without content has nothing to rebuild:
 * the event log brings everything.
 */
export async function startRebuildIfDue(app: App): Promise<void> {
  const { read } = app.database
  const state = await rebuildState(read)
  if (state.format === INDEX_FORMAT) return
  const [any] = await idsAfter(read, 'content', 0, 1)
  await app.database.transaction(async tx => {
    if (any === undefined) return storeState(tx, { phase: null, after_id: 0, format: INDEX_FORMAT })
    await app.jobs.enqueue({ kind: REBUILD_JOB, title: 'Building the search index', ownerId: null }, tx)
  })
}
