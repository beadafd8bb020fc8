import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import type { Colour, DiagramObject, Point } from '#diagrams/model/document.ts'
import type { Size } from '#diagrams/shapes/contract.ts'
import { isConnector } from '#diagrams/render/scene.ts'
import { connectorPoints, placeBounds, sceneOf } from '../../scene/live-scene.ts'
import type { EditorContext } from '../../editor-context.ts'
import { boundsOfRect, united } from '../../scene/bounds.ts'

/** Margin, px of the overview. */
const MARGIN = 6
/** Minimum size of shapes, px, for visibility. */
const LEAST = 1.5

/** Transform to the overview: page coordinates times `scale`, then translated. */
export interface Overview {
  scale: number
  x: number
  y: number
}

/** Overview that fits page and content, centred, in a size in px. */
export function overviewOf(editor: EditorContext, { width, height }: Size): Overview {
  const scene = sceneOf(editor)
  const { page } = editor
  const all = scene.drawn
    .map(place => placeBounds(scene, place))
    .filter(({ left, top, right, bottom }) => Number.isFinite(left + top + right + bottom))
  const sheet = boundsOfRect({ x: 0, y: 0, width: page.width, height: page.height })
  const { left, top, right, bottom } = united([sheet, ...all]) ?? sheet
  const scale = Math.min(
    (width - 2 * MARGIN) / Math.max(1, right - left),
    (height - 2 * MARGIN) / Math.max(1, bottom - top),
  )
  return {
    scale,
    x: (width - (right - left) * scale) / 2 - left * scale,
    y: (height - (bottom - top) * scale) / 2 - top * scale,
  }
}

/** Page coordinates of a point in the overview. */
export function pointIn({ scale, x, y }: Overview, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale }
}

/** Overview rectangle of a part of the page, px. */
export function partOf({ scale, x, y }: Overview, { left, top, right, bottom }: Bounds) {
  return { left: left * scale + x, top: top * scale + y, width: (right - left) * scale, height: (bottom - top) * scale }
}

/** Theme colours. */
export interface OverviewColours {
  /** Colour drawn for a stored one. */
  adapted: (stored: Colour) => Colour
  paper: string
  edge: string
  line: string
}

/** Paints boxes in their fill and connectors as lines; text would be illegible. */
export function paintOverview(
  context: CanvasRenderingContext2D,
  editor: EditorContext,
  overview: Overview,
  colours: OverviewColours,
): void {
  const scene = sceneOf(editor)
  const { page } = editor
  const sheet = partOf(overview, boundsOfRect({ x: 0, y: 0, width: page.width, height: page.height }))
  context.fillStyle = page.background ? colours.adapted(page.background) : colours.paper
  context.fillRect(sheet.left, sheet.top, sheet.width, sheet.height)
  context.strokeStyle = colours.edge
  context.strokeRect(sheet.left - 0.5, sheet.top - 0.5, sheet.width + 1, sheet.height + 1)
  context.lineWidth = 1
  for (const place of scene.drawn) {
    const { object } = place
    if (isConnector(place)) {
      if (place.object.stroke.colour === 'none') continue
      context.strokeStyle = colours.adapted(place.object.stroke.colour)
      context.beginPath()
      connectorPoints(scene, place).forEach(({ x, y }, index) => {
        const at = [x * overview.scale + overview.x, y * overview.scale + overview.y] as const
        if (index === 0) context.moveTo(...at)
        else context.lineTo(...at)
      })
      context.stroke()
      continue
    }
    if (object.kind === 'group') continue
    const { left, top, width, height } = partOf(overview, placeBounds(scene, place))
    const fill = fillOf(object, colours)
    const rect = [left, top, Math.max(LEAST, width), Math.max(LEAST, height)] as const
    if (fill) {
      context.fillStyle = fill
      context.fillRect(...rect)
    }
    context.strokeStyle = strokeOf(object, colours) ?? (fill ? 'transparent' : colours.line)
    context.strokeRect(...rect)
  }
}

function fillOf(object: DiagramObject, { adapted }: OverviewColours): string | null {
  if (object.kind === 'image') return '#a8a198'
  if (object.kind !== 'shape' || object.style.fill.kind === 'none') return null
  return adapted(object.style.fill.kind === 'solid' ? object.style.fill.colour : object.style.fill.to)
}

function strokeOf(object: DiagramObject, { adapted }: OverviewColours): string | null {
  const stroke = object.kind === 'shape' || object.kind === 'image' ? object.style?.stroke : undefined
  return stroke && stroke.colour !== 'none' && stroke.width > 0 ? adapted(stroke.colour) : null
}
