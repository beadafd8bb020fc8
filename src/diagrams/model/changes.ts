/**
 * Changes of a document as data: invertible, composable, serialisable. The changed document shares all untouched parts
 * with the old one.
 *
 * A change does not check references between objects: within a list, one step may need the next. The functions that
 * make changes (`move.ts`, `arrange.ts`, `clip.ts` and others) return consistent ones, and `validate.ts` checks what
 * is stored.
 */
import type {
  ConnectorObject,
  DiagramDocument,
  DiagramObject,
  DiagramPage,
  Foreign,
  GroupObject,
  ImageObject,
  Layer,
  Media,
  ShapeObject,
} from './document.ts'

/** Fields of any kind of object but its id and kind; undefined removes a field. */
export type ObjectFields = Partial<{
  [K in Exclude<keyof ShapeObject | keyof ConnectorObject | keyof ImageObject | keyof GroupObject, 'id' | 'kind'>]:
    | (K extends keyof ShapeObject ? ShapeObject[K] : never)
    | (K extends keyof ConnectorObject ? ConnectorObject[K] : never)
    | (K extends keyof ImageObject ? ImageObject[K] : never)
    | (K extends keyof GroupObject ? GroupObject[K] : never)
    | undefined
}>
export type PageFields = { [K in Exclude<keyof DiagramPage, 'id' | 'objects' | 'layers'>]?: DiagramPage[K] | undefined }
export type LayerFields = Partial<Omit<Layer, 'id'>>

export type Change =
  /** Adds an object, or replaces the one with its id. */
  | { type: 'put-object'; pageId: string; object: DiagramObject }
  | { type: 'update-object'; pageId: string; id: string; fields: ObjectFields }
  | { type: 'remove-object'; pageId: string; id: string }
  | { type: 'add-page'; page: DiagramPage; index: number }
  | { type: 'update-page'; pageId: string; fields: PageFields }
  | { type: 'move-page'; pageId: string; index: number }
  | { type: 'remove-page'; pageId: string }
  | { type: 'add-layer'; pageId: string; layer: Layer; index: number }
  | { type: 'update-layer'; pageId: string; id: string; fields: LayerFields }
  | { type: 'move-layer'; pageId: string; id: string; index: number }
  | { type: 'remove-layer'; pageId: string; id: string }
  | { type: 'put-media'; id: string; media: Media }
  | { type: 'remove-media'; id: string }
  | { type: 'set-foreign'; foreign: Foreign | undefined }
  /** A sequence, applied atomically. */
  | { type: 'all'; changes: readonly Change[] }

/** A change of something missing, or that would leave a document without a page. */
export class ChangeError extends Error {
  override name = 'ChangeError'
}

export interface Changed {
  document: DiagramDocument
  /** Restores a document deeply equal to the one before. */
  inverse: Change
}

/**
 * Applies a change; the given document is not modified.
 * @throws ChangeError
 */
export function applyChange(document: DiagramDocument, change: Change): Changed {
  const draft = new Draft(document)
  const inverse = apply(draft, change)
  return { document: draft.document, inverse }
}

/** One change for several in their order, nested lists flattened. */
export function compose(...changes: readonly Change[]): Change {
  const flat = changes.flatMap(change => (change.type === 'all' ? change.changes : [change]))
  const [first] = flat
  return flat.length === 1 && first ? first : { type: 'all', changes: flat }
}

/** A document whose parts are copied on first write. */
class Draft {
  document: DiagramDocument
  readonly #own = new Set<object>()

  constructor(document: DiagramDocument) {
    this.document = document
  }

  /** A writable copy: the same one on later calls. */
  #ownCopy<Part extends object>(part: Part, copy: (part: Part) => Part): Part {
    if (this.#own.has(part)) return part
    const made = copy(part)
    this.#own.add(made)
    return made
  }

  #root(): DiagramDocument {
    this.document = this.#ownCopy(this.document, root => ({ ...root }))
    return this.document
  }

  pages(): DiagramPage[] {
    const root = this.#root()
    root.pages = this.#ownCopy(root.pages, pages => [...pages])
    return root.pages
  }

  page(id: string): DiagramPage {
    const pages = this.pages()
    const index = pages.findIndex(page => page.id === id)
    const page = pages[index]
    if (!page) throw new ChangeError(`There is no page ${JSON.stringify(id)}.`)
    const own = this.#ownCopy(page, old => ({ ...old }))
    pages[index] = own
    return own
  }

  objects(pageId: string): Record<string, DiagramObject> {
    const page = this.page(pageId)
    page.objects = this.#ownCopy(page.objects, objects => ({ ...objects }))
    return page.objects
  }

  layers(pageId: string): Layer[] {
    const page = this.page(pageId)
    page.layers = this.#ownCopy(page.layers, layers => [...layers])
    return page.layers
  }

  media(): Record<string, Media> {
    const root = this.#root()
    root.media = this.#ownCopy(root.media, media => ({ ...media }))
    return root.media
  }

  setForeign(foreign: Foreign | undefined): void {
    const root = this.#root()
    if (foreign) root.foreign = foreign
    else delete root.foreign
  }
}

