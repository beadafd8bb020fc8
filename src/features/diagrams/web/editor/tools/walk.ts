/** Going through objects by keys, in reading order. */
import { ancestorsOf } from '../../../model/tree.ts'
import { byReading } from '../../../render/reading.ts'
import { placeBounds, sceneOf } from '../canvas/live-scene.ts'
import type { Editor } from '../store/editor.ts'
import { rectOf } from './bounds.ts'

/** Ids of what can be selected on the page, from above to below, in rows from left to right; groups as one. */
export function readingOrder(editor: Editor): string[] {
  const scene = sceneOf(editor)
  const locked = new Set(scene.page.layers.filter(layer => layer.locked).map(({ id }) => id))
  return scene.drawn
    .filter(({ object }) => !locked.has(object.layer) && !ancestorsOf(scene.page, object.id).some(({ kind }) => kind === 'group'))
    .map(place => ({ id: place.object.id, isLine: place.object.kind === 'connector', bounds: rectOf(placeBounds(scene, place)) }))
    .toSorted((a, b) => Number(a.isLine) - Number(b.isLine) || byReading(a.bounds, b.bounds))
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
