/** Handles of the selection and their positions on the screen. */
import type { ConnectorObject, Point } from '#diagrams/model/document.ts'
import { laneKind, poolOf } from '#diagrams/operations/lanes.ts'
import { isLocked } from '#diagrams/operations/tree.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { apply, IDENTITY, type Matrix } from '#diagrams/model/geometry/matrix.ts'
import { distance, mix } from '#diagrams/model/geometry/path.ts'
import { isBoxed, isConnector, sizeOf, type BoxedObject, type Placed } from '#diagrams/render/scene.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { toPage, toScreen } from '../scene/camera.ts'
import { placeBounds, placesOf, sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { boundsOfRect, holdsPoint, middleOf, rectOf, united } from '../scene/bounds.ts'
import { anchorOnPage, SIDE_ANCHORS, SIDES, type Side } from './connect.ts'
import { labelArea } from './hit.ts'
import { gripOnPage, grippedOf } from './shaping.ts'

/** Frame of the selection: a single object's rotated box, or the bounding box of several. */
export interface BoxFrame {
  kind: 'box'
  /** From the frame's coordinates, px from its corner, to the page's. */
  matrix: Matrix
  width: number
  height: number
  /** Null for several. */
  single: Placed<BoxedObject> | null
  canChange: boolean
  keepsAspect: boolean
}

export interface LineFrame {
  kind: 'line'
  line: Placed<ConnectorObject>
  canChange: boolean
}

export type Handle =
  /** A corner or side, by its position on the frame: 0, 0.5 or 1 each way. */
  | { kind: 'resize'; u: number; v: number; at: Point }
  | { kind: 'rotate'; at: Point }
  /** Of a shape's parameter. */
  | { kind: 'parameter'; name: string; at: Point }
  | { kind: 'end'; which: 'from' | 'to'; at: Point }
  /** A corner of a straight or curved line. */
  | { kind: 'corner'; index: number; at: Point }
  /** Middle of a segment, by the index of the point before it. */
  | { kind: 'bend'; index: number; at: Point }
  | { kind: 'label'; index: number; at: Point }

/** Minimum length of a side with a handle, px of the screen. */
const SHORTEST_SIDE = 36
const ROTATE_AWAY = 20
const ARROW_AWAY = 26
/** Minimum distance of parameter handles from others, px, and minimum side of their shapes on the screen. */
const APART = 15
const LEAST_SHAPED = 28

/** Frame of the selection; null when nothing of it is drawn. */
export function selectionFrame(editor: EditorContext): BoxFrame | LineFrame | null {
  const scene = sceneOf(editor)
  const places = placesOf(scene, editor.state().selection)
  const [first] = places
  if (!first) return null
  const canChange = !editor.state().isReadOnly && places.some(({ object }) => !isLocked(editor.page, object.id))
  if (places.length === 1 && isConnector(first)) return { kind: 'line', line: first, canChange }
  if (places.length === 1 && isBoxed(first)) {
    const { object, matrix } = first
    const keepsAspect =
      object.kind === 'image' || (object.kind === 'shape' && findShape(object.shape)?.keepsAspect === true)
    return { kind: 'box', matrix, ...sizeOf(object), single: first, canChange, keepsAspect }
  }
  const bounds = united(
    places.map(place => placeBounds(scene, place)).filter(({ left, top }) => Number.isFinite(left + top)),
  )
  if (!bounds) return null
  const { x, y, width, height } = rectOf(bounds)
  return {
    kind: 'box',
    matrix: { ...IDENTITY, e: x, f: y },
    width,
    height,
    single: null,
    canChange,
    keepsAspect: false,
  }
}

/** Corners of a frame on the screen, clockwise from its upper left. */
export function frameCorners(editor: EditorContext, { matrix, width, height }: BoxFrame): Point[] {
  const { camera } = editor.state()
  return [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([u = 0, v = 0]) => toScreen(camera, apply(matrix, { x: u * width, y: v * height })))
}

/** All handles of the selection, by hit priority. */
export function handlesOf(editor: EditorContext): Handle[] {
  const frame = selectionFrame(editor)
  if (!frame?.canChange || editor.state().editing) return []
  return frame.kind === 'box' ? boxHandles(editor, frame) : lineHandles(editor, frame.line)
}

function boxHandles(editor: EditorContext, frame: BoxFrame): Handle[] {
  const { camera } = editor.state()
  const at = (u: number, v: number) =>
    toScreen(camera, apply(frame.matrix, { x: u * frame.width, y: v * frame.height }))
  const scale = Math.hypot(frame.matrix.a, frame.matrix.b) * camera.zoom
  if (frame.single && poolOf(editor.page, frame.single.object.id)) {
    // A lane has the border to the next one; the rest is its pool's.
    const [u, v] = laneKind(frame.single.object) === 'horizontal' ? [0.5, 1] : [1, 0.5]
    const border: Handle[] = [{ kind: 'resize', u, v, at: at(u, v) }]
    return [...border, ...parameterHandles(editor, frame, border)]
  }
  const places: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]
  if (frame.width * scale >= SHORTEST_SIDE) places.push([0.5, 0], [0.5, 1])
  if (frame.height * scale >= SHORTEST_SIDE) places.push([0, 0.5], [1, 0.5])
  const [corner, beside, above] = [at(1, 0), at(0, 0), at(1, 1)]
  const away = { x: unit(beside, corner).x + unit(above, corner).x, y: unit(beside, corner).y + unit(above, corner).y }
  const rotate = { x: corner.x + away.x * ROTATE_AWAY, y: corner.y + away.y * ROTATE_AWAY }
  const handles = [
    ...places.map(([u, v]): Handle => ({ kind: 'resize', u, v, at: at(u, v) })),
    { kind: 'rotate' as const, at: rotate },
  ]
  return Math.min(frame.width, frame.height) * scale < LEAST_SHAPED
    ? handles
    : [...handles, ...parameterHandles(editor, frame, handles)]
}

