/** Adding a connected shape of the same kind in a direction. */
import { compose, type Change } from '#diagrams/model/changes.ts'
import type { Point, ShapeObject } from '#diagrams/model/document.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import { boundsOfObject, isBoxed, type BoxedObject, type Placed } from '#diagrams/render/scene.ts'
import { sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { boundsOfRect, grown, middleOf, overlap, rectOf } from '../scene/bounds.ts'
import { anchorOnPage, endAt, SIDE_ANCHORS, type Side, type Target } from './connect.ts'
import { opposed, SIDE_DIRECTIONS } from './handles.ts'
import { addShape, emptyText, newConnector, put, TEXT_SHAPE, defaultSize } from './make.ts'

/** Distance of shapes, px. */
export const GAP = 60
const APART = 16
/** Positions tried to both sides before overlapping. */
const TRIES = 40

/**
 * Adds a shape beside another one, on the grid in that direction and level with it, and the connector; null without a
 * drawable layer.
 * @param shape default a similar one
 */
export function nextShape(
  editor: EditorContext,
  from: Placed<BoxedObject>,
  side: Side,
  shape?: string,
): { change: Change; id: string } | null {
  const scene = sceneOf(editor)
  const bounds = boundsOfObject(scene, from)
  const own = rectOf(bounds)
  const like =
    from.object.kind === 'shape' && (shape === undefined || from.object.shape === shape) ? from.object : undefined
  const isSame = like !== undefined || shape === undefined
  const size = isSame ? { width: from.object.width, height: from.object.height } : defaultSize(shape)
  // A turned shape takes more room than its sides.
  const { width, height } = isSame ? own : size
  const { x, y } = SIDE_DIRECTIONS[side]
  const middle = middleOf(bounds)
  const wanted = {
    x: x === 0 ? middle.x : onGrid(editor, middle.x + x * ((own.width + width) / 2 + GAP)),
    y: y === 0 ? middle.y : onGrid(editor, middle.y + y * ((own.height + height) / 2 + GAP)),
  }
  const at = freePlace(editor, wanted, { width, height }, x === 0 ? 'x' : 'y')
  return connected(
    editor,
    { objectId: from.object.id, anchor: SIDE_ANCHORS[side] },
    anchorOnPage(from, SIDE_ANCHORS[side]),
    opposed(SIDE_ANCHORS[side]),
    {
      shape: like?.shape ?? shape ?? 'basic.rectangle',
      rect: { x: at.x - size.width / 2, y: at.y - size.height / 2, ...size },
      ...look(like),
    },
  )
}

/** Adds a shape at a connector's free end, on the side that faces its start. */
export function shapeAtEnd(
  editor: EditorContext,
  from: Target,
  start: Point,
  end: Point,
  shape: string,
  connectorId: string,
): { change: Change; id: string } | null {
  const source = sceneOf(editor).placed.get(from.objectId)
  const like =
    isBoxed(source) && source.object.kind === 'shape' && source.object.shape === shape ? source.object : undefined
  const { width, height } = like ?? defaultSize(shape)
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const side: Side = Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? 'left' : 'right') : dy > 0 ? 'top' : 'bottom'
  const anchor = SIDE_ANCHORS[side]
  return connected(
    editor,
    from,
    start,
    anchor,
    { shape, rect: { x: end.x - anchor.x * width, y: end.y - anchor.y * height, width, height }, ...look(like) },
    connectorId,
  )
}

/** A position on the page's grid, where it snaps. */
function onGrid(editor: EditorContext, at: number): number {
  const { grid } = editor.page
  return grid.snap ? Math.round(at / grid.size) * grid.size : at
}

function look(like: ShapeObject | undefined): { style?: ShapeObject['style']; parameters?: Record<string, number> } {
  return like ? { style: like.style, ...(like.parameters ? { parameters: like.parameters } : {}) } : {}
}

function connected(
  editor: EditorContext,
  from: Target,
  start: Point,
  anchor: Point,
  shape: Parameters<typeof addShape>[1],
  connectorId?: string,
): { change: Change; id: string } | null {
  const scene = sceneOf(editor)
  const added = addShape(editor, { ...shape, ...(shape.shape === TEXT_SHAPE ? { text: emptyText(TEXT_SHAPE) } : {}) })
  if (!added) return null
  const { rect } = shape
  const end = { x: rect.x + anchor.x * rect.width, y: rect.y + anchor.y * rect.height }
  const connector = newConnector(editor, endAt(scene, start, from), {
    at: end,
    attached: { objectId: added.object.id, anchor },
  })
  if (!connector) return null
  return {
    change: compose(added.change, put(editor, connectorId ? { ...connector, id: connectorId } : connector)),
    id: added.object.id,
  }
}

/** The free position along an axis nearest to the wanted one. */
export function freePlace(
  editor: EditorContext,
  wanted: Point,
  { width, height }: { width: number; height: number },
  axis: 'x' | 'y',
): Point {
  const scene = sceneOf(editor)
  const taken: Bounds[] = scene.drawn.flatMap(place =>
    isBoxed(place) && place.object.kind !== 'group' && !(place.object.kind === 'shape' && place.object.container)
      ? [boundsOfObject(scene, place)]
      : [],
  )
  const step = (axis === 'x' ? width : height) + APART * 2
  for (let index = 0; index < TRIES; index++) {
    const away = Math.ceil(index / 2) * (index % 2 ? 1 : -1) * step
    const at = { ...wanted, [axis]: wanted[axis] + away }
    const area = grown(boundsOfRect({ x: at.x - width / 2, y: at.y - height / 2, width, height }), APART)
    if (!taken.some(one => overlap(one, area))) return at
  }
  return wanted
}
