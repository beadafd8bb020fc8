/** Positions of parameter handles, px from the shape's corner, beside what they change. */
import { parsePath } from '../model/geometry/path.ts'

/** @param value of the parameter */
export type Grip = (width: number, height: number, value: number) => readonly [x: number, y: number]

/** A length, clamped to some sides. */
const least = (value: number, ...sides: number[]): number => Math.max(0, Math.min(value, ...sides))

/** Corner radius, on the upper edge. */
export const radiusGrip: Grip = (w, h, radius) => [least(radius, w / 2, h / 2), 0]
/** A length along the upper edge. */
export const fromLeft: Grip = (w, _, length) => [least(length, w), 0]
export const fromRight: Grip = (w, h, length) => [w - least(length, w, h), 0]
/** Thickness of a strip on the upper or the left edge, or both. */
export const stripAbove: Grip = (w, h, thickness) => [w / 2, least(thickness, h)]
export const stripBeside: Grip = (w, h, thickness) => [least(thickness, w), h / 2]
/** The same for a frame with a minimum interior. */
export const rimBeside: Grip = (w, h, thickness) => [least(thickness, w / 4, h / 4), h / 2]
export const rimAbove: Grip = (w, h, thickness) => [w / 2, least(thickness, w / 4, h / 4)]
/** A share of the width, on the upper or lower edge. */
export const shareAbove: Grip = (w, _, share) => [w * share, 0]
export const shareBelow: Grip = (w, h, share) => [w * share, h]
export const shareAboveFromRight: Grip = (w, _, share) => [w * (1 - share), 0]
/** A share of the height, on the left edge. */
export const shareBeside: Grip = (_, h, share) => [0, h * share]
/** Front of a standing cylinder's lid. */
export const lidGrip: Grip = (w, h, lid) => [w / 2, 2 * least(h * lid, h / 2)]

/** A corner of an outline by its index. @param outline path data for a value */
export const cornerOf =
  (index: number, outline: (width: number, height: number, value: number) => string): Grip =>
  (w, h, value) => {
    const { x = 0, y = 0 } = parsePath(outline(w, h, value))[0]?.[index]?.from ?? {}
    return [x, y]
  }
