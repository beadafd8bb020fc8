import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { mayInSpace } from '#features/spaces/server/index.ts'
import { contentWriters } from '../extension-points.ts'
import { readBody, type BodyInput } from '../model/body.ts'
import { noBody, type ReadBody } from '../model/read-source.ts'
import { storeLinks } from '../model/links.ts'
import { event, mentionsUsers } from '../model/events.ts'
import { checkTitle } from '../titles.ts'
import { newPlaceByNumber } from '../model/positions.ts'
import {
  duplicate,
  isTitleTaken,
  refuseArchived,
  refuseDuplicate,
  requireParent,
  type TargetSpace,
} from '../model/target.ts'
import { placeLast } from '../model/tree.ts'
import { authorise, requireContent } from '../policies.ts'
import { withoutMarkdown } from '../render/markdown.ts'
import { arrivalChangesOf, type ContentRow } from '../store.ts'
import { insertContent, type Place } from '../writer.ts'
import { dropRendersLinkingTo } from '../writer/renders.ts'

export interface CreatePage {
  type: 'page' | 'blogpost'
  status: 'current' | 'draft'
  space: TargetSpace
  /** Parent page; null for the top level. Posts have none. */
  parentId: number | null
  /** Place of a page among its siblings, from 0; last if absent. */
  position?: number | undefined
  /** May be empty for a draft. */
  title: string
  body: BodyInput | undefined
  message?: string
  minor?: boolean
  /** `YYYY-MM-DD` or `YYYY/MM/DD`; today for a post without one. */
  postingDay?: string | undefined
  /** Labels and properties as the client sent them; see {@link contentWriters}. */
  metadata?: Record<string, unknown> | undefined
}

/**
 * Creates a page or blog post, or a draft of one.
 * @param also done in the same transaction, once the row is there
 * @throws HttpError 400 for a bad title, body or parent, or a title that exists; 403 without permission
 */
export async function createPage(
  ctx: Context,
  input: CreatePage,
  also?: (tx: WriteTransaction, row: ContentRow) => Promise<void>,
): Promise<ContentRow> {
  await authoriseCreation(ctx, input)
  const title = input.status === 'draft' && input.title.trim() === '' ? '' : checkTitle(input.title)
  const owner = { spaceId: input.space.id }
  const body = input.body ? await readBody(ctx.app, await withoutMarkdown(ctx, input.body, owner)) : noBody()
  const postingDay = input.type === 'blogpost' ? dayOf(input.postingDay) : null
  return ctx.app.database.transaction(async tx => {
    const row = await insertPage(tx, ctx, { ...input, title, postingDay }, body)
    await also?.(tx, row)
    return row
  })
}

async function authoriseCreation(ctx: Context, input: CreatePage): Promise<void> {
  const permission = input.type === 'page' ? 'create:page' : 'create:blogpost'
  if (!(await mayInSpace(ctx.app, ctx.viewer, input.space.id, permission))) {
    throw forbidden(
      input.type === 'page'
        ? 'You do not have permission to create pages in this space'
        : 'You do not have permission to create blog posts in this space',
    )
  }
  refuseArchived(input.space)
  if (input.parentId === null) return
  const parent = await requireContent(ctx, input.parentId)
  await authorise(ctx, parent, 'createChild')
}

/** Inserts inside a transaction that the caller has authorised. Also used by imports and copies. */
export async function insertPage(
  tx: WriteTransaction,
  ctx: Context,
  input: Omit<CreatePage, 'body' | 'postingDay'> & { postingDay: string | null },
  body: ReadBody,
): Promise<ContentRow> {
  if (input.status === 'current')
    await refuseDuplicate(tx, input.space, { type: input.type, title: input.title, postingDay: input.postingDay })
  const parent = input.parentId === null ? undefined : await requireParent(tx, input.parentId, input.space.id)
  const place = input.type === 'page' ? await placeOfNew(tx, ctx, input) : undefined
  const inserted = insertContent(tx, {
    type: input.type,
    status: input.status,
    spaceId: input.space.id,
    parentId: input.parentId,
    containerId: null,
    title: input.title,
    position: place?.position ?? '',
    guardId: parent?.guard_id ?? null,
    postingDay: input.postingDay,
    authorId: ctx.viewer.userId,
    storage: body.storage,
    message: input.message ?? '',
    minor: input.minor ?? false,
  })
  const row = await inserted.catch((error: unknown) => {
    // Two at once: neither saw the other's row.
    throw isTitleTaken(error) ? duplicate(input.space, input.type, input.title) : error
  })
  const origin = { id: row.id, spaceId: input.space.id, spaceKey: input.space.key, isNew: true }
  await storeLinks(tx, origin, body.facts)
  const text = { storage: body.storage, before: 'none', metadata: input.metadata ?? {} } as const
  for (const writer of ctx.app.extensions.all(contentWriters)) await writer.stored?.(tx, ctx, row, text)
  if (input.status === 'current') {
    await dropRendersLinkingTo(tx, input.space.id, row.title_key)
    tx.append({
      ...event(ctx, row, 'created', { mentionsUsers: mentionsUsers(body.facts) }),
      changes: arrivalChangesOf(row, parent),
    })
  }
  return row
}

function placeOfNew(
  tx: WriteTransaction,
  ctx: Context,
  { space, parentId, position }: Pick<CreatePage, 'space' | 'parentId' | 'position'>,
): Promise<Place> {
  if (position === undefined) return placeLast(tx.db, space.id, parentId)
  return newPlaceByNumber(tx, ctx, { spaceId: space.id, parentId }, position)
}

/** Today, or the day that was given, as `YYYY/MM/DD`. @throws HttpError 400 when it is no day */
export function dayOf(given: string | undefined): string {
  if (given === undefined || given === '') return new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  const [, year, month, day] = /^(\d{4})[-/](\d{2})[-/](\d{2})/.exec(given) ?? []
  if (year === undefined) throw badRequest('write the day as YYYY-MM-DD', { field: 'postingDay', forPrograms: true })
  const written = `${year}-${month}-${day}`
  const date = new Date(`${written}T00:00:00Z`)
  // An invalid day of a month is read as none, or as one of the next month.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== written) {
    throw badRequest('there is no day {{day}}', { field: 'postingDay', values: { day: written }, forPrograms: true })
  }
  return written.replaceAll('-', '/')
}
