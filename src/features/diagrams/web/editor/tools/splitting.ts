/** Inserting a shape into a connector. */
import { compose, type Change } from '#diagrams/model/changes.ts'
import type { ConnectorEnd, ConnectorLabel, ConnectorObject, ShapeObject } from '#diagrams/model/document.ts'
import { isLocked, newId, topOrder } from '#diagrams/operations/tree.ts'
import { isConnector, type Placed, type Scene } from '#diagrams/render/scene.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { connectorPoints } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { nearestOnLine } from './hit.ts'
import { put, TEXT_SHAPE } from './make.ts'

/** Tolerance, px. */
const REACH = 8

/**
 * The connector through a new shape's middle, or null.
 * @param scene without the new shape, which lines would avoid
 */
export function lineThrough(
  scene: Scene,
  shape: string,
  { x, y, width, height }: Rect,
): Placed<ConnectorObject> | null {
  // A text is a label of the line, not a node.
  if (shape === TEXT_SHAPE || findShape(shape)?.container) return null
  const at = { x: x + width / 2, y: y + height / 2 }
  const found = scene.drawn.findLast(
    place =>
      isConnector(place) &&
      place.object.parent === null &&
      !isLocked(scene.page, place.object.id) &&
      (nearestOnLine(connectorPoints(scene, place), at)?.distance ?? Infinity) <=
        Math.min(REACH, width / 4, height / 4),
  )
  return isConnector(found) ? found : null
}

/** Change that splits a connector at a shape. */
export function split(
  editor: EditorContext,
  scene: Scene,
  line: Placed<ConnectorObject>,
  station: ShapeObject,
): Change {
  const { object } = line
  const at = { x: station.x + station.width / 2, y: station.y + station.height / 2 }
  const along = nearestOnLine(connectorPoints(scene, line), at)?.along ?? 0.5
  const here: ConnectorEnd = { at, attached: { objectId: station.id, anchor: null } }
  // Each part is rerouted.
  const first: ConnectorObject = { ...object, to: here, waypoints: [], labels: labelsWithin(object, 0, along) }
  const second: ConnectorObject = {
    ...object,
    id: newId(),
    order: topOrder(scene.page, null, object.layer, 1)[0] ?? object.order,
    from: here,
    startArrow: 'none',
    waypoints: [],
    labels: labelsWithin(object, along, 1),
  }
  return compose(put(editor, first), put(editor, second))
}

/** Labels of a part of a connector, at the same positions. */
function labelsWithin({ labels }: ConnectorObject, from: number, to: number): ConnectorLabel[] {
  return labels
    .filter(({ along }) => along >= from && (along < to || to === 1))
    .map(label => ({ ...label, along: to > from ? Math.min(1, (label.along - from) / (to - from)) : 0.5 }))
}
