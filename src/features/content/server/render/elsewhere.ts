import {
  isMacro,
  mapElements,
  nodesToText,
  rewriteReferences,
  text,
  type ElementNode,
  type Reference,
  type ReferenceChange,
  type StorageDocument,
} from '#language/index.ts'

/** Macros that read nothing of the wiki: others, which may list pages themselves, are shown as their text. */
const HARMLESS_MACROS: ReadonlySet<string> = new Set(['status'])

/** A text of a page whose parts `renderPartsOfPages` can render: it means the same outside of that page. */
export function readableElsewhere(
  document: StorageDocument,
  page: { readonly id: number; readonly spaceKey: string },
): StorageDocument {
  const absolute = rewriteReferences(document, reference => absoluteChange(reference, page)).doc
  return mapElements(absolute, element =>
    isMacro(element) && !HARMLESS_MACROS.has(element.attributes['ac:name'] ?? '') ? textOf(element) : element,
  )
}

function textOf(macro: ElementNode): ElementNode {
  return { type: 'element', name: 'span', attributes: {}, children: [text(nodesToText([macro]))], offset: -1 }
}

/** A reference relative to the page, as it reads anywhere. */
function absoluteChange(
  reference: Reference,
  { id, spaceKey }: { id: number; spaceKey: string },
): ReferenceChange | undefined {
  if ((reference.kind === 'page' || reference.kind === 'blog-post') && reference.spaceKey === undefined)
    return { spaceKey }
  if (reference.kind === 'attachment' && !reference.container)
    return { container: { kind: 'content-entity', id: String(id) } }
  return undefined
}
