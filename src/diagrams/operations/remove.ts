/** Removal of objects, and what becomes of the lines between them and others. */
import { apply } from '../model/geometry/matrix.ts'
import { compose, type Change } from '../model/changes.ts'
import {
  LIMITS,
  type ConnectorEnd,
  type ConnectorLabel,
  type ConnectorObject,
  type DiagramPage,
} from '../model/document.ts'
import { connectorsOn, freed, updated } from './place.ts'
import { settled } from './settle.ts'
import { changeableRoots, descendantsOf, inverse, isLocked, matrixTo, pointAt, rootsOf } from './tree.ts'

/**
 * Removes objects with their content and their lines. Where exactly one line came in and one went out, the two become
 * one. Locked objects stay, locked lines too, detached where they are.
 */
export function remove(page: DiagramPage, ids: Iterable<string>): Change {
  return removeAll(page, changeableRoots(page, ids))
}

/** As {@link remove}, including locked objects. */
export function removeAll(page: DiagramPage, ids: Iterable<string>): Change {
  const roots = rootsOf(page, ids)
  const gone = new Set([...roots, ...descendantsOf(page, roots).map(({ id }) => id)])
  const loose = connectorsOn(page, gone).filter(({ id }) => !gone.has(id))
  const held = loose.filter(({ id }) => isLocked(page, id))
  const mends = mendsOf(page, gone, loose)
  const mended = new Set(mends.map(({ from }) => from.id))
  const without = loose.filter(line => !held.includes(line) && !mended.has(line.id))
  return settled(
    page,
    compose(
      ...held.flatMap(line =>
        updated(
          page,
          line,
          freed(page, line, id => gone.has(id)),
        ),
      ),
      ...mends.flatMap(({ from, to }) => updated(page, from, joined(page, from, to))),
      ...[...gone, ...without.map(({ id }) => id)].map((id): Change => ({
        type: 'remove-object',
        pageId: page.id,
        id,
      })),
    ),
    [...roots, ...loose.map(({ id }) => id)],
  )
}

/** A line into what is removed, and the one out of it. */
interface Mend {
  from: ConnectorObject
  to: ConnectorObject
}

/** Pairs of lines that become one: the only ones of what they lead through, between two others without a line yet. */
function mendsOf(page: DiagramPage, gone: ReadonlySet<string>, loose: readonly ConnectorObject[]): Mend[] {
  const parts = connectedParts(page, gone)
  const ways = new Set(
    Object.values(page.objects).flatMap(object =>
      object.kind === 'connector' && object.from.attached && object.to.attached
        ? [wayOf(object.from.attached.objectId, object.to.attached.objectId)]
        : [],
    ),
  )
  const linesOf = new Map<string, { into: ConnectorObject[]; outOf: ConnectorObject[] }>()
  for (const line of loose) {
    const [from, to] = [partOf(line.from, parts), partOf(line.to, parts)]
    const part = from ?? to
    // A line within goes with what it connects.
    if (part === undefined || (from !== undefined && to !== undefined)) continue
    const lines = linesOf.get(part) ?? { into: [], outOf: [] }
    linesOf.set(part, lines)
    if (to !== undefined) lines.into.push(line)
    if (from !== undefined) lines.outOf.push(line)
  }
  return [...linesOf.values()].flatMap(({ into, outOf }) => {
    const [[from, ...others], [to, ...more]] = [into, outOf]
    if (!from || !to || others.length + more.length > 0 || isLocked(page, from.id) || isLocked(page, to.id)) return []
    const [start, end] = [from.from.attached?.objectId, to.to.attached?.objectId]
    if (start === undefined || end === undefined || start === end || gone.has(start) || gone.has(end)) return []
    const way = wayOf(start, end)
    if (ways.has(way)) return []
    ways.add(way)
    return [{ from, to }]
  })
}

function wayOf(start: string, end: string): string {
  return JSON.stringify([start, end])
}

function partOf({ attached }: ConnectorEnd, parts: ReadonlyMap<string, string>): string | undefined {
  return attached && parts.get(attached.objectId)
}

/** Removed objects by the first of those that they are connected with: a removed chain counts as one. */
function connectedParts(page: DiagramPage, gone: ReadonlySet<string>): Map<string, string> {
  const first = new Map([...gone].map(id => [id, id]))
  const find = (id: string): string => {
    let root = id
    for (let next = first.get(root) ?? root; next !== root; next = first.get(root) ?? root) root = next
    first.set(id, root)
    return root
  }
  for (const { from, to } of connectorsOn(page, gone)) {
    if (!from.attached || !to.attached || !gone.has(from.attached.objectId) || !gone.has(to.attached.objectId)) continue
    first.set(find(to.attached.objectId), find(from.attached.objectId))
  }
  return new Map([...gone].map(id => [id, find(id)]))
}

/** Fields of the line that replaces two: drawn from the start of the first to the end of the second. */
function joined(page: DiagramPage, from: ConnectorObject, to: ConnectorObject): Partial<ConnectorObject> {
  const at = pointAt(apply(inverse(matrixTo(page, from.id)), apply(matrixTo(page, to.id), to.to.at)))
  const half = (labels: readonly ConnectorLabel[], start: number) =>
    labels.map(label => ({ ...label, along: start + label.along / 2 }))
  return {
    to: { ...to.to, at },
    endArrow: to.endArrow,
    waypoints: [],
    labels: [...half(from.labels, 0), ...half(to.labels, 0.5)].slice(0, LIMITS.labels),
  }
}
