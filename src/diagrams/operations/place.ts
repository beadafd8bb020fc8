/** Positions of single objects, and changes of them. */
import { apply, type Matrix } from '../model/geometry/matrix.ts'
import type { Size } from '../shapes/contract.ts'
import type { Change, ObjectFields } from '../model/changes.ts'
import type { ConnectorEnd, ConnectorObject, DiagramObject, DiagramPage, Point } from '../model/document.ts'
import { ancestorsOf, coordinate, drawnPoints, inverse, matrixTo, middleOf, pointAt } from './tree.ts'

/** Change that sets fields of an object; none when they are equal. */
export function updated(page: DiagramPage, object: DiagramObject, fields: ObjectFields): Change[] {
  const before: Readonly<Record<string, unknown>> = { ...object }
  const isSame = Object.entries(fields).every(([key, value]) => isSameValue(before[key], value))
  return isSame ? [] : [{ type: 'update-object', pageId: page.id, id: object.id, fields }]
}

/** An object with fields set; undefined removes one. */
export function withFields(object: DiagramObject, fields: ObjectFields): DiagramObject {
  // Callers pass fields of the object's own kind, as in changes.
  return Object.fromEntries(
    Object.entries({ ...object, ...fields }).filter(([, value]) => value !== undefined),
  ) as unknown as DiagramObject
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const [one, other] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return (
    one.size === other.size && [...one].every(([key, value]) => other.has(key) && isSameValue(value, other.get(key)))
  )
}

/** Box fields of a matrix that only rotates, mirrors and translates. */
export function boxFields(matrix: Matrix, { width, height }: Size, flipX: boolean, flipY: boolean): ObjectFields {
  const middle = apply(matrix, middleOf({ width, height }))
  const sign = flipX ? -1 : 1
  const rotation = degrees((Math.atan2(matrix.b * sign, matrix.a * sign) * 180) / Math.PI)
  return {
    x: coordinate(middle.x - width / 2),
    y: coordinate(middle.y - height / 2),
    width: coordinate(width),
    height: coordinate(height),
    rotation: rotation || undefined,
    flipX: flipX || undefined,
    flipY: flipY || undefined,
  }
}

/** 0 to 360, without rounding errors. */
export function degrees(angle: number): number {
  const rounded = (Math.round(angle * 10_000) / 10_000) % 360
  return rounded < 0 ? rounded + 360 : rounded + 0
}

/** Fields of an object translated in its parent's coordinates. */
export function shifted(object: DiagramObject, by: Point): ObjectFields {
  const move = ({ x, y }: Point) => ({ x: coordinate(x + by.x), y: coordinate(y + by.y) })
  return object.kind === 'connector' ? mapped(object, move) : move(object)
}

/** Fields of a connector with all points mapped, in its parent's coordinates. */
export function mapped({ from, to, waypoints }: ConnectorObject, map: (point: Point) => Point): ObjectFields {
  const end = (old: ConnectorEnd): ConnectorEnd => ({ ...old, at: pointAt(map(old.at)) })
  return { from: end(from), to: end(to), waypoints: waypoints.map(point => pointAt(map(point))) }
}

/** Connectors attached to one of the objects. */
export function connectorsOn(page: DiagramPage, ids: ReadonlySet<string>): ConnectorObject[] {
  return Object.values(page.objects).filter(
    (object): object is ConnectorObject =>
      object.kind === 'connector' &&
      [object.from, object.to].some(({ attached }) => attached !== undefined && ids.has(attached.objectId)),
  )
}

/** Changes that detach connectors from removed objects where they are drawn. */
export function letGo(page: DiagramPage, gone: ReadonlySet<string>): Change[] {
  return connectorsOn(page, gone)
    .filter(({ id }) => !gone.has(id))
    .flatMap(connector =>
      updated(
        page,
        connector,
        freed(page, connector, id => gone.has(id)),
      ),
    )
}

/**
 * Fields of a connector that detach some ends where it is drawn.
 * @param isGone whether to detach from the object of an id
 */
export function freed(
  page: DiagramPage,
  { id, from, to, route, waypoints }: ConnectorObject,
  isGone: (id: string) => boolean,
) {
  const back = inverse(matrixTo(page, id))
  const points = drawnPoints(page, id).map(point => pointAt(apply(back, point)))
  const end = ({ at, attached }: ConnectorEnd, drawn: Point = at): ConnectorEnd =>
    attached && !isGone(attached.objectId) ? { at: drawn, attached } : { at: drawn }
  return {
    from: end(from, points[0]),
    to: end(to, points.at(-1)),
    // Without the shapes it would be routed differently.
    waypoints: route === 'orthogonal' ? points.slice(1, -1) : waypoints,
  }
}

interface Between {
  connector: ConnectorObject
  /** Roots that its ends are attached to or inside of. */
  from: string
  to: string
}

/** Connectors outside of objects with both ends attached to them or their content. */
export function connectorsBetween(page: DiagramPage, ids: Iterable<string>): Between[] {
  const roots = new Set(ids)
  const rootOf = (id: string): string | undefined =>
    roots.has(id) ? id : ancestorsOf(page, id).find(ancestor => roots.has(ancestor.id))?.id
  return Object.values(page.objects).flatMap(connector => {
    if (connector.kind !== 'connector' || !connector.from.attached || !connector.to.attached) return []
    const [from, to] = [connector.from.attached, connector.to.attached].map(({ objectId }) => rootOf(objectId))
    return from !== undefined && to !== undefined && rootOf(connector.id) === undefined ? [{ connector, from, to }] : []
  })
}
