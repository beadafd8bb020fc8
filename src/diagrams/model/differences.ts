/**
 * Net differences between two documents as a change of single fields, and such a change applied to a third document:
 * the steps of undo and of editing together.
 */
import { isSameJson } from './same-json.ts'
import { applyChange, compose, type Change } from './changes.ts'
import type { DiagramDocument, DiagramObject, DiagramPage, Layer } from './document.ts'
import { objectOf } from './order.ts'

/** The change from one document to another; fields that are equal in both are no part of it. */
export function differences(before: DiagramDocument, after: DiagramDocument): Change {
  if (before === after) return compose()
  const [pages, nextPages] = [byId(before.pages), byId(after.pages)]
  const foreign: Change[] = isSameJson(before.foreign, after.foreign)
    ? []
    : [{ type: 'set-foreign', foreign: after.foreign }]
  return compose(
    ...mediaChanges(before, after, 'put'),
    ...listChanges(before.pages, after.pages, {
      add: (page, index): Change => ({ type: 'add-page', page, index }),
      remove: (pageId): Change => ({ type: 'remove-page', pageId }),
      move: (pageId, index): Change => ({ type: 'move-page', pageId, index }),
    }),
    ...[...nextPages].flatMap(([id, page]) => {
      const old = pages.get(id)
      return old ? pageChanges(old, page) : []
    }),
    ...mediaChanges(before, after, 'remove'),
    ...foreign,
  )
}

function mediaChanges({ media: before }: DiagramDocument, { media: after }: DiagramDocument, type: 'put' | 'remove') {
  if (before === after) return []
  if (type === 'remove')
    return Object.keys(before).flatMap((id): Change[] =>
      Object.hasOwn(after, id) ? [] : [{ type: 'remove-media', id }],
    )
  return Object.entries(after).flatMap(([id, media]): Change[] =>
    Object.hasOwn(before, id) && isSameJson(before[id], media) ? [] : [{ type: 'put-media', id, media }],
  )
}

function pageChanges(before: DiagramPage, after: DiagramPage): Change[] {
  if (before === after) return []
  const pageId = after.id
  const { layers: _layers, objects: _objects, ...old } = before
  const { layers, objects: __objects, ...now } = after
  const fields = changedFields(old, now)
  const oldLayers = byId(before.layers)
  return [
    ...(fields ? [{ type: 'update-page', pageId, fields } as const] : []),
    ...(before.layers === layers
      ? []
      : listChanges(before.layers, layers, {
          add: (layer, index): Change => ({ type: 'add-layer', pageId, layer, index }),
          remove: (id): Change => ({ type: 'remove-layer', pageId, id }),
          move: (id, index): Change => ({ type: 'move-layer', pageId, id, index }),
        })),
    ...layers.flatMap((layer): Change[] => {
      const was = oldLayers.get(layer.id)
      const changed = was && changedFields<Layer>(was, layer)
      return changed ? [{ type: 'update-layer', pageId, id: layer.id, fields: changed }] : []
    }),
    ...objectChanges(before, after),
  ]
}

function objectChanges(before: DiagramPage, after: DiagramPage): Change[] {
  if (before.objects === after.objects) return []
  const pageId = after.id
  const removed = Object.keys(before.objects).flatMap((id): Change[] =>
    objectOf(after, id) ? [] : [{ type: 'remove-object', pageId, id }],
  )
  const changed = Object.values(after.objects).flatMap((object): Change[] => {
    const old = objectOf(before, object.id)
    if (old === object) return []
    if (old?.kind !== object.kind) return [{ type: 'put-object', pageId, object }]
    const fields = changedFields<DiagramObject>(old, object)
    return fields ? [{ type: 'update-object', pageId, id: object.id, fields }] : []
  })
  return [...removed, ...changed]
}

/** Fields that differ, with their later values; undefined for none. */
function changedFields<Item extends object>(before: Item, after: Item): Record<string, never> | undefined {
  const fields: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [valueOf(before, key), valueOf(after, key)]
    if (old !== now && !isSameJson(old, now)) fields[key] = now
  }
  // Of the item's own type, as both values are.
  return Object.keys(fields).length > 0 ? (fields as Record<string, never>) : undefined
}

