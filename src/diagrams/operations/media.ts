import { usedMedia } from '../model/differences.ts'
import type { DiagramDocument } from '../model/document.ts'

/**
 * The document for storing, without unused images. The editor retains them for undo.
 * @returns the same one when all are used
 */
export function withoutUnusedMedia(document: DiagramDocument): DiagramDocument {
  const shown = usedMedia(document)
  const used = Object.entries(document.media).filter(([id]) => shown.has(id))
  return used.length === Object.keys(document.media).length
    ? document
    : { ...document, media: Object.fromEntries(used) }
}
