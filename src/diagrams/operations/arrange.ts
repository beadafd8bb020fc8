/** Grouping, z-order and alignment. Locked objects are excluded. */
import { IDENTITY, multiply } from '../model/geometry/matrix.ts'
import type { Rect } from '../shapes/contract.ts'
import { ChangeError, compose, type Change } from '../model/changes.ts'
import type { Box, DiagramObject, DiagramPage, GroupObject, Point } from '../model/document.ts'
import { moveEach } from './move.ts'
import { connectorsOn, letGo, updated } from './place.ts'
import { canLieIn, frameOf, placed, sorted } from './reparent.ts'
import { setBoxes } from './resize.ts'
import { pageAfter, settled } from './settle.ts'
import {
  ancestorsOf,
  boundsIn,
  changeableRoots,
  childrenOf,
  contentBounds,
  inDrawingOrder,
  inverse,
  isBox,
  newId,
  objectOf,
  pageBounds,
} from './tree.ts'

/** Whether {@link group} is possible: at least two objects, not too deep. */
export function canGroup(page: DiagramPage, ids: Iterable<string>): boolean {
  const roots = changeableRoots(page, ids)
  return roots.length > 1 && roots.every(id => canLieIn(page, id, commonParent(page, roots), 1))
}

/**
 * Groups objects, at the z-order of the topmost; they keep their position on the page.
 * @throws ChangeError when there is nothing to group or groups would nest too deep
 */
export function group(page: DiagramPage, ids: Iterable<string>): { change: Change; id: string } {
  const roots = inDrawingOrder(page, changeableRoots(page, ids))
  const topmost = objectOf(page, roots.at(-1) ?? '')
  if (!topmost) throw new ChangeError('There is nothing to group.')
  const parent = commonParent(page, roots)
  if (!roots.every(root => canLieIn(page, root, parent, 1)))
    throw new ChangeError('Groups cannot lie that deep in each other.')
  const { layer } = topmost
  const id = newId()
  const outer = frameOf(page, parent)
  const bounds = contentBounds(page, roots, inverse(outer.matrix)) ??
    boundsIn(page, roots, inverse(outer.matrix)) ?? { x: 0, y: 0, width: 0, height: 0 }
  const own: GroupObject = { kind: 'group', id, parent, layer, order: 'a0', ...bounds }
  const inner = { ...outer, matrix: multiply(outer.matrix, { ...IDENTITY, e: bounds.x, f: bounds.y }) }
  const members = roots.map(root => ({ id: root, order: objectOf(page, root)?.order ?? '' }))
  const change = compose(
    { type: 'put-object', pageId: page.id, object: own },
    ...sorted(page, withGroup(page, own, topmost, new Set(roots)), [id]),
    ...placed(page, roots, id, inner, layer),
    ...sorted(page, members, roots),
  )
  return { change: settled(page, change, roots), id }
}

/** Siblings with the new group above its topmost member or that member's ancestor. */
function withGroup(
  page: DiagramPage,
  own: GroupObject,
  topmost: DiagramObject,
  members: ReadonlySet<string>,
): Pick<DiagramObject, 'id' | 'order'>[] {
  const holders = [topmost, ...ancestorsOf(page, topmost.id)]
  const below = holders.find(({ parent }) => parent === own.parent)
  const siblings = childrenOf(page, own.parent).filter(({ layer }) => layer === own.layer)
  const sequence = siblings.flatMap(sibling => [
    ...(members.has(sibling.id) ? [] : [sibling]),
    ...(sibling === below ? [own] : []),
  ])
  return sequence.includes(own) ? sequence : [...sequence, own]
}

/** The nearest common ancestor; null for the page. */
function commonParent(page: DiagramPage, ids: readonly string[]): string | null {
  const [first, ...others] = ids.map(id => ancestorsOf(page, id).map(ancestor => ancestor.id))
  return first?.find(id => others.every(chain => chain.includes(id))) ?? null
}

/**
 * Dissolves groups; their content keeps its position on the page and the group's z-order.
 * @returns ids of their content, and of the given objects that are no groups
 */
