/** Where what is pasted comes to stand. */
import type { Point } from '#diagrams/model/document.ts'
import type { Editor } from '../store/editor.ts'
import { toPage, viewSize } from './camera.ts'

/** Pasted once more at one place, it lies so far beside, px. */
export const BESIDE = 20
/** Two places of the pointer are the same when they differ by less, px of the screen. */
export const SAME_PLACE = 3

/** What was pasted last, and where: the same there again lies a little further. */
const last = new WeakMap<Editor, { content: string; at: Point; times: number }>()

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
export function spotFor(editor: Editor, content: string, chosen: Point | null): Spot {
  const at = chosen ?? middle(editor)
  const before = last.get(editor)
  const { zoom } = editor.state().camera
  const isAgain = before?.content === content && Math.hypot(before.at.x - at.x, before.at.y - at.y) * zoom < SAME_PLACE
  const times = isAgain ? before.times + 1 : 0
  last.set(editor, { content, at, times })
  return { at, beside: times * BESIDE }
}

function middle(editor: Editor): Point {
  const { width, height } = viewSize(editor)
  return toPage(editor.state().camera, { x: width / 2, y: height / 2 })
}
