/** Drawing connectors, and moving their ends. */
import { t } from '#platform/web/i18n.ts'
import type { ConnectorObject, Point } from '#diagrams/model/document.ts'
import { settled } from '#diagrams/operations/settle.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { pointAt } from '#diagrams/operations/tree.ts'
import { isBoxed, type Placed } from '#diagrams/render/scene.ts'
import { sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { anchorOnPage, endAt, targetAt, type Side, type Target } from './connect.ts'
import { newConnector, put } from './make.ts'
import { isDrag, snapOptions } from './moving.ts'
import { nextShape, shapeAtEnd } from './next.ts'
import { likelyAfter } from './likely.ts'
import { offering, offeringNext } from './offering.ts'
import { snapAngle } from './snap.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Snap distance, px of the screen. */
const REACH = 14
const TOUCH_REACH = 22
/** Angle step with Shift, degrees. */
const EIGHTH = 45

export function reachOf(editor: EditorContext, { isTouch }: Pick<Pointer, 'isTouch'>): number {
  return (isTouch ? TOUCH_REACH : REACH) / editor.state().camera.zoom
}

/** Target of an end under the pointer. */
export function connectionTarget(editor: EditorContext, pointer: Pointer, except?: ReadonlySet<string>): Target | null {
  return targetAt(sceneOf(editor), pointer.page, {
    reach: reachOf(editor, pointer),
    snaps: !pointer.ctrl,
    ...(except ? { except } : {}),
  })
}

/**
 * Position of a free end, snapped to the grid.
 * @param from the other end: Shift snaps the angle
 */
function freeAt(editor: EditorContext, pointer: Pointer, from?: Point): Point {
  const { grid } = snapOptions(editor, [])
  const { x, y } = pointer.page
  if (pointer.shift && from) {
    const turn = (snapAngle((Math.atan2(y - from.y, x - from.x) * 180) / Math.PI, EIGHTH) * Math.PI) / 180
    const way = (x - from.x) * Math.cos(turn) + (y - from.y) * Math.sin(turn)
    return pointAt({ x: from.x + way * Math.cos(turn), y: from.y + way * Math.sin(turn) })
  }
  return grid && !pointer.ctrl ? { x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid } : { x, y }
}

/**
 * Draws a connector to the pointer.
 * @param from its start; null starts at the pressed free position
 * @param arrow the pressed arrow: a click offers what comes next
 */
export function connecting(tools: Tools, start: Pointer, from: Target | null, arrow?: Side): State {
  const { editor } = tools
  const source = from ? sceneOf(editor).placed.get(from.objectId) : undefined
  const begin = from?.anchor && isBoxed(source) ? anchorOnPage(source, from.anchor) : freeAt(editor, start)
  let made: ConnectorObject | null = null
  let to: Target | null = null
  const end = (now: Pointer) => {
    const target = connectionTarget(editor, now)
    const isItself =
      target &&
      from &&
      target.objectId === from.objectId &&
      (!target.anchor || !from.anchor || samePoint(target.anchor, from.anchor))
    return isItself ? null : target
  }
  return {
    name: 'connecting',
    cursor: 'crosshair',
    scrolls: true,
    move: now => {
      if (!made && !isDrag(start, now)) return undefined
      to = end(now)
      const scene = sceneOf(editor)
      const ends = { from: endAt(scene, begin, from), to: endAt(scene, to ? now.page : freeAt(editor, now, begin), to) }
      made = made ? { ...made, ...ends } : newConnector(editor, ends.from, ends.to)
      if (!made) {
        tools.warn(t('The layer is locked or hidden: nothing can be drawn on it.'))
        return tools.idle()
      }
      editor.show(put(editor, made))
      tools.hint({ target: to })
      return undefined
    },
    up: now => {
      if (!made) {
        if (arrow && isBoxed(source)) return offeringNext(tools, source.object.id, arrow)
        if (from) editor.select([from.objectId])
        return tools.idle()
      }
      if (from && !to && isBoxed(source)) return offeringAtEnd(tools, from, begin, made.to.at, made)
      editor.set({ tool: { kind: 'select' } })
      editor.commit({ name: 'Connect', selection: [made.id] })
      tools.hint({ hover: now.isTouch ? null : (to?.objectId ?? null) })
      return tools.idle()
    },
  }
}

function samePoint(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01
}

/** Adds the next shape beside one, selects and reveals it. */
export function addNext(tools: Tools, id: string, side: Side): void {
  const { editor } = tools
  const place = sceneOf(editor).placed.get(id)
  const next = isBoxed(place) ? nextShape(editor, place, side) : null
  if (!next) return tools.warn(t('The layer is locked or hidden: nothing can be drawn on it.'))
  editor.change(next.change, { name: 'Add connected shape', selection: [next.id] })
}

/** Offers shapes at a free end. Escape and a press elsewhere leave it free. */
function offeringAtEnd(tools: Tools, from: Target, start: Point, at: Point, connector: ConnectorObject): State {
  const { editor } = tools
  const source = editor.page.objects[from.objectId]
  return offering(tools, {
    at,
    label: t('Shape at the end of the connector'),
    shapes: likelyAfter(source?.kind === 'shape' ? source.shape : undefined, editor.state().recentShapes),
    name: 'Add connected shape',
    take: shape => {
      const made = shapeAtEnd(editor, from, start, at, shape, connector.id)
      return made && { change: made.change, ids: [made.id] }
    },
    refuse: () => editor.change(put(editor, connector), { name: 'Connect', selection: [connector.id] }),
  })
}

/** Moves an end of a connector. */
export function reattaching(tools: Tools, place: Placed<ConnectorObject>, which: 'from' | 'to'): State {
  const { editor } = tools
  const { object, matrix } = place
  const { page } = editor
  const points = pointsOf(editor, place)
  // The next point, as seen from this end.
  const opposite = which === 'to' ? points.at(-2) : points[1]
  return {
    name: 'connecting',
    cursor: 'crosshair',
    scrolls: true,
    move: now => {
      const other = object[which === 'from' ? 'to' : 'from'].attached
      const found = connectionTarget(editor, now)
      const target = found && other?.objectId === found.objectId && !found.anchor ? null : found
      const end = endAt(sceneOf(editor), target ? now.page : freeAt(editor, now, opposite), target, matrix)
      // Corners are only valid for the same shape.
      const isElsewhere = end.attached?.objectId !== object[which].attached?.objectId
      const waypoints = isElsewhere && object.route === 'orthogonal' ? [] : object.waypoints
      editor.show(
        settled(page, { type: 'update-object', pageId: page.id, id: object.id, fields: { [which]: end, waypoints } }, [
          object.id,
        ]),
      )
      tools.hint({ target })
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Connect' })
      return tools.idle()
    },
  }
}

/** Points of a connector as drawn, in page coordinates. */
export function pointsOf(editor: EditorContext, place: Placed<ConnectorObject>): Point[] {
  return connectorGeometry(sceneOf(editor), place).points
}
