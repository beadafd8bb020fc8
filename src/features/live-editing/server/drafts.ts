import { createHash } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import { INVALIDATION } from '#platform/server/events/events.ts'
import { changesOf } from '#features/content-core/server/read.ts'
import { keepEdit, lockContent, overwriteDraft, readBody } from '#features/content-core/server/write.ts'
import type { PageText } from './document/text.ts'
import { textOf } from './document/text.ts'
import { readStored } from './live-document.ts'
import { storeState } from './states.ts'
import { authorsOf, authorsSince, documentRow, noteDrafts } from './store.ts'

/** Longest title that a draft keeps, as of drafts that are written by one user. */
const MOST_TITLE = 1000

/** The same for the same text and title. */
export function hashOf({ title, storage }: PageText): string {
  return createHash('sha256')
    .update(JSON.stringify([title, storage]))
    .digest('hex')
}

/**
 * Stores the text of a shared document as the draft of its authors, where lists of drafts, the REST interface and the
 * editor for one user find it. The document itself is in the database already.
 */
export async function keepDrafts(app: App, contentId: number): Promise<void> {
  const row = await documentRow(app.database.read, contentId)
  if (!row || row.draft_seq >= row.seq) return
  const found = await readStored(app, contentId)
  if (!found) return
  const { row: stored, doc } = found
  const text = textOf(doc)
  const { storage } = await readBody(app, { value: text.storage, representation: 'storage' })
  const title = text.title.slice(0, MOST_TITLE)
  const at = Date.now()
  const isPublished = await app.database.transaction(async tx => {
    const content = await lockContent(tx, contentId)
    const now = await documentRow(tx.db, contentId)
    if (!content || now?.incarnation !== stored.incarnation || now.draft_seq >= stored.seq) return false
    // This text lacks what the version has: as a draft of the version it would take that back.
    if (now.base_version !== stored.base_version) return true
    if (content.status === 'draft') await overwriteDraft(tx, content, { title, storage, at })
    else
      for (const { account_id: accountId } of await authorsOf(tx.db, contentId))
        await keepEdit(tx, contentId, accountId, { title, storage, baseVersion: Math.max(now.base_version, 1), at })
    const authors = await authorsSince(tx.db, contentId, now.draft_seq)
    await storeState(tx, contentId, { title, storage, at, authors })
    await noteDrafts(tx, contentId, stored.seq, hashOf({ title, storage }))
    tx.append({ kind: INVALIDATION, actorId: null, changes: changesOf(content) })
    return false
  })
  if (isPublished) await keepDrafts(app, contentId)
}
