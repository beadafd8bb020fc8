/** Shapes placed on an edge: draw.io positions their corner along its route, which is known when the page is whole. */
import { documentOf } from '../../model/blank.ts'
import { LIMITS, type DiagramObject, type DiagramPage } from '../../model/document.ts'
import { connectorGeometry } from '../../render/connector.ts'
import { placeAlong } from '../../render/line.ts'
import { createScene, isConnector } from '../../render/scene.ts'
import type { PlacedCell } from './tree.ts'

/** A cell and what was made of it. */
export interface Made {
  place: PlacedCell
  objects: readonly DiagramObject[]
}

/** Moves shapes to their places on edges; those whose edge has no length stay where they are. */
export function settleOnEdges(page: DiagramPage, made: readonly Made[]): void {
  if (made.length === 0) return
  const scene = createScene(documentOf(page), page)
  for (const { place, objects } of made) {
    const { on, cell, corner, holder } = place
    const edge = on && scene.placed.get(on.id)
    if (!isConnector(edge)) continue
    const { x, y, offset } = cell.geometry
    // There, across is positive to the left.
    const found = placeAlong(connectorGeometry(scene, edge).segments, (x + 1) / 2, -y)
    if (!found) continue
    const by = {
      x: found.at.x - holder.onPage.x + holder.inParent.x + offset.x - corner.x,
      y: found.at.y - holder.onPage.y + holder.inParent.y + offset.y - corner.y,
    }
    for (const object of objects) {
      if (object.kind === 'connector') continue
      object.x = hold(object.x + by.x)
      object.y = hold(object.y + by.y)
    }
  }
}

const hold = (value: number): number => Math.min(LIMITS.length, Math.max(-LIMITS.length, value)) + 0
