/** Offering shapes: at a connector's free end, as what comes next, in the place of others. */
import { t } from '#platform/web/i18n.ts'
import type { Change } from '#diagrams/model/changes.ts'
import type { Point } from '#diagrams/model/document.ts'
import { changeShape } from '#diagrams/operations/shape.ts'
import { changeableRoots, objectOf } from '#diagrams/operations/tree.ts'
import { boundsOfObject, isBoxed } from '#diagrams/render/scene.ts'
import { reveal, selectedBounds } from '../scene/camera.ts'
import { sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { middleOf } from '../scene/bounds.ts'
import type { Side } from './connect.ts'
import { likelyAfter, likelyInstead } from './likely.ts'
import { nextShape } from './next.ts'
import type { State, Tools } from './tools.ts'

/** Distance of the offer from what it is about, px of the page. */
const AWAY = 100

export interface OfferOptions {
  /** Page position below which it is shown, or above. */
  at: Point
  isAbove?: boolean
  label: string
  /** Ids of shapes, the most likely first. */
  shapes: readonly string[]
  /** Name of the step. */
  name: string
  /** The change for a shape, and its selection; null when it cannot be made. */
  take: (shape: string) => { change: Change; ids: readonly string[] } | null
  /** Without a shape. */
  refuse?: () => void
}

/** Offers shapes; the one that the reader comes to is shown on the canvas. */
export function offering(
  tools: Tools,
  { at, isAbove = false, label, shapes, name, take, refuse }: OfferOptions,
): State {
  const { editor } = tools
  tools.showOffered = shape => {
    // Measured without the one before.
    editor.cancel()
    const made = take(shape)
    if (made) editor.show(made.change)
  }
  tools.takeOffer = shape => {
    tools.takeOffer = null
    tools.showOffered = null
    editor.cancel()
    editor.set({ tool: { kind: 'select' } })
    const made = shape === null ? null : take(shape)
    if (made) editor.change(made.change, { name, selection: made.ids })
    else if (shape !== null) tools.warn(t('The layer is locked or hidden: nothing can be drawn on it.'))
    if (shape === null) refuse?.()
    else editor.used(shape)
    tools.begin(() => tools.idle())
    const bounds = made && selectedBounds(editor)
    if (bounds) reveal(editor, bounds)
  }
  // Deferred, as a state begins without hints.
  queueMicrotask(() => {
    if (tools.state === 'offering') tools.hint({ offer: { at, isAbove, label, shapes } })
  })
  return { name: 'offering' }
}

/** Offers what comes next on a side of a shape. */
export function offeringNext(tools: Tools, id: string, side: Side): State {
  const { editor } = tools
  const object = objectOf(editor.page, id)
  const place = sceneOf(editor).placed.get(id)
  const middle = isBoxed(place) ? boundsOfObject(sceneOf(editor), place) : { left: 0, top: 0, right: 0, bottom: 0 }
  const { x, y } = middleOf(middle)
  const at = {
    right: { x: middle.right + AWAY, y: middle.bottom },
    left: { x: middle.left - AWAY, y: middle.bottom },
    bottom: { x, y: middle.bottom + AWAY },
    top: { x, y: middle.top - AWAY },
  }[side]
  tools.say(t('What comes next? The arrow keys choose a shape, Enter adds it.'))
  return offering(tools, {
    at: side === 'left' || side === 'right' ? { x: at.x, y: Math.max(at.y, y + AWAY / 2) } : at,
    isAbove: side === 'top',
    label: t('What comes next'),
    shapes: likelyAfter(object?.kind === 'shape' ? object.shape : undefined, editor.state().recentShapes),
    name: 'Add connected shape',
    take: shape => {
      const from = sceneOf(editor).placed.get(id)
      const next = isBoxed(from) ? nextShape(editor, from, side, shape) : null
      return next && { change: next.change, ids: [next.id] }
    },
  })
}

/** Selected shapes that can become others. */
export function changeableShapes(editor: EditorContext): string[] {
  return changeableRoots(editor.page, editor.state().selection).filter(
    id => objectOf(editor.page, id)?.kind === 'shape',
  )
}

/** Offers shapes in the place of the selected ones. */
export function offeringInstead(tools: Tools): State {
  const { editor } = tools
  const ids = changeableShapes(editor)
  const first = objectOf(editor.page, ids[0] ?? '')
  const bounds = selectedBounds(editor)
  return offering(tools, {
    at: bounds ? { x: (bounds.left + bounds.right) / 2, y: bounds.bottom } : { x: 0, y: 0 },
    label: t('Change shape'),
    shapes: likelyInstead(first?.kind === 'shape' ? first.shape : '', editor.state().recentShapes),
    name: 'Change shape',
    take: shape => ({ change: changeShape(editor.page, ids, shape), ids: [...editor.state().selection] }),
  })
}
