/** Pages of a document and layers of a page. */
import { removeAll } from './remove.ts'
import { ChangeError, compose, type Change } from '../model/changes.ts'
import { LIMITS, type DiagramDocument, type DiagramPage, type Layer } from '../model/document.ts'
import { updated } from './place.ts'
import { sorted } from './reparent.ts'
import { changeableRoots, childrenOf, descendantsOf, inDrawingOrder, newId, objectOf } from './tree.ts'

/** Appends an empty page with the first one's size and grid. @throws ChangeError at the limit */
export function addPage(document: DiagramDocument, name: string): { change: Change; pageId: string } {
  checkRoom(document)
  const [first] = document.pages
  if (!first) throw new ChangeError('A document has at least one page.')
  const { width, height, background, grid, layers } = first
  const layer: Layer = { id: newId(), name: layers[0]?.name ?? '', visible: true, locked: false }
  const page: DiagramPage = {
    id: newId(),
    name: nameOf(name),
    width,
    height,
    background,
    grid,
    layers: [layer],
    objects: {},
  }
  return { change: { type: 'add-page', page, index: document.pages.length }, pageId: page.id }
}

/** Inserts a copy after a page. @throws ChangeError when there is no such page, or at the limit */
export function duplicatePage(
  document: DiagramDocument,
  pageId: string,
  name: string,
): { change: Change; pageId: string } {
  checkRoom(document)
  const index = document.pages.findIndex(({ id }) => id === pageId)
  const page = document.pages[index]
  if (!page) throw new ChangeError(`There is no page ${JSON.stringify(pageId)}.`)
  const count = document.pages.reduce(
    (sum, { objects }) => sum + Object.keys(objects).length,
    Object.keys(page.objects).length,
  )
  if (count > LIMITS.objects) throw new ChangeError(`A diagram holds at most ${LIMITS.objects} objects.`)
  const copy = { ...page, id: newId(), name: nameOf(name) }
  return { change: { type: 'add-page', page: copy, index: index + 1 }, pageId: copy.id }
}

function checkRoom({ pages }: DiagramDocument): void {
  if (pages.length >= LIMITS.pages) throw new ChangeError(`A diagram has at most ${LIMITS.pages} pages.`)
}

/** A blank name changes nothing. */
export function renamePage(document: DiagramDocument, pageId: string, name: string): Change {
  const page = document.pages.find(({ id }) => id === pageId)
  const wanted = nameOf(name)
  return !page || wanted === '' || wanted === page.name
    ? compose()
    : { type: 'update-page', pageId, fields: { name: wanted } }
}

/** @param index afterwards */
export function movePage(document: DiagramDocument, pageId: string, index: number): Change {
  const wanted = Math.min(document.pages.length - 1, Math.max(0, index))
  return document.pages.findIndex(({ id }) => id === pageId) === wanted
    ? compose()
    : { type: 'move-page', pageId, index: wanted }
}

/** The last page cannot be removed: changes nothing. */
export function removePage(document: DiagramDocument, pageId: string): Change {
  return document.pages.length > 1 ? { type: 'remove-page', pageId } : compose()
}

/** Adds a layer on top. @throws ChangeError at the limit */
export function addLayer(page: DiagramPage, name: string): { change: Change; layerId: string } {
  if (page.layers.length >= LIMITS.layers) throw new ChangeError(`A page has at most ${LIMITS.layers} layers.`)
  const layer: Layer = { id: newId(), name: nameOf(name), visible: true, locked: false }
  return { change: { type: 'add-layer', pageId: page.id, layer, index: page.layers.length }, layerId: layer.id }
}

/** A blank name changes nothing. */
export function renameLayer(page: DiagramPage, id: string, name: string): Change {
  const layer = page.layers.find(one => one.id === id)
  const wanted = nameOf(name)
  return !layer || wanted === '' || wanted === layer.name
    ? compose()
    : { type: 'update-layer', pageId: page.id, id, fields: { name: wanted } }
}

/** @param index afterwards, from the bottom */
export function moveLayer(page: DiagramPage, id: string, index: number): Change {
  const wanted = Math.min(page.layers.length - 1, Math.max(0, index))
  return page.layers.findIndex(layer => layer.id === id) === wanted
    ? compose()
    : { type: 'move-layer', pageId: page.id, id, index: wanted }
}

/** Removes a layer with all its objects, even locked ones. The last one cannot be removed: changes nothing. */
export function removeLayer(page: DiagramPage, id: string): Change {
  if (page.layers.length < 2) return compose()
  const there = Object.values(page.objects).filter(({ layer }) => layer === id)
  return compose(
    removeAll(
      page,
      there.map(object => object.id),
    ),
    { type: 'remove-layer', pageId: page.id, id },
  )
}

/** Moves objects with their content to another layer, on top. */
export function setLayer(page: DiagramPage, ids: Iterable<string>, layer: string): Change {
  if (!page.layers.some(({ id }) => id === layer)) return compose()
  const roots = inDrawingOrder(page, changeableRoots(page, ids)).filter(id => objectOf(page, id)?.layer !== layer)
  const objects = [...roots.flatMap(id => objectOf(page, id) ?? []), ...descendantsOf(page, roots)]
  const steps = objects.flatMap(object => updated(page, object, { layer }))
  const chosen = new Set(roots)
  const parents = new Set(roots.map(id => objectOf(page, id)?.parent ?? null))
  const orders = [...parents].flatMap(parent => {
    const coming = childrenOf(page, parent).filter(({ id }) => chosen.has(id))
    const there = childrenOf(page, parent).filter(object => object.layer === layer)
    return sorted(
      page,
      [...there, ...coming],
      coming.map(({ id }) => id),
    )
  })
  return compose(...steps, ...orders)
}

function nameOf(name: string): string {
  return name.trim().slice(0, LIMITS.name)
}
