import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { conflict } from '#platform/server/http/errors.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { dropEdit, updatePage } from '#features/content-core/server/write.ts'
import { liveDocuments } from './documents.ts'
import { bringUpToDate, revertDocument } from './merging.ts'
import { publicationOf } from './publications.ts'
import { deleteDocument, documentRow, removeAuthors } from './store.ts'

/** Message and kind of a version. */
interface Change {
  message: string
  notifies: boolean
}

/**
 * Publishes the text of a shared document as the next version.
 * @throws HttpError 409 when a version was published meanwhile: the document contains it now, and its editors decide
 */
export async function publishDocument(
  ctx: Context,
  row: ContentRow,
  { message, notifies }: Change,
): Promise<ContentRow> {
  const { app } = ctx
  const documents = liveDocuments(app)
  const document = await documents.open(ctx, row)
  await document.stored()
  if (await mergedMeanwhile(app, row.id, document.baseVersion)) {
    throw conflict(
      'A newer version was published while you were editing. It is in your text now: check it, then publish',
    )
  }
  const { title, storage } = document.text()
  const isDraft = row.status === 'draft'
  return updatePage(publicationOf(ctx, document.seq), row, {
    version: isDraft ? 1 : document.baseVersion + 1,
    status: 'current',
    title: title.trim(),
    body: { value: storage, representation: 'storage' },
    message,
    minor: !notifies,
  })
}

async function mergedMeanwhile(app: App, contentId: number, baseVersion: number): Promise<boolean> {
  if (await bringUpToDate(app, contentId)) {
    await liveDocuments(app).changedBeside(contentId)
    return true
  }
  const row = await documentRow(app.database.read, contentId)
  return row !== undefined && row.base_version !== baseVersion
}

/** Discards the shared document of a file: the next one is made of the file's newest version. */
export async function discardFile({ app }: Pick<Context, 'app'>, contentId: number): Promise<void> {
  await app.database.transaction(tx => deleteDocument(tx, contentId), { invalidates: false })
  await liveDocuments(app).changedBeside(contentId)
}

/** Discards all unpublished changes of a page, those of other users too. */
export async function discardDocument({ app }: Pick<Context, 'app'>, contentId: number): Promise<void> {
  const documents = liveDocuments(app)
  await (await documents.find(contentId))?.stored()
  // Its last state stays in the history of the draft.
  await documents.keepDrafts(contentId)
  const seq = await revertDocument(app, contentId)
  if (seq === undefined) return
  await app.database.transaction(async tx => {
    for (const accountId of await removeAuthors(tx, contentId, seq)) await dropEdit(tx, contentId, accountId)
  })
  await documents.changedBeside(contentId)
}
