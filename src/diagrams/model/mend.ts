/**
 * Structure of a document whose parts were changed independently of each other. References to missing parts
 * are replaced in the same way in all copies of a document, so that the copies stay equal.
 */
import { blankPage } from './blank.ts'
import { LIMITS, type ConnectorObject, type DiagramDocument, type DiagramObject, type DiagramPage } from './document.ts'
import { objectOf } from './order.ts'

/**
 * A document with valid references, made of one whose fields are valid:
 * - without pages it gets an empty one, and a page without layers one layer;
 * - an object whose layer is gone comes to the top layer;
 * - an object whose parent is gone, or within itself, comes to the top of its page, and so does what is nested too deep;
 * - a connector's end whose object is gone stays where it was last;
 * - an image without its picture is left out.
 * @returns the same document, and the same pages, where there is nothing to mend
 */
export function mended(document: DiagramDocument): DiagramDocument {
  const pages = document.pages.length > 0 ? document.pages : [blankPage()]
  const mendedPages = pages.map(page => mendedPage(page, document.media))
  return pages === document.pages && mendedPages.every((page, index) => page === pages[index])
    ? document
    : { ...document, pages: mendedPages }
}

function mendedPage(page: DiagramPage, media: DiagramDocument['media']): DiagramPage {
  const layers = page.layers.length > 0 ? page.layers : blankPage().layers
  const known = new Set(layers.map(({ id }) => id))
  const top = layers.at(-1)?.id ?? ''
  const isShown = (object: DiagramObject | undefined) =>
    object !== undefined && (object.kind !== 'image' || Object.hasOwn(media, object.media))
  const freed = withoutParent(page, isShown)
  const changed = new Map<string, DiagramObject | null>()
  for (const object of Object.values(page.objects)) {
    const { id } = object
    if (!isShown(object)) changed.set(id, null)
    else {
      const whole = detached(object, objectId => isShown(objectOf(page, objectId)))
      const isMisplaced = !known.has(object.layer)
      if (whole !== object || isMisplaced || freed.has(id))
        changed.set(id, {
          ...whole,
          ...(isMisplaced && { layer: top }),
          ...(freed.has(id) && { parent: null }),
        })
    }
  }
  if (changed.size === 0) return layers === page.layers ? page : { ...page, layers }
  const objects = Object.entries(page.objects).flatMap(([id, object]) => {
    const now = changed.has(id) ? changed.get(id) : object
    return now ? [[id, now] as const] : []
  })
  return { ...page, layers, objects: Object.fromEntries(objects) }
}

/** An object whose ends are attached to nothing that is missing. */
function detached(object: DiagramObject, isThere: (id: string) => boolean): DiagramObject {
  if (object.kind !== 'connector') return object
  const end = (which: 'from' | 'to'): ConnectorObject['from'] => {
    const { at, attached } = object[which]
    return attached && !isThere(attached.objectId) ? { at } : object[which]
  }
  const [from, to] = [end('from'), end('to')]
  return from === object.from && to === object.to ? object : { ...object, from, to }
}

/** Objects whose parent is missing or can hold nothing, that lie within themselves, or too deep. */
function withoutParent(page: DiagramPage, isShown: (object: DiagramObject | undefined) => boolean): Set<string> {
  const freed = new Set<string>()
  const depths = new Map<string, number>()
  // In the order of ids, which is the same in all copies.
  for (const start of Object.keys(page.objects).toSorted()) {
    const chain: DiagramObject[] = []
    const walked = new Set<string>()
    let depth = -1
    for (let at = objectOf(page, start); at;) {
      const known = depths.get(at.id)
      if (known !== undefined) {
        depth = known
        break
      }
      chain.push(at)
      walked.add(at.id)
      const parent = at.parent === null ? undefined : objectOf(page, at.parent)
      const holds = (parent?.kind === 'group' || parent?.kind === 'shape') && isShown(parent)
      if (at.parent !== null && (!holds || walked.has(at.parent))) freed.add(at.id)
      at = freed.has(at.id) ? undefined : parent
    }
    for (const object of chain.toReversed()) {
      depth = freed.has(object.id) ? 0 : depth + 1
      if (depth > LIMITS.depth) {
        freed.add(object.id)
        depth = 0
      }
      depths.set(object.id, depth)
    }
  }
  return freed
}
