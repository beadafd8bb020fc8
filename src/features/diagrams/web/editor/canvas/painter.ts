/**
 * Updates the drawing in the DOM: an element per object, rendered again only when its inputs change. Distant objects
 * are omitted.
 */
import type {
  ConnectorObject,
  DiagramObject,
  ImageObject,
  Media,
  ShapeObject,
  TextBlock,
} from '#diagrams/model/document.ts'
import { connectorGeometry, shareGeometry } from '#diagrams/render/connector.ts'
import { darkObject } from '#diagrams/render/dark.ts'
import { drawConnector } from '#diagrams/render/draw-connector.ts'
import { drawImage, drawShape, type Canvas } from '#diagrams/render/draw.ts'
import { IDENTITY, type Matrix } from '#diagrams/model/geometry/matrix.ts'
import { NOTHING, type Bounds } from '#diagrams/model/geometry/outline.ts'
import type { Segment } from '#diagrams/model/geometry/path.ts'
import { isConnector, type Placed, type Scene } from '#diagrams/render/scene.ts'
import { Definitions, transform } from '#diagrams/render/svg.ts'
import type { Editing } from '../store/state.ts'
import { grown, overlap } from '../scene/bounds.ts'
import type { Bands } from './bands.ts'
import { placeBounds } from '../scene/live-scene.ts'

const SVG = 'http://www.w3.org/2000/svg'
/** Maximum overhang of texts and arrowheads of undrawn objects, px of the page. */
const REACH = 400
/** Size up to which text is hidden when zoomed out, px. */
const FINE_PRINT = 16
const NO_PICTURES: ReadonlySet<string> = new Set()

interface Painted {
  element: SVGGElement
  place: Placed
  /** Transform when drawn; later moves are relative to it. */
  drawnAt: Matrix
  /** Bounds of everything drawn, in page coordinates. */
  bounds: Bounds
  media: Media | undefined
  /** Its text being edited, and so not drawn; see {@link writing}. */
  writing: string
}

export class Painter {
  readonly #bands: Bands
  #painted = new Map<string, Painted>()
  #isDark = false

  constructor(bands: Bands) {
    this.#bands = bands
  }

