/** A diagram that several users change at once: a document of Yjs, and the diagram that it holds. */
import { isSameJson } from '../model/same-json.ts'
import * as Y from 'yjs'
import { differences, stepsOf } from '../model/differences.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  type DiagramDocument,
  type DiagramObject,
  type DiagramPage,
  type Layer,
  type Media,
} from '../model/document.ts'
import { mended } from '../model/mend.ts'
import {
  changedKeys,
  FACTS,
  inOrder,
  partKey,
  partsOf,
  readForeign,
  readLayer,
  readMedia,
  readObject,
  readPage,
  readPartKey,
  type Placed,
} from './layout.ts'
import { writePage, writePart, writeSteps } from './writing.ts'

type BarePage = Omit<DiagramPage, 'layers' | 'objects'>

/** A page with its parts as they are in the document of Yjs. */
interface Held {
  page: Placed<BarePage> | undefined
  layers: Map<string, Placed<Layer>>
  objects: Record<string, DiagramObject>
  /** As it was last assembled. */
  whole: DiagramPage | undefined
}

/**
 * The diagram of a document of Yjs. It is read once; later only parts that change are read, and all others stay the
 * same values. Invalid parts, which no editor writes, are left out.
 */
export class LiveDiagram {
  readonly doc: Y.Doc
  readonly #pages = new Map<string, Held>()
  readonly #media = new Map<string, Media>()
  #foreign: DiagramDocument['foreign']
  /** Pictures or facts have changed. */
  #isChanged = true
  /** As in the document of Yjs, not mended. */
  #raw: DiagramDocument = { format: FORMAT, version: FORMAT_VERSION, pages: [], media: {} }
  #document = this.#raw

  /** @param known a diagram whose equal objects stay the same values */
  constructor(doc: Y.Doc, known?: DiagramDocument) {
    this.doc = doc
    for (const { id, objects } of known?.pages ?? []) this.#held(id).objects = { ...objects }
    for (const id of partsOf(doc, 'pages').keys()) this.#readPage(id)
    for (const key of partsOf(doc, 'layers').keys()) this.#readLayer(key)
    for (const [pageId, { objects }] of this.#pages)
      for (const id of Object.keys(objects)) if (!partsOf(doc, 'objects').has(partKey(pageId, id))) delete objects[id]
    for (const key of partsOf(doc, 'objects').keys()) this.#readObject(key)
    for (const id of partsOf(doc, 'media').keys()) this.#readMedia(id)
    this.#readForeign()
    this.#assemble()
    partsOf(doc, 'pages').observeDeep(events => changedKeys(events).forEach(id => this.#readPage(id)))
    partsOf(doc, 'layers').observeDeep(events => changedKeys(events).forEach(key => this.#readLayer(key)))
    partsOf(doc, 'objects').observeDeep(events => changedKeys(events).forEach(key => this.#readObject(key)))
    partsOf(doc, 'media').observe(({ keysChanged }) => keysChanged.forEach(id => this.#readMedia(String(id))))
    partsOf(doc, 'facts').observe(() => this.#readForeign())
    doc.on('afterTransaction', () => this.#assemble())
  }

  /** The diagram, mended; the same value until it changes. */
  get document(): DiagramDocument {
    return this.#document
  }

  /**
   * Writes what differs between the present diagram and another one.
   * @returns the diagram afterwards
   */
  write(after: DiagramDocument, origin: unknown = null): DiagramDocument {
    const before = this.#document
    const change = differences(before, after)
    if (stepsOf(change).length > 0) {
      this.doc.transact(() => {
        this.#keepMended(before)
        const clock = Y.getState(this.doc.store, this.doc.clientID)
        writeSteps(this.doc, change, after)
        if (Y.getState(this.doc.store, this.doc.clientID) === clock)
          partsOf(this.doc, 'facts').set(FACTS.removal, Math.random())
      }, origin)
    }
    return this.#document
  }

  /** Writes parts that were added by mending: what is changed about them needs them. */
  #keepMended({ pages }: DiagramDocument): void {
    for (const page of pages) {
      if (!partsOf(this.doc, 'pages').has(page.id)) writePage(this.doc, page)
      for (const layer of page.layers) {
        const key = partKey(page.id, layer.id)
        if (!partsOf(this.doc, 'layers').has(key)) writePart(partsOf(this.doc, 'layers'), key, layer)
      }
    }
  }

  #held(pageId: string): Held {
    let held = this.#pages.get(pageId)
    if (!held) {
      held = { page: undefined, layers: new Map(), objects: {}, whole: undefined }
      this.#pages.set(pageId, held)
    }
    held.whole = undefined
    return held
  }

  #readPage(id: string): void {
    this.#held(id).page = readPage(partsOf(this.doc, 'pages').get(id), id)
  }

  #readLayer(key: string): void {
    const place = readPartKey(key)
    if (!place) return
    const layer = readLayer(partsOf(this.doc, 'layers').get(key), place.id)
    const { layers } = this.#held(place.pageId)
    if (layer) layers.set(place.id, layer)
    else layers.delete(place.id)
  }

  #readObject(key: string): void {
    const place = readPartKey(key)
    if (!place) return
    const object = readObject(partsOf(this.doc, 'objects').get(key), place.id)
    const held = this.#held(place.pageId)
    if (object) held.objects[place.id] = same(held.objects[place.id], object)
    else delete held.objects[place.id]
  }

  #readMedia(id: string): void {
    const media = readMedia(partsOf(this.doc, 'media').get(id), id)
    if (media) this.#media.set(id, media)
    else this.#media.delete(id)
    this.#isChanged = true
  }

  #readForeign(): void {
    const foreign = readForeign(partsOf(this.doc, 'facts').get(FACTS.foreign))
    if (isSameJson(foreign, this.#foreign)) return
    this.#foreign = foreign
    this.#isChanged = true
  }

  #assemble(): void {
    const pages = inOrder(
      [...this.#pages.values()].flatMap(held => {
        if (!held.page) return []
        held.whole ??= { ...held.page.part, layers: inOrder(held.layers.values()), objects: { ...held.objects } }
        return { part: held.whole, order: held.page.order }
      }),
    )
    const { pages: known } = this.#raw
    const isSame = pages.length === known.length && pages.every((page, index) => page === known[index])
    if (isSame && !this.#isChanged) return
    this.#raw = {
      format: FORMAT,
      version: FORMAT_VERSION,
      pages,
      media: this.#isChanged ? Object.fromEntries(this.#media) : this.#raw.media,
      ...(this.#foreign && { foreign: this.#foreign }),
    }
    this.#isChanged = false
    this.#document = mended(this.#raw)
  }
}

/** The old value if both are equal. */
function same<Value>(old: Value | undefined, value: Value): Value {
  return old !== undefined && isSameJson(old, value) ? old : value
}

/** The diagram of a document of Yjs, read once. */
export const readDocumentOf = (doc: Y.Doc): DiagramDocument => new LiveDiagram(doc).document
