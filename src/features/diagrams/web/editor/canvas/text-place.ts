/** Position of the text editor on the screen, exactly as rendered. */
import type { CSSProperties } from 'react'
import type { Point, TextBlock } from '#diagrams/model/document.ts'
import { objectOf } from '#diagrams/operations/tree.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { placeAlong } from '#diagrams/render/line.ts'
import { apply, IDENTITY, mirror, multiply, type Matrix } from '#diagrams/model/geometry/matrix.ts'
import { isBoxed, isConnector, sizeOf, type Placed } from '#diagrams/render/scene.ts'
import { textAreaOf } from '#diagrams/render/text-area.ts'
import { textFrame } from '#diagrams/render/turned.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Camera, Editing } from '../store/state.ts'
import { labelArea } from '../tools/hit.ts'
import { TEXT_SHAPE } from '../tools/make.ts'
import { LONGEST_LINE, editedText } from '../tools/text.ts'
import { toScreen } from '../scene/camera.ts'
import { sceneOf } from '../scene/live-scene.ts'

export interface TextPlace {
  vertical: TextBlock['vertical']
  /** Style of the element in the object's place, in px of the page. */
  style: (camera: Camera) => CSSProperties
  /** Style of the text in it. */
  inner: CSSProperties
  /** Position of the toolbar: the middle of its upper edge. */
  barAt: (camera: Camera) => Point
}

/**
 * Null when the object or label is gone.
 * @param written the current text, which may change its area
 */
export function placeOfText(
  editor: EditorContext,
  editing: Editing,
  written: TextBlock | null = null,
): TextPlace | null {
  const place = sceneOf(editor).placed.get(editing.objectId)
  const block = editedText(editor, editing)
  if (!place || !block || !objectOf(editor.page, editing.objectId)) return null
  if (isConnector(place)) return editing.label === undefined ? null : placeOfLabel(editor, place, editing.label, block)
  if (!isBoxed(place)) return null
  const { object, matrix, flipX, flipY } = place
  const size = sizeOf(object)
  const area = object.kind === 'shape' ? textAreaOf(object, written ?? block) : { x: 0, y: 0, ...size }
  const { area: shown, matrix: inner } = textFrame(
    {
      ...area,
      x: flipX ? size.width - area.x - area.width : area.x,
      y: flipY ? size.height - area.y - area.height : area.y,
    },
    block,
  )
  // Mirrored text is turned back.
  const whole = multiply(multiply(matrix, mirror(size, flipX, flipY)), inner)
  const { padding } = block
  const isGrowing = object.kind === 'shape' && object.shape === TEXT_SHAPE && editor.state().preview !== null
  return {
    vertical: block.vertical,
    style: camera => transformed(camera, whole, shown),
    barAt: camera => barAbove(camera, whole, shown),
    inner: {
      ...(isGrowing
        ? { minHeight: shown.height, width: 'max-content', minWidth: 24, maxWidth: LONGEST_LINE }
        : { minHeight: shown.height, width: shown.width }),
      ...(padding ? { padding: `${padding.top}px ${padding.right}px ${padding.bottom}px ${padding.left}px` } : {}),
      // Overflows as in the renderer.
      ...(isGrowing ? {} : overhang(block.vertical, shown.height)),
    },
  }
}

function overhang(vertical: TextBlock['vertical'], height: number): CSSProperties {
  if (vertical === 'top') return {}
  return {
    position: 'absolute',
    left: 0,
    ...(vertical === 'bottom' ? { bottom: 0 } : { top: height / 2, transform: 'translateY(-50%)' }),
  }
}

function placeOfLabel(
  editor: EditorContext,
  place: Placed & { object: { kind: 'connector' } },
  index: number,
  block: TextBlock,
): TextPlace | null {
  const { object } = place
  if (object.kind !== 'connector') return null
  const label = object.labels[index]
  const scene = sceneOf(editor)
  const area = isConnector(place) ? labelArea(scene, place, index) : null
  if (!label || !area || !isConnector(place)) return null
  const at = placeAlong(connectorGeometry(scene, place).segments, label.along, label.across)?.at ?? object.from.at
  return {
    vertical: block.vertical,
    style: camera => transformed(camera, IDENTITY, { ...at, width: 0, height: 0 }),
    barAt: camera => toScreen(camera, { x: at.x, y: area.y }),
    inner: {
      position: 'absolute',
      left: 0,
      top: 0,
      transform: 'translate(-50%, -50%)',
      minWidth: 24,
      width: label.width ?? 'max-content',
    },
  }
}

function transformed({ x, y, zoom }: Camera, matrix: Matrix, area: Rect): CSSProperties {
  const { a, b, c, d, e, f } = multiply(
    { ...IDENTITY, a: zoom, d: zoom, e: -x * zoom, f: -y * zoom },
    multiply(matrix, { ...IDENTITY, e: area.x, f: area.y }),
  )
  return { transform: `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`, width: area.width, height: area.height }
}

function barAbove(camera: Camera, matrix: Matrix, { x, y, width, height }: Rect): Point {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([px = 0, py = 0]) => toScreen(camera, apply(matrix, { x: px, y: py })))
  return { x: corners.reduce((sum, corner) => sum + corner.x, 0) / 4, y: Math.min(...corners.map(corner => corner.y)) }
}