interface ListSteps<Item> {
  add: (item: Item, index: number) => Change
  remove: (id: string) => Change
  move: (id: string, index: number) => Change
}

/** Steps from one list to another. Something is added before anything is removed: no list may become empty. */
function listChanges<Item extends { id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  { add, remove, move }: ListSteps<Item>,
): Change[] {
  if (before === after) return []
  const changes: Change[] = []
  const ids = before.map(({ id }) => id)
  const wanted = after.map(({ id }) => id)
  after.forEach((item, index) => {
    if (ids.includes(item.id)) return
    ids.splice(Math.min(index, ids.length), 0, item.id)
    changes.push(add(item, index))
  })
  for (const { id } of before) {
    if (wanted.includes(id)) continue
    ids.splice(ids.indexOf(id), 1)
    changes.push(remove(id))
  }
  wanted.forEach((id, index) => {
    if (ids[index] === id) return
    ids.splice(ids.indexOf(id), 1)
    ids.splice(index, 0, id)
    changes.push(move(id, index))
  })
  return changes
}

/**
 * Applies {@link differences} to another document than that of their start. Steps about something
 * missing are left out.
 * @param made if given, the differences that are undone: fields are changed that still have the values which these gave
 *   them, so that undoing leaves what others have changed since
 */
export function carryOver(document: DiagramDocument, change: Change, made?: Change): DiagramDocument {
  const given = made && givenFields(made)
  const steps = stepsOf(change)
  const unused = (step: Change) => step.type === 'remove-media'
  const left = new Lists(document)
  const fitting = steps.flatMap(step => (unused(step) ? [] : (fittingStep(document, left, step, given) ?? [])))
  const carried = fitting.length === 0 ? document : applyChange(document, compose(...fitting)).document
  const shown = usedMedia(carried)
  const removed = steps.filter(
    step => step.type === 'remove-media' && Object.hasOwn(carried.media, step.id) && !shown.has(step.id),
  )
  return removed.length === 0 ? carried : applyChange(carried, compose(...removed)).document
}

/** Single steps of a change. */
export function stepsOf(change: Change): readonly Change[] {
  return change.type === 'all' ? change.changes.flatMap(stepsOf) : [change]
}

/** Ids of the pages and layers that are there after the steps so far: the last one of a list cannot be removed. */
class Lists {
  readonly #ids: Map<string | null, Set<string>>

  constructor({ pages }: DiagramDocument) {
    this.#ids = new Map([
      [null, new Set(pages.map(({ id }) => id))],
      ...pages.map(({ id, layers }) => [id, new Set(layers.map(layer => layer.id))] as const),
    ])
  }

  has(list: string | null, id: string): boolean {
    return this.#ids.get(list)?.has(id) ?? false
  }

  /** @returns false if it is there already, or its list is not */
  add(list: string | null, id: string): boolean {
    const ids = this.#ids.get(list)
    if (!ids || ids.has(id)) return false
    ids.add(id)
    return true
  }

  /** @returns false if it is missing or the last one */
  remove(list: string | null, id: string): boolean {
    const ids = this.#ids.get(list)
    return ids !== undefined && ids.size > 1 && ids.delete(id)
  }
}

