import type { DiagramDocument } from '../model/document.ts'

/**
 * The document as it is stored: without pictures that no object shows any more. Those stay in the editor, as what took
 * them away can be undone.
 * @returns the same one when it shows them all
 */
export function withoutUnusedMedia(document: DiagramDocument): DiagramDocument {
  const shown = new Set(document.pages.flatMap(({ objects }) => Object.values(objects).flatMap(object => object.kind === 'image' ? [object.media] : [])))
  const kept = Object.entries(document.media).filter(([id]) => shown.has(id))
  return kept.length === Object.keys(document.media).length ? document : { ...document, media: Object.fromEntries(kept) }
}
