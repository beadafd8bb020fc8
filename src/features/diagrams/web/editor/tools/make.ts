/** Creation of objects. */
import { luminance } from '#platform/contrast.ts'
import { compose, type Change } from '#diagrams/model/changes.ts'
import type {
  ConnectorEnd,
  ConnectorObject,
  DiagramObject,
  Point,
  ShapeObject,
  ShapeStyle,
  TextBlock,
  TextRun,
} from '#diagrams/model/document.ts'
import { firstLane, holderOfLane, laneKind, withNewLanes } from '#diagrams/operations/lanes.ts'
import { settled } from '#diagrams/operations/settle.ts'
import { isBoxed } from '#diagrams/render/scene.ts'
import { styledBlock, withStyle } from '#diagrams/operations/style.ts'
import { coordinate, inverse, newId, topOrder } from '#diagrams/operations/tree.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import type { Rect, Size } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { sceneOf } from '../scene/live-scene.ts'
import type { EditorContext } from '../editor-context.ts'
import { containerAt } from './hit.ts'
import { defaultStyle } from './default-style.ts'

export const TEXT_SHAPE = 'basic.text'
const INK = '#22201c'
const STYLE: ShapeStyle = { fill: { kind: 'solid', colour: '#ffffff' }, stroke: { colour: '#44403a', width: 1.5 } }
const TEXT_STYLE: ShapeStyle = { fill: { kind: 'none' }, stroke: { colour: 'none', width: 1 } }
/** Default style of text. */
export const PLAIN_RUN: TextRun = { text: '', font: 'sans', size: 14, colour: INK }
const ASIDE: ReadonlySet<string> = new Set()

/** Layer for new objects: the active one, or the topmost drawable one, or null. */
export function drawableLayer(editor: EditorContext): string | null {
  const { layers } = editor.page
  const isOpen = ({ visible, locked }: { visible: boolean; locked: boolean }) => visible && !locked
  const { layerId } = editor.state()
  return (layers.find(layer => layer.id === layerId && isOpen(layer)) ?? layers.findLast(isOpen))?.id ?? null
}

/**
 * An empty text of a shape: centred, or left-aligned for a text object.
 * @param style of the shape: text is light on a dark fill, or as in the default style
 */
export function emptyText(shape?: string, style?: ShapeStyle): TextBlock {
  const isAlone = shape === TEXT_SHAPE
  const block: TextBlock = {
    vertical: isAlone ? 'top' : 'middle',
    ...(shape !== undefined && findShape(shape)?.turnsText ? { turned: true } : {}),
    paragraphs: [
      {
        align: isAlone ? 'left' : 'center',
        runs: [{ ...PLAIN_RUN, ...(style && isDark(style.fill) && { colour: '#ffffff' }) }],
      },
    ],
  }
  const usual = defaultStyle().shape
  if (isAlone || !usual || !style || JSON.stringify(usual.fill) !== JSON.stringify(style.fill)) return block
  const { text, align, vertical } = usual
  return styledBlock(block, { text, align, vertical })
}

/** Whether black is hardly legible on a fill, by WCAG luminance. */
function isDark(fill: ShapeStyle['fill']): boolean {
  if (fill.kind === 'none') return false
  const colour = fill.kind === 'solid' ? fill.colour : fill.from
  const alpha = colour.length > 7 ? Number.parseInt(colour.slice(7), 16) / 255 : 1
  // White and black have equal contrast at a luminance of 0.18; translucent fills are on white paper.
  return alpha > 0.5 && luminance(colour) < 0.18
}

/** An empty label of a connector with a background. */
export function emptyLabel(): TextBlock {
  const { text, align } = defaultStyle().connector ?? {}
  return styledBlock(
    {
      vertical: 'middle',
      paragraphs: [{ align: 'center', runs: [{ ...PLAIN_RUN, size: 12, background: '#ffffff' }] }],
    },
    { text, align },
  )
}

export interface NewShape {
  shape: string
  rect: Rect
  style?: ShapeStyle
  text?: TextBlock
  parameters?: Record<string, number>
  /** Stable id for previews. */
  id?: string | undefined
}