export function ungroup(page: DiagramPage, ids: Iterable<string>): { change: Change; ids: string[] } {
  const roots = changeableRoots(page, ids)
  const freed: string[] = []
  const touched: string[] = []
  const changes: Change[] = []
  let after = page
  for (const id of roots) {
    const own = objectOf(after, id)
    if (own?.kind !== 'group') {
      freed.push(id)
      continue
    }
    freed.push(...childrenOf(after, id).map(child => child.id))
    touched.push(id, ...connectorsOn(after, new Set([id])).map(connector => connector.id))
    // Attached connectors first: lines in the group are then positioned as without it.
    for (const make of [() => letGo(after, new Set([id])), () => ungrouped(after, own)]) {
      const step = compose(...make())
      changes.push(step)
      after = pageAfter(after, step)
    }
  }
  return { change: settled(page, compose(...changes), touched), ids: freed }
}

function ungrouped(page: DiagramPage, own: GroupObject): Change[] {
  const children = childrenOf(page, own.id)
  const ids = children.map(({ id }) => id)
  const siblings = childrenOf(page, own.parent)
  const orders = [...new Set(children.map(({ layer }) => layer))].flatMap(layer => {
    const coming = children.filter(child => child.layer === layer)
    const there = siblings.filter(sibling => sibling.layer === layer)
    const sequence =
      layer === own.layer
        ? there.flatMap(sibling => (sibling.id === own.id ? coming : [sibling]))
        : [...there, ...coming]
    return sorted(
      page,
      sequence,
      coming.map(({ id }) => id),
    )
  })
  // The group's properties pass to its content.
  const inherited = children.flatMap(child =>
    updated(page, child, {
      ...(own.link && !child.link && { link: own.link }),
      ...(own.hidden && { hidden: true }),
    }),
  )
  return [
    ...placed(page, ids, own.parent, frameOf(page, own.parent), undefined),
    ...orders,
    ...inherited,
    { type: 'remove-object', pageId: page.id, id: own.id },
  ]
}

/** Moves objects up or down among their siblings: past all others, or the next overlapping one. */
export function reorder(
  page: DiagramPage,
  ids: Iterable<string>,
  how: 'front' | 'back' | 'forward' | 'backward',
): Change {
  const roots = new Set(changeableRoots(page, ids))
  const steps: Change[] = []
  const done = new Set<string>()
  for (const id of roots) {
    const object = objectOf(page, id)
    if (!object || done.has(id)) continue
    const siblings = childrenOf(page, object.parent).filter(({ layer }) => layer === object.layer)
    const chosen = siblings.filter(sibling => roots.has(sibling.id))
    for (const sibling of chosen) done.add(sibling.id)
    const sequence = reordered(page, siblings, roots, how)
    const moved = chosen.filter(sibling => sequence.indexOf(sibling) !== siblings.indexOf(sibling))
    if (moved.length > 0)
      steps.push(
        ...sorted(
          page,
          sequence,
          chosen.map(sibling => sibling.id),
        ),
      )
  }
  return compose(...steps)
}

function reordered(
  page: DiagramPage,
  siblings: readonly DiagramObject[],
  chosen: ReadonlySet<string>,
  how: 'front' | 'back' | 'forward' | 'backward',
): DiagramObject[] {
  if (how === 'backward') return stepped(page, siblings.toReversed(), chosen).toReversed()
  if (how === 'forward') return stepped(page, siblings, chosen)
  const [others, own] = [siblings.filter(({ id }) => !chosen.has(id)), siblings.filter(({ id }) => chosen.has(id))]
  return how === 'front' ? [...others, ...own] : [...own, ...others]
}

/** Moves each chosen one past the next overlapping other; the last first, so that they do not pass each other. */
function stepped(page: DiagramPage, siblings: readonly DiagramObject[], chosen: ReadonlySet<string>): DiagramObject[] {
  const bounds = new Map(siblings.map(({ id }) => [id, pageBounds(page, [id])]))
  const sequence = [...siblings]
  for (const object of siblings.filter(({ id }) => chosen.has(id)).toReversed()) {
    const at = sequence.indexOf(object)
    const next = sequence.findIndex(
      (other, index) => index > at && !chosen.has(other.id) && overlap(bounds.get(object.id), bounds.get(other.id)),
    )
    if (next === -1) continue
    sequence.splice(at, 1)
    sequence.splice(next, 0, object)
  }
  return sequence
}

