/** Checks of updates of diagrams that several users change at once. */
import * as Y from 'yjs'
import { FACTS, PARTS } from '#diagrams/live/layout.ts'

const MAPS: ReadonlySet<unknown> = new Set(Object.values(PARTS))
/** Depth of lists and objects in a value; other programs' data has the deepest. */
const DEPTH = 250
/** Classes of content that maps of JSON values have. */
const CONTENTS: ReadonlySet<unknown> = new Set([Y.ContentAny, Y.ContentDeleted, Y.ContentType])

/** Position of an item: the map that it is in, and its key there. */
interface Place {
  /** Name of a map at the top of the document; the item itself, for properties of a part. */
  parent: unknown
  key: string | null
}

/**
 * Checks that an update has nothing but maps of parts with JSON values as properties. Whether the values make valid
 * parts is asked when they are read. Only the server notes versions.
 * @returns whether it inserts anything
 * @throws Error if it is malformed, or has anything else
 */
export function checkDiagramUpdate(update: Uint8Array, doc: Y.Doc): { inserts: boolean } {
  const { structs } = Y.decodeUpdate(update)
  const places = new Places(structs, doc)
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue
    const { content } = struct
    const { parent, key } = places.of(struct)
    if (typeof parent === 'string' && !MAPS.has(parent)) throw new Error(`There is no map ${parent}`)
    if (parent === PARTS.facts && key === FACTS.saved) throw new Error('Only the server notes versions')
    if (!CONTENTS.has(content.constructor)) throw new Error('An update has content of a foreign kind')
    if (content instanceof Y.ContentType) {
      if (content.type.constructor !== Y.Map) throw new Error('An update has a type of a foreign kind')
      if (typeof parent !== 'string') throw new Error('A part is within another one')
    }
    if (content instanceof Y.ContentAny) {
      const [value, ...others] = content.arr as unknown[]
      // The document may have the first of several values in another map, which the others would follow.
      if (others.length > 0) throw new Error('A property has more than one value')
      checkValue(value)
    }
  }
  return { inserts: structs.length > 0 }
}

/** Places of the items of an update, before it is applied. Items that follow others tell nothing of theirs. */
class Places {
  readonly #doc: Y.Doc
  readonly #items = new Map<string, Y.Item>()
  readonly #known = new Map<Y.Item, Place>()

  constructor(structs: readonly unknown[], doc: Y.Doc) {
    this.#doc = doc
    // Items in maps have a length of one, but for removed ones.
    for (const struct of structs) if (struct instanceof Y.Item) this.#items.set(idText(struct.id), struct)
  }

  /** @throws Error if items follow each other in a circle */
  of(item: Y.Item): Place {
    const passed = new Set<Y.Item>()
    let at = item
    let place = this.#told(at)
    while (!place) {
      if (passed.has(at)) throw new Error('An item follows itself')
      passed.add(at)
      const beside = at.origin ?? at.rightOrigin
      const next = beside && this.#find(beside)
      // An update without what it follows is not applied.
      place = next ? (this.#known.get(next) ?? this.#told(next)) : { parent: undefined, key: null }
      at = next ?? at
    }
    // So that each item of a long chain is passed once.
    for (const one of passed) this.#known.set(one, place)
    return place
  }

  /** The place that an item itself tells. */
  #told(item: Y.Item): Place | undefined {
    const { parent, parentSub: key }: { parent: unknown; parentSub: string | null } = item
    if (typeof parent === 'string' || parent instanceof Y.ID) return { parent, key }
    return parent instanceof Y.AbstractType ? { parent: this.#nameOf(parent), key } : undefined
  }

  /** An item of the document, or else of the update, whose items are not applied where the document has them. */
  #find(id: Y.ID): Y.Item | undefined {
    const { store } = this.#doc
    if (id.clock >= Y.getState(store, id.client)) return this.#items.get(idText(id))
    const known: unknown = Y.getItem(store, id)
    return known instanceof Y.Item ? known : undefined
  }

  /** Name of a map at the top of the document; the map itself for a part. */
  #nameOf(type: Y.AbstractType<unknown>): unknown {
    if (type._item) return type
    for (const [name, shared] of this.#doc.share) if ((shared as unknown) === type) return name
    return type
  }
}

const idText = ({ client, clock }: Y.ID): string => `${client} ${clock}`

/** @throws Error for values that JSON does not have, and for those that are nested too deeply */
function checkValue(value: unknown): void {
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [inner, depth] = next
    if (depth > DEPTH) throw new Error('A value is nested too deeply')
    if (inner === null || typeof inner === 'string' || typeof inner === 'number' || typeof inner === 'boolean') continue
    const isPlain =
      Array.isArray(inner) || (typeof inner === 'object' && Object.getPrototypeOf(inner) === Object.prototype)
    if (!isPlain) throw new Error('An update has a value that is not JSON')
    for (const part of Object.values(inner as object)) open.push([part, depth + 1])
  }
}