/**
 * Adds a shape on top, into the container under its middle.
 * @returns null without a drawable layer
 */
export function addShape(
  editor: EditorContext,
  { shape, rect, style, text, parameters, id }: NewShape,
): { change: Change; object: ShapeObject } | null {
  const layer = drawableLayer(editor)
  if (layer === null) return null
  const { page } = editor
  const under = containerAt(sceneOf(editor), { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 }, ASIDE)
  const parent = under ? holderOfLane(page, { kind: 'shape', shape }, under.object.id) : null
  const found = parent === null ? undefined : sceneOf(editor).placed.get(parent)
  const holder = isBoxed(found) ? found : null
  const ownLayer = holder?.object.layer ?? layer
  const middle = apply(holder ? inverse(holder.matrix) : { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }, {
    x: rect.x + rect.width / 2,
    y: rect.y + rect.height / 2,
  })
  const object: ShapeObject = {
    kind: 'shape',
    id: id ?? newId(),
    parent,
    layer: ownLayer,
    order: topOrder(page, parent, ownLayer, 1)[0] ?? 'a0',
    shape,
    x: coordinate(middle.x - rect.width / 2),
    y: coordinate(middle.y - rect.height / 2),
    width: coordinate(rect.width),
    height: coordinate(rect.height),
    style: style ?? (shape === TEXT_SHAPE ? TEXT_STYLE : STYLE),
    ...(text ? { text } : {}),
    ...(parameters ? { parameters } : {}),
    ...(findShape(shape)?.container ? { container: true } : {}),
  }
  const looked = style || shape === TEXT_SHAPE ? object : withStyle(object, defaultStyle().shape ?? {})
  return looked.kind === 'shape' ? withParts(editor, looked) : null
}

/** Adds a shape: a pool with its lanes, a lane among those of its pool. */
function withParts(editor: EditorContext, object: ShapeObject): { change: Change; object: ShapeObject } {
  const { page } = editor
  const [own = object, ...lanes] = withNewLanes(page, object)
  const placed = firstLane(page, own)
  const change = compose(put(editor, placed), ...lanes.map(lane => put(editor, lane)))
  return { change: laneKind(placed) ? settled(page, change, [], [placed.id]) : change, object: placed }
}

/** Default size of a shape. */
export function defaultSize(shape: string): Size {
  return findShape(shape)?.size ?? { width: 100, height: 70 }
}

/** Rectangle around a middle, which is snapped to the grid: lines between two such are straight. */
export function rectAbout(editor: EditorContext, { x, y }: Point, { width, height }: Size): Rect {
  const { grid } = editor.page
  const onGrid = (value: number) => (grid.snap ? Math.round(value / grid.size) * grid.size : Math.round(value))
  return { x: onGrid(x) - width / 2, y: onGrid(y) - height / 2, width, height }
}

/**
 * A connector on top; `like` gives its style.
 * @returns null without a drawable layer
 */
export function newConnector(
  editor: EditorContext,
  from: ConnectorEnd,
  to: ConnectorEnd,
  like?: ConnectorObject,
): ConnectorObject | null {
  const layer = drawableLayer(editor)
  if (layer === null) return null
  const usual = defaultStyle().connector
  const { route = 'orthogonal', stroke = STYLE.stroke, startArrow = 'none', endArrow = 'filled' } = like ?? {}
  const made: ConnectorObject = {
    kind: 'connector',
    id: newId(),
    parent: null,
    layer,
    order: topOrder(editor.page, null, layer, 1)[0] ?? 'a0',
    from,
    to,
    route,
    waypoints: [],
    stroke,
    startArrow,
    endArrow,
    labels: [],
    ...(like?.cornerRadius === undefined ? { cornerRadius: 6 } : { cornerRadius: like.cornerRadius }),
    ...(like?.jumps ? { jumps: true } : {}),
  }
  const looked = like || !usual ? made : withStyle(made, usual)
  return looked.kind === 'connector' ? looked : null
}

export function put(editor: EditorContext, object: DiagramObject): Change {
  return { type: 'put-object', pageId: editor.state().pageId, object }
}
