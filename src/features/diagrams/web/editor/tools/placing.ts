/** Drawing shapes by the tools, and dragging them from the library. */
import { compose } from '#diagrams/model/changes.ts'
import { sceneOf } from '../scene/live-scene.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { rectBetween } from '../scene/bounds.ts'
import { containerAt } from './hit.ts'
import { addShape, rectAbout, defaultSize } from './make.ts'
import { isDrag, snapOptions, snapTargets } from './moving.ts'
import { snapMove, snapPoint } from './snap.ts'
import { lineThrough, split } from './splitting.ts'
import type { Pointer, State, Tools } from './tools.ts'
import { t } from '#platform/web/i18n.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Draws a shape from corner to corner; a click places it in its default size. Shift preserves the aspect, Alt the
 * centre.
 */
export function drawing(tools: Tools, shape: string, start: Pointer): State {
  const { editor } = tools
  const scene = sceneOf(editor)
  const others = snapTargets(editor, NONE)
  const size = defaultSize(shape)
  const snapped = (pointer: Pointer) =>
    pointer.ctrl ? { at: pointer.page, guides: [] } : snapPoint(pointer.page, ['x', 'y'], snapOptions(editor, others))
  const from = snapped(start).at
  const made = addShape(editor, { shape, rect: { ...from, width: 0, height: 0 } })
  const rectTo = (now: Pointer): Rect => {
    const to = { ...snapped(now).at }
    if (now.shift !== (findShape(shape)?.keepsAspect === true)) {
      const scale = Math.max(Math.abs(to.x - from.x) / size.width, Math.abs(to.y - from.y) / size.height)
      to.x = from.x + (to.x < from.x ? -1 : 1) * scale * size.width
      to.y = from.y + (to.y < from.y ? -1 : 1) * scale * size.height
    }
    return now.alt ? rectBetween({ x: 2 * from.x - to.x, y: 2 * from.y - to.y }, to) : rectBetween(from, to)
  }
  const changeFor = (rect: Rect) => made && addShape(editor, { shape, rect, id: made.object.id })
  return {
    name: 'placing',
    cursor: 'crosshair',
    scrolls: true,
    move: now => {
      if (!isDrag(start, now)) return undefined
      const rect = rectTo(now)
      const change = changeFor(rect)?.change
      if (change) editor.show(change)
      tools.hint({
        guides: snapped(now).guides,
        drop: now.ctrl ? null : (lineThrough(scene, shape, rect)?.object.id ?? null),
        readout: {
          text: `${Math.round(rect.width)} × ${Math.round(rect.height)}`,
          at: { x: rect.x + rect.width / 2, y: rect.y + rect.height },
        },
      })
      return undefined
    },
    up: now => {
      const rect = isDrag(start, now) ? rectTo(now) : rectAbout(editor, start.page, size)
      const added = rect.width > 0 && rect.height > 0 ? changeFor(rect) : null
      if (added) finish(tools, shape, added, !now.ctrl)
      else editor.cancel()
      if (!made) tools.warn(t('The layer is locked or hidden: nothing can be drawn on it.'))
      return tools.idle()
    },
  }
}

/** Drags a shape from the library, with a preview over the canvas. */
export function carrying(tools: Tools, shape: string, isOverCanvas: (pointer: Pointer) => boolean): State {
  const { editor } = tools
  const size = defaultSize(shape)
  const scene = sceneOf(editor)
  const others = snapTargets(editor, NONE)
  const rectAt = (now: Pointer): Rect => ({ x: now.page.x - size.width / 2, y: now.page.y - size.height / 2, ...size })
  const placed = (now: Pointer) => {
    const rect = rectAt(now)
    const bounds = { left: rect.x, top: rect.y, right: rect.x + rect.width, bottom: rect.y + rect.height }
    const { by, guides } = now.ctrl
      ? { by: { x: 0, y: 0 }, guides: [] }
      : snapMove(bounds, { x: 0, y: 0 }, snapOptions(editor, others))
    return { rect: { ...rect, x: rect.x + by.x, y: rect.y + by.y }, guides }
  }
  let id: string | undefined
  const show = (now: Pointer) => {
    const { rect, guides } = placed(now)
    editor.cancel()
    const added = addShape(editor, { shape, rect, id })
    id = added?.object.id
    if (added) editor.show(added.change)
    const line = now.ctrl ? null : lineThrough(scene, shape, rect)
    tools.hint({
      guides,
      drop: (line ?? containerAt(sceneOf(editor), now.page, new Set(id ? [id] : [])))?.object.id ?? null,
    })
  }
  return {
    name: 'placing',
    cursor: 'grabbing',
    move: now => {
      if (isOverCanvas(now)) show(now)
      else {
        editor.cancel()
        tools.hint({ guides: [], drop: null })
      }
      return undefined
    },
    up: now => {
      editor.cancel()
      const added = isOverCanvas(now) ? addShape(editor, { shape, rect: placed(now).rect, id }) : null
      if (added) finish(tools, shape, added, !now.ctrl)
      return tools.idle()
    },
  }
}

/**
 * Commits a placed shape, selects it and resets the tool.
 * @param splits inserts it into a connector through its middle
 */
export function finish(
  { editor }: Tools,
  shape: string,
  { change, object }: NonNullable<ReturnType<typeof addShape>>,
  splits = false,
): void {
  editor.cancel()
  const scene = sceneOf(editor)
  const line = splits && object.parent === null ? lineThrough(scene, shape, object) : null
  editor.change(line ? compose(change, split(editor, scene, line, object)) : change, {
    name: 'Add shape',
    selection: [object.id],
  })
  editor.used(shape)
  editor.set({ tool: { kind: 'select' } })
}
