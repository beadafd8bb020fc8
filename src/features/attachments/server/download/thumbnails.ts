import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Blob } from '#platform/server/blobs.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Turns } from '#platform/server/turns.ts'
import { looksLikePicture, MAX_PIXELS, readPicture } from '../model/pictures.ts'
import { storeThumbnail, thumbnailRows, type Thumbnail } from '../blobs-store.ts'

/** Sides that a thumbnail may have; what is asked for is rounded up to one, so that the cache stays small. */
const SIDES = [48, 100, 150, 200, 300, 400, 600, 800, 1200] as const
export const DEFAULT_SIDE = 300
/** Larger files are not read into memory for a thumbnail. */
const MAX_SOURCE_BYTES = 64 * 1024 * 1024
const MAX_THUMBNAIL_BYTES = 16 * 1024 * 1024
const SECONDS = 15
/** Decoding takes memory and a core each. */
const AT_ONCE = 2
const MAX_WAITING = 100

/** Width or height rounded up to one of the sides. */
export function sideFor(asked: number | undefined): number {
  if (asked === undefined) return DEFAULT_SIDE
  return SIDES.find(side => side >= asked) ?? SIDES[SIDES.length - 1]!
}

/** Small pictures of stored ones, made when first requested and stored as blobs. One for each running wiki. */
class Thumbnails {
  readonly #app: App
  readonly #making = new Map<string, Promise<Thumbnail | undefined>>()
  readonly #decoding = new Turns({
    atOnce: AT_ONCE,
    mostWaiting: MAX_WAITING,
    refusal: () =>
      new HttpError(503, 'Too many thumbnails are being made; try again', {
        forPrograms: true,
        headers: { 'retry-after': '5' },
      }),
  })

  constructor(app: App) {
    this.#app = app
  }

  /**
   * The picture within `width` × `height`, never enlarged; undefined when the bytes are no picture that can be read.
   * @param again makes it though it was stored, since it is missing
   * @throws HttpError 503 when too many wait already
   */
  async get(source: Blob, width: number, height: number, again = false): Promise<Thumbnail | undefined> {
    const box = `${width}x${height}`
    const stored = again ? undefined : (await thumbnailRows(this.#app, [source.sha256], box)).get(source.sha256)
    if (stored) return stored
    const key = `${source.sha256}:${box}`
    const before = this.#making.get(key)
    if (before) return before
    const made = this.#decoding
      .take(() => this.#make(source, box, width, height))
      .finally(() => this.#making.delete(key))
    this.#making.set(key, made)
    return made
  }

  /** Thumbnails within a square that are stored, by the addresses of their sources. */
  async stored(sources: readonly string[], side: number): Promise<ReadonlyMap<string, Thumbnail>> {
    return thumbnailRows(this.#app, sources, `${side}x${side}`)
  }

  async #make(source: Blob, box: string, width: number, height: number): Promise<Thumbnail | undefined> {
    if (source.size > MAX_SOURCE_BYTES) return undefined
    const bytes = await readPicture(this.#app.blobs, source, source.size)
    if (!looksLikePicture(bytes)) return undefined
    const small = await shrink(bytes, width, height)
    if (!small) return undefined
    const { sha256, size } = await this.#app.blobs.put(Readable.from([small.bytes]), { maxSize: MAX_THUMBNAIL_BYTES })
    const thumbnail = { sha256, size, mediaType: small.mediaType }
    await this.#app.database.transaction(
      async tx => {
        await claimBlob(tx, this.#app, sha256)
        await storeThumbnail(tx, source.sha256, box, thumbnail)
      },
      { invalidates: false },
    )
    return thumbnail
  }
}

const create = (app: App): Thumbnails => new Thumbnails(app)
/** The wiki's thumbnails. */
export function thumbnailsOf(app: App): Thumbnails {
  return app.own(create)
}

async function shrink(
  bytes: Buffer,
  width: number,
  height: number,
): Promise<{ bytes: Buffer; mediaType: string } | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
    const { format, hasAlpha } = await picture.metadata()
    const resized = picture
      .rotate()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: SECONDS })
    if (format === 'jpeg' || (!hasAlpha && format !== 'png' && format !== 'gif')) {
      return { bytes: await resized.jpeg({ quality: 82 }).toBuffer(), mediaType: 'image/jpeg' }
    }
    return { bytes: await resized.png({ compressionLevel: 8 }).toBuffer(), mediaType: 'image/png' }
  } catch {
    // Damaged, too many pixels or too slow: the caller says that there is no thumbnail.
    return undefined
  }
}
