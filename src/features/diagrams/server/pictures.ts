import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Blob } from '#platform/server/blobs.ts'
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

/** Pictures that could not be drawn are not tried again for so long, ms. */
const FAILED_FOR = 10 * 60_000
/** Why pictures could not be drawn, by what they are of and their look. */
const failed = (): LRUCache<string, PngError> => new LRUCache({ max: 1000, ttl: FAILED_FOR })

export interface PictureOptions {
  page?: string | undefined
  scale: number
  /** Account that asks for it, null for visitors: pictures for different accounts take turns. */
  accountId?: number | null
}

/**
 * PNG of a diagram's page, rendered on demand and cached as a blob.
 * @throws HttpError 404 when the bytes hold no diagram, 503 when it cannot be drawn now
 */
export async function pictureOf(
  app: App,
  source: StoredBytes,
  { page: requested, scale, accountId }: PictureOptions,
): Promise<Blob> {
  // Usually cached as requested, without reading the diagram.
  const cachedAsRequested = await cachedPicture(app, source, lookOf(requested, scale))
  if (cachedAsRequested) return cachedAsRequested
  const page = requested === undefined ? undefined : await readerOf(app).pageIn(source, requested)
  const look = lookOf(page, scale)
  const cached = page === requested ? undefined : await cachedPicture(app, source, look)
  if (cached) return cached
  const key = `${source.sha256} ${look}`
  return shareRunning(app.own(drawing), key, () => draw(app, source, { page, scale, accountId, look, key }))
}

/** The PNG of a diagram's first page at scale 1, where it was drawn before. */
export function drawnPictureOf(app: App, source: Pick<StoredBytes, 'sha256'>): Promise<Blob | undefined> {
  return cachedPicture(app, source, lookOf(undefined, 1))
}

async function cachedPicture(app: App, source: Pick<StoredBytes, 'sha256'>, look: string): Promise<Blob | undefined> {
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
  { page, scale, accountId, look, key }: PictureOptions & { look: string; key: string },
): Promise<Blob> {
  const failure = app.own(failed).get(key)
  if (failure) throw refusal(failure)
  const drawn = await readerOf(app).draw(source, page)
  if (!drawn) throw notFound('The file holds no diagram that can be shown')
  const png = await renderPng(drawn.svg, { scale, source: sourceOf(accountId) }).catch((error: unknown) => {
    if (!(error instanceof PngError)) throw error
    if (error.isFinal) app.own(failed).set(key, error)
    throw refusal(error)
  })
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

function sourceOf(accountId: number | null | undefined): string {
  return accountId === undefined ? 'wiki' : accountId === null ? 'visitors' : `account ${accountId}`
}

/** @throws HttpError 503 on timeout or with too many requests */
export async function drawPng(svg: string, scale: number): Promise<Buffer> {
  try {
    return await renderPng(svg, { scale, source: sourceOf(undefined) })
  } catch (error) {
    throw error instanceof PngError ? refusal(error) : error
  }
}

/** Whether a picture was refused for what it is, so that it will hardly be drawn another time. */
export function isUndrawable(error: unknown): boolean {
  return error instanceof HttpError && error.cause instanceof PngError && error.cause.isFinal
}

function refusal(error: PngError): HttpError {
  return new HttpError(503, '{{reason}}', {
    values: { reason: error.message },
    forPrograms: true,
    headers: { 'retry-after': '10' },
    cause: error,
  })
}
