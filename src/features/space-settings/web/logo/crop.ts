/** Which square of a picture becomes the logo. */

export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** 1 shows a square as wide as the picture's shorter side; smaller values show bands beside it. */
  zoom: number
  /** Middle of the square, in px of the picture. */
  x: number
  y: number
}

export const MAX_ZOOM = 5

/** The zoom at which the whole picture shows. */
export function minZoom({ width, height }: Size): number {
  return Math.min(width, height) / Math.max(width, height)
}

/** The whole picture, in the middle of its square. */
export function wholeOf(picture: Size): Crop {
  return { zoom: minZoom(picture), x: picture.width / 2, y: picture.height / 2 }
}

/** Side of the square in px of the picture. */
export function sideOf({ width, height }: Size, { zoom }: Pick<Crop, 'zoom'>): number {
  return Math.min(width, height) / zoom
}

/** The nearest square that shows no more beside the picture than it must. */
export function kept(picture: Size, crop: Crop): Crop {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(picture), crop.zoom))
  const half = sideOf(picture, { zoom }) / 2
  const within = (value: number, length: number) => (half * 2 >= length ? length / 2 : Math.min(length - half, Math.max(half, value)))
  return { zoom, x: within(crop.x, picture.width), y: within(crop.y, picture.height) }
}

/** Where the picture lies in a square view of `view` px. */
export function placeIn(picture: Size, crop: Crop, view: number): { left: number; top: number; width: number; height: number } {
  const side = sideOf(picture, crop)
  const scale = view / side
  return {
    left: (side / 2 - crop.x) * scale, top: (side / 2 - crop.y) * scale,
    width: picture.width * scale, height: picture.height * scale,
  }
}
