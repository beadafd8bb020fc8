import type { Context } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/contract.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { applyChange } from '#diagrams/model/changes.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { checkDocument, DiagramError } from '#diagrams/model/validate.ts'
import { importPages } from '#diagrams/operations/import-pages.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import type { addDiagramPages } from '../pages-contract.ts'
import { fileVersion } from '#features/attachments/server/index.ts'
import { readerOf } from './read.ts'
import { storeDiagram } from './save.ts'

/** Others may save the diagram while its pictures are drawn. */
const TRIES = 3

/**
 * Stores a diagram with further pages.
 * @returns what was stored, or the answer 409 when others saved it at each attempt
 * @throws HttpError 400 for an invalid document, or more than a diagram holds; 403, 404
 */
export async function addPages(
  ctx: Context,
  attachmentId: number,
  sent: unknown,
): Promise<ResponseOf<typeof addDiagramPages> | Answer> {
  // Errors of a document are only for who may add it.
  await authorise(ctx, await requireContent(ctx, attachmentId), 'update')
  const added = checked(sent)
  for (let tries = 1; ; tries++) {
    const attachment = await requireContent(ctx, attachmentId)
    const file =
      attachment.type === 'attachment'
        ? await fileVersion(ctx.app.database.read, attachment.id, attachment.version)
        : undefined
    const target = file && (await readerOf(ctx.app).read(file))
    if (!target || attachment.container_id === null)
      throw notFound('There is no diagram att{{id}}', { values: { id: attachmentId }, forPrograms: true })
    await authorise(ctx, attachment, 'update')
    const { change, pageId } = importPages(target.document, added)
    const document = checked(applyChange(target.document, change).document)
    const stored = await storeDiagram(ctx, {
      pageId: attachment.container_id,
      name: attachment.title,
      version: attachment.version,
      document: { ...document },
      comment: '',
    })
    if (!(stored instanceof Answer)) return { ...stored, page: pageId }
    if (tries === TRIES) return stored
  }
}

/** @throws HttpError 400 with the path of the error */
function checked(document: unknown): DiagramDocument {
  try {
    return checkDocument(document)
  } catch (error) {
    if (error instanceof DiagramError)
      throw badRequest('{{reason}}', { field: 'document', values: { reason: error.message }, forPrograms: true })
    throw error
  }
}
