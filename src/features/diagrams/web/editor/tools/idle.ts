/** The idle state of the select tool: hovering, and starting actions. */
import { applyStyle, pickStyle } from '#diagrams/operations/style.ts'
import type { ConnectorObject } from '#diagrams/model/document.ts'
import { poolOf } from '#diagrams/operations/lanes.ts'
import { settled } from '#diagrams/operations/settle.ts'
import { isLocked, objectOf } from '#diagrams/operations/tree.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import { boundsOfObject, isBoxed, isConnector, type BoxedObject, type Placed } from '#diagrams/render/scene.ts'
import { toScreen } from '../scene/camera.ts'
import { connectorPoints, sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { bending, sliding, turning } from './bending.ts'
import { grown, holdsPoint } from '../scene/bounds.ts'
import { anchorOnPage, connectionPointsOf, SIDE_ANCHORS } from './connect.ts'
import { connecting, pointsOf, reattaching, connectionTarget } from './connecting.ts'
import { arrowsOf, cursorOf, handleAt, selectionFrame, type Arrow, type BoxFrame, type Handle } from './handles.ts'
import { innerOf, labelAt, nearestOnLine, objectAt, selectableOf } from './hit.ts'
import { TEXT_SHAPE } from './make.ts'
import { borderAt, movingBorder } from './lane-borders.ts'
import { marquee } from './marquee.ts'
import { dragging, pressed } from './moving.ts'
import { panning } from './panning.ts'
import { drawing } from './placing.ts'
import { resizing, rotating } from './resizing.ts'
import { grippedOf, resetParameter, shaping } from './shaping.ts'
import { editText, writeAt } from './text.ts'
import type { IdleHandlers, Pointer, State, Tools } from './tools.ts'

/** Hit tolerance, px of the screen. */
const LINE_REACH = 6
const HANDLE_REACH = 9
const POINT_REACH = 9
const ARROW_REACH = 13
const TOUCH_MORE = 10
/** Distance within which a shape stays hovered, for its arrows. */
const HOVER_REACH = 44
/** Minimum size on the screen for points and arrows, px. */
const LEAST_SHOWN = 20

export function idle(tools: Tools): State & IdleHandlers {
  const { editor } = tools
  return {
    name: 'idle',
    get cursor() {
      return toolCursor(tools)
    },
    move: pointer => {
      if (!pointer.isTouch) hover(tools, pointer)
      return undefined
    },
    down: (pointer, button) => {
      const { tool, isReadOnly } = editor.state()
      if (button === 1 || tools.isPanHeld || tool.kind === 'pan' || (isReadOnly && !reach(editor, pointer)))
        return panning(tools, pointer)
      if (isReadOnly) return selecting(tools, pointer)
      switch (tool.kind) {
        case 'shape':
          return drawing(tools, tool.shape, pointer)
        case 'text':
          return pressed(
            tools,
            pointer,
            () => writeAt(editor, pointer.page),
            () => drawing(tools, TEXT_SHAPE, pointer),
          )
        case 'connector':
          return connecting(tools, pointer, connectionTarget(editor, pointer))
        case 'format':
          return painting(tools, tool.from, tool.stays, pointer)
        case 'select':
          return holding(tools, pointer) ?? bordering(tools, pointer) ?? selecting(tools, pointer)
      }
    },
    doubleClick: pointer => open(tools, pointer),
  }
}

function toolCursor({ editor, isPanHeld }: Tools): string {
  const { tool } = editor.state()
  if (isPanHeld || tool.kind === 'pan') return 'grab'
  if (tool.kind === 'text') return 'text'
  return tool.kind === 'select' ? 'default' : tool.kind === 'format' ? 'copy' : 'crosshair'
}

function more({ isTouch }: Pointer): number {
  return isTouch ? TOUCH_MORE : 0
}

/** Topmost object under the pointer. */
export function reach(editor: EditorContext, pointer: Pointer): Placed | null {
  return objectAt(sceneOf(editor), pointer.page, {
    tolerance: (LINE_REACH + more(pointer)) / editor.state().camera.zoom,
  })
}

function hover(tools: Tools, pointer: Pointer): void {
  const { editor } = tools
  const { tool, isReadOnly } = editor.state()
  if (tool.kind === 'pan' || tools.isPanHeld) return tools.hint({ hover: null, target: null, cursor: 'grab' })
  if (tool.kind === 'connector') {
    const target = connectionTarget(editor, pointer)
    return tools.hint({ hover: target?.objectId ?? null, target, cursor: 'crosshair' })
  }
  if (tool.kind === 'shape' || tool.kind === 'text')
    return tools.hint({ hover: null, target: null, cursor: toolCursor(tools) })
  const handle = tool.kind === 'select' ? handleAt(editor, pointer.screen, HANDLE_REACH) : null
  if (handle) return tools.hint({ hover: null, target: null, cursor: cursorOf(handle, selectionFrame(editor)) })
  const hit = reach(editor, pointer)
  const border = tool.kind === 'select' && !isReadOnly ? borderAt(editor, hit, pointer, LINE_REACH) : null
  if (border) return tools.hint({ hover: border.lane.object.id, target: null, cursor: border.cursor })
  const hovered = hit ?? lastHovered(tools, pointer)
  const id = hovered ? hovered.object.id : null
  const isTaken =
    id !== null &&
    !isReadOnly &&
    !isOneOfMany(editor, id) &&
    (arrowAt(tools, id, pointer) || pointAt(tools, id, pointer))
  const cursor =
    tool.kind === 'format'
      ? 'copy'
      : isTaken
        ? 'crosshair'
        : hit && !isLocked(editor.page, hit.object.id) && !isReadOnly
          ? 'move'
          : 'default'
  tools.hint({ hover: id, target: null, cursor })
}

/** The last hovered shape, while the pointer is near its arrows. */
function lastHovered(tools: Tools, { page }: Pointer): Placed | null {
  const { editor } = tools
  const scene = sceneOf(editor)
  const { hover: last } = tools.hints()
  const place = last === null ? undefined : scene.placed.get(last)
  return isBoxed(place) &&
    holdsPoint(grown(boundsOfObject(scene, place), HOVER_REACH / editor.state().camera.zoom), page)
    ? place
    : null
}

/** An object that connectors can attach to. */
export function attachable(editor: EditorContext, id: string | null): Placed<BoxedObject> | null {
  const place = id === null ? undefined : sceneOf(editor).placed.get(id)
  return isBoxed(place) && place.object.kind !== 'group' && !isLocked(editor.page, place.object.id) ? place : null
}

/** An attachable object other than a lane (its neighbours touch it), large enough to show connection points. */
export function connectable(editor: EditorContext, id: string | null): Placed<BoxedObject> | null {
  const scene = sceneOf(editor)
  const place = attachable(editor, id)
  if (!place || poolOf(editor.page, place.object.id)) return null
  const { left, top, right, bottom } = boundsOfObject(scene, place)
  const { zoom } = editor.state().camera
  return Math.min(right - left, bottom - top) * zoom >= LEAST_SHOWN ||
    Math.max(right - left, bottom - top) * zoom >= 2 * LEAST_SHOWN
    ? place
    : null
}

function arrowAt({ editor }: Tools, id: string, pointer: Pointer): Arrow | undefined {
  const place = connectable(editor, id)
  if (!place) return undefined
  return arrowsOf(editor, place).find(({ at }) => distance(at, pointer.screen) <= ARROW_REACH + more(pointer) / 2)
}

/** Connection point under the pointer; a selected object shows handles instead. */
function pointAt({ editor }: Tools, id: string, pointer: Pointer) {
  const place = editor.state().selection.has(id) ? null : connectable(editor, id)
  if (!place) return undefined
  return connectionPointsOf(place.object).find(
    point => distance(toScreen(editor.state().camera, anchorOnPage(place, point)), pointer.screen) <= POINT_REACH,
  )
}

/** Whether it is in a multiple selection, which shows no arrows. */
function isOneOfMany(editor: EditorContext, id: string | null): boolean {
  const { selection } = editor.state()
  return selection.size > 1 && id !== null && selection.has(id)
}

/** Handles, arrows and connection points under the pointer. */
function holding(tools: Tools, pointer: Pointer): State | undefined {
  const { editor } = tools
  const handle = handleAt(editor, pointer.screen, HANDLE_REACH + more(pointer))
  const shown = handle && taking(tools, handle, pointer)
  if (shown) return shown
  const candidates = new Set([
    ...(editor.state().selection.size === 1 ? editor.state().selection : []),
    ...(pointer.isTouch || isOneOfMany(editor, tools.hints().hover) ? [] : [tools.hints().hover]),
  ])
  for (const id of candidates) {
    if (id === null) continue
    const arrow = arrowAt(tools, id, pointer)
    if (arrow) return connecting(tools, pointer, { objectId: id, anchor: SIDE_ANCHORS[arrow.side] }, arrow.side)
    const point = pointAt(tools, id, pointer)
    if (point && !pointer.isTouch)
      return connecting(tools, pointer, { objectId: id, anchor: { x: point.x, y: point.y } })
  }
  return undefined
}

/** The border after a lane under the pointer: a drag moves it. */
function bordering(tools: Tools, pointer: Pointer): State | undefined {
  const { editor } = tools
  const border = borderAt(editor, reach(editor, pointer), pointer, LINE_REACH + more(pointer))
  if (!border) return undefined
  const { id } = border.lane.object
  return pressed(
    tools,
    pointer,
    () => editor.select([id]),
    () => movingBorder(tools, border, pointer),
  )
}

function taking(tools: Tools, handle: Handle, pointer: Pointer): State | undefined {
  const { editor } = tools
  const frame = selectionFrame(editor)
  if (!frame) return undefined
  if (frame.kind === 'box') {
    const state = boxState(tools, frame, handle, pointer)
    return state
      ? pressed(
          tools,
          pointer,
          () => undefined,
          () => state,
        )
      : undefined
  }
  const { line } = frame
  const state = () => {
    if (handle.kind === 'end') return reattaching(tools, line, handle.which)
    if (handle.kind === 'corner') return turning(tools, line, handle.index)
    return handle.kind === 'bend' ? bending(tools, line, handle.index) : undefined
  }
  return pressed(tools, pointer, () => undefined, state)
}

function boxState(tools: Tools, frame: BoxFrame, handle: Handle, pointer: Pointer): State | null {
  if (handle.kind === 'resize') return resizing(tools, frame, handle, pointer)
  if (handle.kind === 'rotate') return rotating(tools, frame, pointer)
  const shaped = parameterOf(frame, handle)
  return shaped && shaping(tools, shaped.place, shaped.parameter, pointer)
}

/** Shape and parameter of a handle, or null. */
function parameterOf(frame: BoxFrame, handle: Handle) {
  const gripped = grippedOf(frame.single)
  const parameter =
    handle.kind === 'parameter' ? gripped?.parameters.find(({ name }) => name === handle.name) : undefined
  return gripped && parameter ? { place: gripped.place, parameter } : null
}

/**
 * A press on an object selects it, a drag moves it; on empty space, a drag draws a marquee and a click clears the
 * selection.
 */
function selecting(tools: Tools, pointer: Pointer): State {
  const { editor } = tools
  const { selection, isReadOnly } = editor.state()
  const hit = reach(editor, pointer)
  if (!hit) {
    return pressed(
      tools,
      pointer,
      () => {
        if (!pointer.shift) editor.select([])
      },
      () => (isReadOnly ? panning(tools, pointer) : marquee(tools, pointer)),
    )
  }
  const id = selectableOf(editor.page, hit.object.id, selection)
  const wasSelected = selection.has(id)
  if (!wasSelected) editor.select(pointer.shift ? [...selection, id] : [id])
  const clicked = () => {
    if (wasSelected) editor.select(pointer.shift ? [...selection].filter(one => one !== id) : [id])
  }
  if (isReadOnly) return pressed(tools, pointer, clicked, () => panning(tools, pointer))
  // A locked background behaves as empty space.
  if (isLocked(editor.page, id)) return pressed(tools, pointer, clicked, () => marquee(tools, pointer))
  return pressed(tools, pointer, clicked, () =>
    isConnector(hit) && !pointer.shift && editor.state().selection.size === 1
      ? onLine(tools, hit, pointer)
      : dragging(tools, pointer),
  )
}

/** A drag of a connector: moves its label, bends it if attached, else moves all of it. */
function onLine(tools: Tools, hit: Placed<ConnectorObject>, pointer: Pointer): State {
  const { editor } = tools
  const label = labelAt(sceneOf(editor), hit, pointer.page)
  if (label !== null) return sliding(tools, hit, label, pointer)
  const { from, to, route } = hit.object
  if (!from.attached && !to.attached) return dragging(tools, pointer)
  return route === 'curved' ? dragging(tools, pointer) : bending(tools, hit, stretchAt(editor, hit, pointer))
}

/** Index of the segment under the pointer. */
function stretchAt(editor: EditorContext, hit: Placed<ConnectorObject>, { page }: Pointer): number {
  return nearestOnLine(pointsOf(editor, hit), page)?.index ?? 0
}

/** Format painter: a click applies another object's style. */
function painting(tools: Tools, from: string, stays: boolean, pointer: Pointer): State {
  const { editor } = tools
  return pressed(
    tools,
    pointer,
    () => {
      const [source, hit] = [objectOf(editor.page, from), reach(editor, pointer)]
      if (source && hit)
        editor.change(applyStyle(editor.page, [hit.object.id], pickStyle(source)), { name: 'Apply style' })
      if (!stays || !hit) editor.set({ tool: { kind: 'select' } })
    },
    () => undefined,
  )
}

/** Double click: enters a group, edits a text, or adds one on the empty page. */
function open(tools: Tools, pointer: Pointer): void {
  const { editor } = tools
  if (editor.state().isReadOnly || editor.state().tool.kind !== 'select') return
  const handle = handleAt(editor, pointer.screen, HANDLE_REACH)
  const frame = selectionFrame(editor)
  if (handle?.kind === 'corner' && frame?.kind === 'line') return straighten(editor, frame.line, handle.index)
  const shaped = handle && frame?.kind === 'box' ? parameterOf(frame, handle) : null
  if (shaped) return resetParameter(editor, shaped.place, shaped.parameter)
  const hit = reach(editor, pointer)
  if (!hit) return writeAt(editor, pointer.page)
  const { selection } = editor.state()
  const inner = innerOf(editor.page, hit.object.id, selection)
  if (inner !== hit.object.id || !selection.has(inner)) return editor.select([inner])
  if (!isConnector(hit)) return editText(editor, hit.object.id)
  const label = labelAt(sceneOf(editor), hit, pointer.page)
  const along = nearestOnLine(connectorPoints(sceneOf(editor), hit), pointer.page)?.along ?? 0.5
  editText(editor, hit.object.id, label === null ? { along } : { label })
}

/** Removes a corner. */
export function straighten(editor: EditorContext, { object }: Placed<ConnectorObject>, corner: number): void {
  const { page } = editor
  const waypoints = object.waypoints.toSpliced(corner, 1)
  editor.change(
    settled(page, { type: 'update-object', pageId: page.id, id: object.id, fields: { waypoints } }, [object.id]),
    { name: 'Bend line' },
  )
}
