/** Drawing by keyboard: placing shapes, connecting them, and moving handles. */
import { t } from '#platform/web/i18n.ts'
import type { Point } from '#diagrams/model/document.ts'
import { applyStyle, pickStyle } from '#diagrams/operations/style.ts'
import { changeableRoots, objectOf } from '#diagrams/operations/tree.ts'
import { boundsOfObject, isBoxed } from '#diagrams/render/scene.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { reveal, selectedBounds, toPage, viewBounds } from '../scene/camera.ts'
import { sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Tool } from '../store/state.ts'
import { middleOf } from '../scene/bounds.ts'
import { endAt } from './connect.ts'
import { reachOf } from './connecting.ts'
import { attachable, straighten } from './idle.ts'
import { handleKey, handlesOf, selectionFrame, type Handle } from './handles.ts'
import { addShape, newConnector, put, rectAbout, TEXT_SHAPE, defaultSize } from './make.ts'
import { freePlace, GAP } from './next.ts'
import { finish } from './placing.ts'
import { writeAt } from './text.ts'

/** Farther than a click, px of the screen: detour of a handle's drag. */
const OUT_OF_REACH = 200
/** Minimum bend of a line, px of the screen. */
const LEAST_BEND = 10

/** Enter applies the current tool. @returns whether it did something */
export function applyTool(editor: EditorContext): boolean {
  const { tool, isReadOnly } = editor.state()
  if (isReadOnly) return false
  switch (tool.kind) {
    case 'shape':
      place(editor, tool.shape)
      return true
    case 'text':
      writeAt(editor, freeSpot(editor, TEXT_SHAPE))
      return true
    case 'connector':
      return connectByKey(editor, tool.from)
    case 'format':
      return paintByKey(editor, tool)
    default:
      return false
  }
}

/** Places a shape right of the selected one, else in the middle of the viewport, in free space. */
function place(editor: EditorContext, shape: string): void {
  const added = addShape(editor, { shape, rect: rectAbout(editor, freeSpot(editor, shape), defaultSize(shape)) })
  if (!added) return editor.tools.warn(t('The layer is locked or hidden: nothing can be drawn on it.'))
  finish(editor.tools, shape, added)
  const bounds = selectedBounds(editor)
  if (bounds) reveal(editor, bounds)
}

function freeSpot(editor: EditorContext, shape: string): Point {
  const size = defaultSize(shape)
  const [only, ...others] = editor.state().selection
  const from = only === undefined || others.length > 0 ? undefined : sceneOf(editor).placed.get(only)
  if (!isBoxed(from)) return freePlace(editor, middleOf(viewBounds(editor)), size, 'x')
  const { right, top, bottom } = boundsOfObject(sceneOf(editor), from)
  return freePlace(editor, { x: right + GAP + size.width / 2, y: (top + bottom) / 2 }, size, 'y')
}

/** Initial start of a connector: the selected shape. */
export function connectorStart(editor: EditorContext): string | undefined {
  const [only, ...others] = editor.state().selection
  return only !== undefined && others.length === 0 && attachable(editor, only) ? only : undefined
}

/** Starts the connector tool, from the selected shape or the next chosen one. */
export function beginConnector(editor: EditorContext): void {
  const from = connectorStart(editor)
  const { tools } = editor
  editor.set({ tool: { kind: 'connector', ...(from === undefined ? {} : { from }) } })
  tools.refresh()
  tools.hint({ hover: from ?? null, target: null })
  tools.say(
    from === undefined
      ? t('Choose the shape to begin on with Tab, and press Enter.')
      : t('Choose the shape to connect with by Tab, and press Enter.'),
  )
}

function connectByKey(editor: EditorContext, from: string | undefined): boolean {
  const { tools } = editor
  const [start, end] = [from, connectorStart(editor)].map(id => (id === undefined ? null : attachable(editor, id)))
  if (!start || !end || start === end) {
    beginConnector(editor)
    return true
  }
  const scene = sceneOf(editor)
  const glidingOn = (place: typeof start) =>
    endAt(scene, middleOf(boundsOfObject(scene, place)), { objectId: place.object.id, anchor: null })
  const connector = newConnector(editor, glidingOn(start), glidingOn(end))
  if (!connector) tools.warn(t('The layer is locked or hidden: nothing can be drawn on it.'))
  else editor.change(put(editor, connector), { name: 'Connect', selection: [connector.id] })
  editor.set({ tool: { kind: 'select' } })
  tools.hint({ hover: null, target: null })
  return true
}

/** Applies the format painter to the selection. */
function paintByKey(editor: EditorContext, { from, stays }: Extract<Tool, { kind: 'format' }>): boolean {
  const source = objectOf(editor.page, from)
  const ids = changeableRoots(editor.page, editor.state().selection).filter(id => id !== from)
  if (source && ids.length === 0) {
    sayPainter(editor)
    return true
  }
  if (source) editor.change(applyStyle(editor.page, ids, pickStyle(source)), { name: 'Apply style' })
  if (!stays) editor.set({ tool: { kind: 'select' } })
  return true
}

