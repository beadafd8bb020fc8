import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { isPicture, thumbnailsOf, type Thumbnail } from '#features/attachments/server/index.ts'
import { CONVERSION, type ConversionStatus } from '../shared.ts'
import type { FoundFile } from './service.ts'

/** Width and height of converted thumbnails. */
const SIDE = 300
/** Pending conversions; further requests are asked to retry. */
export const MOST_BEGUN = 20
/** Files that could not be converted, which are not retried while they are cached. */
const MAX_FAILED = 5000

/** Thumbnails that are made in the background, for callers that ask how far they are. */
export class ThumbnailJobs {
  readonly #app: App
  readonly #begun = new Set<string>()
  readonly #failed = new LRUCache<string, true>({ max: MAX_FAILED })

  constructor(app: App) {
    this.#app = app
  }

  /** Thumbnails that are there, by the addresses of their files' bytes. */
  stored(files: readonly FoundFile[]): Promise<ReadonlyMap<string, Thumbnail>> {
    return thumbnailsOf(this.#app).stored(
      files.map(({ sha256 }) => sha256),
      SIDE,
    )
  }

  /** How far a file's thumbnail is that is not there; begins to make it. */
  begin({ sha256, size, mediaType }: FoundFile): ConversionStatus {
    if (!isPicture(mediaType) || this.#failed.has(sha256)) return CONVERSION.error
    if (this.#begun.has(sha256)) return CONVERSION.inProgress
    if (this.#begun.size >= MOST_BEGUN) return CONVERSION.busy
    this.#begun.add(sha256)
    void this.#make({ sha256, size })
    return CONVERSION.inProgress
  }

  async #make(blob: { sha256: string; size: number }): Promise<void> {
    try {
      if (!(await thumbnailsOf(this.#app).get(blob, SIDE, SIDE))) this.#failed.set(blob.sha256, true)
    } catch (error) {
      // Too many readers of pages want thumbnails: a later request retries.
      if (error instanceof HttpError && error.status === 503) return
      this.#failed.set(blob.sha256, true)
      this.#app.log.warn({ err: error, blob: blob.sha256 }, 'a thumbnail cannot be made')
    } finally {
      this.#begun.delete(blob.sha256)
    }
  }
}

const create = (app: App): ThumbnailJobs => new ThumbnailJobs(app)
/** The wiki's thumbnail jobs. */
export function thumbnailJobs(app: App): ThumbnailJobs {
  return app.own(create)
}
