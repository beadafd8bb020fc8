import {
  carryMarkers,
  findText,
  mark,
  markerRefsIn,
  parse,
  readable,
  unmark,
  type StorageDocument,
} from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { conflict, HttpError } from '#platform/server/http/errors.ts'
import { contentById, documentOf, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import { rewriteText } from '#features/content-core/server/write.ts'
import { existingSpace } from '#features/spaces/server/index.ts'
import { anchorThread, publishThreads } from '#features/comments/server/index.ts'
import { draftRootsOn, refsOn, refsOnlyOf, unanchoredOn } from './store.ts'

/** Text that a reader has selected to comment on. */
export interface Selection {
  originalSelection: string
  matchIndex: number
  /** How often the reader saw the text; any number if absent. */
  numMatches?: number | undefined
  serializedHighlights?: string | undefined
  containerVersion?: number | undefined
}

/**
 * Puts a marker around selected text of a page's current version. There is no new version, so no user is notified, and
 * users who edit the page meanwhile have no conflict: their text gets the marker when it is stored ({@link carryOver}).
 * @param page held by the transaction
 * @throws HttpError 412 when the text is not there, or not as often as the reader saw it; 409 for another version
 */
export async function putMarker(
  tx: WriteTransaction,
  page: ContentRow,
  ref: string,
  selection: Selection,
): Promise<void> {
  if (!(await markSelection(tx, page, await textOf(tx, page), ref, selection))) {
    const { containerVersion } = selection
    if (containerVersion !== undefined && containerVersion !== page.version)
      throw conflict('The page was changed meanwhile. Reload it and select the text again')
    throw new HttpError(
      412,
      'The text selection is wrong: select text of the page itself, and reload it if it has changed',
      {
        field: 'originalSelection',
      },
    )
  }
}

/** Puts a marker around selected text, unless the text has that marker. @returns whether the text has it now */
export async function anchor(
  tx: WriteTransaction,
  page: ContentRow,
  ref: string,
  selection: Selection | null,
): Promise<boolean> {
  const storage = await textOf(tx, page)
  return (
    markerRefsIn(storage).includes(ref) ||
    (selection !== null && (await markSelection(tx, page, storage, ref, selection)))
  )
}

/** @returns false when the text is not there, or not as often as the reader saw it */
async function markSelection(
  tx: WriteTransaction,
  page: ContentRow,
  storage: string,
  ref: string,
  { serializedHighlights, originalSelection, matchIndex, numMatches }: Selection,
): Promise<boolean> {
  const doc = parse(storage)
  const text = ownWords(serializedHighlights) ?? originalSelection
  const range = findText(readable(doc), { text, index: matchIndex, count: numMatches })
  const marked = range ? mark(doc, ref, [range]) : doc
  if (marked === doc) return false
  await rewrite(tx, page, marked)
  return true
}

async function textOf(tx: WriteTransaction, page: ContentRow): Promise<string> {
  return (await versionOf(tx.db, page.id, page.version))?.storage ?? ''
}

/**
 * Makes comments below a page comments on marked text if the new text has the markers that their clients have named.
 */
export async function anchorLate(tx: WriteTransaction, row: ContentRow, storage: string): Promise<void> {
  if ((row.type !== 'page' && row.type !== 'blogpost') || row.status !== 'current') return
  const refs = markerRefsIn(storage)
  if (refs.length === 0) return
  for (const { id, marker_ref } of await unanchoredOn(tx.db, row.id))
    if (marker_ref !== null && refs.includes(marker_ref)) await anchorThread(tx, id)
}

/** Publishes the comments whose marker, set in the editor, a new version has. */
export async function publishDrafts(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  storage: string,
): Promise<void> {
  if ((row.type !== 'page' && row.type !== 'blogpost') || row.status !== 'current') return
  const refs = new Set(markerRefsIn(storage))
  if (refs.size === 0) return
  const roots = await draftRootsOn(tx.db, row.id)
  await publishThreads(
    tx,
    ctx,
    roots.filter(root => refs.has(root.marker_ref ?? '')),
  )
}

/** The words of `serializedHighlights`; undefined where there are none. */
function ownWords(serialized: string | undefined): string | undefined {
  if (!serialized) return undefined
  try {
    const parts: unknown = JSON.parse(serialized)
    if (!Array.isArray(parts)) return undefined
    const texts = parts.map((part: unknown) => (Array.isArray(part) && typeof part[0] === 'string' ? part[0] : ''))
    return texts.join(' ').trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * Puts back the markers that a new version of a page lacks although their words are there: it was written on a copy
 * from before the comment, brought back from the history, or sent by a program that knows of no markers.
 */
export async function carryOver(tx: WriteTransaction, row: ContentRow, storage: string): Promise<void> {
  if ((row.type !== 'page' && row.type !== 'blogpost') || row.status !== 'current' || row.version < 2) return
  const refs = await refsOn(tx.db, row.id)
  if (refs.length === 0) return
  const present = new Set(markerRefsIn(storage))
  const missing = refs.filter(ref => !present.has(ref))
  if (missing.length === 0) return
  const before = (await versionOf(tx.db, row.id, row.version - 1))?.storage
  if (before === undefined) return
  const doc = documentOf(storage)
  const carried = carryMarkers(parse(before), doc, missing)
  if (carried !== doc) await rewrite(tx, row, carried)
}

/** Takes out the markers of comments that go for good. */
export async function removeMarkers(tx: WriteTransaction, commentIds: readonly number[]): Promise<void> {
  for (const { pageId, ref } of await refsOnlyOf(tx, commentIds)) {
    const page = await contentById(tx.db, pageId)
    const storage = page && (await versionOf(tx.db, page.id, page.version))?.storage
    if (!page || storage === undefined || !markerRefsIn(storage).includes(ref)) continue
    await rewrite(tx, page, unmark(parse(storage), ref))
  }
}

/** References of the markers in the current text of a page, in its order. */
export async function refsInText(ctx: Context, page: ContentRow): Promise<string[]> {
  return markerRefsIn((await versionOf(ctx.app.database.read, page.id, page.version))?.storage ?? '')
}

async function rewrite(tx: WriteTransaction, page: ContentRow, doc: StorageDocument): Promise<void> {
  const { key: spaceKey } = await existingSpace(tx.db, page.space_id)
  await rewriteText(tx, { id: page.id, version: page.version, spaceId: page.space_id, spaceKey }, doc)
}