  /**
   * Updates the drawing.
   * @param view part of the page to draw
   * @param editing text shown in an editor instead
   * @param isDark draws in colours for a dark sheet
   */
  paint(scene: Scene, view: Bounds, editing: Editing | null, isDark: boolean): void {
    if (isDark !== this.#isDark) this.#painted = new Map()
    this.#isDark = isDark
    const painted = new Map<string, Painted>()
    const seen: Element[] = []
    const renewed = this.#renewedLines(scene)
    for (const place of scene.drawn) {
      const { id, kind } = place.object
      const before = this.#painted.get(id)
      // Groups draw nothing.
      if (kind === 'group') continue
      const isUnchanged =
        before?.place === place &&
        before.media === mediaOf(scene, place) &&
        before.writing === writing(place, editing) &&
        !(renewed.length > 0 && isJumping(place) && renewed.some(bounds => overlap(bounds, before.bounds)))
      const reach = isUnchanged ? before.bounds : grown(placeBounds(scene, place), REACH)
      if (overlap(reach, view)) {
        const now = isUnchanged ? before : draw({ scene, editing, isDark }, place, before)
        painted.set(id, now)
        seen.push(now.element)
      } else if (isUnchanged) painted.set(id, before) // Cached for when it is visible again.
    }
    this.#bands.show(seen)
    this.#painted = painted
  }

  /** Old and new bounds of rerouted connectors: those that jump over them are drawn again. */
  #renewedLines(scene: Scene): Bounds[] {
    const areas: Bounds[] = []
    for (const place of scene.drawn) {
      if (!isConnector(place)) continue
      const before = this.#painted.get(place.object.id)
      if (before?.place === place) continue
      areas.push(placeBounds(scene, place))
      if (before) areas.push(before.bounds)
    }
    for (const [id, { place, bounds }] of this.#painted)
      if (isConnector(place) && !scene.placed.has(id)) areas.push(bounds)
    return areas
  }
}

interface Drawing {
  scene: Scene
  editing: Editing | null
  isDark: boolean
}

function draw({ scene, editing, isDark }: Drawing, place: Placed, before: Painted | undefined): Painted {
  const element = before?.element ?? document.createElementNS(SVG, 'g')
  const media = mediaOf(scene, place)
  const hidden = writing(place, editing)
  if (before && before.writing === hidden && before.media === media && isOnlyMoved(before.place, place))
    return moved(before, place)
  const canvas: Canvas = { scene, definitions: new Definitions(), bounds: { ...NOTHING }, repeated: NO_PICTURES }
  const shown = withoutText(place, hidden)
  const markup = markupOf(canvas, isDark ? darkPlace(scene, shown) : shown)
  // The renderer's markup has all text escaped.
  element.innerHTML = markup + canvas.definitions.toString()
  element.removeAttribute('transform')
  element.classList.toggle('ox-de-fine', isFine(place.object))
  const bounds = canvas.bounds.right >= canvas.bounds.left ? canvas.bounds : placeBounds(scene, place)
  return { element, place, drawnAt: place.matrix, bounds, media, writing: hidden }
}

function darkPlace(scene: Scene, place: Placed): Placed {
  const dark = { ...place, object: darkObject(place.object, scene.page.background) }
  if (isConnector(place) && isConnector(dark)) shareGeometry(scene, place, dark)
  return dark
}

/** Whether all text of an object is illegible when zoomed out. */
function isFine(object: DiagramObject): boolean {
  if (object.kind === 'group') return true
  const blocks = object.kind === 'connector' ? object.labels.map(({ text }) => text) : object.text ? [object.text] : []
  return blocks.every(({ paragraphs }) => paragraphs.every(({ runs }) => runs.every(({ size }) => size <= FINE_PRINT)))
}

function markupOf(canvas: Canvas, place: Placed): string {
  if (isKind<ShapeObject>(place, 'shape')) return drawShape(canvas, place)
  if (isKind<ImageObject>(place, 'image')) return drawImage(canvas, place)
  return isConnector(place)
    ? drawConnector(canvas, place, place.object.jumps ? linesBelow(canvas.scene, place) : [])
    : ''
}

/** Straight segments of the connectors below one. */
function linesBelow(scene: Scene, above: Placed<ConnectorObject>): Segment[] {
  const below: Segment[] = []
  const area = placeBounds(scene, above)
  for (const place of scene.drawn) {
    if (place.object.id === above.object.id) break
    if (!isConnector(place) || !overlap(placeBounds(scene, place), area)) continue
    for (const segment of connectorGeometry(scene, place).segments) if (segment.kind === 'line') below.push(segment)
  }
  return below
}

/** Whether an object only moved: it need not be drawn again, which makes dragging hundreds cheap. */
function isOnlyMoved(before: Placed, now: Placed): boolean {
  const [a, b] = [before.object, now.object]
  if (a.kind === 'connector' || a.kind !== b.kind || before.flipX !== now.flipX || before.flipY !== now.flipY)
    return false
  const [from, to] = [before.matrix, now.matrix]
  if (from.a !== to.a || from.b !== to.b || from.c !== to.c || from.d !== to.d) return false
  return a === b || isSameButPlace(a, b)
}

function isSameButPlace(a: DiagramObject, b: DiagramObject): boolean {
  const [before, now] = [a as unknown as Record<string, unknown>, b as unknown as Record<string, unknown>]
  const isSame = (key: string) => key === 'x' || key === 'y' || before[key] === now[key]
  return Object.keys(before).every(isSame) && Object.keys(now).every(isSame)
}

function moved(before: Painted, place: Placed): Painted {
  const {
    element,
    drawnAt,
    bounds: { left, top, right, bottom },
  } = before
  const by = (from: Matrix) => ({ x: place.matrix.e - from.e, y: place.matrix.f - from.f })
  const { x, y } = by(drawnAt)
  const moving = transform({ ...IDENTITY, e: x, f: y })
  if (moving) element.setAttribute('transform', moving)
  else element.removeAttribute('transform')
  const step = by(before.place.matrix)
  return {
    ...before,
    place,
    bounds: { left: left + step.x, top: top + step.y, right: right + step.x, bottom: bottom + step.y },
  }
}

function mediaOf({ document }: Scene, { object }: Placed): Media | undefined {
  return object.kind === 'image' ? document.media[object.media] : undefined
}

function isJumping({ object }: Placed): boolean {
  return object.kind === 'connector' && object.jumps === true
}

/** Edited text of an object: '' for none, `text`, or a label's index. */
function writing({ object }: Placed, editing: Editing | null): string {
  return editing?.objectId === object.id ? String(editing.label ?? 'text') : ''
}

const NO_TEXT: TextBlock = { paragraphs: [], vertical: 'middle' }

function withoutText(place: Placed, hidden: string): Placed {
  const { object } = place
  if (hidden === '') return place
  if (object.kind === 'connector') {
    // Routes are cached by object: only its labels are replaced.
    const labels = object.labels.map((label, index) => (String(index) === hidden ? { ...label, text: NO_TEXT } : label))
    return { ...place, object: { ...object, labels } }
  }
  return object.kind === 'group' ? place : { ...place, object: { ...object, text: NO_TEXT } }
}

function isKind<Kind extends DiagramObject>(place: Placed, kind: Kind['kind']): place is Placed<Kind> {
  return place.object.kind === kind
}