type GivenFields = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** The step as far as the document has what it refers to; undefined for nothing. */
function fittingStep(
  document: DiagramDocument,
  lists: Lists,
  step: Change,
  given: GivenFields | undefined,
): Change | undefined {
  switch (step.type) {
    case 'add-page':
      return lists.add(null, step.page.id) ? step : undefined
    case 'remove-page':
      return lists.remove(null, step.pageId) ? step : undefined
    case 'move-page':
      return lists.has(null, step.pageId) ? step : undefined
    case 'add-layer':
      return lists.add(step.pageId, step.layer.id) ? step : undefined
    case 'remove-layer':
      return lists.remove(step.pageId, step.id) ? step : undefined
    case 'move-layer':
      return lists.has(step.pageId, step.id) ? step : undefined
    case 'set-foreign':
    case 'put-media':
    case 'remove-media':
    case 'all':
      return step
    case 'update-page': {
      const page = pageOf(document, step.pageId)
      const fields = page && lists.has(null, page.id) && untouched(page, step.fields, given?.get(keyOf(step)))
      return fields ? { ...step, fields } : undefined
    }
    case 'update-layer': {
      const layer = pageOf(document, step.pageId)?.layers.find(({ id }) => id === step.id)
      const fields = layer && lists.has(step.pageId, layer.id) && untouched(layer, step.fields, given?.get(keyOf(step)))
      return fields ? { ...step, fields } : undefined
    }
    default:
      return fittingObject(document, lists, step, given)
  }
}

function fittingObject(
  document: DiagramDocument,
  lists: Lists,
  step: Extract<Change, { type: `${string}-object` }>,
  given: GivenFields | undefined,
): Change | undefined {
  const page = pageOf(document, step.pageId)
  if (!page || !lists.has(null, page.id)) return undefined
  if (step.type === 'put-object') return step
  const object = objectOf(page, step.id)
  if (!object) return undefined
  if (step.type === 'remove-object') return step
  const fields = untouched(object, step.fields, given?.get(keyOf(step)))
  return fields ? { ...step, fields } : undefined
}

/** Those fields whose values are as given before, of a style its parts; all of them if nothing is given. */
function untouched<Fields extends object>(
  item: object,
  fields: Fields,
  given: Readonly<Record<string, unknown>> | undefined,
): Fields | undefined {
  if (!given) return fields
  const kept = Object.entries(fields).flatMap(([key, value]: [string, unknown]) => {
    if (!Object.hasOwn(given, key) || isSameJson(valueOf(item, key), given[key])) return [[key, value]]
    const style = key === 'style' ? untouchedStyle(valueOf(item, key), given[key], value) : undefined
    return style ? [[key, style]] : []
  })
  // A part of the fields is of the same type, whose fields are all optional.
  return kept.length > 0 ? (Object.fromEntries(kept) as Fields) : undefined
}

/**
 * A style with those parts taken back that still are as given before.
 * @param back the style before
 * @returns undefined for nothing
 */
function untouchedStyle(now: unknown, given: unknown, back: unknown): object | undefined {
  if (!isFields(now) || !isFields(given) || !isFields(back)) return undefined
  const taken = Object.keys({ ...given, ...back }).filter(
    key => !isSameJson(valueOf(given, key), valueOf(back, key)) && isSameJson(valueOf(now, key), valueOf(given, key)),
  )
  if (taken.length === 0) return undefined
  const others = Object.entries(now).filter(([key]) => !taken.includes(key))
  const own = taken.filter(key => Object.hasOwn(back, key)).map(key => [key, valueOf(back, key)] as const)
  return Object.fromEntries([...others, ...own])
}

const isFields = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Values that a change has set, by what they belong to. */
function givenFields(change: Change): GivenFields {
  const given = new Map<string, Readonly<Record<string, unknown>>>()
  for (const step of stepsOf(change)) if ('fields' in step) given.set(keyOf(step), { ...step.fields })
  return given
}

function keyOf(step: { type: string; pageId: string; id?: string }): string {
  return JSON.stringify([step.type, step.pageId, step.id])
}

function pageOf({ pages }: DiagramDocument, id: string): DiagramPage | undefined {
  return pages.find(page => page.id === id)
}

/** Ids of the pictures that objects show. */
export function usedMedia({ pages }: DiagramDocument): Set<string> {
  return new Set(
    pages.flatMap(({ objects }) =>
      Object.values(objects).flatMap(object => (object.kind === 'image' ? [object.media] : [])),
    ),
  )
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map(item => [item.id, item]))
}

function valueOf(item: object, key: string): unknown {
  return Object.hasOwn(item, key) ? (item as Record<string, unknown>)[key] : undefined
}
