import { findText, parse, readable, serialise, type StorageDocument, type TextRange } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, conflict } from '#platform/server/http/errors.ts'
import { requireContentFor } from '#features/content-core/server/policies.ts'
import { storageOf } from '#features/content-core/server/read.ts'
import { updatePage } from '#features/content-core/server/write.ts'

/** A selected text, as programs send it. */
export interface Selected {
  pageId: number
  selectedText: string
  index: number
  numMatches: number
  /** When the reader got the page, epoch milliseconds. */
  lastFetchTime?: number
  /** The version that the reader got, where it is known. */
  version?: number | undefined
}

/** Changes a document at a range of its readable text; the same document when it cannot. */
export type Change = (doc: StorageDocument, range: TextRange) => StorageDocument

/**
 * Changes a page at a selected text, as its next, minor version.
 * @returns false when the text is not in the page, or not as often as the reader saw it
 * @throws HttpError 400 for broken storage format, 403, 404, 409 when the page was changed after the reader got it
 */
export async function changeSelection(ctx: Context, selected: Selected, change: Change): Promise<boolean> {
  const found = await changedText(ctx, selected, change)
  if (!found) return false
  const { row, value } = found
  await updatePage(ctx, row, {
    version: row.version + 1,
    minor: true,
    body: { value, representation: 'storage' },
    keepDraft: true,
  })
  return true
}

/** Whether {@link changeSelection} would change the page. @throws HttpError as it does */
export async function mayChangeSelection(ctx: Context, selected: Selected, change: Change): Promise<boolean> {
  return (await changedText(ctx, selected, change)) !== undefined
}

async function changedText(ctx: Context, selected: Selected, change: Change) {
  const row = await requireContentFor(ctx, selected.pageId, 'update')
  if (row.type !== 'page' && row.type !== 'blogpost')
    throw badRequest('text is inserted into pages and blog posts', { field: 'pageId', forPrograms: true })
  const { selectedText, index, numMatches, version, lastFetchTime } = selected
  const isChanged = version === undefined ? row.updated_at > (lastFetchTime ?? 0) : row.version !== version
  if (isChanged) throw conflict('The page was changed meanwhile. Reload it and try again')
  const doc = parse((await storageOf(ctx.app, [row])).get(row.id) ?? '')
  const range = findText(readable(doc), { text: selectedText, index, count: numMatches })
  const changed = range ? change(doc, range) : doc
  return changed === doc ? undefined : { row, value: serialise(changed) }
}
