/** A comparison as one picture. */
import { connectorGeometry } from '../../render/connector.ts'
import { corners, crossing, include, NOTHING, type Bounds } from '../../model/geometry/outline.ts'
import { apply } from '../../model/geometry/matrix.ts'
import { flatten, pathData } from '../../model/geometry/path.ts'
import type { DiagramDocument, DiagramPage, Point } from '../../model/document.ts'
import { canvasOf, drawObjects, pictureOf } from '../../render/render.ts'
import { placeAlong } from '../../render/line.ts'
import {
  createScene,
  isBoxed,
  isConnector,
  sizeOf,
  type BoxedObject,
  type Placed,
  type Scene,
} from '../../render/scene.ts'
import type { Definitions } from '../../render/svg.ts'
import type { ObjectDifference, PageComparison } from './contract.ts'
import { MARK_COLOURS, markLine, markOf, markSign, type Mark } from './marks.ts'

export interface ComparedPicture {
  /** A complete SVG document, as of `renderDiagram`. */
  svg: string
  width: number
  height: number
  /** Position of each difference of the page, in its order: px of the picture; null for hidden objects. */
  places: readonly (Bounds | null)[]
}

/** Of what is the same in both states. */
const DIM = 0.3
/** Of what is gone. */
const GONE = 0.55
/** Marks grow with large pictures, which are seen from afar: px of the longer side for each px of a mark's unit. */
const SIDE_PER_UNIT = 1400
const MAX_UNIT = 8
/** Distance of a mark from what it marks, in units. */
const AROUND = 3
const MARGIN = 24
/** Shorter ways have no arrow, in units. */
const ARROW = 20

interface Shown {
  scene: Scene
  /** Ids of what is drawn. */
  drawn: ReadonlySet<string>
}

/**
 * Draws both states of a page over each other: what is the same dimmed, what was removed beneath, a frame with a sign
 * around each difference, and the old position of what moved with a line to the new one.
 * @param documents of the page's states
 */
export function drawComparison(
  comparison: PageComparison,
  documents: { before: DiagramDocument; after: DiagramDocument },
): ComparedPicture {
  const { before, after } = comparison
  const old = before && shown(documents.before, before)
  const fresh = after && shown(documents.after, after)
  const state = fresh ?? old
  if (!state) throw new Error('A comparison has a page of before or of after.')
  const canvas = canvasOf(state.scene)
  const differences = differencesOf(comparison)
  const of = (status: ObjectDifference['status']) =>
    new Set(differences.flatMap(one => (one.status === status ? ((one.after ?? one.before)?.id ?? []) : [])))
  const [added, changed, removed] = [of('added'), of('changed'), of('removed')]
  const ways = differences.map(difference => waysOf(difference, old, fresh))
  const left = new Set(differences.flatMap(({ before: one }, index) => (one && ways[index]?.was ? one.id : [])))
  let body = ''
  if (old) {
    // Removed and former positions; marks say how far it reaches.
    const beneath = canvasOf(old.scene, { definitions: canvas.definitions, bounds: { ...NOTHING } })
    body += drawObjects(beneath, ({ object }, svg) =>
      svg !== '' && left.has(object.id) ? `<g opacity="${removed.has(object.id) ? GONE : DIM}">${svg}</g>` : '',
    )
  }
  if (fresh)
    body += drawObjects(canvas, ({ object }, svg) =>
      svg === '' || added.has(object.id) || changed.has(object.id) ? svg : `<g opacity="${DIM}">${svg}</g>`,
    )
  for (const { was, is } of ways)
    for (const one of [was, is]) for (const point of one?.points ?? []) include(canvas.bounds, point)
  const { bounds } = canvas
  const unit = Math.min(
    MAX_UNIT,
    Math.max(1, Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) / SIDE_PER_UNIT),
  )
  differences.forEach((difference, index) => {
    body += drawMark(markOf(difference), ways[index] ?? {}, unit, canvas.definitions)
  })
  const picture = pictureOf(canvas, body, { margin: MARGIN * unit })
  return { ...picture, places: ways.map(way => placeOf(way, picture)) }
}

/** A page of one state only has all its objects as differences of the picture, though it is one in the list. */
function differencesOf({ before, after, objects }: PageComparison): readonly ObjectDifference[] {
  if (before && after) return objects
  return after
    ? Object.values(after.objects).map(object => ({ status: 'added', after: object, aspects: [] }))
    : Object.values(before?.objects ?? {}).map(object => ({ status: 'removed', before: object, aspects: [] }))
}

