import { t } from '#platform/web/i18n.ts'
import { type Box, type Size, sizeAfter } from './crop.ts'

/** More pixels than a browser should draw. */
const MOST_PIXELS = 50_000_000
/** Formats that browsers write; others become PNG. */
const WRITTEN: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/png': 'png' }
const QUALITY = 0.92

export interface LoadedPicture extends Size {
  readonly image: HTMLImageElement
  readonly mediaType: string
}

/** Loads a picture of this wiki. @throws Error with the reason for the user */
export async function loadPicture(href: string, signal: AbortSignal): Promise<LoadedPicture> {
  const reply = await fetch(href, { signal })
  if (!reply.ok) throw new Error(t('The picture cannot be loaded.'))
  const blob = await reply.blob()
  const image = new Image()
  image.src = URL.createObjectURL(blob)
  try {
    await image.decode()
  } catch (cause) {
    throw new Error(t('The picture cannot be loaded.'), { cause })
  } finally {
    // A decoded picture stays.
    URL.revokeObjectURL(image.src)
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (width * height > MOST_PIXELS || width === 0) throw new Error(t('The picture is too large to be changed here.'))
  return { image, width, height, mediaType: blob.type }
}

/** Draws a part of the turned picture over a whole canvas. */
export function drawPart(canvas: HTMLCanvasElement, picture: LoadedPicture, quarters: number, part: Box): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { width, height } = sizeAfter(picture, quarters)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.scale(canvas.width / part.width, canvas.height / part.height)
  context.translate(width / 2 - part.x, height / 2 - part.y)
  context.rotate((quarters * Math.PI) / 2)
  context.drawImage(picture.image, -picture.width / 2, -picture.height / 2)
  context.resetTransform()
}

/** File with a part of the turned picture. It has another name than the picture, which stays. */
export async function fileOfPart(picture: LoadedPicture, quarters: number, part: Box, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = part.width
  canvas.height = part.height
  drawPart(canvas, picture, quarters, part)
  const type = Object.hasOwn(WRITTEN, picture.mediaType) ? picture.mediaType : 'image/png'
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, QUALITY))
  if (!blob) throw new Error(t('The picture is too large to be changed here.'))
  return new File([blob], editedName(name, WRITTEN[blob.type] ?? 'png'), { type: blob.type })
}

/** Name of a changed picture: `coast.png` → `coast-edited.png`. */
export function editedName(name: string, extension: string): string {
  const stem = name.replace(/\.[^.]{1,10}$/, '').replace(/-edited(?:-[\d-]+)?$/, '')
  return `${stem}-edited.${extension}`
}
