/**
 * Pools of Gliffy: objects without a graphic whose children are a title above and lanes side by side below it; the
 * horizontal ones are turned by 270°.
 */
import type { DiagramObject, ShapeObject, TextBlock } from '../../model/document.ts'

/** Tolerance of places, px: Gliffy's files round them. */
const NEAR = 2

/**
 * Makes a pool with lanes of a group and its parts, where they are arranged as one; else leaves them.
 * @param objects of the page, changed in place
 * @returns id of the title's object, which is in the pool now; null for what stays a group
 */
export function makePool(objects: Record<string, DiagramObject>, id: string): string | null {
  const group = objects[id]
  const parts = Object.values(objects).filter(object => object.parent === id && object.kind !== 'connector')
  if (group?.kind !== 'group' || !parts.every(isPlainShape)) return null
  const [title, ...lanes] = parts.toSorted((a, b) => a.y - b.y || a.x - b.x)
  if (!title || lanes.length === 0) return null
  const header = title.height
  const isTitle = isNear(title.x, 0) && isNear(title.y, 0) && isNear(title.width, group.width)
  let from = 0
  for (const lane of lanes) {
    if (!isNear(lane.x, from) || !isNear(lane.y, header) || !isNear(lane.y + lane.height, group.height)) return null
    from = lane.x + lane.width
  }
  if (!isTitle || !isNear(from, group.width)) return null
  const { kind: _, ...own } = group
  objects[id] = {
    ...own,
    kind: 'shape',
    shape: 'swimlane.vertical-1',
    style: title.style,
    ...(title.text && { text: title.text }),
    parameters: { header },
    container: true,
  }
  for (const lane of lanes) objects[lane.id] = laneOf(lane)
  delete objects[title.id]
  return title.id
}

/** A lane with its title where Gliffy has it, above a line that Gliffy does not draw. */
function laneOf(lane: ShapeObject): ShapeObject {
  return {
    ...lane,
    shape: 'swimlane.lane-vertical',
    parameters: { header: 0 },
    container: true,
    ...(lane.text && { text: withinStrip(lane.text, lane.height) }),
  }
}

/** A text at the same place in a strip without height at the top of its area. */
function withinStrip(text: TextBlock, height: number): TextBlock {
  const { top, right, bottom, left } = text.padding ?? { top: 0, right: 0, bottom: 0, left: 0 }
  return { ...text, padding: { top, right, bottom: bottom - height, left } }
}

function isPlainShape(object: DiagramObject): object is ShapeObject {
  return object.kind === 'shape' && !object.rotation && !object.flipX && !object.flipY
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= NEAR
}
