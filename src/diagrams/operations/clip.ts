/** Copies of objects: within a page, between pages and documents, by the clipboard. */
import { apply } from '../model/geometry/matrix.ts'
import type { Rect } from '../shapes/contract.ts'
import { ChangeError, compose, type Change } from '../model/changes.ts'
import { blankPage, documentOf, objectsById } from '../model/blank.ts'
import {
  LIMITS,
  type ConnectorEnd,
  type ConnectorObject,
  type DiagramDocument,
  type DiagramObject,
  type DiagramPage,
  type Media,
  type Point,
} from '../model/document.ts'
import { freed, shifted, withFields } from './place.ts'
import { fieldsIn, frameOf, sorted } from './reparent.ts'
import { settled } from './settle.ts'
import {
  changeableRoots,
  childrenOf,
  coordinate,
  descendantsOf,
  inDrawingOrder,
  inverse,
  matrixTo,
  newId,
  objectOf,
  ordersFor,
  pageBounds,
  rootsOf,
  topOrder,
} from './tree.ts'
import { DiagramError, readDocument, writeDocument } from '../model/validate.ts'

/** Clipboard content: a document of one page and one layer, so that pasting validates like loading. */
export type Clip = DiagramDocument

const CLIP_ID = 'clip'

/**
 * Copies objects with their content and images. Connectors between copies stay attached; other ends are detached where
 * they are drawn.
 */
export function copyObjects(document: DiagramDocument, pageId: string, ids: Iterable<string>): Clip {
  const page = pageOf(document, pageId)
  const roots = inDrawingOrder(page, rootsOf(page, ids))
  const copied = new Set([...roots, ...descendantsOf(page, roots).map(({ id }) => id)])
  const top = frameOf(page, null)
  const objects = roots.flatMap(id => {
    const root = objectOf(page, id)
    if (!root) return []
    const within = descendantsOf(page, [id]).map(object => isolated(page, object, copied))
    // Their parents are not copied: they get page coordinates.
    const own = isolated(page, root, copied)
    return [withFields(own, { ...fieldsIn(page, own, top), parent: null }), ...within]
  })
  const media: Record<string, Media> = {}
  for (const object of objects) {
    const picture = object.kind === 'image' ? document.media[object.media] : undefined
    if (object.kind === 'image' && picture) media[object.media] = picture
  }
  const { width, height, grid } = page
  const layer = { id: CLIP_ID, name: '', visible: true, locked: false }
  const objectsOnLayer = inOrder(objects).map(object => ({ ...object, layer: CLIP_ID }))
  return {
    ...documentOf(
      blankPage({
        id: CLIP_ID,
        name: '',
        width,
        height,
        background: null,
        grid,
        layers: [layer],
        objects: objectsById(objectsOnLayer),
      }),
    ),
    media,
  }
}

/** Without attachments to objects that are not copied. */
function isolated(page: DiagramPage, object: DiagramObject, copied: ReadonlySet<string>): DiagramObject {
  if (object.kind !== 'connector') return object
  const isGone = (id: string) => !copied.has(id)
  const loses = [object.from, object.to].some(({ attached }) => attached && isGone(attached.objectId))
  return loses ? withFields(object, freed(page, object, isGone)) : object
}

/** New orders by list position, as there are no layers any more. */
function inOrder(objects: readonly DiagramObject[]): DiagramObject[] {
  const families = Map.groupBy(objects, ({ parent }) => parent)
  const orders = new Map(
    [...families.values()].flatMap(family => [...ordersFor(family, new Set(family.map(({ id }) => id)))]),
  )
  return objects.map(object => ({ ...object, order: orders.get(object.id) ?? object.order }))
}

export function writeClip(clip: Clip): string {
  return writeDocument(clip)
}

/** Parses {@link writeClip}'s text, or a whole diagram, of which the first page is pasted; null for other text. */
export function readClip(text: string): Clip | null {
  try {
    return readDocument(text)
  } catch (error) {
    // Anything else is pasted as text.
    if (error instanceof DiagramError) return null
    throw error
  }
}

