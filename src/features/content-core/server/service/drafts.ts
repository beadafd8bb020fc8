import { createHash } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { INVALIDATION } from '#platform/server/events/events.ts'
import { badRequest, conflict, forbidden, noContent } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { draftSources } from '../extension-points.ts'
import { readBody } from '../model/body.ts'
import { requireContentFor } from '../policies.ts'
import { changesOf, lockContent, versionOf, type ContentRow } from '../store.ts'
import { editDraft } from '../store/drafts.ts'
import { dropEdit, keepEdit, overwriteDraft } from '../writer.ts'

/** Longest title that a draft keeps; publishing checks the real limit. */
const MAX_DRAFT_TITLE = 1000

/** The user's unpublished change of a page. */
export interface Draft extends DraftText {
  contentId: string
  /** Published version; greater than `baseVersion` after a concurrent publish. */
  currentVersion: number
  updatedAt: string
  /** Identifies the stored text, title and base. */
  revision: string
}

/** The content of a draft: the text, its title, and the version that it was begun on (0 if nothing was published). */
interface DraftText {
  title: string
  storage: string
  baseVersion: number
}

/** The user's unpublished changes of a page; null when nothing. A draft page is its own draft. */
export async function readDraft(ctx: Context, id: number): Promise<Draft | null> {
  const row = await requireContentFor(ctx, id, 'update')
  await bringUpToDate(ctx, id)
  const stored = await readStoredDraft(ctx, ctx.app.database.read, row)
  return stored ? draftView(row, stored, stored.at) : null
}

async function bringUpToDate(ctx: Context, id: number): Promise<void> {
  for (const source of ctx.app.extensions.all(draftSources)) await source.bringUpToDate(ctx.app, id)
}

/** The user's draft of a page or post as it is stored. */
export async function readStoredDraft(
  ctx: Context,
  db: Queries,
  row: ContentRow,
): Promise<(DraftText & { at: number }) | undefined> {
  if (row.status === 'draft') {
    const version = await versionOf(db, row.id, row.version)
    return { title: row.title, storage: version?.storage ?? '', baseVersion: 0, at: row.updated_at }
  }
  const found = await editDraft(db, row.id, userOf(ctx))
  return found && { title: found.title, storage: found.storage, baseVersion: found.base_version, at: found.updated_at }
}

function draftView(row: ContentRow, draft: DraftText, at: number): Draft {
  return {
    contentId: String(row.id),
    title: draft.title,
    storage: draft.storage,
    baseVersion: draft.baseVersion,
    currentVersion: row.status === 'draft' ? 0 : row.version,
    updatedAt: isoTime(at),
    revision: revisionOf(draft),
  }
}

/** The same for the same draft, so that a write that is sent again is no conflict with itself. */
function revisionOf({ title, storage, baseVersion }: DraftText): string {
  return createHash('sha256')
    .update(JSON.stringify([title, storage, baseVersion]))
    .digest('hex')
}

/**
 * Keeps what the user has typed. Durable when it resolves, so that the editor may say "Saved".
 * @throws HttpError 400 when the text is not well formed, 403, 404, 409 when another draft is stored than `basedOn`
 * says
 */
export async function writeDraft(
  ctx: Context,
  id: number,
  input: DraftText & { basedOn?: string | undefined },
): Promise<Draft> {
  await requireContentFor(ctx, id, 'update')
  await bringUpToDate(ctx, id)
  const { storage } = await readBody(ctx.app, { value: input.storage, representation: 'storage' })
  const title = input.title.slice(0, MAX_DRAFT_TITLE)
  const at = Date.now()
  return ctx.app.database.transaction(async tx => {
    // Held until the end: of two windows that write at once, one gets a conflict.
    const row = await lockContent(tx, id)
    if (!row) throw noContent(id)
    if (row.status !== 'draft' && input.baseVersion === 0 && input.basedOn !== undefined) {
      throw conflict('the page was published since; read it, then write on top of its version', {
        field: 'baseVersion',
      })
    }
    if (row.status !== 'draft' && (input.baseVersion < 1 || input.baseVersion > row.version)) {
      throw badRequest('must be 1 to {{version}}', {
        field: 'baseVersion',
        values: { version: row.version },
        forPrograms: true,
      })
    }
    const next = { title, storage, baseVersion: row.status === 'draft' ? 0 : input.baseVersion }
    if (input.basedOn !== undefined) refuseOther(await readStoredDraft(ctx, tx.db, row), next, input.basedOn)
    if (row.status === 'draft') await overwriteDraft(tx, row, { title, storage, at })
    else await keepEdit(tx, row.id, userOf(ctx), { ...next, at })
    tx.append({ kind: INVALIDATION, actorId: null, changes: changesOf(row) })
    return draftView(row, next, at)
  })
}

/** @throws HttpError 409 when the stored draft is neither what the writer continues nor what they write */
function refuseOther(stored: DraftText | undefined, next: DraftText, basedOn: string): void {
  if (!stored) return
  const revision = revisionOf(stored)
  if (revision === basedOn || revision === revisionOf(next)) return
  throw conflict(
    'the draft was changed in another window or on another device since; read it, then write on top of its revision',
    {
      field: 'basedOn',
    },
  )
}

/**
 * Discards an unpublished change. A draft that was never published goes by `DELETE /rest/api/content/:id?status=draft`.
 */
export async function dropDraft(ctx: Context, id: number): Promise<void> {
  await requireContentFor(ctx, id, 'update')
  await ctx.app.database.transaction(tx => dropEdit(tx, id, userOf(ctx)))
  for (const source of ctx.app.extensions.all(draftSources)) await source.dropped(ctx, id)
}

function userOf(ctx: Context): number {
  if (ctx.viewer.userId === null) throw forbidden('Sign in to keep drafts')
  return ctx.viewer.userId
}
