/** Going through objects by keys, in reading order. */
import type { DiagramObject } from '../../../model/document.ts'
import { ancestorsOf } from '../../../model/tree.ts'
import { plainText } from '../../../render/text-layout.ts'
import { findShape } from '../../../shapes/library.ts'
import { placeBounds, sceneOf } from '../canvas/live-scene.ts'
import type { Editor } from '../store/editor.ts'

/** Objects whose upper edges are within so many px stand in a row, and are read from left to right. */
const ROW = 16
const MOST_TEXT = 80

/** Ids of what can be selected on the page, from above to below, in rows from left to right; groups as one. */
export function readingOrder(editor: Editor): string[] {
  const scene = sceneOf(editor)
  const locked = new Set(scene.page.layers.filter(layer => layer.locked).map(({ id }) => id))
  return scene.drawn
    .filter(({ object }) => !locked.has(object.layer) && !ancestorsOf(scene.page, object.id).some(({ kind }) => kind === 'group'))
    .map(place => ({ id: place.object.id, isLine: place.object.kind === 'connector', bounds: placeBounds(scene, place) }))
    .toSorted((a, b) => Number(a.isLine) - Number(b.isLine) || Math.floor(a.bounds.top / ROW) - Math.floor(b.bounds.top / ROW) || a.bounds.left - b.bounds.left)
    .map(({ id }) => id)
}

/**
 * The object before or after the selected one in reading order.
 * @returns null beyond the last and the first
 */
export function neighbour(editor: Editor, direction: 1 | -1): string | null {
  const order = readingOrder(editor)
  const { selection } = editor.state()
  const places = order.flatMap((id, index) => selection.has(id) || holdsSelected(editor, id) ? [index] : [])
  const from = direction === 1 ? places.at(-1) ?? -1 : places[0] ?? order.length
  return order[from + direction] ?? null
}

function holdsSelected({ page, state }: Editor, id: string): boolean {
  return [...state().selection].some(selected => ancestorsOf(page, selected).some(ancestor => ancestor.kind === 'group' && ancestor.id === id))
}

/**
 * What an object is, for those who do not see it: its text, and the English name of its kind.
 * @returns `kind` is a key of i18n
 */
export function nameOf(object: DiagramObject): { kind: string; text: string } {
  const kind = object.kind === 'shape' ? findShape(object.shape)?.name ?? 'Shape' : { image: 'Picture', group: 'Group', connector: 'Connector' }[object.kind]
  const blocks = object.kind === 'group' ? [] : object.kind === 'connector' ? object.labels.map(({ text }) => text) : object.text ? [object.text] : []
  const text = blocks.map(plainText).join(' ').replace(/\s+/g, ' ').trim()
  return { kind, text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text }
}
