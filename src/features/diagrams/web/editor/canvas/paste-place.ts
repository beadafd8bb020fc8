/** Where what is pasted comes to stand. */
import type { Point } from '#diagrams/model/document.ts'
import type { EditorContext } from '../editor-context.ts'
import { toPage } from './camera.ts'

/** Pasted once more at one place, it lies so far beside, px. */
export const BESIDE = 20
/** Two places of the pointer are the same when they differ by less, px of the screen. */
export const SAME_PLACE = 3

/** Where something is put: at a place of the page, moved aside so that it does not cover what was put there just before. */
interface Spot {
  at: Point
  beside: number
}

/**
 * The place of what is pasted.
 * @param content tells whether it is the same again
 * @param chosen on the page; the middle of the view when null
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
