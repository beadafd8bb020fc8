import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { draftSources } from '../extension-points.ts'
import { requireContentFor } from '../policies.ts'
import { lockEmptyDrafts } from '../store/drafts.ts'
import { removeForGood } from './lifecycle.ts'

/** Rows that are removed in one transaction. */
const BATCH = 200

/**
 * Removes a draft for good if nothing was ever written in it; otherwise leaves it as it is.
 * @throws HttpError 403, 404
 */
export async function dropEmptyDraft(ctx: Context, id: number): Promise<void> {
  await requireContentFor(ctx, id, 'delete')
  // Another window may have written in it.
  for (const source of ctx.app.extensions.all(draftSources)) await source.bringUpToDate(ctx.app, id)
  await removeEmpty(ctx.app, { id, actorId: ctx.viewer.userId })
}

/** Removes the empty drafts unchanged since then (epoch milliseconds): their windows are long closed. */
export async function removeEmptyDrafts(app: App, untouchedSince: number): Promise<void> {
  while ((await removeEmpty(app, { untouchedSince, actorId: null })) === BATCH);
}

async function removeEmpty(
  app: App,
  { id, untouchedSince, actorId }: { id?: number; untouchedSince?: number; actorId: number | null },
): Promise<number> {
  return app.database.transaction(async tx => {
    const ids = await lockEmptyDrafts(tx, { id, untouchedSince }, BATCH)
    if (ids.length > 0) await removeForGood(tx, app, ids, { actorId })
    return ids.length
  })
}
