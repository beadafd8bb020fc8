import { messageOf } from '#platform/message-of.ts'
import { badRequest, HttpError } from './http/errors.ts'
import { Turns } from './turns.ts'

/** A small file may unpack to a huge picture: refused before it is. */
const MAX_PIXELS = 50_000_000
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif']

/** An unpacked picture takes up to 200 MB: a few at a time. */
const unpacking = new Turns({
  atOnce: 1,
  mostWaiting: 50,
  refusal: () => new HttpError(503, 'Too many pictures are being read; try again', { headers: { 'retry-after': '5' } }),
})

/** How the sides of a picture that is no square are treated: cropped, or padded with transparent bands. */
export type SquareFit = 'cover' | 'contain'

/**
 * Makes squares of a picture as WebP: turned upright, without metadata (a photograph contains where it was taken). Only
 * pictures made of pixels are taken, and the first frame of those that move.
 * @param field of the request, for the message
 * @param sizes sides in px; the answers come in their order
 * @throws HttpError 400 when it is not a picture of an accepted kind, 503 when too many wait already
 */
export async function squarePictures<const Sizes extends readonly number[]>(
  bytes: Buffer,
  field: string,
  sizes: Sizes,
  fit: SquareFit,
): Promise<{ [Index in keyof Sizes]: Buffer }> {
  // Loaded at first use: it takes 20 MB.
  const { default: sharp } = await import('sharp')
  try {
    const { format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
    if (!FORMATS.includes(format)) throw new Error(`format ${format}`)
    const squares: Buffer[] = []
    for (const size of sizes) {
      squares.push(
        await unpacking.take(() =>
          sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
            .rotate()
            .resize(size, size, { fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
            .webp({ quality: 85 })
            .timeout({ seconds: 10 })
            .toBuffer(),
        ),
      )
    }
    return squares as { [Index in keyof Sizes]: Buffer }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause
    const key = 'must be a PNG, JPEG, WebP or GIF picture of at most 50 megapixels'
    throw badRequest(key, {
      field,
      errors: [
        { key, field },
        { key: messageOf(cause), forPrograms: true },
      ],
    })
  }
}
