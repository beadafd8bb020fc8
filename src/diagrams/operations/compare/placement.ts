/** How places of objects differ, seen on the page. */
import { apply, type Matrix } from '../../model/geometry/matrix.ts'
import type { ConnectorObject, DiagramObject, DiagramPage, Point } from '../../model/document.ts'
import { isBox, objectOf, sceneOf } from '../tree.ts'
import type { Aspect } from './contract.ts'
import type { Pairs } from './match.ts'
import { same } from './same.ts'

/** Differences of places that rounding makes, px. */
const NEAR = 0.05
/** Of the sines and cosines of a rotation. */
const NEAR_TURN = 1e-4
/** Corners, middles of sides and the middle of a box, as shares of its sides. */
const ANCHORS = [0, 0.5, 1].flatMap(x => [0, 0.5, 1].map(y => ({ x, y })))

type Placement = Extract<Aspect, 'moved' | 'resized' | 'turned' | 'connected' | 'routed'>

/**
 * Positions of the objects of a page in two states. An object that moved only because its holder did has no difference
 * itself.
 */
export class Placements {
  readonly #before: DiagramPage
  readonly #after: DiagramPage
  readonly #pairs: Pairs
  readonly #known = new Map<string, { aspects: Placement[]; isElsewhere: boolean }>()

  constructor(before: DiagramPage, after: DiagramPage, pairs: Pairs) {
    this.#before = before
    this.#after = after
    this.#pairs = pairs
  }

  /** How the place of an object differs, by its ids of before and after. */
  of(beforeId: string, afterId: string): Placement[] {
    return this.#placed(beforeId, afterId).aspects
  }

