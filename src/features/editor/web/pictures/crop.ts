/** Geometry of a crop, in px of the picture as it is turned. */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Size {
  readonly x: number
  readonly y: number
}

export const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof CORNERS)[number]

export const LEAST_SIDE = 8

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, Math.round(value)))

export const wholeOf = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height })

/** Nearest box within the picture. */
export function within(box: Box, size: Size): Box {
  const width = clamp(box.width, Math.min(LEAST_SIDE, size.width), size.width)
  const height = clamp(box.height, Math.min(LEAST_SIDE, size.height), size.height)
  return { x: clamp(box.x, 0, size.width - width), y: clamp(box.y, 0, size.height - height), width, height }
}

/** The box with a corner moved; the opposite corner stays. */
export function resized(box: Box, corner: Corner, x: number, y: number, size: Size): Box {
  const right = box.x + box.width
  const bottom = box.y + box.height
  const left = corner.endsWith('w') ? clamp(box.x + x, 0, right - LEAST_SIDE) : box.x
  const top = corner.startsWith('n') ? clamp(box.y + y, 0, bottom - LEAST_SIDE) : box.y
  const end = corner.endsWith('e') ? clamp(right + x, box.x + LEAST_SIDE, size.width) : right
  const foot = corner.startsWith('s') ? clamp(bottom + y, box.y + LEAST_SIDE, size.height) : bottom
  return { x: left, y: top, width: end - left, height: foot - top }
}

/** The box after the picture is turned clockwise by a quarter. */
export function turned({ x, y, width, height }: Box, size: Size): Box {
  return { x: size.height - y - height, y: x, width: height, height: width }
}

export const sizeAfter = (size: Size, quarters: number): Size =>
  quarters % 2 === 0 ? size : { width: size.height, height: size.width }