function parameterHandles(editor: EditorContext, frame: BoxFrame, others: readonly Handle[]): Handle[] {
  const { camera } = editor.state()
  const gripped = grippedOf(frame.single)
  const middle = toScreen(camera, apply(frame.matrix, { x: frame.width / 2, y: frame.height / 2 }))
  const taken = others.map(({ at }) => at)
  return (gripped?.parameters ?? []).map((parameter): Handle => {
    const at = gripped ? clearOf(taken, toScreen(camera, gripOnPage(gripped.place, parameter)), middle) : middle
    taken.push(at)
    return { kind: 'parameter', name: parameter.name, at }
  })
}

/** A free position, moved towards the middle. */
function clearOf(taken: readonly Point[], at: Point, middle: Point): Point {
  let place = at
  for (let tries = 0; tries < APART && taken.some(other => distance(other, place) < APART); tries++) {
    const towards = unit(place, middle)
    place = { x: place.x + towards.x * 2, y: place.y + towards.y * 2 }
  }
  return place
}

function lineHandles(editor: EditorContext, line: Placed<ConnectorObject>): Handle[] {
  const scene = sceneOf(editor)
  const { camera } = editor.state()
  const { points } = connectorGeometry(scene, line)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const handles: Handle[] = [
    { kind: 'end', which: 'to', at: toScreen(camera, last) },
    { kind: 'end', which: 'from', at: toScreen(camera, first) },
  ]
  const labels = line.object.labels.map((_, index) => labelArea(scene, line, index))
  labels.forEach((area, index) => {
    if (area) handles.push({ kind: 'label', index, at: toScreen(camera, middleOf(boundsOfRect(area))) })
  })
  // A label on the middle of a segment is dragged instead of bending it.
  const isLabelled = (screen: Point) =>
    labels.some(area => area && holdsPoint(boundsOfRect(area), toPage(camera, screen)))
  if (line.object.route !== 'orthogonal')
    points.slice(1, -1).forEach((point, index) => handles.push({ kind: 'corner', index, at: toScreen(camera, point) }))
  for (let index = 0; index + 1 < points.length; index++) {
    const [from, to] = [points[index], points[index + 1]].map(point => point && toScreen(camera, point))
    if (!from || !to || distance(from, to) < SHORTEST_SIDE) continue
    const at = mix(from, to, 0.5)
    if (!isLabelled(at)) handles.push({ kind: 'bend', index, at })
  }
  return handles
}

/** Unique key of a handle. */
export function handleKey(handle: Handle): string {
  switch (handle.kind) {
    case 'resize':
      return `resize ${handle.u} ${handle.v}`
    case 'rotate':
      return 'rotate'
    case 'parameter':
      return `parameter ${handle.name}`
    case 'end':
      return handle.which
    default:
      return `${handle.kind} ${handle.index}`
  }
}

/** The handle at a screen position. @param reach px */
export function handleAt(editor: EditorContext, at: Point, reach: number): Handle | null {
  const near = handlesOf(editor)
    .filter(handle => handle.kind !== 'label')
    .map(handle => ({ handle, far: distance(handle.at, at) }))
    .filter(({ far }) => far <= reach)
  return near.toSorted((a, b) => a.far - b.far)[0]?.handle ?? null
}

/** An arrow beside a shape, for drawing a connector or adding the next shape. */
export interface Arrow {
  side: Side
  at: Point
  /** Screen direction, degrees clockwise from the right. */
  turn: number
}

export function arrowsOf(editor: EditorContext, place: Placed<BoxedObject>): Arrow[] {
  const { camera } = editor.state()
  const on = (anchor: Point) => toScreen(camera, anchorOnPage(place, anchor))
  const middle = on({ x: 0.5, y: 0.5 })
  return SIDES.map(side => {
    const at = on(SIDE_ANCHORS[side])
    const opposite = on(opposed(SIDE_ANCHORS[side]))
    const direction = distance(at, middle) > 0.5 ? unit(opposite, at) : SIDE_DIRECTIONS[side]
    return {
      side,
      at: { x: at.x + direction.x * ARROW_AWAY, y: at.y + direction.y * ARROW_AWAY },
      turn: (Math.atan2(direction.y, direction.x) * 180) / Math.PI,
    }
  })
}

export const SIDE_DIRECTIONS: Readonly<Record<Side, Point>> = {
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  top: { x: 0, y: -1 },
}

export function opposed({ x, y }: Point): Point {
  return { x: 1 - x, y: 1 - y }
}

function unit(from: Point, to: Point): Point {
  const length = distance(from, to) || 1
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

/** Cursor of a handle on a rotated frame. */
export function cursorOf(handle: Handle, frame: BoxFrame | LineFrame | null): string {
  if (handle.kind === 'rotate') return 'grab'
  if (handle.kind === 'parameter') return 'pointer'
  if (handle.kind !== 'resize' || frame?.kind !== 'box') return 'move'
  const { a, b, c, d } = frame.matrix
  const [x, y] = [handle.u - 0.5, handle.v - 0.5]
  const turn = ((Math.atan2(b * x + d * y, a * x + c * y) * 180) / Math.PI + 360) % 180
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][Math.round(turn / 45) % 4] ?? 'move'
}
