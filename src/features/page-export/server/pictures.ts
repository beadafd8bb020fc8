import { buffer } from 'node:stream/consumers'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { attachmentByName, currentFiles, fileVersion, isPicture } from '#features/attachments/server/index.ts'
import { findContent } from '#features/content-core/server/read.ts'
import { pictureOf } from '#features/diagrams/server/index.ts'
import { blobOfEmoji } from '#features/site-emoji/server/index.ts'
import type { MhtmlPart } from './mhtml.ts'

/** Bytes of one picture. */
const MAX_PICTURE = 10 * 1024 * 1024
/** Of diagrams: sharp where they are printed. */
const SCALE = 2

type Picture = Pick<MhtmlPart, 'mediaType' | 'bytes'>
type Found = { sha256: string; size: number; mediaType: string }

/**
 * An attached picture or that of a diagram, which the viewer may see, or an emoji of the wiki.
 * @param source address as the HTML of a page has it
 * @param most bytes that it may have
 * @returns undefined for all other addresses, and where there is no picture
 */
export async function pictureAt(ctx: Context, source: string, most: number): Promise<Picture | undefined> {
  const { baseUrl, blobs } = ctx.app
  const url = URL.parse(source, baseUrl)
  if (url?.origin !== new URL(baseUrl).origin) return undefined
  const emoji = await blobOfEmoji(ctx.app, withoutBase(url.pathname, baseUrl))
  if (emoji !== undefined) return emojiPicture(ctx, emoji, most)
  const found = (await attached(ctx, url.pathname)) ?? (await drawn(ctx, url.pathname, url.searchParams))
  if (!found || found.size > Math.min(MAX_PICTURE, most)) return undefined
  return { mediaType: found.mediaType, bytes: await buffer(await blobs.open(found.sha256)) }
}

/** An emoji of the wiki, as PNG: many word processors show no WebP. */
async function emojiPicture({ app }: Context, sha256: string, most: number): Promise<Picture | undefined> {
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(await buffer(await app.blobs.open(sha256)))
    .png()
    .toBuffer()
  return bytes.length > Math.min(MAX_PICTURE, most) ? undefined : { mediaType: 'image/png', bytes }
}

/** Path within the wiki, which may be below another one of its site. */
function withoutBase(path: string, baseUrl: string): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  return path.startsWith(`${base}/`) ? path.slice(base.length) : path
}

async function attached(ctx: Context, path: string): Promise<Found | undefined> {
  const { read, dialect } = ctx.app.database
  const [, container, name] = /\/download\/(?:attachments|thumbnails)\/(\d{1,15})\/([^/]+)$/.exec(path) ?? []
  if (container === undefined || name === undefined) return undefined
  const holder = await findContent(ctx, Number(container))
  const title = decoded(name)
  const row = holder && title !== undefined ? await attachmentByName(read, holder.id, title) : undefined
  const file = row && (await currentFiles(read, dialect, [row.id])).get(row.id)
  return file && isPicture(file.media_type) ? { ...file, mediaType: file.media_type } : undefined
}

async function drawn(ctx: Context, path: string, query: URLSearchParams): Promise<Found | undefined> {
  const [, id] = /\/diagrams\/picture\/(\d{1,15})$/.exec(path) ?? []
  const [version] = /^\d{1,9}$/.exec(query.get('version') ?? '') ?? []
  const row = id === undefined || version === undefined ? undefined : await findContent(ctx, Number(id))
  const file = row && (await fileVersion(ctx.app.database.read, row.id, Number(version)))
  if (!file) return undefined
  try {
    const picture = await pictureOf(ctx.app, file, {
      accountId: ctx.viewer.userId,
      page: query.get('page') ?? undefined,
      scale: SCALE,
    })
    return { ...picture, mediaType: 'image/png' }
  } catch (error) {
    // No diagram, or one that cannot be drawn now: the page is exported all the same.
    if (error instanceof HttpError) return undefined
    throw error
  }
}

/** A name as an author wrote it into an address; undefined where it is not encoded as it should be. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}
