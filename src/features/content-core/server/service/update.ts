import { serialise, type StorageDocument } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden, noContent } from '#platform/server/http/errors.ts'
import { existingSpace, mayInSpace, spacesById } from '#features/spaces/server/index.ts'
import { contentWriters } from '../extension-points.ts'
import { readBody, type BodyInput } from '../model/body.ts'
import type { ReadBody } from '../model/read-source.ts'
import { documentOf } from '../model/documents.ts'
import { storeLinks } from '../model/links.ts'
import { refreshGuards } from '../model/guards.ts'
import { placeByNumber } from '../model/positions.ts'
import { relinkMoved, type Moved } from '../model/relink.ts'
import { rewriteLinks } from '../model/rewrite-job.ts'
import { checkTitle } from '../titles.ts'
import { checkPlace, placeLast, resolvePlacement, type Placement } from '../model/tree.ts'
import { authorise, requireContent } from '../policies.ts'
import { withoutMarkdown } from '../render/markdown.ts'
import {
  changesOf,
  contentById,
  findContent,
  lockContent,
  arrivalChangesOf,
  versionOf,
  type ContentRow,
} from '../store.ts'
import { lockPagesBelow } from '../store/below.ts'
import { addVersion, dropEdit, moveToSpace, placeContent, refuseStale, type Place } from '../writer.ts'
import { dropRendersLinkingTo, dropRendersShowing, dropRendersUsing } from '../writer/renders.ts'
import { event, mentionsUsers } from '../model/events.ts'
import { noParent, refuseArchived, refuseDuplicate, requireParent, type TargetSpace } from '../model/target.ts'

export interface UpdatePage {
  /** Must be the current number + 1 (for a draft that is published: 1). */
  version: number
  message?: string | undefined
  minor?: boolean | undefined
  title?: string | undefined
  /** Absent keeps the text. */
  body?: BodyInput | undefined
  /** Absent keeps the parent; null moves to the top level. */
  parentId?: number | null | undefined
  space?: TargetSpace | undefined
  /** Place among the siblings, from 0; absent keeps it, or puts the page last below a new parent. */
  position?: number | undefined
  /** `current` publishes a draft. */
  status?: 'current' | 'draft' | undefined
  metadata?: Record<string, unknown> | undefined
  /** The user's unpublished changes of this page stay: the change is not what they were writing. */
  keepDraft?: boolean | undefined
}

/**
 * Writes a new version of a page or post, or publishes a draft.
 * @param before a page or post that the viewer may see
 * @throws HttpError 400 bad input, 403 no permission, 404 not found, 409 when `version` is not the current number + 1
 */
export async function updatePage(ctx: Context, before: ContentRow, input: UpdatePage): Promise<ContentRow> {
  const { id } = before
  await authorise(ctx, before, 'update')
  const body = input.body && (await readBody(ctx.app, await inStorageFormat(ctx, before, input.body, input.version)))
  const title = input.title === undefined ? undefined : checkTitle(input.title)
  const { space, parentId } = input
  if (space && space.id !== before.space_id) await authoriseMove(ctx, before, space)
  // A page that the viewer may not see is as if it were not there.
  if (typeof parentId === 'number' && parentId !== before.parent_id && !(await findContent(ctx, parentId)))
    throw noParent(parentId)
  const ownSpace = (await spacesById(ctx.app, [before.space_id])).get(before.space_id)
  return ctx.app.database.transaction(async tx => {
    const row = await lock(tx, id)
    const oldSpace = ownSpace?.id === row.space_id ? ownSpace : await existingSpace(tx.db, row.space_id)
    const change = await decide(tx, ctx, row, { ...input, title, oldSpace, body })
    const updated = await writeChange(tx, ctx, change, input)
    await followUp(tx, ctx, change, updated, input)
    // A move gives it another guard; where its title or space changes, its links to itself are rewritten too.
    const isChangedSince = change.place !== undefined || updated.title !== change.row.title
    return isChangedSince ? ((await contentById(tx.db, id)) ?? updated) : updated
  })
}

