/** Position of pasted content. */
import type { Point } from '#diagrams/model/document.ts'
import type { EditorContext } from '../editor-context.ts'
import { toPage } from '../scene/camera.ts'

/** Offset of repeated pastes, px. */
export const BESIDE = 20
/** Tolerance for an unmoved pointer, px of the screen. */
export const SAME_PLACE = 3

/** A position with the offset that avoids covering the previous paste. */
interface Spot {
  at: Point
  beside: number
}

/**
 * Position of pasted content.
 * @param content identifies repeated pastes
 * @param chosen on the page; null for the middle of the viewport
 */
export function spotFor(editor: EditorContext, content: string, chosen: Point | null): Spot {
  const at = chosen ?? middle(editor)
  const before = editor.lastPasted
  const { zoom } = editor.state().camera
  const isAgain = before?.content === content && Math.hypot(before.at.x - at.x, before.at.y - at.y) * zoom < SAME_PLACE
  const times = isAgain ? before.times + 1 : 0
  editor.lastPasted = { content, at, times }
  return { at, beside: times * BESIDE }
}

function middle(editor: EditorContext): Point {
  const { width, height } = editor.viewSize
  return toPage(editor.state().camera, { x: width / 2, y: height / 2 })
}
