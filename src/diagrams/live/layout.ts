/** Layout of a diagram in a document of Yjs: maps of the parts by their ids, each part a map of its properties. */
import * as Y from 'yjs'
import type { DiagramDocument, DiagramObject, DiagramPage, Layer, Media } from '../model/document.ts'
import { isForeign, isId, isLayer, isMedia, isObject, isPageWithoutParts } from '../model/fields.ts'

/** Names of the maps at the top of the document. */
export const PARTS = {
  pages: 'pages',
  /** By {@link partKey}. */
  layers: 'layers',
  /** By {@link partKey}. */
  objects: 'objects',
  /** Pictures as values: they are never changed. */
  media: 'media',
  /** Values of the diagram as a whole, see {@link FACTS}. */
  facts: 'facts',
} as const

export const FACTS = {
  foreign: 'foreign',
  /** The version of the file that has all changes up to a point. */
  saved: 'saved',
  /** Random; set by changes that only remove something, so that they move the state vector too. */
  removal: 'removal',
} as const

/** Position among pages or layers: a fractional index. */
export const ORDER = 'order'

/** Prefix of the fields of a shape's style, each a property: two users may change fill and stroke at once. */
const STYLE = 'style.'

export const partsOf = (doc: Y.Doc, name: keyof typeof PARTS): Y.Map<unknown> => doc.getMap(PARTS[name])

/** Key of a layer or object. Ids have no slash. */
export const partKey = (pageId: string, id: string): string => `${pageId}/${id}`

/** The page and the id of a {@link partKey}; undefined for other texts. */
export function readPartKey(key: string): { pageId: string; id: string } | undefined {
  const [pageId, id, ...rest] = key.split('/')
  return isId(pageId) && isId(id) && rest.length === 0 ? { pageId, id } : undefined
}

/** Properties of a part, by their names in its map, in the order of its fields. */
export function propertiesOf(part: object): Map<string, unknown> {
  const isShape = (part as { kind?: string }).kind === 'shape'
  return new Map(
    Object.entries(part)
      .flatMap(([field, value]: [string, unknown]): [string, unknown][] =>
        isShape && field === 'style' && typeof value === 'object' && value !== null
          ? Object.entries(value).map(([name, inner]) => [STYLE + name, inner])
          : [[field, value]],
      )
      .filter(([field, value]) => field !== 'id' && value !== undefined),
  )
}

/** Whether a property belongs to a field of a part. */
export const isPropertyOf = (property: string, field: string): boolean =>
  property === field || (field === 'style' && property.startsWith(STYLE))

/** Keys of the parts that events below a map of parts have changed. */
export function changedKeys(events: readonly Y.YEvent<Y.Map<unknown>>[]): Set<string> {
  return new Set(events.flatMap(({ path, keys }) => (path.length === 0 ? [...keys.keys()] : [String(path[0])])))
}

/** The object of a map; undefined if it is invalid. */
export function readObject(map: unknown, id: string): DiagramObject | undefined {
  const fields = fieldsOf(map)
  if (!fields) return undefined
  const object = new Map<string, unknown>([['id', id]])
  const style = new Map<string, unknown>()
  for (const [name, value] of fields)
    if (name.startsWith(STYLE)) {
      style.set(name.slice(STYLE.length), value)
      object.set('style', undefined)
    } else object.set(name, value)
  if (style.size > 0) object.set('style', Object.fromEntries(style))
  // Unlike an assignment, this makes `__proto__` a field too, which no object has.
  const made: unknown = Object.fromEntries(object)
  return isObject(made) ? made : undefined
}

/** A page or layer with its position. */
export interface Placed<Part> {
  part: Part
  order: string
}

/** The page of a map, without layers and objects; undefined if it is invalid. */
export function readPage(map: unknown, id: string): Placed<Omit<DiagramPage, 'layers' | 'objects'>> | undefined {
  return readPlaced(map, id, isPageWithoutParts)
}

/** The layer of a map; undefined if it is invalid. */
export function readLayer(map: unknown, id: string): Placed<Layer> | undefined {
  return readPlaced(map, id, isLayer)
}

function readPlaced<Part>(map: unknown, id: string, isPart: (value: unknown) => value is Part) {
  const fields = fieldsOf(map)
  if (!fields) return undefined
  const { [ORDER]: order, ...rest } = Object.fromEntries(fields)
  const part: unknown = { id, ...rest }
  return isId(id) && isPart(part) ? { part, order: typeof order === 'string' ? order : '' } : undefined
}

/** The picture of a value; undefined if it is invalid. */
export function readMedia(value: unknown, id: string): Media | undefined {
  return isId(id) && isMedia(value) ? value : undefined
}

export function readForeign(value: unknown): DiagramDocument['foreign'] {
  return isForeign(value) ? value : undefined
}

function fieldsOf(map: unknown): [string, unknown][] | undefined {
  if (!(map instanceof Y.Map)) return undefined
  const fields = [...map.entries()] as [string, unknown][]
  // The key of a part is its id.
  return fields.some(([name, value]) => name === 'id' || value instanceof Y.AbstractType) ? undefined : fields
}

/** Sorts by position; parts that were put into the same one at once go by their ids. */
export function inOrder<Part extends { id: string }>(placed: Iterable<Placed<Part>>): Part[] {
  return [...placed]
    .toSorted((a, b) => compare(a.order, b.order) || compare(a.part.id, b.part.id))
    .map(({ part }) => part)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