function overlap(a: Rect | null | undefined, b: Rect | null | undefined): boolean {
  return Boolean(
    a && b && a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height,
  )
}

interface Unit {
  id: string
  bounds: Rect
}

/** Objects to align, without attached connectors. */
function unitsOf(page: DiagramPage, ids: Iterable<string>): Unit[] {
  return changeableRoots(page, ids).flatMap(id => {
    const object = objectOf(page, id)
    if (object?.kind === 'connector' && (object.from.attached || object.to.attached)) return []
    const bounds = pageBounds(page, [id])
    return bounds ? [{ id, bounds }] : []
  })
}

const SHARES = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 } as const

/** Aligns edges or middles of objects, on the page, within their common bounds. */
export function align(page: DiagramPage, ids: Iterable<string>, edge: keyof typeof SHARES): Change {
  const units = unitsOf(page, ids)
  const all = pageBounds(
    page,
    units.map(({ id }) => id),
  )
  if (!all || units.length < 2) return compose()
  const share = SHARES[edge]
  const isAcross = edge === 'left' || edge === 'center' || edge === 'right'
  return moveEach(
    page,
    new Map(
      units.map(({ id, bounds }): [string, Point] => [
        id,
        isAcross
          ? { x: all.x - bounds.x + share * (all.width - bounds.width), y: 0 }
          : { x: 0, y: all.y - bounds.y + share * (all.height - bounds.height) },
      ]),
    ),
  )
}

/** Equalises the gaps between three objects or more, ordered by their middles. */
export function distribute(page: DiagramPage, ids: Iterable<string>, direction: 'horizontal' | 'vertical'): Change {
  const units = unitsOf(page, ids)
  const all = pageBounds(
    page,
    units.map(({ id }) => id),
  )
  if (!all || units.length < 3) return compose()
  const isAcross = direction === 'horizontal'
  const start = ({ x, y }: Rect) => (isAcross ? x : y)
  const length = ({ width, height }: Rect) => (isAcross ? width : height)
  const sequence = units.toSorted(
    (a, b) => start(a.bounds) + length(a.bounds) / 2 - start(b.bounds) - length(b.bounds) / 2,
  )
  const gap = (length(all) - units.reduce((sum, { bounds }) => sum + length(bounds), 0)) / (units.length - 1)
  let at = start(all)
  return moveEach(
    page,
    new Map(
      sequence.map(({ id, bounds }): [string, Point] => {
        const by = at - start(bounds)
        at += length(bounds) + gap
        return [id, isAcross ? { x: by, y: 0 } : { x: 0, y: by }]
      }),
    ),
  )
}

/** Resizes objects to the largest width or height, each about its middle. */
export function matchSize(page: DiagramPage, ids: Iterable<string>, what: 'width' | 'height' | 'both'): Change {
  const boxes = changeableRoots(page, ids)
    .map(id => objectOf(page, id))
    .filter(isBox)
  const [width, height] = [Math.max(0, ...boxes.map(box => box.width)), Math.max(0, ...boxes.map(box => box.height))]
  return setBoxes(
    page,
    new Map(
      boxes.map((box): [string, Partial<Box>] => [
        box.id,
        {
          ...(what !== 'height' && { width, x: box.x + (box.width - width) / 2 }),
          ...(what !== 'width' && { height, y: box.y + (box.height - height) / 2 }),
        },
      ]),
    ),
  )
}

/** Locks or unlocks objects. */
export function setLocked(page: DiagramPage, ids: Iterable<string>, locked: boolean): Change {
  return compose(
    ...[...ids].flatMap(id => {
      const object = objectOf(page, id)
      return object ? updated(page, object, { locked: locked || undefined }) : []
    }),
  )
}
