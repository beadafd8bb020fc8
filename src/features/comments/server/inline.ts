import { z } from 'zod'
import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { looseInteger } from '#platform/wire.ts'
import { permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import { changesOf, contentById, findContent, type ContentRow } from '#features/content-core/server/read.ts'
import { lockContent } from '#features/content-core/server/write.ts'
import { commentAnchors, type CommentSelection } from './extension-points.ts'
import { changeThread, commentOf } from './store.ts'
import type { CommentTable } from './tables.ts'

const MAX_SELECTION = 10_000
const MAX_MARKER = 200
const MAX_HIGHLIGHTS = 100_000

/** States that clients may set; that the marked text is gone is for the wiki to find out. */
const SETTABLE = ['open', 'resolved', 'reopened'] as const
type SettableResolution = (typeof SETTABLE)[number]

/** Position of a new comment, as a client gives it. */
export interface CommentPlace {
  location: 'footer' | 'inline'
  markerRef: string | null
  originalSelection: string | null
  /** Place of the selection, as the client describes it: JSON of `[[text, path, offset, length], …]`. */
  serializedHighlights?: string | null | undefined
  /** The text to mark if the page has no such marker. */
  selection?: CommentSelection | null
}

/** Characters that XML cannot hold. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/u

const properties = z
  .object({
    markerRef: z
      .string()
      .max(MAX_MARKER)
      .refine(ref => !UNWRITABLE.test(ref))
      .nullish(),
    originalSelection: z.string().max(MAX_SELECTION).nullish(),
    matchIndex: looseInteger.nullish(),
    numMatches: looseInteger.nullish(),
    serializedHighlights: z.string().max(MAX_HIGHLIGHTS).nullish(),
  })
  .loose()
const resolutionInput = z.object({ status: z.string() }).loose()

/**
 * Reads `extensions.location` and `extensions.inlineProperties` of a new comment.
 * @throws HttpError 400 for what they cannot be
 */
export function commentPlace(extensions: Record<string, unknown> | null | undefined): CommentPlace {
  const location = extensions?.['location'] ?? undefined
  const parsed = properties.safeParse(extensions?.['inlineProperties'] ?? {})
  if (!parsed.success) {
    throw badRequest(
      'markerRef is a text of at most {{mostMarker}} characters, originalSelection one of at most {{mostSelected}}; ' +
        'matchIndex and numMatches are whole numbers, serializedHighlights is a text',
      {
        field: 'extensions.inlineProperties',
        values: { mostMarker: MAX_MARKER, mostSelected: MAX_SELECTION },
        forPrograms: true,
      },
    )
  }
  const markerRef = parsed.data.markerRef || null
  if (location !== undefined && location !== 'footer' && location !== 'inline') {
    throw badRequest('use footer or inline', { field: 'extensions.location', forPrograms: true })
  }
  if (location === 'footer' && markerRef !== null) {
    throw badRequest('a comment with a markerRef has the location inline', {
      field: 'extensions.inlineProperties',
      forPrograms: true,
    })
  }
  const originalSelection = parsed.data.originalSelection || null
  if (location === 'footer' || (location === undefined && markerRef === null && originalSelection === null))
    return { location: 'footer', markerRef: null, originalSelection: null }
  const { matchIndex, numMatches, serializedHighlights = null } = parsed.data
  const selection =
    originalSelection === null
      ? null
      : {
          originalSelection,
          matchIndex: matchIndex ?? 0,
          numMatches: numMatches ?? undefined,
          serializedHighlights: serializedHighlights ?? undefined,
        }
  return { location: 'inline', markerRef, originalSelection, serializedHighlights, selection }
}

/**
 * Marks the text that a new comment is about. A client may name a marker before it writes the marker into the text:
 * without such a text, the comment goes below the page, where readers see it, until the text has the marker.
 * @param page held by the transaction
 * @throws HttpError 400 if the text is not there and the client names no marker
 */
export async function anchored(
  tx: WriteTransaction,
  ctx: Context,
  page: ContentRow,
  place: CommentPlace,
): Promise<CommentPlace> {
  const { originalSelection, serializedHighlights, selection = null } = place
  const ref = place.markerRef ?? randomUUID()
  if (page.type === 'page' || page.type === 'blogpost')
    for (const { anchor } of ctx.app.extensions.all(commentAnchors))
      if (await anchor(tx, page, ref, selection))
        return { location: 'inline', markerRef: ref, originalSelection, serializedHighlights }
  if (place.markerRef !== null) return { location: 'footer', markerRef: ref, originalSelection, serializedHighlights }
  throw badRequest(
    'the current text of page {{id}} does not have this text, or not as often as numMatches says; ' +
      'send the selected text as readers see it',
    {
      field: 'extensions.inlineProperties.originalSelection',
      values: { id: page.id },
      forPrograms: true,
    },
  )
}

/**
 * Reads `extensions.resolution.status`; undefined when it is not sent.
 * @throws HttpError 400 when it is no status that can be set
 */
export function resolutionIn(
  extensions: Record<string, unknown> | null | undefined,
): CommentTable['resolution'] | undefined {
  const resolution = extensions?.['resolution'] ?? undefined
  if (resolution === undefined) return undefined
  const status = resolutionInput.safeParse(resolution).data?.status
  if (status !== 'dangling' && !isSettable(status))
    throw badRequest('use {{known}}', {
      field: 'extensions.resolution.status',
      values: { known: SETTABLE.join(', ') },
      forPrograms: true,
    })
  return status
}

function isSettable(status: string | undefined): status is SettableResolution {
  return SETTABLE.some(settable => settable === status)
}

/**
 * Sets the resolution of a whole thread, as an answer's is that of its thread.
 * @throws HttpError 400 for a comment that does not begin a thread on marked text or on a file
 */
export async function resolveThread(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  status: CommentTable['resolution'],
): Promise<void> {
  const now = await commentOf(tx.db, row.id)
  if (!now || now.resolution === status) return
  if (now.location !== 'inline' && (await contentById(tx.db, row.container_id ?? 0))?.type !== 'attachment') {
    throw badRequest('only comments on marked text and on files are resolved, this one stands below the page', {
      field: 'extensions.resolution.status',
      forPrograms: true,
    })
  }
  if (row.parent_id !== null) {
    throw badRequest('this is an answer; set it on the comment that begins the thread, {{id}}', {
      field: 'extensions.resolution.status',
      values: { id: (await rootOf(tx.db, row)).id },
      forPrograms: true,
    })
  }
  if (!isSettable(status))
    throw badRequest('use {{known}}', {
      field: 'extensions.resolution.status',
      values: { known: SETTABLE.join(', ') },
      forPrograms: true,
    })
  await setResolution(tx, ctx, row, status)
}

/**
 * Sets the resolution of the thread that a comment on marked text or on a file begins; `dangling` is resolved, its text
 * being gone.
 */
export async function setResolution(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  status: CommentTable['resolution'],
): Promise<void> {
  // An answer that is written meanwhile takes over the resolution either before or after this.
  await lockContent(tx, row.container_id ?? 0)
  const isDone = isResolved({ resolution: status })
  await changeThread(tx, row.id, {
    resolution: status,
    resolved_by: isDone ? ctx.viewer.userId : null,
    resolved_at: isDone ? Date.now() : null,
  })
  if (row.status === 'draft') return
  tx.append({
    kind: 'comment.resolution',
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: { containerId: row.container_id, status },
    changes: changesOf(row),
  })
}

/**
 * A comment that the viewer may see. Drafts are on an unpublished text, so that those who may edit the page see them.
 * @throws HttpError 404
 */
export async function requireCommentRow(ctx: Context, id: number): Promise<ContentRow> {
  const row = await contentById(ctx.app.database.read, id)
  if (row?.type !== 'comment') throw noContent(id)
  if (row.status !== 'draft') return requireContent(ctx, id)
  const page = await findContent(ctx, row.container_id ?? 0)
  if (!page || page.status === 'trashed' || !(await permissionsOn(ctx, page)).update) throw noContent(id)
  return row
}

/** The comment that begins the thread of this one. */
export async function rootOf(db: Queries, row: ContentRow): Promise<ContentRow> {
  let root = row
  for (
    let above: ContentRow | undefined = row;
    above;
    above = above.parent_id === null ? undefined : await contentById(db, above.parent_id)
  )
    root = above
  return root
}

/** `inline`, `resolved` for a resolved thread on marked text, or `footer`. */
export function locationOf({
  location,
  resolution,
}: Pick<CommentTable, 'location' | 'resolution'>): 'footer' | 'inline' | 'resolved' {
  return location === 'inline' && isResolved({ resolution }) ? 'resolved' : location
}

/** Whether a thread is resolved, by a user or because its marked text is gone. */
export function isResolved({ resolution }: Pick<CommentTable, 'resolution'>): boolean {
  return resolution === 'resolved' || resolution === 'dangling'
}
