import type { App } from '#platform/server/app.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { threadIds } from '#features/comments/server/index.ts'
import { isInTexts } from '#features/content-core/server/read.ts'
import { lockContent, removeForGood } from '#features/content-core/server/write.ts'
import { isInStates } from '#features/live-editing/server/index.ts'
import { draftRootsUntouchedSince } from './store.ts'

/** Time for which a comment is kept whose words are in no text: as long as editors on their devices keep a text. */
const KEEP_MS = 30 * 24 * 3_600_000
const BATCH = 100

/**
 * Removes comments on text that was never published and is gone: their marker is in no draft, and the history of the
 * draft cannot bring it back.
 */
export async function removeLostDrafts(app: App, now = Date.now()): Promise<void> {
  const before = now - KEEP_MS
  let last = 0
  for (;;) {
    const roots = await draftRootsUntouchedSince(app.database.read, before, last, BATCH)
    for (const root of roots) {
      const pageId = root.container_id ?? 0
      const ref = root.marker_ref ?? ''
      if (await isMarked(app.database.read, pageId, ref)) continue
      await app.database.transaction(async tx => {
        // An editor may have brought the marker back, or published it.
        await lockContent(tx, pageId)
        const held = await lockContent(tx, root.id)
        if (held?.status !== 'draft' || (await isMarked(tx.db, pageId, ref))) return
        const ids = await threadIds({ read: tx.db, dialect: tx.dialect }, pageId, [root], Number.MAX_SAFE_INTEGER)
        // Answers first: each is gone before the comment that it answers.
        await removeForGood(tx, app, ids.toReversed(), { actorId: null })
      })
    }
    last = roots.at(-1)?.id ?? last
    if (roots.length < BATCH) return
  }
}

const isMarked = async (db: Queries, pageId: number, ref: string): Promise<boolean> =>
  (await isInTexts(db, pageId, ref)) || isInStates(db, pageId, ref)
