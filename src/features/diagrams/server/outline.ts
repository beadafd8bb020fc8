import { outlineText } from '#diagrams/operations/outline-text.ts'
import type { DiagramOutlines } from '#features/content-core/server/render.ts'
import { isDiagramMacro, referenceOf } from '../macros-shared.ts'
import { DRAWIO_INCLUDE_MACRO, DRAWIO_MACRO, DRAWIO_SKETCH_MACRO, MACRO } from '../names.ts'
import { findFile } from './files.ts'
import { readerOf } from './read.ts'

/** Diagrams as text in Markdown: their shapes and connections. */
export const markdownOutlines: DiagramOutlines = {
  macros: [MACRO, DRAWIO_MACRO, DRAWIO_SKETCH_MACRO, DRAWIO_INCLUDE_MACRO],
  async outline(ctx, macro, pageId) {
    const reference = isDiagramMacro(macro.name) ? referenceOf(macro, pageId) : undefined
    const found = reference && (await findFile(ctx, reference.ownerPageId, reference.name, reference.version))
    const diagram = found && (await readerOf(ctx.app).read(found.file))
    if (!reference || !diagram) return undefined
    return { name: reference.name, text: outlineText(diagram.document) }
  },
}
