/** Changing what shape an object is. */
import { compose, type Change } from '../model/changes.ts'
import type { ConnectorEnd, ConnectorObject, DiagramPage, Point, ShapeObject } from '../model/document.ts'
import { distance, flattenPath } from '../model/geometry/path.ts'
import { parametersOf, sizeOf } from '../render/scene.ts'
import { findShape } from '../shapes/library.ts'
import { connectorsOn, updated } from './place.ts'
import { settled } from './settle.ts'
import { changeableRoots, childrenOf, objectOf } from './tree.ts'

/** The sides' middles, where lines attach to shapes without own points. */
const MIDDLES: readonly Point[] = [
  { x: 1, y: 0.5 },
  { x: 0.5, y: 1 },
  { x: 0, y: 0.5 },
  { x: 0.5, y: 0 },
]
/** Distance from the outline at which an anchor is on it, px. */
const NEAR = 2

/**
 * Makes shapes others: they keep text, place, size, style, link and lines, and parameters that the other has too.
 * Lines whose anchor would lie off the new outline attach at its nearest point. Other objects stay.
 * @param shape id in the library; unknown ones change nothing
 */
export function changeShape(page: DiagramPage, ids: Iterable<string>, shape: string): Change {
  const definition = findShape(shape)
  if (!definition) return compose()
  const changes: Change[] = []
  const changed = new Map<string, ShapeObject>()
  for (const id of changeableRoots(page, ids)) {
    const object = objectOf(page, id)
    if (object?.kind !== 'shape' || object.shape === shape) continue
    const kept = Object.entries(object.parameters ?? {}).filter(([name]) =>
      definition.parameters?.some(parameter => parameter.name === name),
    )
    const holds = definition.container === true || childrenOf(page, id).length > 0
    const fields = {
      shape,
      parameters: kept.length > 0 ? Object.fromEntries(kept) : undefined,
      container: holds || undefined,
    }
    changes.push(...updated(page, object, fields))
    changed.set(id, { ...object, shape, ...(fields.parameters ? { parameters: fields.parameters } : {}) })
  }
  for (const line of connectorsOn(page, new Set(changed.keys())))
    changes.push(...updated(page, line, ends(line, changed)))
  return settled(page, compose(...changes), changed.keys())
}

function ends(line: ConnectorObject, changed: ReadonlyMap<string, ShapeObject>): Partial<ConnectorObject> {
  const end = (old: ConnectorEnd): ConnectorEnd => {
    const object = old.attached && changed.get(old.attached.objectId)
    if (!object || !old.attached?.anchor) return old
    return { ...old, attached: { ...old.attached, anchor: anchorOn(object, old.attached.anchor) } }
  }
  return { from: end(line.from), to: end(line.to) }
}

/** An anchor if it is on a shape's outline or is a connection point, else the nearest connection point. */
function anchorOn(object: ShapeObject, anchor: Point): Point {
  const definition = findShape(object.shape)
  if (!definition) return anchor
  const size = sizeOf(object)
  const points = definition.connectionPoints?.length ? definition.connectionPoints : MIDDLES
  const at = ({ x, y }: Point) => ({ x: x * size.width, y: y * size.height })
  const parameters = parametersOf(definition, object.parameters)
  const outline = flattenPath(definition.outline?.(size, parameters) ?? definition.paths(size, parameters)[0]?.d ?? '')
  const isOn = outline.some(polygon =>
    polygon.some((point, index) => {
      const next = polygon[(index + 1) % polygon.length]
      return next !== undefined && fromStretch(at(anchor), point, next) <= NEAR
    }),
  )
  if (isOn) return anchor
  const [nearest] = points.toSorted((a, b) => distance(at(a), at(anchor)) - distance(at(b), at(anchor)))
  return nearest ? { x: nearest.x, y: nearest.y } : anchor
}

/** Distance from a stretch between two points. */
function fromStretch(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const share = length > 0 ? Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length)) : 0
  return distance(at, { x: a.x + dx * share, y: a.y + dy * share })
}