function shown(document: DiagramDocument, page: DiagramPage): Shown {
  const scene = createScene(document, page)
  return { scene, drawn: new Set(scene.drawn.map(({ object }) => object.id)) }
}

/** Outline of an object. */
interface Way {
  points: Point[]
  /** SVG path of its frame, or along the line. */
  path: (around: number) => string
  middle: Point
  /** Position of its sign. */
  sign: (around: number) => Point
  isLine: boolean
}

interface Ways {
  was?: Way | undefined
  is?: Way | undefined
}

/** The old and the new outline of a difference, as far as they are to be seen. */
function waysOf(difference: ObjectDifference, old: Shown | undefined, fresh: Shown | undefined): Ways {
  const { status, before, after, aspects } = difference
  const isElsewhere = aspects.some(aspect => ['moved', 'resized', 'turned', 'connected', 'routed'].includes(aspect))
  const is = after && fresh && wayOf(fresh, after.id)
  // Objects hidden before or now have one place, and removed ones have their old one.
  const was = before && old && (status === 'removed' || isElsewhere || !is) ? wayOf(old, before.id) : undefined
  return { was, is }
}

function wayOf({ scene, drawn }: Shown, id: string): Way | undefined {
  const place = scene.placed.get(id)
  if (!place || !drawn.has(id)) return undefined
  if (isConnector(place)) {
    const { segments, points: ends } = connectorGeometry(scene, place)
    const points = [...ends, ...flatten(segments)]
    if (points.length === 0 || segments.length === 0) return undefined
    const middle = placeAlong(segments, 0.5)?.at ?? points[0] ?? { x: 0, y: 0 }
    return { points, path: () => pathData(segments), middle, sign: () => middle, isLine: true }
  }
  return isBoxed(place) ? boxWay(place) : undefined
}

function boxWay({ object, matrix }: Placed<BoxedObject>): Way {
  const { width, height } = sizeOf(object)
  const at = (around: number) =>
    corners(-around, -around, width + 2 * around, height + 2 * around).map(point => apply(matrix, point))
  const points = at(0)
  return {
    points,
    path: around =>
      `M${at(around)
        .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
        .join('L')}Z`,
    middle: apply(matrix, { x: width / 2, y: height / 2 }),
    sign: around => apply(matrix, { x: -around, y: -around }),
    isLine: false,
  }
}

function drawMark(mark: Mark, { was, is }: Ways, unit: number, definitions: Definitions): string {
  const main = is ?? was
  if (!main) return ''
  let svg = ''
  if (was && is) {
    svg += markLine('moved', was.path(0), unit)
    // To the edge: in the middle is the text.
    const edge = was.isLine ? null : crossing([is.points], is.middle, was.middle)
    if (edge && Math.hypot(edge.x - was.middle.x, edge.y - was.middle.y) > ARROW * unit)
      svg += drawArrow(was.middle, edge, unit)
  }
  const hatch = mark === 'removed' && !main.isLine ? `url(#${hatching(definitions, unit)})` : 'none'
  svg += markLine(mark, main.path(AROUND * unit), unit, hatch)
  return svg + markSign(mark, main.sign(AROUND * unit), unit)
}

/** From the old place to the new one. */
function drawArrow(from: Point, to: Point, unit: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length]
  // Before the frame.
  const tip = { x: to.x - x * (AROUND + 3) * unit, y: to.y - y * (AROUND + 3) * unit }
  const reach = 9 * unit
  const wing = (side: number) =>
    `${(tip.x - x * reach - side * y * reach * 0.6).toFixed(1)} ${(tip.y - y * reach + side * x * reach * 0.6).toFixed(1)}`
  const line = `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}`
  return `${markLine('moved', line, unit)}<path d="M${wing(1)}L${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${wing(-1)}Z" fill="${MARK_COLOURS.moved}" stroke="#ffffff" stroke-width="${unit}"/>`
}

function hatching(definitions: Definitions, unit: number): string {
  const side = 8 * unit
  return definitions.add(
    'pattern',
    ` width="${side}" height="${side}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V${side}" stroke="${MARK_COLOURS.removed}" stroke-opacity="0.45" stroke-width="${2 * unit}"/></pattern>`,
  )
}

function placeOf({ was, is }: Ways, { left, top }: { left: number; top: number }): Bounds | null {
  const bounds = { ...NOTHING }
  for (const one of [was, is]) for (const point of one?.points ?? []) include(bounds, point)
  if (bounds.right < bounds.left) return null
  return { left: bounds.left - left, top: bounds.top - top, right: bounds.right - left, bottom: bounds.bottom - top }
}
