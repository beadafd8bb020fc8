import { z } from 'zod'
import { parse, walkElements } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { contentById, lockContent, storageOf, type ContentRow } from '#features/content/server/index.ts'
import { changeThread, commentOf } from './store.ts'
import type { CommentTable } from './tables.ts'

const MAX_SELECTION = 10_000
const MAX_MARKER = 200

/** What clients may set; that the marked text is gone is for the wiki to find out. */
const SETTABLE = ['open', 'resolved', 'reopened'] as const
type SettableResolution = (typeof SETTABLE)[number]

/** Where a new comment goes, as a client says it. */
export interface CommentPlace {
  location: 'footer' | 'inline'
  markerRef: string | null
  originalSelection: string | null
}

const properties = z
  .object({
    markerRef: z.string().max(MAX_MARKER).nullish(),
    originalSelection: z.string().max(MAX_SELECTION).nullish(),
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
      'markerRef is a text of at most {{mostMarker}} characters, originalSelection one of at most {{mostSelected}}',
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
  if (location !== 'inline' && markerRef === null)
    return { location: 'footer', markerRef: null, originalSelection: null }
  return { location: 'inline', markerRef, originalSelection: parsed.data.originalSelection || null }
}

/** @throws HttpError 400 when the text of the page has no such marker */
export async function requireMarker(ctx: Context, page: ContentRow, markerRef: string): Promise<void> {
  const storage = (await storageOf(ctx.app, [page])).get(page.id) ?? ''
  for (const { name, attributes } of walkElements(parse(storage))) {
    if (name === 'ac:inline-comment-marker' && attributes['ac:ref'] === markerRef) return
  }
  throw badRequest(
    'the current text of page {{id}} has no marker "{{markerRef}}"; ' +
      'put <ac:inline-comment-marker ac:ref="…"> around the commented text first',
    {
      field: 'extensions.inlineProperties.markerRef',
      values: { id: page.id, markerRef },
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
  tx.append({
    kind: 'comment.resolution',
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: { containerId: row.container_id, status },
  })
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

/** Whether a thread is resolved, by somebody or because its marked text is gone. */
export function isResolved({ resolution }: Pick<CommentTable, 'resolution'>): boolean {
  return resolution === 'resolved' || resolution === 'dangling'
}
