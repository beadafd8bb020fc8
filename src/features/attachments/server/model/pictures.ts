import { firstBytes } from '#platform/server/blobs/first-bytes.ts'
import type { Blob, BlobStore } from '#platform/server/blobs.ts'
import { isPicture } from './media-types.ts'

/** Beyond this a picture costs more memory than one reader may take. */
export const MAX_PIXELS = 100_000_000
/** Bytes in which the header of a picture is looked for, first; and the most that is read when it is not there. */
const HEAD_BYTES = 256 * 1024
const WHOLE_BYTES = 16 * 1024 * 1024

export interface Size {
  width: number
  height: number
}

/** Whether a picture can be made small: it was measured, and is not too large. */
export function hasThumbnail({ width, height }: { width?: number | null; height?: number | null }): boolean {
  return typeof width === 'number' && typeof height === 'number' && width * height <= MAX_PIXELS
}

/** Width and height in pixels as shown (turned by EXIF), or undefined when the bytes are no picture that we read. */
export async function pictureSize(blobs: BlobStore, blob: Blob, mediaType: string): Promise<Size | undefined> {
  if (!isPicture(mediaType) || blob.size === 0) return undefined
  const head = await readPicture(blobs, blob, HEAD_BYTES)
  if (!looksLikePicture(head)) return undefined
  return (
    (await measured(head)) ??
    (blob.size > HEAD_BYTES && blob.size <= WHOLE_BYTES
      ? measured(await readPicture(blobs, blob, blob.size))
      : undefined)
  )
}

/** By their first bytes, so that nothing but these formats reaches the decoders. */
export function looksLikePicture(head: Buffer): boolean {
  const starts = (text: string, at = 0) => head.subarray(at, at + text.length).toString('latin1') === text
  return (
    starts('\x89PNG\r\n\x1a\n') ||
    starts('\xff\xd8\xff') ||
    starts('GIF8') ||
    (starts('RIFF') && starts('WEBP', 8)) ||
    (starts('ftyp', 4) && (starts('avif', 8) || starts('avis', 8) || starts('mif1', 8)))
  )
}

async function measured(bytes: Buffer): Promise<Size | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
    return autoOrient.width > 0 && autoOrient.height > 0
      ? { width: autoOrient.width, height: autoOrient.height }
      : undefined
  } catch {
    // A damaged picture is stored like any file; it has no size.
    return undefined
  }
}

/** The first bytes of a blob. */
export async function readPicture(blobs: BlobStore, { sha256, size }: Blob, bytes: number): Promise<Buffer> {
  return firstBytes(blobs, sha256, Math.min(bytes, size))
}
