/** Diagrams that several users change at once. Loaded with Yjs when the first editor connects. */
import * as Y from 'yjs'
import type { BodyOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { fileVersion, requireTarget } from '#features/attachments/server/index.ts'
import { requireContentFor } from '#features/content-core/server/policies.ts'
import { noteFileSaved, storedFile, tellFileSaved, type SharedFiles } from '#features/live-editing/server/index.ts'
import { readDocumentOf } from '#diagrams/live/live-diagram.ts'
import { isSaved, noteSaved } from '#diagrams/live/saved.ts'
import { fillDocument } from '#diagrams/live/writing.ts'
import { withoutUnusedMedia } from '#diagrams/operations/media.ts'
import type { saveLiveDiagram } from '../live-contract.ts'
import { checkDiagramUpdate } from './live-check.ts'
import { readerOf } from './read.ts'
import { attachNext, filesOfDiagram, overtaken, type SavedDiagram } from './save.ts'

/** Times that a save is repeated because another editor was faster. */
const MOST_TRIES = 5

export const liveDiagrams: SharedFiles = {
  async create({ app }, row) {
    const file = await fileVersion(app.database.read, row.id, row.version)
    const diagram = file && (await readerOf(app).read(file))
    if (!diagram) return undefined
    const doc = new Y.Doc()
    fillDocument(doc, diagram.document)
    noteSaved(doc, { version: row.version, by: '', at: file.at })
    return Y.encodeStateAsUpdate(doc)
  },
  check: checkDiagramUpdate,
  isSaved,
}

/**
 * Stores the shared document of a diagram as the next version of its file.
 * @returns what was stored, or the answer 409 when another version was stored beside the shared document
 * @throws HttpError 403, 404; 413 for a file over the limit
 */
export async function saveLive(
  ctx: Context,
  attachmentId: number,
  { incarnation, version, comment }: BodyOf<typeof saveLiveDiagram>,
): Promise<SavedDiagram | Answer> {
  const { app, viewer } = ctx
  for (let tries = 1; ; tries++) {
    const attachment = await requireContentFor(ctx, attachmentId, 'update')
    const page = await requireTarget(ctx, attachment.container_id ?? 0)
    const stored = await storedFile(app, attachmentId)
    // Saved between the two queries.
    if (stored && stored.baseVersion > attachment.version && tries < MOST_TRIES) continue
    const isNext = stored?.baseVersion === attachment.version || version === attachment.version
    if (stored?.incarnation !== incarnation || !isNext) return overtaken(ctx, attachment)
    const { doc, baseVersion } = stored
    const name = attachment.title
    if (isSaved(doc) && baseVersion === attachment.version)
      return { attachmentId: String(attachmentId), pageId: String(page.id), name, version: baseVersion }
    const files = await filesOfDiagram(ctx, name, withoutUnusedMedia(readDocumentOf(doc)), comment)
    // A transaction that the database repeats replaces its first note, which the update has to have too.
    const vector = Y.encodeStateVector(doc)
    const result = await attachNext(ctx, page.id, { name, version: attachment.version }, files, async (tx, row) => {
      noteSaved(doc, { version: row.version, by: viewer.displayName, at: row.updated_at })
      await noteFileSaved(tx, attachmentId, stored, {
        version: row.version,
        update: Y.encodeStateAsUpdate(doc, vector),
      })
    })
    if (result instanceof Answer && tries < MOST_TRIES) continue
    if (!(result instanceof Answer)) await tellFileSaved(app, attachmentId)
    return result
  }
}
