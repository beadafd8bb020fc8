import type {
  ConnectorObject,
  DiagramDocument,
  DiagramObject,
  DiagramPage,
  ImageObject,
  Point,
  ShapeObject,
} from '../model/document.ts'
import { connectorGeometry } from './connector.ts'
import type { LinkArea, RenderDiagram, RenderedDiagram, RenderOptions } from './contract.ts'
import { drawConnector } from './draw-connector.ts'
import { drawImage, drawShape, type Canvas } from './draw.ts'
import { boundsOf, NOTHING, type Bounds } from '../model/geometry/outline.ts'
import { fillAttributes, paintOf } from './paint.ts'
import { flatten, round, type Segment } from '../model/geometry/path.ts'
import { byReading } from './reading.ts'
import { boundsOfObject, createScene, isBoxed, outlineOf, type Placed, type Scene } from './scene.ts'
import { attributes, Definitions, transform } from './svg.ts'
import { IDENTITY } from '../model/geometry/matrix.ts'
import { plainText } from './text-layout.ts'
import { ROOT_FONT } from './text-svg.ts'

const MARGIN = 10
/** Sides of an empty picture, and the maximum side, px. */
const EMPTY_SIZE = 100
const MAX_SIDE = 200_000
/** Hit distance of a connector's link. */
const LINE_REACH = 6

/**
 * Renders one page of a document as SVG: for the editor, the viewer, thumbnails, exports and the server. Pure and
 * deterministic; never throws for a valid document, and does not draw what is not finite.
 */
export const renderDiagram: RenderDiagram = (document, options = {}) => {
  const page = document.pages.find(({ id }) => id === options.pageId) ?? document.pages[0]
  if (!page) return { svg: emptyPicture(), width: EMPTY_SIZE, height: EMPTY_SIZE, left: 0, top: 0, areas: [], text: '' }
  const scene = createScene(document, page, options.layers)
  const canvas = canvasOf(scene)
  const body = drawObjects(canvas, ({ object }, svg) => linked(svg, object, options.href))
  const picture = pictureOf(canvas, body, options)
  return { ...picture, areas: linkAreas(scene, picture.left, picture.top), text: readingText(scene) }
}

/** Visible text of a page in reading order, as of {@link renderDiagram}. */
export function textOfPage(document: DiagramDocument, page: DiagramPage): string {
  return readingText(createScene(document, page))
}

/** A canvas for a scene; several share definitions and bounds to be one picture. */
export function canvasOf(
  scene: Scene,
  { definitions, bounds }: Pick<Canvas, 'definitions' | 'bounds'> = {
    definitions: new Definitions(),
    bounds: { ...NOTHING },
  },
): Canvas {
  return { scene, definitions, bounds, repeated: repeatedMedia(scene) }
}

/**
 * Draws the objects of a scene, bottom to top, in page coordinates.
 * @param show what becomes of the drawing of each; default all as they are
 */
export function drawObjects(canvas: Canvas, show: (place: Placed, svg: string) => string = (_, svg) => svg): string {
  const stretches: Segment[] = []
  let body = ''
  for (const place of canvas.scene.drawn) {
    if (isKind<ShapeObject>(place, 'shape')) body += show(place, drawShape(canvas, place))
    else if (isKind<ImageObject>(place, 'image')) body += show(place, drawImage(canvas, place))
    else if (isKind<ConnectorObject>(place, 'connector')) body += show(place, drawConnector(canvas, place, stretches))
  }
  return body
}

/** A whole picture of what was drawn on a canvas. */
export function pictureOf(
  { scene: { page }, bounds, definitions }: Canvas,
  body: string,
  options: RenderOptions = {},
): Omit<RenderedDiagram, 'areas' | 'text'> {
  const frame = frameOf(bounds, page, options)
  const background = options.background === false || page.background === null ? '' : backdrop(page.background)
  const move = transform({ ...IDENTITY, e: -frame.left, f: -frame.top })
  const { left, top, width, height } = frame
  return {
    svg: `${opening(width, height)}${definitions.toString()}${background}<g${attributes({ transform: move })}>${body}</g></svg>`,
    width,
    height,
    left,
    top,
  }
}

function linked(drawn: string, { link }: DiagramObject, href: RenderOptions['href']): string {
  const to = link && href?.(link)
  if (to === undefined || drawn === '') return drawn
  return `<a${attributes({ href: to, target: link?.newWindow ? '_blank' : '_top' })}>${drawn}</a>`
}

