import type { Context } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/contract.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { permissionsOn } from '#features/content-core/server/policies.ts'
import type { loadDiagram } from '../contract.ts'
import type { DiagramFile } from './files.ts'
import { readerOf } from './read.ts'

/** A diagram for the browser. @throws HttpError 404 when its file holds none */
export async function loadedDiagram(
  ctx: Context,
  { attachment, file, owner }: DiagramFile,
): Promise<ResponseOf<typeof loadDiagram>> {
  const diagram = await readerOf(ctx.app).read(file)
  if (!diagram) throw notFound('The file holds no diagram that can be shown')
  return {
    attachmentId: String(attachment.id),
    pageId: String(owner.id),
    name: attachment.title,
    version: file.number,
    latest: attachment.version,
    // Plain JSON of the shape in `model/document.ts`.
    origin: diagram.origin,
    document: { ...diagram.document },
    report: [...diagram.report],
    may: { update: (await permissionsOn(ctx, owner)).createAttachment },
  }
}