/** The body that an update sends. Markdown is that of the version which the update follows. */
async function inStorageFormat(ctx: Context, before: ContentRow, body: BodyInput, version: number): Promise<BodyInput> {
  if (body.representation !== 'markdown') return body
  if (before.status !== 'draft') refuseStale(before, version - 1)
  const text = await versionOf(ctx.app.database.read, before.id, before.version)
  return withoutMarkdown(ctx, body, { id: before.id, spaceId: before.space_id }, text?.storage)
}

/** An update as it will be written: the row before it, and all that the input leaves open. */
interface Change {
  row: ContentRow
  /** The page was a draft. */
  publishes: boolean
  number: number
  title: string
  status: 'current' | 'draft'
  storage: string
  /** Absent if the text stays. */
  body: ReadBody | undefined
  oldSpace: TargetSpace
  newSpace: TargetSpace
  /** Undefined if it stays. */
  place: Place | undefined
}

/** @throws HttpError 400 for a bad title or parent, 409 for an outdated version */
async function decide(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  input: Omit<UpdatePage, 'body'> & Pick<Change, 'body' | 'oldSpace'>,
): Promise<Change> {
  const { body, oldSpace } = input
  const publishes = row.status === 'draft'
  if (!publishes) refuseStale(row, input.version - 1)
  const status = input.status ?? 'current'
  // Drafts keep whatever was typed.
  const title = input.title ?? (publishes && status !== 'draft' ? checkTitle(row.title) : row.title)
  const newSpace = input.space ?? oldSpace
  const { parentId, position } = input
  const place = await placeFor(tx, ctx, row, { spaceId: newSpace.id, parentId, position })
  // The title of a published page is its own already.
  if (status === 'current' && (publishes || title !== row.title || newSpace.id !== row.space_id)) {
    const type = row.type as 'page' | 'blogpost'
    await refuseDuplicate(tx, newSpace, { type, title, postingDay: row.posting_day, id: row.id })
  }
  const storage = body?.storage ?? (await versionOf(tx.db, row.id, row.version))?.storage ?? ''
  const number = publishes ? 1 : row.version + 1
  return { row, publishes, number, title, status, storage, body, oldSpace, newSpace, place }
}

/** Writes the version with its links, and takes what is below the page along. */
async function writeChange(
  tx: WriteTransaction,
  ctx: Context,
  { row, publishes, number, title, status, storage, body, oldSpace, newSpace, place }: Change,
  { message = '', minor, keepDraft }: UpdatePage,
): Promise<ContentRow> {
  const at = Date.now()
  const authorId = ctx.viewer.userId
  const version = { number, authorId, at, message: message.slice(0, MAX_MESSAGE), minor, storage }
  const updated = await addVersion(tx, row, version, {
    ...(title !== row.title && { title }),
    ...(status !== row.status && { status }),
    ...(publishes && { createdAt: at }),
    place,
  })
  if (!keepDraft) await dropEdit(tx, row.id, authorId ?? 0)
  if (body) await storeLinks(tx, { id: row.id, spaceId: updated.space_id, spaceKey: newSpace.key }, body.facts)
  if (place) await afterMove(tx, ctx, updated, oldSpace, newSpace, body ? row.id : undefined)
  return updated
}

/** Brings everything else in line with the change, and announces it. */
async function followUp(
  tx: WriteTransaction,
  ctx: Context,
  { row, publishes, number, status, storage, body, oldSpace, newSpace }: Change,
  updated: ContentRow,
  { minor = false, metadata = {} }: UpdatePage,
): Promise<void> {
  if (status !== 'current') await dropRendersUsing(tx, row.id)
  else {
    await dropRendersShowing(tx, updated)
    await followRename(tx, ctx, row, updated, oldSpace, newSpace)
    // A text that stays has no users that its last version has not. A draft's may be another one than was read.
    const mentions = body ? { mentionsUsers: mentionsUsers(body.facts) } : publishes ? {} : { mentionsUsers: false }
    const changes = publishes ? arrivalChangesOf(updated) : isTextOnly(row, updated) ? changesOf(updated) : undefined
    tx.append({
      ...event(ctx, updated, publishes ? 'created' : 'updated', { version: number, minor, ...mentions }),
      changes,
    })
  }
  const isRelinked = oldSpace.id !== newSpace.id
  const text = {
    storage: isRelinked ? ((await versionOf(tx.db, row.id, number))?.storage ?? storage) : storage,
    before: publishes ? 'draft' : 'current',
    metadata,
  } as const
  for (const writer of ctx.app.extensions.all(contentWriters)) await writer.stored?.(tx, ctx, updated, text)
}

