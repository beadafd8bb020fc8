import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { parseStorage } from '../model/body.ts'
import { titleKey } from '../model/titles.ts'
import { requireContentFor } from '../policies.ts'
import { versionOf, type ContentRow } from '../store.ts'

/** Longest title that a draft keeps; publishing checks the real limit. */
const MAX_DRAFT_TITLE = 1000

export interface DraftView {
  contentId: string
  title: string
  storage: string
  baseVersion: number
  currentVersion: number
  updatedAt: string
}

/** What the user has typed on a page and not published; null when nothing. A draft page is its own draft. */
export async function readDraft(ctx: Context, id: number): Promise<DraftView | null> {
  const row = await requireContentFor(ctx, id, 'update')
  if (row.status === 'draft') return ownDraft(ctx, row)
  const found = await ctx.app.database.read.selectFrom('edit_draft').selectAll()
    .where('content_id', '=', id).where('account_id', '=', userOf(ctx)).executeTakeFirst()
  return found ? {
    contentId: String(id), title: found.title, storage: found.storage, baseVersion: found.base_version,
    currentVersion: row.version, updatedAt: isoTime(found.updated_at),
  } : null
}

async function ownDraft(ctx: Context, row: ContentRow): Promise<DraftView> {
  const version = await versionOf(ctx.app.database.read, row.id, row.version)
  return {
    contentId: String(row.id), title: row.title, storage: version?.storage ?? '', baseVersion: 0, currentVersion: 0,
    updatedAt: isoTime(row.updated_at),
  }
}

/**
 * Keeps what the user has typed. Durable when it resolves, so that the editor may say "Saved".
 * @throws HttpError 400 when the text is not well formed, 403, 404
 */
export async function writeDraft(
  ctx: Context, id: number, input: { title: string; storage: string; baseVersion: number },
): Promise<DraftView> {
  const row = await requireContentFor(ctx, id, 'update')
  const { storage } = parseStorage(input.storage)
  const title = input.title.slice(0, MAX_DRAFT_TITLE)
  const at = Date.now()
  await ctx.app.database.transaction(async tx => {
    if (row.status === 'draft') {
      await tx.db.updateTable('content_version').set({ storage, title, at }).where('content_id', '=', id)
        .where('number', '=', row.version).execute()
      await tx.db.updateTable('content').set({ title, title_key: titleKey(title), updated_at: at }).where('id', '=', id).execute()
      return
    }
    if (input.baseVersion < 1 || input.baseVersion > row.version) throw badRequest(`baseVersion: must be 1 to ${row.version}`)
    const values = { base_version: input.baseVersion, title, storage, updated_at: at }
    await tx.db.insertInto('edit_draft').values({ content_id: id, account_id: userOf(ctx), ...values })
      .onConflict(c => c.columns(['content_id', 'account_id']).doUpdateSet(values)).execute()
  })
  return {
    contentId: String(id), title, storage, baseVersion: row.status === 'draft' ? 0 : input.baseVersion,
    currentVersion: row.status === 'draft' ? 0 : row.version, updatedAt: isoTime(at),
  }
}

/** Forgets an unpublished change. A draft that was never published goes by `DELETE /rest/api/content/:id?status=draft`. */
export async function dropDraft(ctx: Context, id: number): Promise<void> {
  await requireContentFor(ctx, id, 'update')
  await ctx.app.database.transaction(async tx => {
    await tx.db.deleteFrom('edit_draft').where('content_id', '=', id).where('account_id', '=', userOf(ctx)).execute()
  })
}

function userOf(ctx: Context): number {
  if (ctx.viewer.userId === null) throw forbidden('Sign in to keep drafts')
  return ctx.viewer.userId
}
