import { compose, type Change } from '../model/changes.ts'
import type { DiagramDocument, DiagramObject, DiagramPage, Link } from '../model/document.ts'
import { withoutUnusedMedia } from './media.ts'
import { newId } from './tree.ts'

/**
 * Imports another document's pages: appended, or in place of a single empty one.
 * @returns the change, and the page to show
 */
export function importPages(document: DiagramDocument, imported: DiagramDocument): { change: Change; pageId: string } {
  const media = new Map(Object.keys(imported.media).map(id => [id, Object.hasOwn(document.media, id) ? newId() : id]))
  const taken = new Set(document.pages.map(({ id }) => id))
  const ids = new Map<string, string>()
  for (const { id } of imported.pages) {
    const own = taken.has(id) ? newId() : id
    taken.add(own)
    if (!ids.has(id)) ids.set(id, own)
  }
  const pages = imported.pages.map(page => ownPage(page, media, ids))
  const [only] = document.pages
  const isEmpty = document.pages.length === 1 && only && Object.keys(only.objects).length === 0
  const first = pages[0]?.id ?? ''
  return {
    pageId: first,
    change: compose(
      ...[...media].flatMap(([from, id]): Change[] => {
        const picture = imported.media[from]
        return picture ? [{ type: 'put-media', id, media: picture }] : []
      }),
      ...pages.map((page, index): Change => ({ type: 'add-page', page, index: document.pages.length + index })),
      ...(isEmpty ? [{ type: 'remove-page', pageId: only.id } satisfies Change] : []),
    ),
  }
}

/** A page with ids that are free, to which its links lead. */
function ownPage(page: DiagramPage, media: ReadonlyMap<string, string>, ids: ReadonlyMap<string, string>): DiagramPage {
  const objects = Object.entries(page.objects).map(([key, object]): [string, DiagramObject] => {
    const own = object.kind === 'image' ? { ...object, media: media.get(object.media) ?? object.media } : object
    const { link } = own
    const target = link?.kind === 'diagram' && link.contentId === undefined ? ids.get(link.page ?? '') : undefined
    return [key, link && target !== undefined ? { ...own, link: { ...link, page: target } as Link } : own]
  })
  return { ...page, id: ids.get(page.id) ?? page.id, objects: Object.fromEntries(objects) }
}

/** A document of one page, for another diagram. */
export function pageAlone(document: DiagramDocument, pageId: string): DiagramDocument {
  const { foreign: _, ...rest } = document
  return withoutUnusedMedia({ ...rest, pages: document.pages.filter(({ id }) => id === pageId) })
}

/**
 * Pages for another diagram: links to pages that are not among them lead to the diagram that they are taken of.
 * @param from attachment of that diagram; undefined, while it is not stored, leaves such links out
 */
export function withLinksFrom(document: DiagramDocument, from: string | undefined): DiagramDocument {
  const own = new Set(document.pages.map(({ id }) => id))
  const changed = (object: DiagramObject): DiagramObject => {
    const { link, ...bare } = object
    if (link?.kind !== 'diagram' || link.contentId !== undefined || own.has(link.page ?? '')) return object
    return (from === undefined ? bare : { ...bare, link: { ...link, contentId: from } }) as DiagramObject
  }
  const pages = document.pages.map(page => ({
    ...page,
    objects: Object.fromEntries(Object.entries(page.objects).map(([key, object]) => [key, changed(object)])),
  }))
  return { ...document, pages }
}
