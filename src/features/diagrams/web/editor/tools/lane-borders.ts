/** Dragging the borders of lanes. */
import { axisOf, laneKind, lanesOf, LEAST_LANE, poolKind, poolOf } from '#diagrams/operations/lanes.ts'
import { setBox } from '#diagrams/operations/move.ts'
import { inverse, isLocked } from '#diagrams/operations/tree.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import { isBoxed, type BoxedObject, type Placed } from '#diagrams/render/scene.ts'
import { sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Pointer, State, Tools } from './tools.ts'

export interface LaneBorder {
  /** The lane before it, which a drag resizes. */
  lane: Placed<BoxedObject>
  cursor: string
}

/**
 * The border after a lane at a position.
 * @param hit the topmost object there: on others than a pool and its lanes there is no border
 * @param within px of the screen
 */
export function borderAt(
  editor: EditorContext,
  hit: Placed | null,
  pointer: Pointer,
  within: number,
): LaneBorder | null {
  const { page } = editor
  if (!hit) return null
  const pool = poolKind(hit.object) ? hit.object : poolOf(page, hit.object.id)
  const kind = poolKind(pool ?? undefined)
  if (!pool || !kind || isLocked(page, pool.id)) return null
  const { at, size, crossAt, crossSize } = axisOf(kind.direction)
  const scene = sceneOf(editor)
  for (const lane of lanesOf(page, pool.id)) {
    const place = scene.placed.get(lane.id)
    if (!isBoxed(place) || isLocked(page, lane.id)) continue
    const local = apply(inverse(place.matrix), pointer.page)
    const across = local[crossAt]
    const isNear = Math.abs(local[at] - lane[size]) * editor.state().camera.zoom <= within
    if (isNear && across >= 0 && across <= lane[crossSize]) return { lane: place, cursor: cursorOf(place) }
  }
  return null
}

function cursorOf({ object, matrix }: Placed<BoxedObject>): string {
  const isLevel = Math.abs(matrix.b) < 0.5
  return (laneKind(object) === 'horizontal') === isLevel ? 'row-resize' : 'col-resize'
}

/** Moves the border after a lane: the lane grows or shrinks, the next ones and the pool's end follow. */
export function movingBorder(tools: Tools, { lane, cursor }: LaneBorder, start: Pointer): State {
  const { editor } = tools
  const { object, matrix } = lane
  const { page } = editor
  const { at, size } = axisOf(laneKind(object) ?? 'horizontal')
  const back = inverse(matrix)
  const held = apply(back, start.page)
  const { grid } = page
  return {
    name: 'resizing',
    cursor,
    scrolls: true,
    move: now => {
      const wanted = object[size] + apply(back, now.page)[at] - held[at]
      const snapped = grid.snap && !now.ctrl ? Math.round(wanted / grid.size) * grid.size : Math.round(wanted)
      const length = Math.max(LEAST_LANE, snapped)
      editor.show(setBox(page, object.id, { [size]: length }))
      tools.hint({ readout: { text: String(length), at: now.page } })
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Resize lane', selection: [object.id] })
      return tools.idle()
    },
  }
}