function isKind<Kind extends DiagramObject>(place: Placed, kind: Kind['kind']): place is Placed<Kind> {
  return place.object.kind === kind
}

function repeatedMedia({ drawn }: Scene): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { object } of drawn) {
    if (object.kind !== 'image') continue
    if (seen.has(object.media)) repeated.add(object.media)
    seen.add(object.media)
  }
  return repeated
}

interface Frame {
  left: number
  top: number
  width: number
  height: number
}

/** The visible part of the page, in whole px. */
function frameOf(bounds: Bounds, page: DiagramPage, { margin = MARGIN, crop = 'content' }: RenderOptions): Frame {
  const around = Number.isFinite(margin) ? Math.max(0, margin) : MARGIN
  const isEmpty = bounds.right < bounds.left
  const shown = isEmpty ? { left: 0, top: 0, right: emptySide(page.width), bottom: emptySide(page.height) } : bounds
  const [left, top] = crop === 'page' ? [0, 0] : [Math.floor(shown.left - around), Math.floor(shown.top - around)]
  return {
    left,
    top,
    width: side(shown.right + around - left),
    height: side(shown.bottom + around - top),
  }
}

function emptySide(length: number): number {
  return Number.isFinite(length) && length > 0 ? Math.min(length, EMPTY_SIZE * 10) : EMPTY_SIZE
}

function side(length: number): number {
  return Math.min(MAX_SIDE, Math.max(1, Math.ceil(round(length))))
}

function opening(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${ROOT_FONT}>`
}

function emptyPicture(): string {
  return `${opening(EMPTY_SIZE, EMPTY_SIZE)}</svg>`
}

function backdrop(colour: string): string {
  return paintOf(colour) ? `<rect width="100%" height="100%"${fillAttributes(colour)}/>` : ''
}

/** Areas of links, topmost first, as image maps take the first match. */
function linkAreas(scene: Scene, left: number, top: number): LinkArea[] {
  const areas: LinkArea[] = []
  for (const place of scene.drawn.toReversed()) {
    const { object } = place
    if (!object.link) continue
    const polygon = isBoxed(place)
      ? largest(outlineOf(scene, place))
      : lineOutline(connectorGeometry(scene, place as Placed<ConnectorObject>).segments)
    if (polygon.length < 3 || !polygon.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))) continue
    areas.push({
      objectId: object.id,
      link: object.link,
      title: textsOf(object).join(' ').trim(),
      polygon: polygon.map(({ x, y }) => ({ x: round(x - left), y: round(y - top) })),
    })
  }
  return areas
}

function largest(polygons: readonly Point[][]): Point[] {
  const areaOf = (points: readonly Point[]) => {
    const { left, top, right, bottom } = boundsOf(points)
    return (right - left) * (bottom - top)
  }
  return polygons.reduce<Point[]>(
    (best, polygon) => (best.length === 0 || areaOf(polygon) > areaOf(best) ? polygon : best),
    [],
  )
}

/** A band around a line. */
function lineOutline(segments: readonly Segment[]): Point[] {
  const points = flatten(segments)
  const sideOf = (sign: number) =>
    points.map((point, index) => {
      const [before, after] = [points[index - 1] ?? point, points[index + 1] ?? point]
      const length = Math.hypot(after.x - before.x, after.y - before.y) || 1
      return {
        x: point.x - (sign * LINE_REACH * (after.y - before.y)) / length,
        y: point.y + (sign * LINE_REACH * (after.x - before.x)) / length,
      }
    })
  return [...sideOf(1), ...sideOf(-1).toReversed()]
}

function textsOf(object: DiagramObject): string[] {
  if (object.kind === 'group') return []
  if (object.kind === 'connector') return object.labels.map(({ text }) => plainText(text))
  return object.text ? [plainText(object.text)] : []
}

/** Visible text in reading order. */
function readingText(scene: Scene): string {
  const texts = scene.drawn.flatMap(place => {
    const text = textsOf(place.object).join('\n').trim()
    if (!text) return []
    const { left, top } = isBoxed(place)
      ? boundsOfObject(scene, place)
      : boundsOf(connectorGeometry(scene, place as Placed<ConnectorObject>).points)
    return [{ text, at: { x: left, y: top } }]
  })
  return texts
    .toSorted((a, b) => byReading(a.at, b.at))
    .map(({ text }) => text)
    .join('\n')
}
