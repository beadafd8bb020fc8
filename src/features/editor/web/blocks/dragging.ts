/** Dragging of a block by its handle, with a pointer of any kind. */
import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { dropTargets, moveTo, type DropPlace } from './movable.ts'
import { boxOf } from './block-place.ts'

/** Way of the pointer from which on it drags, in px. */
const LEAST = 4
/** Distance from the edges of the window at which the page scrolls, in px. */
const EDGE = 48
/** Pixels by which it scrolls in a frame. */
const STEP = 12

/** Line that shows where the block would be. */
export interface DropLine {
  readonly left: number
  readonly top: number
  readonly width: number
}

export interface DragEvents {
  onLine: (line: DropLine | undefined) => void
  /** Called at the end. @param hasDragged false if the pointer has not moved, so that it was a click */
  onEnd: (hasDragged: boolean) => void
}

/** Follows a pointer that is pressed on the handle of a block, until it is released. Escape ends it without a change. */
export function dragBlock(editor: Editor, start: number, event: PointerEvent, { onLine, onEnd }: DragEvents): void {
  const { view } = editor
  let from = start
  const { clientX, clientY, pointerId } = event
  let at: { x: number; y: number } | undefined
  let frame = 0
  // Others may type before the block.
  const follow = ({ transaction: { mapping } }: { transaction: Transaction }) => {
    const { pos, deletedAfter } = mapping.mapResult(from)
    from = pos
    if (deletedAfter) end(undefined, true)
  }
  const show = () => {
    if (!at) return
    const found = dropAt(view, from, at.x, at.y)
    onLine(found?.line)
    scrollNear(at.y)
    frame = requestAnimationFrame(show)
  }
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return
    if (!at && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < LEAST) return
    const isFirst = at === undefined
    at = { x: moved.clientX, y: moved.clientY }
    if (isFirst) show()
  }
  const end = (place: DropPlace | undefined, hasDragged: boolean) => {
    controller.abort()
    editor.off('transaction', follow)
    cancelAnimationFrame(frame)
    onLine(undefined)
    const tr = place && moveTo(view.state.tr, from, place)
    if (tr) view.dispatch(tr.scrollIntoView())
    if (hasDragged) view.focus()
    onEnd(hasDragged)
  }
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  editor.on('transaction', follow)
  document.addEventListener('pointermove', move, options)
  document.addEventListener(
    'pointerup',
    ({ pointerId: id }) => {
      if (id === pointerId) end(at && dropAt(view, from, at.x, at.y)?.place, at !== undefined)
    },
    options,
  )
  document.addEventListener('pointercancel', () => end(undefined, true), options)
  document.addEventListener(
    'keydown',
    pressed => {
      if (pressed.key !== 'Escape' || !at) return
      pressed.stopPropagation()
      end(undefined, true)
    },
    options,
  )
}

function scrollNear(y: number): void {
  if (y < EDGE) window.scrollBy(0, -STEP)
  else if (y > innerHeight - EDGE) window.scrollBy(0, STEP)
}

/** The nearest place at a point where a block can be. */
function dropAt(
  view: EditorView,
  from: number,
  x: number,
  y: number,
): { place: DropPlace; line: DropLine } | undefined {
  const { left, right } = view.dom.getBoundingClientRect()
  const found = view.posAtCoords({ left: Math.min(Math.max(x, left + 1), right - 1), top: y })
  if (!found) return undefined
  const { doc } = view.state
  const inside = found.inside >= 0 && doc.nodeAt(found.inside)?.isAtom ? found.inside : found.pos
  for (const block of dropTargets(doc, inside)) {
    const box = boxOf(view, block)
    if (!box || x < box.left - EDGE) continue
    const place: DropPlace = { at: block.at, side: y < box.top + box.height / 2 ? 'before' : 'after' }
    if (!moveTo(view.state.tr, from, place)) continue
    return { place, line: { left: box.left, top: place.side === 'before' ? box.top : box.bottom, width: box.width } }
  }
  return undefined
}
