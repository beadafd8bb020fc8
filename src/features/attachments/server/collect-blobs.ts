import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import {
  blobColumns,
  deleteThumbnails,
  doomBlobs,
  doomedBlobs,
  namedBlobs,
  takeDoomed,
  type BlobColumn,
} from './blobs-store.ts'

/** A blob younger than this may belong to an upload whose rows are still to come. */
export const GRACE_MS = 24 * 60 * 60 * 1000
/** Between finding that no row names a blob and removing it. No transaction lasts that long. */
export const DOOM_MS = 2 * 60 * 60 * 1000
const BATCH = 500

export interface Collected {
  /** Blobs that no row names, to be removed by a later run. */
  doomed: number
  removed: number
}

/**
 * Removes blobs that no row names any more, in two steps, so that one whose bytes are uploaded again meanwhile stays:
 * a run marks what is old and unnamed, a later run looks again under a lock and removes. An upload of the same bytes
 * takes the mark away ({@link spareBlob}) and waits for that lock.
 *
 * A column that names a blob is called `sha256` or ends with `_sha256`: all of them in all tables count.
 */
export async function collectBlobs(app: App, now = Date.now()): Promise<Collected> {
  const columns = await blobColumns(app)
  return { removed: await removeDoomed(app, columns, now), doomed: await doomUnnamed(app, columns, now) }
}

/**
 * Makes sure, in the transaction that names a blob, that the collector leaves it alone: called by `claimBlob`.
 * @throws HttpError 503 when the collector was faster; the client uploads again
 */
export async function spareBlob(tx: WriteTransaction, app: App, sha256: string): Promise<void> {
  await takeDoomed(tx, sha256)
  if (!(await app.blobs.has(sha256))) {
    throw new HttpError(503, 'The file was cleared away before it was attached; upload it again', {
      headers: { 'retry-after': '1' },
    })
  }
}

async function removeDoomed(app: App, columns: readonly BlobColumn[], now: number): Promise<number> {
  let removed = 0
  let after = ''
  for (;;) {
    const rows = await doomedBlobs(app, now - DOOM_MS, after, BATCH)
    for (const blob of rows) removed += await removeOne(app, columns, blob)
    if (rows.length < BATCH) return removed
    after = rows.at(-1) ?? after
  }
}

/** The file goes inside the transaction: an upload that claims it waits, and then sees that it is gone. */
async function removeOne(app: App, columns: readonly BlobColumn[], blob: string): Promise<number> {
  return app.database.transaction(
    async tx => {
      if (!(await takeDoomed(tx, blob))) return 0
      // Thumbnails of what goes go with it; their own blobs are unnamed at the next run.
      if ((await namedBlobs(tx.db, columns, [blob])).size > 0) return 0
      await deleteThumbnails(tx, blob)
      await app.blobs.remove(blob)
      return 1
    },
    { invalidates: false },
  )
}

async function doomUnnamed(app: App, columns: readonly BlobColumn[], now: number): Promise<number> {
  let doomed = 0
  let batch: string[] = []
  const flush = async () => {
    if (batch.length === 0) return
    const used = await namedBlobs(app.database.read, columns, batch)
    const unnamed = batch.filter(blob => !used.has(blob))
    batch = []
    if (unnamed.length === 0) return
    doomed += await app.database.transaction(tx => doomBlobs(tx, unnamed, now), { invalidates: false })
  }
  for await (const { sha256, modifiedAt } of app.blobs.list()) {
    if (modifiedAt > now - GRACE_MS) continue
    batch.push(sha256)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return doomed
}
