/** Compact notation of the library's shapes. */
import type {
  ConnectionPoint,
  Rect,
  ShapeCategory,
  ShapeDefinition,
  ShapeParameter,
  ShapePath,
  Size,
} from './contract.ts'
import { SHAPE_CATEGORIES } from './contract.ts'
import type { Grip } from './grips.ts'

/** Label, min, max, default, and the handle. */
type ParameterRow = readonly [label: string, min: number, max: number, usual: number, grip?: Grip]
type Values<Name extends string> = Readonly<Record<Name, number>>

interface Extras<Name extends string> {
  /** Separated by spaces. */
  keywords?: string
  parameters?: Readonly<Record<Name, ParameterRow>>
  /** Positions on the box, 0 to 1, with a direction where the position does not imply it. */
  points?: readonly (readonly [x: number, y: number, direction?: number])[]
  outline?(width: number, height: number, values: Values<Name>): string
  text?(width: number, height: number, values: Values<Name>): Rect
  /** Text fits the outline: in the whole box, or in a part of it. */
  inside?: true | ((width: number, height: number, values: Values<Name>) => Rect)
  container?: boolean
  turnsText?: boolean
  keepsAspect?: boolean
}

/**
 * A shape. Sizes are finite and not negative, parameters complete and within their limits.
 * @param id `<category>.<name>`
 * @param size default width and height
 */
export function shape<Name extends string = never>(
  id: string,
  name: string,
  size: readonly [number, number],
  draw: (width: number, height: number, values: Values<Name>) => ShapePath[],
  extras: Extras<Name> = {},
): ShapeDefinition {
  const rows = Object.entries<ParameterRow>(extras.parameters ?? {})
  const parameters = rows.map(([key, [label, min, max, usual, grip]]): ShapeParameter => ({
    name: key,
    label,
    min,
    max,
    default: usual,
    ...(grip && { at: (box: Size, own: number) => gripAt(grip, box, own) }),
  }))
  const values = (given: Readonly<Record<string, number>>): Values<Name> =>
    Object.fromEntries(parameters.map(parameter => [parameter.name, value(parameter, given)])) as Values<Name>
  const { outline, text, inside, keywords, points } = extras
  return {
    id,
    name,
    category: category(id),
    size: { width: size[0], height: size[1] },
    paths: (box, given) => draw(length(box.width), length(box.height), values(given)),
    ...(keywords && { keywords: keywords.split(' ') }),
    ...(parameters.length > 0 && { parameters }),
    ...(points && { connectionPoints: points.map(([x, y, direction]) => point(x, y, direction)) }),
    ...(outline && { outline: (box: Size, given) => outline(length(box.width), length(box.height), values(given)) }),
    ...(text && { textArea: (box: Size, given) => text(length(box.width), length(box.height), values(given)) }),
    ...(inside && {
      textWithin: (box: Size, given) => {
        const [width, height] = [length(box.width), length(box.height)]
        return inside === true ? { x: 0, y: 0, width, height } : inside(width, height, values(given))
      },
    }),
    ...(extras.container && { container: true }),
    ...(extras.turnsText && { turnsText: true }),
    ...(extras.keepsAspect && { keepsAspect: true }),
  }
}

function gripAt(grip: Grip, { width, height }: Size, own: number): { x: number; y: number } {
  const [x, y] = grip(length(width), length(height), own)
  return { x, y }
}

const length = (value: number): number => (Number.isFinite(value) ? Math.max(0, value) : 0)

function value({ name, min, max, default: usual }: ShapeParameter, given: Readonly<Record<string, number>>): number {
  const wanted = given[name]
  return typeof wanted === 'number' && Number.isFinite(wanted) ? Math.min(max, Math.max(min, wanted)) : usual
}

const point = (x: number, y: number, direction?: number): ConnectionPoint =>
  direction === undefined ? { x, y } : { x, y, direction }

function category(id: string): ShapeCategory {
  const found = SHAPE_CATEGORIES.find(one => id.startsWith(`${one}.`))
  if (!found) throw new Error(`The shape ${id} is of no category.`)
  return found
}

/** Minimum width of a label below an icon, px. */
const LABEL_WIDTH = 120

/** Top-aligned text below a shape and at least a minimum width: for icons and figures. */
export const beneath = (width: number, height: number): Rect => ({
  x: Math.min(0, (width - LABEL_WIDTH) / 2),
  y: height,
  width: Math.max(width, LABEL_WIDTH),
  height: 20,
})

/** A part of the box, in fractions of its sides. */
export const within =
  (left: number, top: number, right: number, bottom: number) =>
  (width: number, height: number): Rect => ({
    x: width * left,
    y: height * top,
    width: width * (right - left),
    height: height * (bottom - top),
  })

/** The box inset by px on each side, never negative. */
export function inset(width: number, height: number, top: number, right: number, bottom: number, left: number): Rect {
  const [x, y] = [Math.min(left, width), Math.min(top, height)]
  return { x, y, width: Math.max(0, width - x - right), height: Math.max(0, height - y - bottom) }
}