/**
 * Pastes a clip on a layer, on top, with new ids.
 * @param at position of its middle; where it was copied when null
 * @param beside offset to the right and down, px
 * @returns ids of the new top-level objects
 * @throws ChangeError when the document would have too many objects, or there is no such page
 */
export function pasteClip(
  document: DiagramDocument,
  pageId: string,
  layer: string,
  clip: Clip,
  at: Point | null,
  beside = 0,
): { change: Change; ids: string[] } {
  const page = pageOf(document, pageId)
  const source = clip.pages[0]
  if (!source || Object.keys(source.objects).length === 0) return { change: compose(), ids: [] }
  if (!page.layers.some(({ id }) => id === layer)) throw new ChangeError(`There is no layer ${JSON.stringify(layer)}.`)
  checkRoom(document, Object.keys(source.objects).length)
  const { change: pictures, ids: media } = bringMedia(document, clip, source)
  const roots = childrenOf(source, null)
  const places = new Map(roots.map(({ id }, index) => [id, index]))
  const bounds =
    at &&
    pageBounds(
      source,
      roots.map(({ id }) => id),
    )
  const by =
    at && bounds
      ? { x: at.x - bounds.x - bounds.width / 2 + beside, y: at.y - bounds.y - bounds.height / 2 + beside }
      : { x: beside, y: beside }
  const whole = { x: Math.round(by.x), y: Math.round(by.y) }
  const orders = topOrder(page, null, layer, roots.length)
  const fresh = new Map(Object.keys(source.objects).map(id => [id, newId()]))
  const objects = Object.values(source.objects).map(object => {
    const index = places.get(object.id)
    const moved =
      index === undefined
        ? object
        : withFields(object, { ...shifted(object, whole), order: orders[index] ?? object.order, locked: undefined })
    return { ...renewed(moved, fresh, media), layer }
  })
  const change = compose(pictures, ...objects.map((object): Change => ({ type: 'put-object', pageId, object })))
  return {
    change: settled(page, change, [], groupsAmong(objects)),
    ids: roots.flatMap(({ id }) => fresh.get(id) ?? []),
  }
}

/** Non-empty groups: their bounds change when connectors are detached. */
function groupsAmong(objects: readonly DiagramObject[]): string[] {
  const parents = new Set(objects.map(({ parent }) => parent))
  return objects.flatMap(({ kind, id }) => (kind === 'group' && parents.has(id) ? [id] : []))
}

/** Adds a page's images, deduplicated. @returns their new ids by the clip's */
function bringMedia(
  document: DiagramDocument,
  clip: Clip,
  page: DiagramPage,
): { change: Change; ids: Map<string, string> } {
  const known = new Map(Object.entries(document.media).map(([id, { type, data }]) => [`${type} ${data}`, id]))
  const ids = new Map<string, string>()
  const steps: Change[] = []
  for (const object of Object.values(page.objects)) {
    if (object.kind !== 'image' || ids.has(object.media)) continue
    const picture = clip.media[object.media]
    if (!picture) continue
    const own = known.get(`${picture.type} ${picture.data}`)
    const id = own ?? (Object.hasOwn(document.media, object.media) ? newId() : object.media)
    ids.set(object.media, id)
    if (own === undefined) steps.push({ type: 'put-media', id, media: picture })
  }
  return { change: compose(...steps), ids }
}

/** An object with new ids; ends on other objects are detached. */
function renewed(
  object: DiagramObject,
  fresh: ReadonlyMap<string, string>,
  media: ReadonlyMap<string, string>,
): DiagramObject {
  const id = fresh.get(object.id) ?? newId()
  const parent = object.parent === null ? null : (fresh.get(object.parent) ?? object.parent)
  if (object.kind === 'image') return { ...object, id, parent, media: media.get(object.media) ?? object.media }
  if (object.kind !== 'connector') return { ...object, id, parent }
  const end = ({ at, attached }: ConnectorEnd): ConnectorEnd => {
    const objectId = attached && fresh.get(attached.objectId)
    return attached && objectId ? { at, attached: { ...attached, objectId } } : { at }
  }
  return { ...object, id, parent, from: end(object.from), to: end(object.to) } satisfies ConnectorObject
}

