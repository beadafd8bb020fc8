import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, HttpError, noContent } from '#platform/server/http/errors.ts'
import { existingSpace } from '#features/spaces/server/index.ts'
import { contentWriters } from '../extension-points.ts'
import { keepInherited, refreshGuards } from '../model/guards.ts'
import { checkTitle } from '../titles.ts'
import { checkPlace, placeLast } from '../model/tree.ts'
import { authorise } from '../policies.ts'
import { contentById, findContent, lockContent, versionOf, type ContentRow } from '../store.ts'
import { guardChain } from '../store/guards.ts'
import { isTitleTaken, pagesAwaiting } from '../store/restoring.ts'
import {
  addVersion,
  awaitParent,
  forgetAwaited,
  placeContent,
  renameTrashedFile,
  untrash,
  type Place,
} from '../writer.ts'
import { dropRendersLinkingTo, dropRendersUsing } from '../writer/renders.ts'
import { addFormerTitles } from '../writer/former-titles.ts'
import { event } from '../model/events.ts'
import { refuseDuplicate } from '../model/target.ts'

/** Reasons why content cannot come back from the trash as it was. */
export interface RestoreObstacles {
  /** Another page, post or file has its title now. */
  isTitleTaken: boolean
  parentInTrash: { title: string } | null
}

/** @throws HttpError 403, 404 for content that is not in the trash */
export async function restoreObstacles(ctx: Context, row: ContentRow): Promise<RestoreObstacles> {
  await authorise(ctx, row, 'purge')
  if (row.status !== 'trashed') throw noContent(row.id)
  const { read } = ctx.app.database
  // Visible to everyone who may see the page: restrictions of the parent hold for the page too.
  const parent = row.type === 'page' && row.parent_id !== null ? await findContent(ctx, row.parent_id) : undefined
  return {
    isTitleTaken: await isTitleTaken(read, row),
    parentInTrash: parent?.status === 'trashed' ? { title: parent.title } : null,
  }
}

/**
 * Takes content out of the trash. A page comes back below its former parent. If that is in the trash, it comes to the
 * top of the space with the view restrictions that it inherited, and goes below the parent when that is restored.
 * @param title another title, e.g. because the old one is taken
 * @throws HttpError 400 when the title is taken, 403, 404 when it is not in the trash any more
 */
export async function restoreContent(ctx: Context, known: ContentRow, title?: string): Promise<ContentRow> {
  await authorise(ctx, known, 'purge')
  return ctx.app.database.transaction(async tx => {
    const row = await lockContent(tx, known.id)
    if (row?.status !== 'trashed') throw noContent(known.id)
    const space = await existingSpace(tx.db, row.space_id)
    const wanted = title === undefined || title === row.title ? row.title : titleOf(row, title)
    const isRenamed = wanted !== row.title
    const named = isRenamed ? await renamed(tx, ctx, row, wanted) : row
    if (row.type === 'page' || row.type === 'blogpost') {
      await refuseDuplicate(tx, space, { type: row.type, title: named.title, postingDay: row.posting_day, id: row.id })
    }
    if (row.container_id !== null) {
      const container = await contentById(tx.db, row.container_id)
      if (container?.status === 'trashed')
        throw badRequest('The page that this belongs to is in the trash: restore it first')
    }
    const restored = await putBack(tx, ctx, named)
    if (row.type === 'page') await bringBackAwaiting(tx, ctx, restored, space.home_page_id)
    await dropRendersLinkingTo(tx, row.space_id, restored.title_key)
    await dropRendersUsing(tx, row.container_id ?? row.id)
    if (isRenamed && row.type !== 'attachment') await announceText(tx, ctx, restored)
    tx.append(event(ctx, restored, 'restored'))
    return (await contentById(tx.db, row.id)) ?? restored
  })
}

/** Gives content in the trash another title: a page or post by a new version, a file in place. */
async function renamed(tx: WriteTransaction, ctx: Context, row: ContentRow, title: string): Promise<ContentRow> {
  if (row.type === 'attachment') {
    await renameTrashedFile(tx, row, title)
    return (await contentById(tx.db, row.id)) ?? row
  }
  const storage = (await versionOf(tx.db, row.id, row.version))?.storage ?? ''
  await addFormerTitles(tx, [{ content_id: row.id, space_id: row.space_id, title_key: row.title_key }])
  const version = { number: row.version + 1, authorId: ctx.viewer.userId, at: Date.now(), message: '', storage }
  return addVersion(tx, row, version, { title })
}

/** A title that was asked for; the feature of files has checked their names. @throws HttpError 400 */
function titleOf({ type }: Pick<ContentRow, 'type'>, wanted: string): string {
  return type === 'attachment' ? wanted : checkTitle(wanted)
}

async function announceText(tx: WriteTransaction, ctx: Context, row: ContentRow): Promise<void> {
  const storage = (await versionOf(tx.db, row.id, row.version))?.storage ?? ''
  const text = { storage, before: 'current', metadata: {} } as const
  for (const writer of ctx.app.extensions.all(contentWriters)) await writer.stored?.(tx, ctx, row, text)
}

/** Takes content out of the trash, to its former place or to the top of its space. */
async function putBack(tx: WriteTransaction, ctx: Context, row: ContentRow): Promise<ContentRow> {
  if (row.type !== 'page' || row.parent_id === null) {
    const restored = await untrash(tx, row.id, undefined)
    if (row.type === 'page') await refreshGuards(tx, row.id)
    return restored
  }
  const parent = await contentById(tx.db, row.parent_id)
  const isGone = parent?.status !== 'current'
  const restored = await untrash(tx, row.id, isGone ? await placeLast(tx.db, row.space_id, null) : undefined)
  if (isGone && parent) await keepInherited(tx, ctx.viewer.userId, row, await guardChain(tx, parent.guard_id))
  if (parent?.status === 'trashed')
    await awaitParent(tx, { content_id: row.id, parent_id: parent.id, position: row.position })
  await refreshGuards(tx, row.id)
  return restored
}

/** Puts pages that were restored before their parent below it, unless they have been moved since. */
async function bringBackAwaiting(
  tx: WriteTransaction,
  ctx: Context,
  parent: ContentRow,
  homePageId: number | null,
): Promise<void> {
  for (const page of await pagesAwaiting(tx.db, parent)) {
    const place = { spaceId: parent.space_id, parentId: parent.id, position: page.place_below }
    if (page.id === homePageId || !(await fits(tx, page, place))) continue
    await placeContent(tx, page.id, place)
    await refreshGuards(tx, page.id)
    if (page.status === 'current')
      tx.append(event(ctx, page, 'moved', { fromSpaceId: page.space_id, fromParentId: null }))
  }
  await forgetAwaited(tx, parent.id)
}

/** Whether a page may go to a place: the parent may be below the page by now, or too deep. */
async function fits(tx: WriteTransaction, page: ContentRow, place: Place): Promise<boolean> {
  try {
    await checkPlace(tx, page, place)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
