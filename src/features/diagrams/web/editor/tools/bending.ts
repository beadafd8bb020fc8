/** Dragging connectors' segments, corners and labels. */
import type { ConnectorLabel, ConnectorObject, Point } from '#diagrams/model/document.ts'
import { settled } from '#diagrams/operations/settle.ts'
import { inverse, pointAt } from '#diagrams/operations/tree.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import { simplify } from '#diagrams/render/orthogonal.ts'
import { distance, mix } from '#diagrams/model/geometry/path.ts'
import type { Placed } from '#diagrams/render/scene.ts'
import { connectorPoints, sceneOf } from '../scene/live-scene.ts'
import { pointsOf } from './connecting.ts'
import { nearestOnLine } from './hit.ts'
import { snapOptions } from './moving.ts'
import { labels } from './text.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Tolerance, px of the screen: a nearly collinear corner is removed, and a label near its line snaps to it. */
const STRAIGHT = 5
/** Length of the first segment out of a shape, px. */
const STUB = 20

/** Drags a segment: of an orthogonal connector sideways, of others by a new corner. */
export function bending(tools: Tools, place: Placed<ConnectorObject>, stretch: number): State {
  const points = pointsOf(tools.editor, place)
  const { route, from, to } = place.object
  if (route === 'orthogonal')
    return bendingBy(tools, place, at =>
      movedStretch(points, stretch, at, { from: Boolean(from.attached), to: Boolean(to.attached) }),
    )
  return bendingBy(tools, place, at => straightened(tools, points.toSpliced(stretch + 1, 0, at), stretch + 1))
}

/** Drags a corner of a straight or curved connector; removed if collinear. */
export function turning(tools: Tools, place: Placed<ConnectorObject>, corner: number): State {
  const points = pointsOf(tools.editor, place)
  return bendingBy(tools, place, at => straightened(tools, points.with(corner + 1, at), corner + 1))
}

function bendingBy(tools: Tools, { object, matrix }: Placed<ConnectorObject>, pointsAt: (at: Point) => Point[]): State {
  const { editor } = tools
  const { page } = editor
  const back = inverse(matrix)
  return {
    name: 'bending',
    cursor: 'move',
    scrolls: true,
    move: now => {
      const points = pointsAt(onGrid(tools, now)).map(point => pointAt(apply(back, point)))
      const [from, to] = [points[0] ?? object.from.at, points.at(-1) ?? object.to.at]
      // The stored ends determine the direction of the first and last segments.
      const fields = {
        waypoints: points.slice(1, -1),
        from: { ...object.from, at: from },
        to: { ...object.to, at: to },
      }
      // Fits the surrounding group.
      editor.show(settled(page, { type: 'update-object', pageId: page.id, id: object.id, fields }, [object.id]))
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Bend line' })
      return tools.idle()
    },
  }
}

function onGrid({ editor }: Tools, { page, ctrl }: Pointer): Point {
  const { grid } = snapOptions(editor, [])
  return grid && !ctrl ? { x: Math.round(page.x / grid) * grid, y: Math.round(page.y / grid) * grid } : page
}

/**
 * Points of an orthogonal route with a segment moved sideways. The ends stay, with corners added beside them.
 * @param attached ends leave their shapes as before, and turn at a distance
 */
export function movedStretch(
  points: readonly Point[],
  stretch: number,
  to: Point,
  attached: { from?: boolean; to?: boolean } = {},
): Point[] {
  const [first, second] = [points[stretch], points[stretch + 1]]
  if (!first || !second) return [...points]
  const length = distance(first, second)
  const stub = length > 0 ? Math.min(STUB, length / 3) / length : 0
  const [isStart, isEnd] = [stretch === 0, stretch + 2 === points.length]
  const a = isStart && attached.from ? mix(first, second, stub) : first
  const b = isEnd && attached.to ? mix(second, first, stub) : second
  const isLevel = Math.abs(a.y - b.y) < Math.abs(a.x - b.x)
  const moved = (point: Point): Point => (isLevel ? { x: point.x, y: to.y } : { x: to.x, y: point.y })
  const inner = [...(a === first ? [] : [a]), moved(a), moved(b), ...(b === second ? [] : [b])]
  const before = points.slice(0, isStart ? 1 : stretch)
  const after = points.slice(isEnd ? -1 : stretch + 2)
  const [begin, end] = [points[0], points.at(-1)]
  const bent = simplify([...before, ...inner, ...after])
  // Collinear: no corners.
  return bent.length < 2 && begin && end ? [begin, end] : bent
}

function straightened({ editor }: Tools, points: Point[], corner: number): Point[] {
  const [before, at, after] = [points[corner - 1], points[corner], points[corner + 1]]
  if (!before || !at || !after) return points
  const far = nearestOnLine([before, after], at)?.distance ?? Infinity
  return far * editor.state().camera.zoom < STRAIGHT ? points.toSpliced(corner, 1) : points
}

/** Drags a label along its connector, and away from it. */
export function sliding(tools: Tools, place: Placed<ConnectorObject>, index: number, start: Pointer): State {
  const { editor } = tools
  const scene = sceneOf(editor)
  const { object } = place
  const line = connectorPoints(scene, place)
  const before = object.labels[index]
  const grip = before && nearestOnLine(line, start.page)
  return {
    name: 'sliding',
    cursor: 'move',
    move: now => {
      const foot = nearestOnLine(line, now.page)
      if (!before || !foot || !grip) return undefined
      // Relative to the grabbed point.
      const across = before.across + foot.across - grip.across
      const isNear = Math.abs(across) * editor.state().camera.zoom < STRAIGHT
      const label: ConnectorLabel = { ...before, along: round(foot.along), across: isNear ? 0 : Math.round(across) }
      editor.show(labels(editor, object, object.labels.with(index, label)))
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Move label' })
      return tools.idle()
    },
  }
}

function round(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
}
