/** Normalisation after a change: lanes fill their pools, groups fit their content, empty groups are removed. */
import { boxMatrix, IDENTITY, multiply } from '../model/geometry/matrix.ts'
import { applyChange, compose, type Change } from '../model/changes.ts'
import { documentOf } from '../model/blank.ts'
import type { DiagramPage, GroupObject } from '../model/document.ts'
import { laneKind, poolKind, tidied } from './lane-order.ts'
import { boxFields, connectorsOn, letGo, shifted, updated } from './place.ts'
import { ancestorsOf, childrenOf, contentBounds, inverse, matrixOf, objectOf } from './tree.ts'

/** Tolerance of a group's bounds, px. */
const TOLERANCE = 0.01

export function pageAfter(page: DiagramPage, change: Change): DiagramPage {
  return applyChange(documentOf(page), change).document.pages[0] ?? page
}

/**
 * Extends a change by the normalisation of affected pools and groups.
 * @param touched ids of moved or removed objects, whose pools and groups are checked
 * @param made ids of objects after the change, checked with their ancestors
 */
export function settled(
  page: DiagramPage,
  change: Change,
  touched: Iterable<string>,
  made: Iterable<string> = [],
): Change {
  const groups = new Map<string, number>()
  const note = (at: DiagramPage, id: string) => {
    if (objectOf(at, id)?.kind === 'group') groups.set(id, ancestorsOf(at, id).length)
  }
  const [old, fresh] = [[...touched], [...made]]
  for (const id of old) for (const ancestor of ancestorsOf(page, id)) note(page, ancestor.id)
  const pools = new Set(old.flatMap(id => poolsAt(page, id)))
  if (groups.size === 0 && fresh.length === 0 && pools.size === 0) return change
  const changes = [change]
  let after = pageAfter(page, change)
  for (const id of [...old, ...fresh]) for (const pool of poolsAt(after, id)) pools.add(pool)
  for (const id of pools) {
    const step = compose(...tidied(page, after, id))
    changes.push(step)
    after = pageAfter(after, step)
  }
  for (const id of fresh) for (const holder of [{ id }, ...ancestorsOf(after, id)]) note(after, holder.id)
  for (const [id] of [...groups].toSorted(([, a], [, b]) => b - a)) {
    const group = objectOf(after, id)
    if (group?.kind !== 'group') continue
    const step = childrenOf(after, id).length > 0 ? compose(...refitted(after, group)) : withoutGroup(after, id)
    changes.push(step)
    after = pageAfter(after, step)
  }
  return compose(...changes)
}

/** A pool itself, or the pool of a lane. */
function poolsAt(page: DiagramPage, id: string): string[] {
  const object = objectOf(page, id)
  if (poolKind(object)) return [id]
  return object && object.parent !== null && laneKind(object) ? [object.parent] : []
}

/** Removes a group, then normalises those with connectors attached to it. */
function withoutGroup(page: DiagramPage, id: string): Change {
  const gone = new Set([id])
  const change = compose(...letGo(page, gone), { type: 'remove-object', pageId: page.id, id })
  return settled(
    page,
    change,
    connectorsOn(page, gone).map(connector => connector.id),
  )
}

/** Changes that fit a group to its content, which keeps its position on the page. */
function refitted(page: DiagramPage, group: GroupObject): Change[] {
  const children = childrenOf(page, group.id)
  const content = contentBounds(
    page,
    children.map(({ id }) => id),
    inverse(matrixOf(page, group.id)),
  )
  if (!content) return []
  const { x, y, width, height } = content
  const differs =
    Math.max(Math.abs(x), Math.abs(y), Math.abs(width - group.width), Math.abs(height - group.height)) > TOLERANCE
  if (!differs) return []
  const moved = multiply(boxMatrix(group), { ...IDENTITY, e: x, f: y })
  return [
    ...updated(page, group, boxFields(moved, { width, height }, Boolean(group.flipX), Boolean(group.flipY))),
    ...children.flatMap(child => updated(page, child, shifted(child, { x: -x, y: -y }))),
  ]
}
