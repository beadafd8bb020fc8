/** Units of a layout: objects with their content and the objects on them. */
import type { ConnectorObject, DiagramObject, ShapeStyle } from '../model/document.ts'
import { drawImage, drawShape, type Canvas } from '../render/draw.ts'
import { NOTHING, type Bounds } from '../model/geometry/outline.ts'
import { boundsOfObject, isBoxed, isConnector, type BoxedObject, type Placed, type Scene } from '../render/scene.ts'
import { Definitions } from '../render/svg.ts'

/** Objects that move together. */
export interface Unit {
  /** The object that contains or carries the others. */
  id: string
  /** Siblings to move, the unit's own first; their content follows. */
  members: string[]
  /** Bounds of everything drawn, including texts beside shapes, on the page. */
  bounds: Bounds
}

export interface Selection {
  units: Unit[]
  /** Object around or below the units, which grows with them; null for the page. */
  holder: string | null
}

/** Units by parent. A single container or backdrop is laid out inside. Locked and hidden objects are excluded. */
export function unitsOf(scene: Scene, ids: Iterable<string> | 'all'): Selection[] {
  const drawn = scene.drawn.filter(isBoxed)
  const wanted = ids === 'all' ? null : new Set(ids)
  const roots = drawn.filter(({ object }) => {
    if (wanted && !wanted.has(object.id)) return false
    return !ancestors(scene, object).some(({ id }) => !wanted || wanted.has(id))
  })
  return Map.groupBy(roots, ({ object }) => object.parent)
    .values()
    .flatMap(siblings => selectionsOf(scene, siblings))
    .toArray()
}

function selectionsOf(scene: Scene, roots: readonly Placed<BoxedObject>[]): Selection[] {
  let holder: string | null = roots[0]?.object.parent ?? null
  let siblings = roots
  for (;;) {
    const units = unite(
      scene,
      siblings.filter(place => !isLocked(scene, place.object)),
    )
    const [only] = units
    if (!only || units.length > 1) return units.length > 1 ? [{ units, holder }] : []
    // A single unit: lay out the boxes in or on it.
    const inner = scene.drawn.filter(isBoxed).filter(({ object }) => object.parent === only.id)
    const onIt = siblings.filter(({ object }) => object.id !== only.id)
    siblings = inner.length > 0 ? inner : onIt
    holder = only.id
    if (siblings.length < 2) return []
  }
}

/** Attaches boxes wholly on another box to it: labels, badges and images on shapes, and everything on a backdrop. */
function unite(scene: Scene, places: readonly Placed<BoxedObject>[]): Unit[] {
  const connected = connectedIds(scene)
  const units = new Map<string, Unit>()
  const open: { unit: Unit; box: Bounds; isConnected: boolean }[] = []
  for (const place of places) {
    const { id } = place.object
    const box = boundsOfObject(scene, place)
    const isConnected = connected.has(id)
    // Two connected shapes are separate nodes, even when they overlap.
    const under = open.find(other => !(isConnected && other.isConnected) && holds(other.box, box))
    if (under) {
      under.unit.members.push(id)
      continue
    }
    const unit: Unit = { id, members: [id], bounds: { ...NOTHING } }
    units.set(id, unit)
    open.push({ unit, box, isConnected })
  }
  measure(scene, units.values())
  return [...units.values()].filter(({ bounds }) =>
    Number.isFinite(bounds.left + bounds.right + bounds.top + bounds.bottom),
  )
}

function holds(outer: Bounds, inner: Bounds): boolean {
  if (
    outer.left === inner.left &&
    outer.right === inner.right &&
    outer.top === inner.top &&
    outer.bottom === inner.bottom
  )
    return false
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  )
}

/** Ids of connectors' ends with their ancestors. */
function connectedIds(scene: Scene): Set<string> {
  const ids = new Set<string>()
  for (const { object } of scene.placed.values()) {
    if (object.kind !== 'connector') continue
    for (const end of [object.from, object.to]) {
      const target = end.attached && scene.placed.get(end.attached.objectId)
      if (!isBoxed(target)) continue
      for (const { id } of [target.object, ...ancestors(scene, target.object)]) ids.add(id)
    }
  }
  return ids
}

/** Measures units by drawing them. */
function measure(scene: Scene, units: Iterable<Unit>): void {
  const unitOf = new Map<string, Unit>()
  for (const unit of units) for (const id of unit.members) unitOf.set(id, unit)
  const canvas = { scene, definitions: new Definitions(), repeated: new Set<string>() }
  for (const place of scene.drawn) {
    if (!isBoxed(place)) continue
    const unit = findUp(scene, place.object, id => unitOf.get(id))
    if (unit) draw({ ...canvas, bounds: unit.bounds }, place)
  }
}

const UNSEEN: ShapeStyle = { fill: { kind: 'none' }, stroke: { colour: 'none', width: 0 } }

/** Without strokes and shadows, so that boxes of whole px stay so. */
function draw(canvas: Canvas, place: Placed<BoxedObject>): void {
  const { object } = place
  if (object.kind === 'shape') drawShape(canvas, { ...place, object: { ...object, style: UNSEEN } })
  else if (object.kind === 'image') drawImage(canvas, { ...place, object: { ...object, style: UNSEEN } })
}

/** First result for an object or its ancestors. */
export function findUp<Found>(
  scene: Scene,
  object: DiagramObject,
  find: (id: string) => Found | undefined,
): Found | undefined {
  const own = find(object.id)
  if (own !== undefined) return own
  for (const { id } of ancestors(scene, object)) {
    const found = find(id)
    if (found !== undefined) return found
  }
  return undefined
}

/** From the parent upwards. */
function ancestors(scene: Scene, object: DiagramObject): DiagramObject[] {
  const found: DiagramObject[] = []
  for (let at = object.parent; at !== null;) {
    const parent = scene.placed.get(at)?.object
    if (!parent) break
    found.push(parent)
    at = parent.parent
  }
  return found
}

function isLocked({ page }: Scene, { locked, layer }: BoxedObject): boolean {
  return locked === true || page.layers.some(({ id, locked: isLayerLocked }) => id === layer && isLayerLocked)
}

/** A connector with the units of its ends. */
export interface Line {
  place: Placed<ConnectorObject>
  from: Unit | undefined
  to: Unit | undefined
}

/** All connectors attached to one of the units. */
export function linesOf(scene: Scene, units: readonly Unit[]): Line[] {
  const unitOf = new Map(units.flatMap(unit => unit.members.map(id => [id, unit] as const)))
  const lines: Line[] = []
  for (const place of scene.placed.values()) {
    if (!isConnector(place)) continue
    const [from, to] = [place.object.from, place.object.to].map(({ attached }) => {
      const target = attached && scene.placed.get(attached.objectId)
      return target && findUp(scene, target.object, id => unitOf.get(id))
    })
    if (from || to) lines.push({ place, from, to })
  }
  return lines
}