/** Whether what other pages show of a page is as it was before a change. */
function isTextOnly(before: ContentRow, after: ContentRow): boolean {
  return (
    before.status === after.status &&
    before.title === after.title &&
    before.space_id === after.space_id &&
    before.parent_id === after.parent_id &&
    before.position === after.position
  )
}

const MAX_MESSAGE = 2000

/**
 * Writes the next version of a page's or post's text inside the transaction of a caller who has asked for `update`. The
 * change is made on the newest text, so that it is never stale; unpublished changes stay.
 * @param change the same document where there is nothing to change: then no version is written
 * @throws HttpError 400 when the text would become too long, 404 for what is not published
 */
export async function changeText(
  tx: WriteTransaction,
  ctx: Context,
  id: number,
  change: (document: StorageDocument) => StorageDocument,
  { message = '', minor = false }: { message?: string; minor?: boolean } = {},
): Promise<ContentRow> {
  const row = await lock(tx, id)
  if (row.status !== 'current' || (row.type !== 'page' && row.type !== 'blogpost')) throw noContent(id)
  const before = documentOf((await versionOf(tx.db, id, row.version))?.storage ?? '')
  const after = change(before)
  if (after === before) return row
  const { storage, facts } = await readBody(ctx.app, { value: serialise(after), representation: 'storage' })
  const number = row.version + 1
  const updated = await addVersion(tx, row, {
    number,
    authorId: ctx.viewer.userId,
    at: Date.now(),
    message: message.slice(0, MAX_MESSAGE),
    minor,
    storage,
  })
  const space = await existingSpace(tx.db, row.space_id)
  await storeLinks(tx, { id, spaceId: space.id, spaceKey: space.key }, facts)
  await dropRendersUsing(tx, id)
  tx.append({
    ...event(ctx, updated, 'updated', { version: number, minor, mentionsUsers: mentionsUsers(facts) }),
    changes: changesOf(updated),
  })
  const text = { storage, before: 'current', metadata: {} } as const
  for (const writer of ctx.app.extensions.all(contentWriters)) await writer.stored?.(tx, ctx, updated, text)
  return updated
}

/**
 * Moves a page with everything below it, to another parent, order or space.
 * @throws HttpError 400, 403, 404
 */
export async function movePage(
  ctx: Context,
  id: number,
  placement: Placement,
  space: TargetSpace,
): Promise<ContentRow> {
  const before = await requireContent(ctx, id)
  await authorise(ctx, before, 'update')
  if (before.type !== 'page') throw badRequest('Only pages can be moved')
  if (space.id !== before.space_id) await authoriseMove(ctx, before, space)
  if (placement.at !== 'topLevel') {
    const target = await requireContent(ctx, placement.target.id)
    if (target.type !== 'page') throw badRequest('The target of a move must be a page')
  }
  return ctx.app.database.transaction(async tx => {
    const row = await lock(tx, id)
    const place = await resolvePlacement(tx.db, placement, id)
    await checkPlace(tx, row, place)
    const oldSpace = await existingSpace(tx.db, row.space_id)
    if (space.id !== row.space_id) await refuseDuplicate(tx, space, { type: 'page', title: row.title, id })
    const moved = await placeContent(tx, id, place)
    await afterMove(tx, ctx, moved, oldSpace, space)
    await renameLinks(tx, ctx, row, moved, oldSpace, space)
    tx.append(event(ctx, moved, 'moved', { fromSpaceId: row.space_id, fromParentId: row.parent_id }))
    return (await contentById(tx.db, id)) ?? moved
  })
}

