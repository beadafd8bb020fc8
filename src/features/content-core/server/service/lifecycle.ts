import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden, noContent } from '#platform/server/http/errors.ts'
import type { App } from '#platform/server/app.ts'
import { clearHomePages } from '#features/spaces/server/index.ts'
import { contentWriters } from '../extension-points.ts'
import { keepInherited, refreshGuards } from '../model/guards.ts'
import { placeLast } from '../model/tree.ts'
import { authorise } from '../policies.ts'
import { lockContent, type ContentRow } from '../store.ts'
import { guardChain, guardedBelow } from '../store/guards.ts'
import { countVisible, idsContainedIn, livePagesBelow } from '../store/below.ts'
import { deleteContents, deleteGuardLinks, detachChildren, placeContent, trash } from '../writer.ts'
import { dropRendersLinkingTo, dropRendersUsing } from '../writer/renders.ts'
import { event } from '../model/events.ts'

const CHUNK = 500

/**
 * Puts a page, post or attachment into the trash. Child pages move up to the deleted page's parent and keep their place
 * in the tree, so that nothing below becomes unreachable; the view restrictions of the deleted page become theirs.
 * @throws HttpError 403, 404 when it went meanwhile
 */
export async function trashContent(ctx: Context, known: ContentRow): Promise<void> {
  await authorise(ctx, known, 'delete')
  await ctx.app.database.transaction(async tx => {
    // Its current state: a restriction that was set meanwhile must not be lost to the pages below.
    const row = await lockContent(tx, known.id)
    if (!row || row.status === 'trashed') throw noContent(known.id)
    const children = await livePagesBelow(tx, [row.id])
    for (const child of children) {
      await placeContent(tx, child.id, await placeLast(tx.db, row.space_id, row.parent_id))
      if (row.guard_id === row.id) await keepInherited(tx, ctx.viewer.userId, child, [row.id])
      await refreshGuards(tx, child.id)
    }
    await trash(tx, [row.id], ctx.viewer.userId)
    await clearHomePages(tx, [row.id])
    await dropRendersLinkingTo(tx, row.space_id, row.title_key)
    await dropRendersUsing(tx, row.container_id ?? row.id)
    tx.append(event(ctx, row, 'trashed'))
  })
}

/** Pages that one call puts into the trash at most. */
const MAX_TRASHED = 5000

/**
 * Puts a page and every page below it into the trash, in one transaction. The tree stays as it was, so that restoring
 * from the top down brings it back whole.
 * @returns how many pages
 * @throws HttpError 403 when the viewer may not delete one of them, 400 when there are too many
 */
export async function trashHierarchy(ctx: Context, row: ContentRow): Promise<number> {
  await authorise(ctx, row, 'delete')
  if (row.type !== 'page') throw badRequest('Only pages have a hierarchy')
  return ctx.app.database.transaction(async tx => {
    const pages = [row]
    let level = [row.id]
    while (level.length > 0) {
      const children = await livePagesBelow(tx, level)
      pages.push(...children)
      if (pages.length > MAX_TRASHED) {
        throw badRequest('At most {{most}} pages can be deleted at once: delete parts of the hierarchy', {
          values: { most: MAX_TRASHED },
        })
      }
      level = children.map(child => child.id)
    }
    // A page that the viewer cannot see is not theirs to delete with its parent.
    const ids = pages.map(page => page.id)
    if ((await countVisible(tx, ctx.viewer, ids)) < ids.length)
      throw forbidden('You do not have permission to delete every page below this one')
    for (const page of pages) {
      if (page.id !== row.id) await authorise(ctx, page, 'delete')
      await dropRendersLinkingTo(tx, page.space_id, page.title_key)
      tx.append(event(ctx, page, 'trashed'))
    }
    await trash(tx, ids, ctx.viewer.userId)
    await clearHomePages(tx, ids)
    return pages.length
  })
}

/**
 * Deletes for good: from the trash by a space administrator, a draft by its author, a comment by who may delete it.
 * @throws HttpError 403
 */
export async function purgeContent(ctx: Context, row: ContentRow): Promise<void> {
  await authorise(ctx, row, row.status === 'trashed' ? 'purge' : 'delete')
  await ctx.app.database.transaction(async tx => {
    await removeForGood(tx, ctx.app, [row.id], { actorId: ctx.viewer.userId })
    tx.append(event(ctx, row, row.status === 'draft' ? 'discarded' : 'purged', { title: row.title }))
  })
}

/**
 * Removes rows with all that belongs to them. Answers outlive a comment one level up; pages below, which are in the
 * trash by now, come to the top and take over the view restrictions that they inherited.
 * @param options.everything the whole space goes: nothing outlives it
 */
export async function removeForGood(
  tx: WriteTransaction,
  app: App,
  ids: readonly number[],
  options: { actorId: number | null; everything?: boolean },
): Promise<void> {
  for (let i = 0; i < ids.length; i += CHUNK) {
    const roots = ids.slice(i, i + CHUNK)
    const inner = await idsContainedIn(tx, roots)
    const innermost = await idsContainedIn(tx, inner)
    const all = [...innermost, ...inner, ...roots]
    for (const writer of app.extensions.all(contentWriters)) await writer.purging?.(tx, app, all)
    const orphans = options.everything ? [] : await guardedBelow(tx, all)
    for (const page of orphans) await keepInherited(tx, options.actorId, page, await guardChain(tx, page.guard))
    await detachChildren(tx, all)
    for (const page of orphans) await refreshGuards(tx, page.id)
    await clearHomePages(tx, all)
    await deleteGuardLinks(tx, all)
    for (const level of [innermost, inner, roots]) await deleteContents(tx, level)
  }
}
