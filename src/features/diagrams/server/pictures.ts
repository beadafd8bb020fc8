import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Blob } from '#platform/server/blobs.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { shareRunning } from '#platform/server/share-running.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { PngError, renderPng } from './png.ts'
import { readerOf, type StoredBytes } from './read.ts'
import { storedPicture, storePicture } from './store.ts'

/** Incremented when the renderer's output changes; invalidates cached pictures. */
export const RENDERER = 8
const MAX_PICTURE_BYTES = 64 * 1024 * 1024
/** Cached scales; requests are rounded up to limit the cache. */
const SCALES = [0.125, 0.25, 0.5, 1, 2] as const
/** Sides of a thumbnail, px. */
export const THUMBNAIL_SIDE = 300

/** Scale rounded up to a cached one. */
export function scaleFor(requested: number): number {
  return SCALES.find(scale => scale >= requested) ?? SCALES[SCALES.length - 1]!
}

/** Scale of a thumbnail: never enlarged. */
export function thumbnailScale({ width, height }: Pick<RenderedDiagram, 'width' | 'height'>): number {
  const fits = THUMBNAIL_SIDE / Math.max(width, height, 1)
  return SCALES.findLast(scale => scale <= Math.min(1, fits)) ?? SCALES[0]
}

/** Renderings in progress, shared by concurrent requests. */
const drawing = (): Map<string, Promise<Blob>> => new Map()

/**
 * PNG of a diagram's page, rendered on demand and cached as a blob.
 * @throws HttpError 404 when the bytes hold no diagram, 503 when it cannot be drawn now
 */
export async function pictureOf(
  app: App,
  source: StoredBytes,
  { page: requested, scale }: { page?: string | undefined; scale: number },
): Promise<Blob> {
  // Usually cached as requested, without reading the diagram.
  const cachedAsRequested = await cachedPicture(app, source, lookOf(requested, scale))
  if (cachedAsRequested) return cachedAsRequested
  const page = requested === undefined ? undefined : await readerOf(app).pageIn(source, requested)
  const look = lookOf(page, scale)
  const cached = page === requested ? undefined : await cachedPicture(app, source, look)
  if (cached) return cached
  return shareRunning(app.own(drawing), `${source.sha256} ${look}`, () => draw(app, source, page, scale, look))
}

async function cachedPicture(app: App, source: StoredBytes, look: string): Promise<Blob | undefined> {
  const cached = await storedPicture(app, source.sha256, look)
  return cached && (await app.blobs.has(cached.sha256)) ? cached : undefined
}

/** Page ids come from files and may be long, hence a digest. */
function lookOf(page: string | undefined, scale: number): string {
  const id = page === undefined ? '' : createHash('sha256').update(page).digest('hex').slice(0, 32)
  return `${RENDERER} ${id} @${scale}`
}

async function draw(
  app: App,
  source: StoredBytes,
  page: string | undefined,
  scale: number,
  look: string,
): Promise<Blob> {
  const drawn = await readerOf(app).draw(source, page)
  if (!drawn) throw notFound('The file holds no diagram that can be shown')
  const png = await drawPng(drawn.svg, scale)
  const { sha256, size } = await app.blobs.put(Readable.from([png]), { maxSize: MAX_PICTURE_BYTES })
  await app.database.transaction(
    async tx => {
      await claimBlob(tx, app, sha256)
      await storePicture(tx, source.sha256, look, { sha256, size })
    },
    { invalidates: false },
  )
  return { sha256, size }
}

/** Has {@link pictureOf} answer with this, which the transaction attaches too, for the first page at scale 1. */
export function rememberPicture(tx: WriteTransaction, source: StoredBytes, picture: Blob): Promise<void> {
  return storePicture(tx, source.sha256, lookOf(undefined, 1), picture)
}

/** @throws HttpError 503 on timeout or with too many requests */
export async function drawPng(svg: string, scale: number): Promise<Buffer> {
  try {
    return await renderPng(svg, { scale })
  } catch (error) {
    if (!(error instanceof PngError)) throw error
    throw new HttpError(503, '{{reason}}', {
      values: { reason: error.message },
      forPrograms: true,
      headers: { 'retry-after': '10' },
      cause: error,
    })
  }
}
