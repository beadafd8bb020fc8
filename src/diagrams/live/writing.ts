/** Writes diagrams and their changes into documents of Yjs. */
import { isSameJson } from '../model/same-json.ts'
import * as Y from 'yjs'
import type { Change } from '../model/changes.ts'
import { stepsOf } from '../model/differences.ts'
import type { DiagramDocument, DiagramPage } from '../model/document.ts'
import { ordersFor } from '../model/order.ts'
import { FACTS, isPropertyOf, ORDER, partKey, partsOf, propertiesOf } from './layout.ts'

/** Makes an empty document of Yjs one of a diagram. */
export function fillDocument(doc: Y.Doc, { pages, media, foreign }: DiagramDocument): void {
  doc.transact(() => {
    const placed = pages.map(page => ({ id: page.id, order: '' }))
    const orders = ordersFor(placed, new Set(placed.map(({ id }) => id)))
    for (const page of pages) writePage(doc, page, orders.get(page.id))
    for (const [id, picture] of Object.entries(media)) partsOf(doc, 'media').set(id, picture)
    if (foreign) partsOf(doc, 'facts').set(FACTS.foreign, foreign)
  })
}

export function writePage(doc: Y.Doc, { layers, objects, ...page }: DiagramPage, order = ''): void {
  writePart(partsOf(doc, 'pages'), page.id, page, order)
  const orders = ordersFor(
    layers.map(({ id }) => ({ id, order: '' })),
    new Set(layers.map(({ id }) => id)),
  )
  for (const layer of layers) writePart(partsOf(doc, 'layers'), partKey(page.id, layer.id), layer, orders.get(layer.id))
  for (const object of Object.values(objects)) writePart(partsOf(doc, 'objects'), partKey(page.id, object.id), object)
}

/** Adds a part, or replaces the one with its key. */
export function writePart(parts: Y.Map<unknown>, key: string, part: object, order?: string): void {
  const properties = propertiesOf(part)
  if (order !== undefined) properties.set(ORDER, order)
  parts.set(key, new Y.Map(properties))
}

/** Sets or removes the properties of some fields of a part, those that differ. */
function updatePart(parts: Y.Map<unknown>, key: string, part: object, fields: object): void {
  const map = parts.get(key)
  if (!(map instanceof Y.Map)) return writePart(parts, key, part)
  const isNamed = (property: string) => Object.keys(fields).some(field => isPropertyOf(property, field))
  const properties = propertiesOf(part)
  for (const [name, value] of properties) if (isNamed(name) && !isSameJson(map.get(name), value)) map.set(name, value)
  for (const name of map.keys()) if (isNamed(name) && !properties.has(name)) map.delete(name)
}

/**
 * Writes the steps of a change.
 * @param after the diagram after them
 */
export function writeSteps(doc: Y.Doc, change: Change, after: DiagramDocument): void {
  const placed = new Map<string | null, Set<string>>()
  for (const step of stepsOf(change)) {
    if (step.type === 'add-page' || step.type === 'move-page')
      note(placed, null, step.type === 'add-page' ? step.page.id : step.pageId)
    if (step.type === 'add-layer' || step.type === 'move-layer')
      note(placed, step.pageId, step.type === 'add-layer' ? step.layer.id : step.id)
    writeStep(doc, step, after)
  }
  for (const [pageId, ids] of placed) writeOrders(doc, after, pageId, ids)
}

function note(placed: Map<string | null, Set<string>>, list: string | null, id: string): void {
  placed.set(list, (placed.get(list) ?? new Set()).add(id))
}

function writeStep(doc: Y.Doc, step: Change, after: DiagramDocument): void {
  const [pages, layers, objects] = [partsOf(doc, 'pages'), partsOf(doc, 'layers'), partsOf(doc, 'objects')]
  switch (step.type) {
    case 'put-object':
      return writePart(objects, partKey(step.pageId, step.object.id), step.object)
    case 'update-object': {
      const object = pageOf(after, step.pageId)?.objects[step.id]
      return object && updatePart(objects, partKey(step.pageId, step.id), object, step.fields)
    }
    case 'remove-object':
      return objects.delete(partKey(step.pageId, step.id))
    case 'add-page':
      return writePage(doc, step.page)
    case 'update-page': {
      const { layers: _layers, objects: _objects, ...page } = pageOf(after, step.pageId) ?? {}
      return updatePart(pages, step.pageId, page, step.fields)
    }
    case 'remove-page':
      pages.delete(step.pageId)
      for (const parts of [layers, objects])
        for (const key of parts.keys()) if (key.startsWith(partKey(step.pageId, ''))) parts.delete(key)
      return
    case 'add-layer':
      return writePart(layers, partKey(step.pageId, step.layer.id), step.layer)
    case 'update-layer': {
      const layer = pageOf(after, step.pageId)?.layers.find(({ id }) => id === step.id)
      return layer && updatePart(layers, partKey(step.pageId, step.id), layer, step.fields)
    }
    case 'remove-layer':
      return layers.delete(partKey(step.pageId, step.id))
    case 'put-media':
      return void partsOf(doc, 'media').set(step.id, step.media)
    case 'remove-media':
      return partsOf(doc, 'media').delete(step.id)
    case 'set-foreign':
      if (step.foreign) partsOf(doc, 'facts').set(FACTS.foreign, step.foreign)
      else partsOf(doc, 'facts').delete(FACTS.foreign)
      return
    case 'move-page':
    case 'move-layer':
    case 'all':
  }
}

/** Gives pages, or layers of a page, the positions that they have in a diagram. @param ids those that were moved */
function writeOrders(doc: Y.Doc, after: DiagramDocument, pageId: string | null, ids: ReadonlySet<string>): void {
  const list = pageId === null ? after.pages : (pageOf(after, pageId)?.layers ?? [])
  const mapOf = (id: string) =>
    pageId === null ? partsOf(doc, 'pages').get(id) : partsOf(doc, 'layers').get(partKey(pageId, id))
  const sequence = list.map(({ id }) => {
    const map = mapOf(id)
    return { id, order: map instanceof Y.Map ? String(map.get(ORDER) ?? '') : '' }
  })
  for (const [id, order] of ordersFor(sequence, ids)) {
    const map = mapOf(id)
    if (map instanceof Y.Map) map.set(ORDER, order)
  }
}

function pageOf({ pages }: DiagramDocument, id: string): DiagramPage | undefined {
  return pages.find(page => page.id === id)
}
