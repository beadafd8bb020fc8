import { randomUUID } from 'node:crypto'
import * as Y from 'yjs'
import { merge, resolve, type Merge } from '#language/merge.ts'
import { carryMarkers, markerRefsIn, parse, serialise } from '#language/index.ts'
import { equivalent } from '#language/equivalent.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { contentById, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import { lockContent, readStoredDraft } from '#features/content-core/server/write.ts'
import { boxNames } from './boxes.ts'
import { markConflicts, type Origins } from './document/conflicts.ts'
import { textOf, writeText, type PageText } from './document/text.ts'
import { hashOf } from './drafts.ts'
import { readStored } from './live-document.ts'
import { appendUpdates, authorsOf, documentRow, moveBase, noteAuthor, setBase } from './store.ts'

/** A text merged with another one. */
interface Merged extends PageText {
  merge: Merge
}

/** Merges two texts that were made of the same one. Where both changed the same, both are kept, theirs first. */
function mergeTexts(base: PageText, theirs: PageText, mine: PageText): Merged {
  const merged = merge(parse(base.storage), parse(theirs.storage), parse(mine.storage))
  return {
    title: mine.title === base.title ? theirs.title : mine.title,
    storage: serialise(resolve(merged, () => 'both')),
    merge: merged,
  }
}

/** The update that changes a document to a merged text, and marks both texts of its conflicts. */
function updateToMerged(
  app: App,
  doc: Y.Doc,
  before: PageText,
  { merge: merged, ...after }: Merged,
  origins: Origins,
): Uint8Array | undefined {
  const vector = Y.encodeStateVector(doc)
  if (!updateTo(app, doc, before, after)) return undefined
  markConflicts(doc, merged, { id: randomUUID(), origins, boxes: boxNames(app) })
  return Y.encodeStateAsUpdate(doc, vector)
}

/** The update that changes a document to a text; undefined if it is the same. */
function updateTo(app: App, doc: Y.Doc, before: PageText, after: PageText): Uint8Array | undefined {
  if (before.title === after.title && equivalent(before.storage, after.storage)) return undefined
  const vector = Y.encodeStateVector(doc)
  writeText(doc, after, boxNames(app))
  return Y.encodeStateAsUpdate(doc, vector)
}

/** Makes a document the published version again. @returns the number of the last update that this takes back */
export async function revertDocument(app: App, contentId: number): Promise<number | undefined> {
  const { read } = app.database
  const content = await contentById(read, contentId)
  const found = content?.status === 'current' ? await readStored(app, contentId) : undefined
  const published = content && found && (await versionOf(read, contentId, content.version))
  if (!published) return undefined
  const { row, doc } = found
  const update = updateTo(app, doc, textOf(doc), published)
  await app.database.transaction(
    async tx => {
      await setBase(tx, contentId, content.version)
      if (update) await appendUpdates(tx, contentId, row.incarnation, [{ data: update, accountId: null }])
    },
    { invalidates: false },
  )
  return row.seq
}

/**
 * Merges the version that was published meanwhile into the document of a page, once over all processes.
 * @returns whether there was one
 */
export async function bringUpToDate(app: App, contentId: number): Promise<boolean> {
  const { read } = app.database
  const content = await contentById(read, contentId)
  const known = await documentRow(read, contentId)
  if (content?.status !== 'current' || !known || known.base_version >= content.version) return false
  const found = await readStored(app, contentId)
  // Between the two reads, the document may have been brought up to date and published.
  if (!found || found.row.base_version >= content.version) return false
  const { row, doc } = found
  const theirs = await versionOf(read, contentId, content.version)
  if (!theirs) return false
  const mine = textOf(doc)
  // A text whose origin is not known any more stays as it is: the version is in the history.
  const base = (await versionOf(read, contentId, row.base_version)) ?? theirs
  const merged = mergeTexts(base, theirs, mine)
  const origins: Origins = { theirs: { from: 'version', version: content.version }, mine: { from: 'text' } }
  const update = updateToMerged(app, doc, mine, merged, origins)
  return app.database.transaction(
    async tx => {
      const move = { from: row.base_version, to: content.version, conflicts: merged.merge.conflicts.length }
      if (!(await moveBase(tx, contentId, move))) return false
      if (update) await appendUpdates(tx, contentId, row.incarnation, [{ data: update, accountId: null }])
      return true
    },
    { invalidates: false },
  )
}

/**
 * Brings markers of comments into a document that readers have put into the published text meanwhile, which is no new
 * version.
 * @returns whether there were any
 */
export async function bringMarkers(app: App, contentId: number): Promise<boolean> {
  const { read } = app.database
  const content = await contentById(read, contentId)
  const published = content?.status === 'current' ? await versionOf(read, contentId, content.version) : undefined
  const refs = markerRefsIn(published?.storage ?? '')
  const found = published && refs.length > 0 ? await readStored(app, contentId) : undefined
  if (!published || found?.row.base_version !== published.number) return false
  const mine = textOf(found.doc)
  const present = new Set(markerRefsIn(mine.storage))
  const missing = refs.filter(ref => !present.has(ref))
  if (missing.length === 0) return false
  const carried = serialise(carryMarkers(parse(published.storage), parse(mine.storage), missing))
  const update = updateTo(app, found.doc, mine, { ...mine, storage: carried })
  if (!update) return false
  await app.database.transaction(
    tx => appendUpdates(tx, contentId, found.row.incarnation, [{ data: update, accountId: null }]),
    { invalidates: false },
  )
  return true
}

/** Merges the viewer's own draft of a page into its document, if it was written outside of it. */
export async function mergeDraft(ctx: Context, contentId: number): Promise<void> {
  const { app, viewer } = ctx
  const { read } = app.database
  const content = await contentById(read, contentId)
  if (!content || viewer.userId === null) return
  const accountId = viewer.userId
  const draft = await foreignDraft(ctx, read, content, accountId)
  const found = draft && (await readStored(app, contentId))
  if (!found) return
  const mine = textOf(found.doc)
  const base = content.status === 'draft' ? mine : await versionOf(read, contentId, draft.baseVersion)
  const merged = mergeTexts(base ?? mine, mine, draft)
  const update = updateToMerged(app, found.doc, mine, merged, { theirs: { from: 'text' }, mine: { from: 'draft' } })
  await app.database.transaction(
    async tx => {
      // Meanwhile another window may have merged the draft, or the document may have become the draft or a version.
      const held = await lockContent(tx, contentId)
      const now = held && (await foreignDraft(ctx, tx.db, held, accountId))
      if (!now || hashOf(now) !== hashOf(draft)) return
      const { row } = found
      const seq = update ? await appendUpdates(tx, contentId, row.incarnation, [{ data: update, accountId }]) : row.seq
      if (seq !== undefined) await noteAuthor(tx, contentId, accountId, seq, hashOf(draft))
    },
    { invalidates: false },
  )
}

/** A user's draft that is not a copy of the document. */
async function foreignDraft(ctx: Context, db: Queries, content: ContentRow, accountId: number) {
  const draft = await readStoredDraft(ctx, db, content)
  if (!draft) return undefined
  const author = (await authorsOf(db, content.id)).find(each => each.account_id === accountId)
  return author?.draft_hash === hashOf(draft) ? undefined : draft
}
