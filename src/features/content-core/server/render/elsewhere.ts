import {
  absoluteReference,
  isMacro,
  mapElements,
  nodesToText,
  rewriteReferences,
  text,
  type ElementNode,
  type StorageDocument,
} from '#language/index.ts'

/** Macros that read nothing of the wiki: others, which may list pages themselves, are shown as their text. */
const HARMLESS_MACROS: ReadonlySet<string> = new Set(['status'])

/** A text of a page whose parts `renderPartsOfPages` can render: it means the same outside of that page. */
export function readableElsewhere(
  document: StorageDocument,
  page: { readonly id: number; readonly spaceKey: string },
): StorageDocument {
  const place = { pageId: String(page.id), spaceKey: page.spaceKey }
  const absolute = rewriteReferences(document, reference => absoluteReference(reference, place)).doc
  return mapElements(absolute, element =>
    isMacro(element) && !HARMLESS_MACROS.has(element.attributes['ac:name'] ?? '') ? textOf(element) : element,
  )
}

function textOf(macro: ElementNode): ElementNode {
  return { type: 'element', name: 'span', attributes: {}, children: [text(nodesToText([macro]))], offset: -1 }
}
