/** Dragging shape parameters: corner radii, arrowheads, headers. */
import { t } from '#platform/web/i18n.ts'
import { compose } from '#diagrams/model/changes.ts'
import type { Point, ShapeObject } from '#diagrams/model/document.ts'
import { styleObjects } from '#diagrams/operations/style.ts'
import { inverse } from '#diagrams/operations/tree.ts'
import { apply } from '#diagrams/model/geometry/matrix.ts'
import { distance } from '#diagrams/model/geometry/path.ts'
import { isBoxed, parametersOf, sizeOf, type Placed } from '#diagrams/render/scene.ts'
import type { ShapeParameter, Size } from '#diagrams/shapes/contract.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Pointer, State, Tools } from './tools.ts'

/** Maximum of relative parameters, shown in per cent; others are px and degrees. */
const LARGEST_SHARE = 2
const COARSE_STEPS = 60
/** Tolerance for equal handle positions, px. */
const ALIKE = 0.05

/** A parameter with a handle. */
export type GrippedParameter = ShapeParameter & Required<Pick<ShapeParameter, 'at'>>

/** Draggable parameters of an object. */
export function grippedOf(
  place: Placed | null | undefined,
): { place: Placed<ShapeObject>; parameters: GrippedParameter[] } | null {
  if (!place || !isShape(place)) return null
  const all = findShape(place.object.shape)?.parameters ?? []
  return { place, parameters: all.filter((parameter): parameter is GrippedParameter => parameter.at !== undefined) }
}

function isShape(place: Placed): place is Placed<ShapeObject> {
  return isBoxed(place) && place.object.kind === 'shape'
}

/** Handle position of a parameter on the page. */
export function gripOnPage({ object, matrix }: Placed<ShapeObject>, parameter: GrippedParameter): Point {
  return apply(matrix, parameter.at(sizeOf(object), valueOf(object, parameter)))
}

function valueOf(object: ShapeObject, { name, default: usual }: ShapeParameter): number {
  const definition = findShape(object.shape)
  return definition ? (parametersOf(definition, object.parameters)[name] ?? usual) : usual
}

/** Drags a parameter's handle. */
export function shaping(tools: Tools, place: Placed<ShapeObject>, parameter: GrippedParameter, start: Pointer): State {
  const { editor } = tools
  const { object, matrix } = place
  const { page } = editor
  const back = inverse(matrix)
  const size = sizeOf(object)
  const before = valueOf(object, parameter)
  const [held, grip] = [parameter.at(size, before), apply(back, start.page)]
  return {
    name: 'shaping',
    cursor: 'grabbing',
    move: now => {
      const { x, y } = apply(back, now.page)
      const value = nearestValue(parameter, size, { x: held.x + x - grip.x, y: held.y + y - grip.y }, before)
      editor.show(
        value === before ? compose() : styleObjects(page, [object.id], { parameters: { [parameter.name]: value } }),
      )
      tools.hint({
        readout: {
          text: `${t(parameter.label)} ${valueText(parameter, value)}`,
          at: apply(matrix, { x: size.width / 2, y: size.height }),
        },
      })
      return undefined
    },
    up: () => {
      editor.commit({ name: 'Shape' })
      return tools.idle()
    },
  }
}

/** Resets a parameter to its default. */
export function resetParameter(
  editor: EditorContext,
  { object }: Placed<ShapeObject>,
  { name, default: usual }: ShapeParameter,
): void {
  editor.change(styleObjects(editor.page, [object.id], { parameters: { [name]: usual } }), { name: 'Shape' })
}

function valueText({ max }: ShapeParameter, value: number): string {
  return max <= LARGEST_SHARE ? `${Math.round(value * 100)} %` : String(Math.round(value))
}

/**
 * Value whose handle is nearest to a position in the shape's coordinates, by a coarse and a fine search, as shapes
 * only define the inverse.
 * @param from preferred among values with equal handle positions
 */
export function nearestValue({ min, max, at }: GrippedParameter, size: Size, to: Point, from: number): number {
  const unit = max <= LARGEST_SHARE ? 0.001 : 1
  const coarse = Math.max(unit, (max - min) / COARSE_STEPS)
  const scan = (low: number, high: number, step: number): number => {
    let best = { value: low, far: Infinity }
    for (let index = 0; index <= Math.ceil((high - low) / step); index++) {
      const value = Math.min(high, low + index * step)
      const far = distance(at(size, value), to)
      const isNearer =
        far < best.far - ALIKE || (far <= best.far + ALIKE && Math.abs(value - from) < Math.abs(best.value - from))
      if (isNearer) best = { value, far }
    }
    return best.value
  }
  const rough = scan(min, max, coarse)
  const fine = scan(Math.max(min, rough - coarse), Math.min(max, rough + coarse), unit)
  return Math.min(max, Math.max(min, Math.round(fine / unit) * unit))
}