async function authoriseMove(ctx: Context, row: ContentRow, space: TargetSpace): Promise<void> {
  const permission = row.type === 'page' ? 'create:page' : 'create:blogpost'
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, permission))) {
    throw forbidden('You do not have permission to create pages in the target space')
  }
  refuseArchived(space)
  await authorise(ctx, row, 'delete')
}

/** @throws HttpError 404 for content that has been deleted since it was read, into the trash too */
async function lock(tx: WriteTransaction, id: number): Promise<ContentRow> {
  const row = await lockContent(tx, id)
  if (!row || row.status === 'trashed') throw noContent(id)
  return row
}

interface WantedPlace {
  spaceId: number
  parentId: number | null | undefined
  position: number | undefined
}

/** The new place of the page; undefined if it stays. */
async function placeFor(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  { spaceId, parentId, position }: WantedPlace,
): Promise<Place | undefined> {
  if (row.type !== 'page') return undefined
  const parent = parentId === undefined ? (spaceId === row.space_id ? row.parent_id : null) : parentId
  const stays = parent === row.parent_id && spaceId === row.space_id
  if (stays && position === undefined) return undefined
  if (parent !== null && !stays) await requireParent(tx, parent, spaceId)
  const place =
    position === undefined
      ? await placeLast(tx.db, spaceId, parent)
      : await placeByNumber(tx, ctx, row, { spaceId, parentId: parent }, position)
  if (place && !stays) await checkPlace(tx, row, place)
  return place
}

/** Takes the subtree along to the other space and recomputes who guards it. */
async function afterMove(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  oldSpace: TargetSpace,
  newSpace: TargetSpace,
  textGiven?: number,
): Promise<void> {
  if (oldSpace.id !== newSpace.id) {
    const below = await moveSubtree(tx, row, newSpace)
    await relinkMoved(tx, ctx, [row, ...below], oldSpace, newSpace, textGiven)
  }
  await refreshGuards(tx, row.id)
}

async function moveSubtree(tx: WriteTransaction, root: ContentRow, space: TargetSpace): Promise<Moved[]> {
  const below: Moved[] = []
  let level = [root.id]
  while (level.length > 0) {
    // A file that is attached meanwhile comes along too: an upload holds its page's row.
    const children = await lockPagesBelow(tx, level)
    for (const child of children) {
      if (child.status === 'current')
        await refuseDuplicate(tx, space, { type: 'page', title: child.title, id: child.id })
    }
    const ids = children.map(child => child.id)
    await moveToSpace(tx, space.id, ids, [...level, ...ids])
    level = ids
    below.push(...children)
  }
  return below
}

/** Pages that link to the old title now link to the new one: the first here, the rest in the background. */
export async function renameLinks(
  tx: WriteTransaction,
  ctx: Context,
  before: ContentRow,
  after: ContentRow,
  oldSpace: TargetSpace,
  newSpace: TargetSpace,
): Promise<void> {
  await dropRendersLinkingTo(tx, after.space_id, after.title_key)
  await followRename(tx, ctx, before, after, oldSpace, newSpace)
}

async function followRename(
  tx: WriteTransaction,
  ctx: Context,
  before: ContentRow,
  after: ContentRow,
  oldSpace: TargetSpace,
  newSpace: TargetSpace,
): Promise<void> {
  if (before.status !== 'current' || (before.title === after.title && before.space_id === after.space_id)) return
  await dropRendersLinkingTo(tx, before.space_id, before.title_key)
  await rewriteLinks(tx, ctx.app, ctx.viewer.userId, {
    pageId: before.id,
    type: before.type === 'blogpost' ? 'blogpost' : 'page',
    from: { spaceId: before.space_id, spaceKey: oldSpace.key, title: before.title },
    to: { spaceId: after.space_id, spaceKey: newSpace.key, title: after.title },
  })
}