/** Starts the format painter. */
export function beginPainting(editor: EditorContext, from: string, stays: boolean): void {
  editor.set({ tool: { kind: 'format', from, stays } })
  editor.tools.refresh()
  sayPainter(editor)
}

function sayPainter(editor: EditorContext): void {
  editor.tools.say(t('Choose what shall look like it with Tab, and press Enter. Escape ends it.'))
}

/** Handles for keys; rotating is a command. */
export function grippable(editor: EditorContext): Handle[] {
  return handlesOf(editor).filter(({ kind }) => kind !== 'rotate')
}

/** The current handle; null when there is none any more. */
export function gripped(editor: EditorContext): Handle | null {
  const { grip } = editor.tools.hints()
  return grip === null ? null : (grippable(editor).find(handle => handleKey(handle) === grip) ?? null)
}

/** Selects the next handle, cyclically. */
export function gripNext(editor: EditorContext, direction: 1 | -1): void {
  const handles = grippable(editor)
  const held = gripped(editor)
  const at = held
    ? handles.findIndex(handle => handleKey(handle) === handleKey(held)) + direction
    : direction === 1
      ? 0
      : -1
  const index = (at + handles.length) % handles.length
  const handle = handles[index]
  if (!handle) return
  const { tools } = editor
  tools.hint({ grip: handleKey(handle) })
  tools.say(
    t('{{name}}: handle {{number}} of {{count}}. The arrow keys move it.', {
      name: nameOf(editor, handle),
      number: index + 1,
      count: handles.length,
    }),
  )
}

function nameOf(editor: EditorContext, handle: Handle): string {
  switch (handle.kind) {
    case 'end':
      return handle.which === 'from' ? t('Start') : t('End')
    case 'corner':
      return t('Corner')
    case 'bend':
      return t('Stretch of the line')
    case 'label':
      return t('Text')
    case 'rotate':
      return t('Angle')
    case 'resize':
      return t('Size')
    case 'parameter': {
      const frame = selectionFrame(editor)
      const shape =
        frame?.kind === 'box' && frame.single?.object.kind === 'shape'
          ? findShape(frame.single.object.shape)
          : undefined
      return t(shape?.parameters?.find(({ name }) => name === handle.name)?.label ?? 'Shape')
    }
  }
}

/**
 * Moves the current handle as the pointer would.
 * @param by px of the page
 * @returns false without one
 */
export function moveGrip(editor: EditorContext, by: Point): boolean {
  const handle = editor.state().tool.kind === 'select' ? gripped(editor) : null
  if (!handle) return false
  const { tools } = editor
  const { camera } = editor.state()
  // Without snapping: every step counts.
  const pointer = ({ x, y }: Point) => ({
    screen: { x, y },
    page: toPage(camera, { x, y }),
    shift: false,
    alt: false,
    ctrl: true,
    isTouch: false,
  })
  const scale = Math.max(1, leastWay(editor, handle) / Math.hypot(by.x, by.y))
  const to = { x: handle.at.x + by.x * scale * camera.zoom, y: handle.at.y + by.y * scale * camera.zoom }
  tools.down(pointer(handle.at))
  tools.move(pointer({ x: to.x + OUT_OF_REACH, y: to.y + OUT_OF_REACH }))
  tools.move(pointer(to))
  editor.merging(() => tools.up(pointer(to)))
  // Bending changes a segment's handle into a corner's, or its index.
  const [nearest] = grippable(editor)
    .filter(({ kind }) => kind === handle.kind || (handle.kind === 'bend' && kind === 'corner'))
    .toSorted((a, b) => Math.hypot(a.at.x - to.x, a.at.y - to.y) - Math.hypot(b.at.x - to.x, b.at.y - to.y))
  tools.hint({ hover: null, grip: nearest ? handleKey(nearest) : null })
  return true
}

/** Minimum movement, px of the page; less would straighten a segment, or return an end to its shape. */
function leastWay(editor: EditorContext, handle: Handle): number {
  if (handle.kind === 'bend') return LEAST_BEND / editor.state().camera.zoom
  const frame = selectionFrame(editor)
  const isHanging =
    handle.kind === 'end' && frame?.kind === 'line' && frame.line.object[handle.which].attached !== undefined
  return isHanging ? reachOf(editor, { isTouch: false }) * 1.1 : 0
}

/** Removes the current corner. @returns false without one */
export function removeGripped(editor: EditorContext): boolean {
  const [handle, frame] = [gripped(editor), selectionFrame(editor)]
  if (handle?.kind !== 'corner' || frame?.kind !== 'line') return false
  straighten(editor, frame.line, handle.index)
  editor.tools.hint({ grip: null })
  return true
}
