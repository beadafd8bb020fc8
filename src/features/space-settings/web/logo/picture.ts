import { t } from '#platform/web/i18n.ts'
import { type Crop, sideOf } from './crop.ts'

/** Uploaded side in px: twice the stored one. */
const SENT = 256

/** Decodes a picture. @throws for undecodable files */
export async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
  } catch (cause) {
    URL.revokeObjectURL(picture.src)
    throw new Error(t('This file is no picture that can be shown.'), { cause })
  }
  return picture
}

/** Crop as `data:image/png;base64,…`. */
export function dataUriOf(picture: HTMLImageElement, crop: Crop): string {
  const canvas = document.createElement('canvas')
  canvas.width = SENT
  canvas.height = SENT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser draws no pictures')
  const side = sideOf({ width: picture.naturalWidth, height: picture.naturalHeight }, crop)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, SENT, SENT)
  return canvas.toDataURL('image/png')
}