  /** @returns also whether its own content moved with it */
  #placed(beforeId: string, afterId: string): { aspects: Placement[]; isElsewhere: boolean } {
    const known = this.#known.get(beforeId)
    if (known) return known
    // Holders come first; a document never holds an object in itself, and a damaged one ends here.
    this.#known.set(beforeId, { aspects: [], isElsewhere: false })
    const placed = this.#compute(beforeId, afterId)
    this.#known.set(beforeId, placed)
    return placed
  }

  #compute(beforeId: string, afterId: string): { aspects: Placement[]; isElsewhere: boolean } {
    const [before, after] = [objectOf(this.#before, beforeId), objectOf(this.#after, afterId)]
    const [old, fresh] = [this.#matrix(this.#before, beforeId), this.#matrix(this.#after, afterId)]
    if (!before || !after || !old || !fresh) return { aspects: [], isElsewhere: false }
    if (this.#isCarried(before, after)) return { aspects: this.#ends(before, after), isElsewhere: true }
    if (isBox(before) && isBox(after)) {
      const aspects = boxAspects({ ...before, matrix: old }, { ...after, matrix: fresh }, before.kind === 'group')
      return { aspects, isElsewhere: aspects.length > 0 }
    }
    if (before.kind !== 'connector' || after.kind !== 'connector') return { aspects: [], isElsewhere: false }
    const ends = this.#ends(before, after)
    return { aspects: ends.length > 0 ? ends : this.#way(before, after, old, fresh), isElsewhere: false }
  }

  #matrix(page: DiagramPage, id: string): Matrix | undefined {
    return sceneOf(page).placed.get(id)?.matrix
  }

  /** Whether an object kept its place within a holder that moved. */
  #isCarried(before: DiagramObject, after: DiagramObject): boolean {
    if (before.parent === null || this.#pairs.later.get(before.parent) !== after.parent || after.parent === null)
      return false
    return same(ownPlace(before), ownPlace(after)) && this.#placed(before.parent, after.parent).isElsewhere
  }

  /** Whether the ends of a line are at something else, or at another place of it. */
  #ends(before: DiagramObject, after: DiagramObject): Placement[] {
    if (before.kind !== 'connector' || after.kind !== 'connector') return []
    const ends = [
      [before.from.attached, after.from.attached],
      [before.to.attached, after.to.attached],
    ] as const
    const isElse = ends.some(
      ([old, fresh]) => (old && (this.#pairs.later.get(old.objectId) ?? null)) !== fresh?.objectId,
    )
    if (isElse) return ['connected']
    return ends.every(([old, fresh]) => same(old?.anchor, fresh?.anchor)) ? [] : ['routed']
  }

  #way(before: ConnectorObject, after: ConnectorObject, old: Matrix, fresh: Matrix): Placement[] {
    const [from, to] = [wayOf(before, old), wayOf(after, fresh)]
    if (from.length !== to.length) return ['routed']
    const ways = from.flatMap((point, index) => {
      const other = to[index]
      return other ? [{ x: other.x - point.x, y: other.y - point.y }] : []
    })
    const [first] = ways
    if (!first || ways.every(isNothing)) return []
    if (!ways.every(way => isNothing({ x: way.x - first.x, y: way.y - first.y }))) return ['routed']
    const carriers = [before.from, before.to].flatMap(({ attached }) => attached ?? [])
    const isAlong = carriers.every(({ objectId }) => {
      const way = this.#wayOfBox(objectId)
      return way && isNothing({ x: way.x - first.x, y: way.y - first.y })
    })
    if (carriers.length === 2) return isAlong ? [] : ['routed']
    return carriers.length === 0 || isAlong ? ['moved'] : ['routed']
  }

  /** Distance between the centres of a box in two states. */
  #wayOfBox(beforeId: string): Point | undefined {
    const afterId = this.#pairs.later.get(beforeId) ?? ''
    const [before, after] = [objectOf(this.#before, beforeId), objectOf(this.#after, afterId)]
    const [old, fresh] = [this.#matrix(this.#before, beforeId), this.#matrix(this.#after, afterId)]
    if (!isBox(before) || !isBox(after) || !old || !fresh) return undefined
    const [from, to] = [anchorOf({ ...before, matrix: old }), anchorOf({ ...after, matrix: fresh })]
    return { x: to.x - from.x, y: to.y - from.y }
  }
}

/** Place within the parent. */
function ownPlace(object: DiagramObject): unknown {
  if (object.kind === 'connector') {
    const { from, to, waypoints } = object
    return { from: from.attached ? null : from.at, to: to.attached ? null : to.at, waypoints }
  }
  const { x, y, width, height, rotation = 0, flipX = false, flipY = false } = object
  return { x, y, width, height, rotation, flipX, flipY }
}

interface PlacedBox {
  width: number
  height: number
  matrix: Matrix
}

function anchorOf({ width, height, matrix }: PlacedBox, share: Point = { x: 0.5, y: 0.5 }): Point {
  return apply(matrix, { x: width * share.x, y: height * share.y })
}

/** @param isGroup as large as its content, so that only a group of the same size is moved itself */
function boxAspects(before: PlacedBox, after: PlacedBox, isGroup: boolean): Placement[] {
  const isResized = !isNothing({ x: after.width - before.width, y: after.height - before.height })
  const isTurned = (['a', 'b', 'c', 'd'] as const).some(
    part => Math.abs(before.matrix[part] - after.matrix[part]) > NEAR_TURN,
  )
  const isHeld = (share: Point) => {
    const [old, fresh] = [anchorOf(before, share), anchorOf(after, share)]
    return isNothing({ x: fresh.x - old.x, y: fresh.y - old.y })
  }
  // A side that is dragged leaves the other where it was, a rotation the middle.
  const isMoved = isResized ? !isGroup && !ANCHORS.some(isHeld) : !isHeld({ x: 0.5, y: 0.5 })
  return [
    ...(isMoved ? (['moved'] as const) : []),
    ...(isResized && !isGroup ? (['resized'] as const) : []),
    ...(isTurned ? (['turned'] as const) : []),
  ]
}

/** Corners and free ends on the page; null for an attached end. */
function wayOf({ from, to, waypoints }: ConnectorObject, matrix: Matrix): Point[] {
  return [...(from.attached ? [] : [from.at]), ...waypoints, ...(to.attached ? [] : [to.at])].map(point =>
    apply(matrix, point),
  )
}

function isNothing({ x, y }: Point): boolean {
  return Math.abs(x) <= NEAR && Math.abs(y) <= NEAR
}
