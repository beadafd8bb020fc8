/** Placing shapes from the library. */
import type { PointerEvent as ReactPointerEvent } from 'react'
import type { EditorContext } from '../editor-context.ts'
import { viewMiddle } from '../tools/commands.ts'
import { addShape, rectAbout, defaultSize } from '../tools/make.ts'
import { carrying, finish } from '../tools/placing.ts'
import { pointerOf } from './events.ts'

/** Drag threshold, px. */
const SLACK = 5
/** Offset that avoids covering another shape, px. */
const BESIDE = 20

/**
 * Drags a shape from the library, with a preview over the canvas, and places it on release. A press without movement
 * is left to the element's click.
 * @param event the press in the library
 */
export function startPlacing(editor: EditorContext, shapeId: string, event: ReactPointerEvent): void {
  const canvas = editor.canvas
  if (!canvas || editor.state().isReadOnly || event.button !== 0) return
  const { tools } = editor
  const { pointerId, clientX, clientY } = event
  let isCarried = false
  const isOver = (now: PointerEvent) => {
    const { left, top, right, bottom } = canvas.getBoundingClientRect()
    const isInside = now.clientX >= left && now.clientX <= right && now.clientY >= top && now.clientY <= bottom
    // Panels may cover the canvas.
    return isInside && document.elementFromPoint(now.clientX, now.clientY)?.closest('.ox-de-canvas') === canvas
  }
  let isHere = false
  const move = (now: PointerEvent) => {
    if (now.pointerId !== pointerId) return
    if (!isCarried && Math.hypot(now.clientX - clientX, now.clientY - clientY) < SLACK) return
    isHere = isOver(now)
    if (!isCarried) tools.begin(() => carrying(tools, shapeId, () => isHere))
    isCarried = true
    now.preventDefault()
    tools.move(pointerOf(editor, canvas, now))
  }
  const up = (now: PointerEvent) => {
    if (now.pointerId !== pointerId) return
    stop()
    if (!isCarried) return
    isHere = isOver(now)
    tools.up(pointerOf(editor, canvas, now))
    canvas.focus({ preventScroll: true })
  }
  const cancel = () => {
    stop()
    if (isCarried) tools.cancel()
  }
  const stop = () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', cancel)
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', cancel)
}

/** Places a shape in the middle of the viewport, clear of others, and selects it. */
export function placeInView(editor: EditorContext, shapeId: string): void {
  if (editor.state().isReadOnly) return
  const at = viewMiddle(editor)
  const rect = rectAbout(editor, at, defaultSize(shapeId))
  const isTaken = () =>
    Object.values(editor.page.objects).some(
      object => object.kind !== 'connector' && object.parent === null && object.x === rect.x && object.y === rect.y,
    )
  while (isTaken()) {
    rect.x += BESIDE
    rect.y += BESIDE
  }
  const added = addShape(editor, { shape: shapeId, rect })
  if (!added) return
  finish(editor.tools, shapeId, added)
  // Ready for its text.
  editor.tools.takeFocus?.()
}
