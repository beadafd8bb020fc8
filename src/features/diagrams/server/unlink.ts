import type { ParamsOf, QueryOf, ResponseOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { readerOf as readerFor } from '#platform/server/http/view.ts'
import { attachmentByName, requireTarget } from '#features/attachments/server/index.ts'
import { authorise } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { changeText } from '#features/content-core/server/write.ts'
import type { unlinkDiagram } from '../contract.ts'
import { isSameDiagram, latest, rewriteDiagrams } from '../macros-shared.ts'
import { NOT_IN_UNLINKED, unlinkNameProblem } from '../names.ts'
import type { DiagramReference } from '../reference-shared.ts'
import { attachDiagramIn } from './attach.ts'
import { copiedFiles } from './copy.ts'
import { requireDiagram, type DiagramFile } from './files.ts'
import { requireFreePictures } from './save.ts'

type Unlink = ParamsOf<typeof unlinkDiagram> & QueryOf<typeof unlinkDiagram>

/**
 * Copies a diagram to a page that shows it from another one, with its pictures, and points the page's macros to the
 * copy: all in one transaction.
 * @throws HttpError 400 for a bad name or a page that is not published, 403, 404 for what may not be seen or a page
 *   that does not show the diagram
 */
export async function unlink(ctx: Context, input: Unlink): Promise<ResponseOf<typeof unlinkDiagram>> {
  const source = await requireDiagram(ctx, input.sourcePageId, input.sourceDiagramName, input.sourceDiagramVersion)
  const page = await requireTarget(ctx, input.targetPageId)
  await authorise(ctx, page, 'update')
  if (page.id === source.owner.id)
    throw badRequest('The diagram is attached to this page itself', { field: 'targetPageId', forPrograms: true })
  if (page.status !== 'current' && !input.inline)
    throw badRequest('The page is not published', { field: 'targetPageId', forPrograms: true })
  const name = checkedName(input.targetDiagramName)
  // Links within name pages and files by ids: they lead where they led.
  const files = await copiedFiles(ctx, source, name)
  return ctx.app.database.transaction(async tx => {
    const [copy] = await attachDiagramIn(tx, ctx, page.id, files, 'refuse', () => refuseTaken(tx, page, name))
    if (!copy) throw new Error('The copy was not stored')
    const pageVersion = input.inline ? page.version : await showCopy(tx, ctx, page, source, name)
    return { attachmentId: String(copy.id), pageId: String(page.id), name: copy.title, pageVersion }
  })
}

/** Whether a macro shows the version that is copied; without one it means those that follow the newest. */
function shows(reference: DiagramReference, { owner, attachment, file, isPinned }: DiagramFile): boolean {
  if (!isSameDiagram(reference, { ownerPageId: owner.id, name: attachment.title })) return false
  return isPinned ? (reference.version ?? attachment.version) === file.number : reference.version === undefined
}

/** @throws HttpError 400 */
function checkedName(given: string): string {
  const name = given.normalize('NFC').trim()
  const field = 'targetDiagramName'
  switch (unlinkNameProblem(name)) {
    case 'characters':
      throw badRequest('The diagram name cannot contain any of the following characters: {{characters}}', {
        field,
        values: { characters: NOT_IN_UNLINKED.join(' ') },
      })
    case 'empty':
      throw badRequest('The diagram name must not be empty or contain only whitespace.', { field })
    case 'invalid':
    case 'taken':
      throw badRequest('Invalid diagram name', { field })
    case undefined:
      return name
  }
}

/** @throws HttpError 400 when the page has a file of this name, or of a picture's */
async function refuseTaken(tx: WriteTransaction, page: ContentRow, name: string): Promise<void> {
  const field = 'targetDiagramName'
  if (await attachmentByName(tx.db, page.id, name))
    throw badRequest('There is already a diagram with this name on this page.', { field })
  await requireFreePictures(tx.db, page.id, name, field)
}

/**
 * Lets the macros of a page that show a diagram show its copy.
 * @returns the number of the page's new version
 * @throws HttpError 404 when there is no such macro
 */
async function showCopy(
  tx: WriteTransaction,
  ctx: Context,
  { id }: ContentRow,
  source: DiagramFile,
  name: string,
): Promise<number> {
  let changed = 0
  const page = await changeText(
    tx,
    ctx,
    id,
    before => {
      const after = rewriteDiagrams(before, id, reference =>
        shows(reference, source) ? { ...latest(reference), ownerPageId: id, name } : undefined,
      )
      changed = after.changed
      return after.document
    },
    { message: readerFor(ctx).t('Unlinked the diagram “{{name}}”', { name: source.attachment.title }) },
  )
  if (changed === 0)
    throw notFound('The page {{pageId}} does not show the diagram {{name}} of another page', {
      values: { pageId: id, name: source.attachment.title },
      forPrograms: true,
    })
  return page.version
}