/** Applies a change to the draft. @returns its inverse */
function apply(draft: Draft, change: Change): Change {
  switch (change.type) {
    case 'all':
      return { type: 'all', changes: change.changes.map(step => apply(draft, step)).reverse() }
    case 'put-object':
    case 'update-object':
    case 'remove-object':
      return applyToObject(draft, change)
    case 'put-media':
    case 'remove-media':
      return applyToMedia(draft.media(), change)
    case 'set-foreign': {
      const { foreign } = draft.document
      draft.setForeign(change.foreign)
      return { type: 'set-foreign', foreign }
    }
    case 'add-page':
    case 'update-page':
    case 'move-page':
    case 'remove-page':
      return applyToPage(draft, change)
    default:
      return applyToLayer(draft.layers(change.pageId), change)
  }
}

type ChangeOf<Suffix extends string> = Extract<Change, { type: `${string}-${Suffix}` }>

function applyToObject(draft: Draft, change: ChangeOf<'object'>): Change {
  const { pageId } = change
  const objects = draft.objects(pageId)
  if (change.type === 'put-object') {
    const { object } = change
    const old = own(objects, object.id)
    objects[object.id] = object
    return old ? { type: 'put-object', pageId, object: old } : { type: 'remove-object', pageId, id: object.id }
  }
  const { id } = change
  const object = found(own(objects, id), 'object', id)
  if (change.type === 'remove-object') {
    delete objects[id]
    return { type: 'put-object', pageId, object }
  }
  const [updated, fields] = update(object, change.fields)
  objects[id] = updated
  return { type: 'update-object', pageId, id, fields }
}

function applyToMedia(all: Record<string, Media>, change: ChangeOf<'media'>): Change {
  const { id } = change
  const old = own(all, id)
  if (change.type === 'put-media') {
    all[id] = change.media
    return old ? { type: 'put-media', id, media: old } : { type: 'remove-media', id }
  }
  const media = found(old, 'picture', id)
  delete all[id]
  return { type: 'put-media', id, media }
}

function applyToPage(draft: Draft, change: ChangeOf<'page'>): Change {
  if (change.type === 'add-page') {
    insert(draft.pages(), change.page, change.index, 'page')
    return { type: 'remove-page', pageId: change.page.id }
  }
  const { pageId } = change
  if (change.type === 'move-page')
    return { type: 'move-page', pageId, index: move(draft.pages(), pageId, change.index, 'page') }
  if (change.type === 'remove-page') {
    const [page, index] = take(draft.pages(), pageId, 'page')
    return { type: 'add-page', page, index }
  }
  const page = draft.page(pageId)
  const [updated, fields] = update(page, change.fields)
  const pages = draft.pages()
  pages[pages.indexOf(page)] = updated
  return { type: 'update-page', pageId, fields }
}

function applyToLayer(layers: Layer[], change: ChangeOf<'layer'>): Change {
  const { pageId } = change
  if (change.type === 'add-layer') {
    insert(layers, change.layer, change.index, 'layer')
    return { type: 'remove-layer', pageId, id: change.layer.id }
  }
  const { id } = change
  if (change.type === 'move-layer')
    return { type: 'move-layer', pageId, id, index: move(layers, id, change.index, 'layer') }
  if (change.type === 'remove-layer') {
    const [layer, index] = take(layers, id, 'layer')
    return { type: 'add-layer', pageId, layer, index }
  }
  const index = layers.findIndex(layer => layer.id === id)
  const [updated, fields] = update(found(layers[index], 'layer', id), change.fields)
  layers[index] = updated
  return { type: 'update-layer', pageId, id, fields }
}

function own<Value>(values: Record<string, Value>, id: string): Value | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined
}

function found<Value>(value: Value | undefined, what: string, id: string): Value {
  if (value === undefined) throw new ChangeError(`There is no ${what} ${JSON.stringify(id)}.`)
  return value
}

/** @returns the object with the fields set, and their previous values */
function update<Item extends object, Fields extends object>(item: Item, fields: Fields): [Item, Fields] {
  const updated = { ...item } as Record<string, unknown>
  const before: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    before[key] = Object.hasOwn(updated, key) ? updated[key] : undefined
    if (value === undefined) delete updated[key]
    else updated[key] = value
  }
  // The types of changes allow only fields of the item's own type.
  return [updated as Item, before as Fields]
}

function insert<Item extends { id: string }>(items: Item[], item: Item, index: number, what: string): void {
  if (items.some(({ id }) => id === item.id))
    throw new ChangeError(`There is a ${what} ${JSON.stringify(item.id)} already.`)
  items.splice(Math.min(Math.max(0, index), items.length), 0, item)
}

function take<Item extends { id: string }>(items: Item[], id: string, what: string): [Item, number] {
  const index = items.findIndex(item => item.id === id)
  const item = found(items[index], what, id)
  if (items.length === 1) throw new ChangeError(`The last ${what} cannot be removed.`)
  items.splice(index, 1)
  return [item, index]
}

/** @returns the previous index */
function move<Item extends { id: string }>(items: Item[], id: string, to: number, what: string): number {
  const from = items.findIndex(item => item.id === id)
  const item = found(items[from], what, id)
  items.splice(from, 1)
  items.splice(Math.min(Math.max(0, to), items.length), 0, item)
  return from
}
