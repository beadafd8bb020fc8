import type { Context } from '#platform/server/context.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { changesOf, contentById, type ContentRow } from '#features/content-core/server/read.ts'
import {
  addVersion as addContentVersion,
  dropRendersLinkingTo,
  dropRendersUsing,
  insertContent,
  lockContent,
} from '#features/content-core/server/write.ts'
import { FILE_NAME_TAKEN } from '../../shared.ts'
import { attachmentByName, insertFileVersion } from '../store.ts'
import { columnsOf, type NewFile } from '../upload/new-files.ts'

/** Handling of a file whose name is taken on the page. */
export type WhenTaken = 'refuse' | 'new-version'

/**
 * Attaches files to a page in one transaction. The caller has asked `requireTarget`; what it wants to be sure of while
 * no other file of the page changes, `check` looks at: raising an error there attaches nothing.
 * @returns the attachments in the order of the files
 * @throws HttpError 400 when a name is taken and `whenTaken` refuses, 404 when the page went away meanwhile
 */
export async function attachFiles(
  ctx: Context,
  containerId: number,
  files: readonly NewFile[],
  whenTaken: WhenTaken,
  check?: (tx: WriteTransaction) => Promise<void>,
): Promise<ContentRow[]> {
  return ctx.app.database.transaction(tx => attachFilesIn(tx, ctx, containerId, files, whenTaken, check))
}

/** {@link attachFiles} in a transaction of the caller, which may change more with it. */
export async function attachFilesIn(
  tx: WriteTransaction,
  ctx: Context,
  containerId: number,
  files: readonly NewFile[],
  whenTaken: WhenTaken,
  check?: (tx: WriteTransaction) => Promise<void>,
): Promise<ContentRow[]> {
  const container = await lockContainer(tx, containerId)
  await check?.(tx)
  const ids: number[] = []
  for (const file of files) {
    const existing = await attachmentByName(tx.db, container.id, file.title)
    if (existing && whenTaken === 'refuse') throw nameTaken(file.title)
    ids.push((existing ? await addVersion(tx, ctx, existing, file) : await insert(tx, ctx, container, file)).id)
  }
  await dropRendersShowingFilesOf(tx, container)
  const rows = await Promise.all(ids.map(id => contentById(tx.db, id)))
  return rows.filter(row => row !== undefined)
}

/**
 * Adds a version to an attachment. The caller has asked for `update`.
 * @throws HttpError 404 when it went away meanwhile
 */
export async function replaceData(ctx: Context, row: ContentRow, file: NewFile): Promise<ContentRow> {
  return ctx.app.database.transaction(async tx => {
    const container = await lockContainer(tx, row.container_id ?? 0)
    const current = await lockContent(tx, row.id)
    if (!current || current.status === 'trashed' || current.container_id !== container.id)
      throw noContent(`att${row.id}`)
    const updated = await addVersion(tx, ctx, current, file)
    await dropRendersShowingFilesOf(tx, container)
    return updated
  })
}

/** The page that files change on, held so that two uploads of one name come one after the other. */
export async function lockContainer(tx: WriteTransaction, id: number): Promise<ContentRow> {
  const container = await lockContent(tx, id)
  if (!container || container.status === 'trashed') throw noContent(id)
  return container
}

/**
 * Drops stored HTML of all that may show files of the page: itself, what names it by id, and what names it by title.
 */
export async function dropRendersShowingFilesOf(tx: WriteTransaction, container: ContentRow): Promise<void> {
  await dropRendersUsing(tx, container.id)
  await dropRendersLinkingTo(tx, container.space_id, container.title_key)
}

/** The refusal of a file whose name the page already has. */
export function nameTaken(title: string) {
  return badRequest(FILE_NAME_TAKEN, { values: { name: title } })
}

/** `attachment.created` …: events for subscribers. Files of a draft have none until it is published. */
export function announce(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  what: string,
  data: Record<string, unknown> = {},
): void {
  if (row.status === 'draft') return
  tx.append({
    kind: `attachment.${what}`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: { containerId: row.container_id, ...data },
    ...(isOfItsPage(what, data) && { changes: changesOf(row) }),
  })
}

/** Whether a change of a file is one of its page alone: where it has another name or page, other texts are rewritten. */
function isOfItsPage(what: string, { fromTitle }: Record<string, unknown>): boolean {
  return what === 'created' || (what === 'updated' && fromTitle === undefined)
}

/** Inserts an attachment with its first version. It is a draft as long as its page is one. */
export async function insert(
  tx: WriteTransaction,
  ctx: Context,
  container: ContentRow,
  file: NewFile,
): Promise<ContentRow> {
  await claimBlob(tx, ctx.app, file.blob.sha256)
  const row = await insertContent(tx, {
    type: 'attachment',
    status: container.status === 'draft' ? 'draft' : 'current',
    spaceId: container.space_id,
    parentId: null,
    containerId: container.id,
    title: file.title,
    position: '',
    guardId: container.guard_id,
    postingDay: null,
    authorId: ctx.viewer.userId,
    storage: '',
    message: file.comment,
    minor: file.minor,
  })
  const first = { content_id: row.id, number: 1, author_id: ctx.viewer.userId, at: row.created_at }
  await insertFileVersion(tx, first, columnsOf(file))
  announce(tx, ctx, row, 'created', { version: 1, minor: file.minor })
  return row
}

async function addVersion(tx: WriteTransaction, ctx: Context, row: ContentRow, file: NewFile): Promise<ContentRow> {
  await claimBlob(tx, ctx.app, file.blob.sha256)
  const number = row.version + 1
  // Two changes within a millisecond must differ in the address of the file.
  const at = Math.max(Date.now(), row.updated_at + 1)
  const author_id = ctx.viewer.userId
  const updated = await addContentVersion(tx, row, {
    number,
    authorId: author_id,
    at,
    message: file.comment,
    minor: file.minor,
    storage: '',
  })
  await insertFileVersion(tx, { content_id: row.id, number, author_id, at }, columnsOf(file))
  announce(tx, ctx, updated, 'updated', { version: number, minor: file.minor })
  return updated
}
