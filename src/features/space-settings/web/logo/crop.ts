/** Crop geometry of a space logo. */

export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** 1: the square is as wide as the shorter side; smaller values show bands. */
  zoom: number
  /** Centre in px of the picture. */
  x: number
  y: number
}

export const MAX_ZOOM = 5

/** Zoom that shows the whole picture. */
export function minZoom({ width, height }: Size): number {
  return Math.min(width, height) / Math.max(width, height)
}

/** Whole picture, centred. */
export function wholeOf(picture: Size): Crop {
  return { zoom: minZoom(picture), x: picture.width / 2, y: picture.height / 2 }
}

/** Side of the square in px of the picture. */
export function sideOf({ width, height }: Size, { zoom }: Pick<Crop, 'zoom'>): number {
  return Math.min(width, height) / zoom
}

/** Nearest crop within the picture. */
export function clampedCrop(picture: Size, crop: Crop): Crop {
  const zoom = Math.min(MAX_ZOOM, Math.max(minZoom(picture), crop.zoom))
  const half = sideOf(picture, { zoom }) / 2
  const within = (value: number, length: number) =>
    half * 2 >= length ? length / 2 : Math.min(length - half, Math.max(half, value))
  return { zoom, x: within(crop.x, picture.width), y: within(crop.y, picture.height) }
}

/** Position of the picture in a view of `view` px. */
export function imagePlace(
  picture: Size,
  crop: Crop,
  view: number,
): { left: number; top: number; width: number; height: number } {
  const side = sideOf(picture, crop)
  const scale = view / side
  return {
    left: (side / 2 - crop.x) * scale,
    top: (side / 2 - crop.y) * scale,
    width: picture.width * scale,
    height: picture.height * scale,
  }
}
