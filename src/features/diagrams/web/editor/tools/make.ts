/** New objects, as the tools make them. */
import { luminance } from '#platform/contrast.ts'
import type { Change } from '#diagrams/model/changes.ts'
import type { ConnectorEnd, ConnectorObject, DiagramObject, Point, ShapeObject, ShapeStyle, TextBlock, TextRun } from '#diagrams/model/document.ts'
import { styledBlock, withStyle } from '#diagrams/operations/style.ts'
import { coordinate, inverse, newId, topOrder } from '#diagrams/operations/tree.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import type { Rect, Size } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { sceneOf } from '../canvas/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { containerAt } from './hit.ts'
import { usualLook } from './usual-look.ts'

export const TEXT_SHAPE = 'basic.text'
const INK = '#22201c'
const STYLE: ShapeStyle = { fill: { kind: 'solid', colour: '#ffffff' }, stroke: { colour: '#44403a', width: 1.5 } }
const TEXT_STYLE: ShapeStyle = { fill: { kind: 'none' }, stroke: { colour: 'none', width: 1 } }
/** How text begins that has no other to follow. */
export const PLAIN_RUN: TextRun = { text: '', font: 'sans', size: 14, colour: INK }
const ASIDE: ReadonlySet<string> = new Set()

/** The layer that new objects go to: the chosen one, or the topmost on which one may draw; null when there is none. */
export function drawableLayer(editor: EditorContext): string | null {
  const { layers } = editor.page
  const isOpen = ({ visible, locked }: { visible: boolean; locked: boolean }) => visible && !locked
  const { layerId } = editor.state()
  return (layers.find(layer => layer.id === layerId && isOpen(layer)) ?? layers.findLast(isOpen))?.id ?? null
}

/**
 * An empty text as it stands in a shape: in the middle, or from the left for a text alone.
 * @param style of the shape: on a dark fill the text is light, and with the usual look of new shapes it is that one's
 */
export function emptyText(shape?: string, style?: ShapeStyle): TextBlock {
  const isAlone = shape === TEXT_SHAPE
  const block: TextBlock = { vertical: isAlone ? 'top' : 'middle', paragraphs: [{ align: isAlone ? 'left' : 'center', runs: [{ ...PLAIN_RUN, ...style && isDark(style.fill) && { colour: '#ffffff' } }] }] }
  const usual = usualLook().shape
  if (isAlone || !usual || !style || JSON.stringify(usual.fill) !== JSON.stringify(style.fill)) return block
  const { text, align, vertical } = usual
  return styledBlock(block, { text, align, vertical })
}

/** Whether black could hardly be read on a fill, by the luminance of WCAG. */
function isDark(fill: ShapeStyle['fill']): boolean {
  if (fill.kind === 'none') return false
  const colour = fill.kind === 'solid' ? fill.colour : fill.from
  const alpha = colour.length > 7 ? Number.parseInt(colour.slice(7), 16) / 255 : 1
  // White and black stand out alike from a luminance of 0.18; what shines through lies on white paper.
  return alpha > 0.5 && luminance(colour) < 0.18
}

/** An empty label of a connector, with paper behind it where the line runs. */
export function emptyLabel(): TextBlock {
  const { text, align } = usualLook().connector ?? {}
  return styledBlock({ vertical: 'middle', paragraphs: [{ align: 'center', runs: [{ ...PLAIN_RUN, size: 12, background: '#ffffff' }] }] }, { text, align })
}

export interface NewShape {
  shape: string
  /** On the page. */
  rect: Rect
  style?: ShapeStyle
  text?: TextBlock
  parameters?: Record<string, number>
  /** Of the object, for one that is shown again and again; a new one when absent. */
  id?: string | undefined
}

/**
 * Adds a shape above all others, into the container under its middle.
 * @returns null when no layer may be drawn on
 */
export function addShape(editor: EditorContext, { shape, rect, style, text, parameters, id }: NewShape): { change: Change; object: ShapeObject } | null {
  const layer = drawableLayer(editor)
  if (layer === null) return null
  const { page } = editor
  const holder = containerAt(sceneOf(editor), { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }, ASIDE)
  const parent = holder?.object.id ?? null
  const ownLayer = holder?.object.layer ?? layer
  const middle = apply(holder ? inverse(holder.matrix) : { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 })
  const object: ShapeObject = {
    kind: 'shape', id: id ?? newId(), parent, layer: ownLayer, order: topOrder(page, parent, ownLayer, 1)[0] ?? 'a0', shape,
    x: coordinate(middle.x - rect.width / 2), y: coordinate(middle.y - rect.height / 2), width: coordinate(rect.width), height: coordinate(rect.height),
    style: style ?? (shape === TEXT_SHAPE ? TEXT_STYLE : STYLE),
    ...(text ? { text } : {}), ...(parameters ? { parameters } : {}), ...(findShape(shape)?.container ? { container: true } : {}),
  }
  if (style || shape === TEXT_SHAPE) return { change: put(editor, object), object }
  const looked = withStyle(object, usualLook().shape ?? {})
  return looked.kind === 'shape' ? { change: put(editor, looked), object: looked } : null
}

/** Size that a shape has when it is placed without being drawn out. */
export function usualSize(shape: string): Size {
  return findShape(shape)?.size ?? { width: 100, height: 70 }
}

/** Where a shape of a size stands about a middle, on the grid where that holds what is drawn. */
export function rectAbout(editor: EditorContext, { x, y }: Point, { width, height }: Size): Rect {
  const { grid } = editor.page
  const onGrid = (value: number) => grid.snap ? Math.round(value / grid.size) * grid.size : Math.round(value)
  return { x: onGrid(x - width / 2), y: onGrid(y - height / 2), width, height }
}

/**
 * A connector between two ends above all others; `like` gives its look.
 * @returns null when no layer may be drawn on
 */
export function newConnector(editor: EditorContext, from: ConnectorEnd, to: ConnectorEnd, like?: ConnectorObject): ConnectorObject | null {
  const layer = drawableLayer(editor)
  if (layer === null) return null
  const usual = usualLook().connector
  const { route = 'orthogonal', stroke = STYLE.stroke, startArrow = 'none', endArrow = 'filled' } = like ?? {}
  const made: ConnectorObject = {
    kind: 'connector', id: newId(), parent: null, layer, order: topOrder(editor.page, null, layer, 1)[0] ?? 'a0',
    from, to, route, waypoints: [], stroke, startArrow, endArrow, labels: [],
    ...(like?.cornerRadius === undefined ? { cornerRadius: 6 } : { cornerRadius: like.cornerRadius }), ...(like?.jumps ? { jumps: true } : {}),
  }
  const looked = like || !usual ? made : withStyle(made, usual)
  return looked.kind === 'connector' ? looked : null
}

export function put(editor: EditorContext, object: DiagramObject): Change {
  return { type: 'put-object', pageId: editor.state().pageId, object }
}
