/** Keyboard navigation through objects, in reading order. */
import { ancestorsOf } from '#diagrams/operations/tree.ts'
import { byReading } from '#diagrams/render/reading.ts'
import { placeBounds, sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { rectOf } from '../scene/bounds.ts'
import { attachable } from './idle.ts'

/** Ids of selectable objects in reading order; groups as one. */
export function readingOrder(editor: EditorContext): string[] {
  const scene = sceneOf(editor)
  const locked = new Set(scene.page.layers.filter(layer => layer.locked).map(({ id }) => id))
  return scene.drawn
    .filter(
      ({ object }) =>
        !locked.has(object.layer) && !ancestorsOf(scene.page, object.id).some(({ kind }) => kind === 'group'),
    )
    .map(place => ({
      id: place.object.id,
      isLine: place.object.kind === 'connector',
      bounds: rectOf(placeBounds(scene, place)),
    }))
    .toSorted((a, b) => Number(a.isLine) - Number(b.isLine) || byReading(a.bounds, b.bounds))
    .map(({ id }) => id)
}

/**
 * The object before or after the selected one.
 * @returns null at the ends
 */
export function neighbour(editor: EditorContext, direction: 1 | -1): string | null {
  const order = readingOrder(editor)
  const { selection } = editor.state()
  const places = order.flatMap((id, index) => (selection.has(id) || holdsSelected(editor, id) ? [index] : []))
  const from = direction === 1 ? (places.at(-1) ?? -1) : (places[0] ?? order.length)
  return order[from + direction] ?? null
}

/**
 * The next possible target of a connector, cyclically; also within groups.
 * @param from start of the connector, excluded
 * @returns null for none
 */
export function nextToConnect(editor: EditorContext, from: string | undefined, direction: 1 | -1): string | null {
  const scene = sceneOf(editor)
  const places = scene.drawn
    .filter(place => attachable(editor, place.object.id))
    .map(place => ({ id: place.object.id, bounds: rectOf(placeBounds(scene, place)) }))
    .toSorted((a, b) => byReading(a.bounds, b.bounds))
  const { selection } = editor.state()
  const at = places.findIndex(({ id }) => selection.has(id))
  // From the selected one around to it; without one, the whole circle.
  const start = at < 0 && direction === -1 ? 0 : at
  const circle = places.map((_, step) => places.at((start + direction * (step + 1)) % places.length))
  return circle.find(place => place && place.id !== from)?.id ?? null
}

function holdsSelected({ page, state }: EditorContext, id: string): boolean {
  return [...state().selection].some(selected =>
    ancestorsOf(page, selected).some(ancestor => ancestor.kind === 'group' && ancestor.id === id),
  )
}
