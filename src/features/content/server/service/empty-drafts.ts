import { sql, type RawBuilder } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { requireContentFor } from '../policies.ts'
import { removeForGood } from './lifecycle.ts'

/** Rows that are removed in one transaction. */
const BATCH = 200

/**
 * Condition on `content`: a page or post that was begun and has neither title nor text nor files. The editor makes a
 * draft as soon as it opens, so that files have a place; until something is written it is nobody's work.
 */
export function isEmptyDraft(): RawBuilder<boolean> {
  return sql<boolean>`(content.status = 'draft' and content.type in ('page', 'blogpost') and content.title = ''
    and exists (select 1 from content_version where content_version.content_id = content.id
      and content_version.number = content.version and content_version.storage = '')
    and not exists (select 1 from content as held where held.container_id = content.id))`
}

/**
 * Removes a draft for good if nothing was ever written in it; otherwise leaves it as it is.
 * @throws HttpError 403, 404
 */
export async function dropEmptyDraft(ctx: Context, id: number): Promise<void> {
  await requireContentFor(ctx, id, 'delete')
  await removeEmpty(ctx.app, { id, actorId: ctx.viewer.userId })
}

/** Removes the empty drafts that nobody has touched since then (epoch milliseconds): their windows are long closed. */
export async function removeEmptyDrafts(app: App, untouchedSince: number): Promise<void> {
  while ((await removeEmpty(app, { untouchedSince, actorId: null })) === BATCH);
}

async function removeEmpty(
  app: App,
  { id, untouchedSince, actorId }: { id?: number; untouchedSince?: number; actorId: number | null },
): Promise<number> {
  return app.database.transaction(async tx => {
    let found = tx.db
      .selectFrom('content')
      .select('content.id')
      .where('content.status', '=', 'draft')
      .where(isEmptyDraft())
    if (id !== undefined) found = found.where('content.id', '=', id)
    if (untouchedSince !== undefined) found = found.where('content.updated_at', '<', untouchedSince)
    // Whoever writes in one of them at this moment waits, or has written already.
    if (tx.engine === 'postgres') found = found.forUpdate()
    const rows = await found.limit(BATCH).execute()
    if (rows.length > 0)
      await removeForGood(
        tx,
        app,
        rows.map(row => row.id),
        { actorId },
      )
    return rows.length
  })
}