/**
 * Duplicates objects within their parents and layers.
 * @param by offset on the page
 * @param fresh ids of the copies by those of the originals; missing ones are added, so that the same copies can be
 * made elsewhere
 * @returns ids of the copies
 * @throws ChangeError when the document would have too many objects, or there is no such page
 */
export function duplicate(
  document: DiagramDocument,
  pageId: string,
  ids: Iterable<string>,
  by: Point,
  fresh: Map<string, string> = new Map(),
): { change: Change; ids: string[] } {
  const page = pageOf(document, pageId)
  const roots = inDrawingOrder(page, changeableRoots(page, ids))
  const all = [...roots.flatMap(id => objectOf(page, id) ?? []), ...descendantsOf(page, roots)]
  checkRoom(document, all.length)
  for (const { id } of all) if (!fresh.has(id)) fresh.set(id, newId())
  const copied = new Set(all.map(({ id }) => id))
  const tops = new Set(roots)
  const copies = all.map(object => {
    const own = isolated(page, object, copied)
    if (!tops.has(object.id)) return renewed(own, fresh, new Map())
    const way = apply({ ...inverse(matrixTo(page, object.id)), e: 0, f: 0 }, by)
    const copy = renewed(withFields(own, shifted(own, way)), fresh, new Map())
    return { ...copy, parent: object.parent }
  })
  const made = new Set(roots.flatMap(id => fresh.get(id) ?? []))
  const orders = [...new Set(roots.map(id => objectOf(page, id)?.parent ?? null))].flatMap(parent => {
    const layers = new Set(copies.filter(copy => copy.parent === parent && made.has(copy.id)).map(({ layer }) => layer))
    return [...layers].flatMap(layer => {
      const coming = copies.filter(copy => made.has(copy.id) && copy.parent === parent && copy.layer === layer)
      return sorted(
        page,
        [...childrenOf(page, parent).filter(object => object.layer === layer), ...coming],
        coming.map(({ id }) => id),
      )
    })
  })
  const change = compose(...copies.map((object): Change => ({ type: 'put-object', pageId, object })), ...orders)
  return { change: settled(page, change, roots, groupsAmong(copies)), ids: [...made] }
}

/** An image on top of its layer. @param rect on the page */
export function imageObject(
  page: DiagramPage,
  layer: string,
  media: Media,
  { x, y, width, height }: Rect,
): { change: Change; id: string } {
  const [id, picture] = [newId(), newId()]
  const object: DiagramObject = {
    kind: 'image',
    id,
    parent: null,
    layer,
    order: topOrder(page, null, layer, 1)[0] ?? 'a0',
    media: picture,
    x: coordinate(x),
    y: coordinate(y),
    width: coordinate(Math.max(0, width)),
    height: coordinate(Math.max(0, height)),
  }
  return {
    change: compose({ type: 'put-media', id: picture, media }, { type: 'put-object', pageId: page.id, object }),
    id,
  }
}

function pageOf(document: DiagramDocument, pageId: string): DiagramPage {
  const page = document.pages.find(({ id }) => id === pageId)
  if (!page) throw new ChangeError(`There is no page ${JSON.stringify(pageId)}.`)
  return page
}

function checkRoom({ pages }: DiagramDocument, more: number): void {
  const count = pages.reduce((sum, { objects }) => sum + Object.keys(objects).length, more)
  if (count > LIMITS.objects)
    throw new ChangeError(`A diagram holds at most ${LIMITS.objects} objects; this would make it ${count}.`)
}
