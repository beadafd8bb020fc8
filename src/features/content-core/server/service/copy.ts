import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { mayInSpace } from '#features/spaces/server/index.ts'
import { contentWriters, type CopyOptions } from '../extension-points.ts'
import { factsOf } from '../model/documents.ts'
import { keepInherited, refreshGuards } from '../model/guards.ts'
import { checkTitle, cutTitle, titleKey } from '../titles.ts'
import { requireContent } from '../policies.ts'
import { contentById, findPageByTitle, storageOf, type ContentRow } from '../store.ts'
import { pagesBelow } from '../store/below.ts'
import { guardChain } from '../store/guards.ts'
import { refuseArchived, type TargetSpace } from '../model/target.ts'
import { insertPage } from './create.ts'

/** Pages that one copy of a hierarchy makes at most. */
export const MAX_COPIED_PAGES = 2000

export interface CopyPage extends CopyOptions {
  space: TargetSpace
  parentId: number | null
  /** Title of the copy of the page itself; else `titlePrefix` and the old title, or "Copy of …". */
  title?: string | undefined
  titlePrefix: string
  /** Copy everything below as well. */
  hierarchy: boolean
}

/**
 * Copies a page, and on demand everything below it that the viewer may see, in one transaction: all or nothing.
 * @returns the copy of the page itself
 * @throws HttpError 400, 403, 404
 */
export async function copyPage(ctx: Context, id: number, input: CopyPage): Promise<ContentRow> {
  const source = await requireContent(ctx, id)
  if (source.type !== 'page') throw badRequest('Only pages can be copied')
  if (!(await mayInSpace(ctx.app, ctx.viewer, input.space.id, 'create:page'))) {
    throw forbidden('You do not have permission to create pages in the target space')
  }
  refuseArchived(input.space)
  if (input.parentId !== null) await requireContent(ctx, input.parentId)
  const pages = input.hierarchy ? await subtree(ctx, source) : [source]
  const texts = await storageOf(ctx.app, pages)
  return ctx.app.database.transaction(async tx => {
    const copies = new Map<number, ContentRow>()
    for (const page of pages) {
      const storage = texts.get(page.id) ?? ''
      const wanted = page.id === source.id && input.title ? input.title : input.titlePrefix + page.title
      const copy = await insertPage(
        tx,
        ctx,
        {
          type: 'page',
          status: 'current',
          space: input.space,
          postingDay: null,
          parentId: page.id === source.id ? input.parentId : copies.get(page.parent_id!)!.id,
          title: await freeTitle(tx.db, input.space.id, checkTitle(wanted)),
          message: '',
        },
        { storage, facts: await factsOf(ctx.app, storage) },
      )
      for (const writer of ctx.app.extensions.all(contentWriters)) await writer.copied?.(tx, ctx, page, copy, input)
      if (input.restrictions && page.id === source.id) await restrictAsSource(tx, ctx, source.id, copy)
      copies.set(page.id, copy)
    }
    return copies.get(source.id)!
  })
}

/** Restricts a copy by what its source inherits and the place of the copy does not. */
async function restrictAsSource(tx: WriteTransaction, ctx: Context, sourceId: number, copy: ContentRow): Promise<void> {
  // Read anew, as a page above the source may have been restricted since the viewer was let in.
  const guards = await guardChain(tx, (await contentById(tx.db, sourceId))?.guard_id ?? null)
  const present = new Set([sourceId, ...(await guardChain(tx, copy.guard_id))])
  const missing = guards.filter(id => !present.has(id))
  if (missing.length === 0) return
  await keepInherited(tx, ctx.viewer.userId, copy, missing)
  await refreshGuards(tx, copy.id)
}

/** The page and everything below it, parents before children. @throws HttpError 400 when there is too much */
async function subtree(ctx: Context, root: ContentRow): Promise<ContentRow[]> {
  const all = [root]
  let level = [root.id]
  while (level.length > 0) {
    const rows = await pagesBelow(ctx, level, MAX_COPIED_PAGES + 1)
    all.push(...rows)
    if (all.length > MAX_COPIED_PAGES) {
      throw badRequest('A hierarchy of more than {{most}} pages cannot be copied at once: copy parts of it', {
        values: { most: MAX_COPIED_PAGES },
      })
    }
    level = rows.map(row => row.id)
  }
  return all
}

/** The title itself, or "Copy of …", or that with a number: the first that is free in the space. */
async function freeTitle(db: Queries, spaceId: number, title: string): Promise<string> {
  for (let n = 0; ; n++) {
    const candidate = n === 0 ? title : cutTitle(n === 1 ? `Copy of ${title}` : `Copy (${n}) of ${title}`)
    if (!(await findPageByTitle(db, spaceId, titleKey(candidate)))) return checkTitle(candidate)
  }
}
