import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { firstBytes } from '#platform/server/blobs/first-bytes.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError, noContent } from '#platform/server/http/errors.ts'
import { commentCounts } from '#features/comments/server/index.ts'
import {
  attachmentsOf,
  currentFiles,
  downloadPath,
  hasThumbnail,
  niceType,
} from '#features/attachments/server/index.ts'
import { contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import type { Converted, PreviewFile } from '../contract.ts'
import { CONVERSION, previewKindOf, type ConvertedKind, type PreviewKind } from '../shared.ts'
import { ConvertError, Converter, ConverterBusy } from './converter/pool.ts'
import { lengthOfResult, LIMITS } from './converter/protocol.ts'
import { fileVersions } from './store.ts'

/** A version of a file that the viewer may see. */
export interface FoundFile {
  row: ContentRow
  number: number
  sha256: string
  /** Bytes. */
  size: number
  mediaType: string
  /** When the version was made. */
  at: number
}

const converter = (): Converter => new Converter()
/** The wiki's converter. */
export function converterOf(app: App): Converter {
  return app.own(converter)
}

/** Files of a page by name, one more than `limit` when more follow. */
export function filesOf(
  ctx: Context,
  page: ContentRow,
  window: { start: number; limit: number },
): Promise<ContentRow[]> {
  return attachmentsOf(ctx, page, window)
}

/** The previewer's entries for files. */
export async function previewFiles(ctx: Context, rows: readonly ContentRow[]): Promise<PreviewFile[]> {
  const { read, dialect } = ctx.app.database
  const ids = rows.map(row => row.id)
  const [files, comments] = [await currentFiles(read, dialect, ids), await commentCounts(ctx.app.database, ids)]
  return rows.flatMap(row => {
    const file = files.get(row.id)
    if (!file) return []
    return [
      {
        id: String(row.id),
        containerId: String(row.container_id),
        name: row.title,
        mediaType: file.media_type,
        niceType: niceType(file.media_type),
        version: row.version,
        size: file.size,
        kind: previewKindOf(file.media_type, row.title) ?? null,
        hasThumbnail: hasThumbnail(file),
        width: file.width,
        height: file.height,
        unresolvedCommentCount: comments.get(row.id)?.unresolved ?? 0,
        downloadUrl: downloadPath(row),
      },
    ]
  })
}

/** Versions of files that the viewer may see, by `<id>/<version>`. */
export async function findFiles(
  ctx: Context,
  asked: readonly { id: number; version: number }[],
): Promise<Map<string, FoundFile>> {
  const rows = await contentsById(ctx, [...new Set(asked.map(({ id }) => id))])
  const files = new Map(
    rows.filter(row => row.type === 'attachment' && row.status !== 'trashed').map(row => [row.id, row]),
  )
  if (files.size === 0) return new Map()
  const versions = await fileVersions(ctx, [...files.keys()], [...new Set(asked.map(({ version }) => version))])
  return new Map(
    versions.flatMap(({ content_id: id, number, sha256, size, media_type: mediaType, at }) => {
      const row = files.get(id)
      return row ? [[`${id}/${number}`, { row, number, sha256, size, mediaType, at }] as const] : []
    }),
  )
}

/**
 * A version of a file.
 * @throws HttpError 404 when there is none, or the viewer may not see it
 */
export async function requireFile(ctx: Context, id: number, version: number): Promise<FoundFile> {
  const found = (await findFiles(ctx, [{ id, version }])).get(`${id}/${version}`)
  if (!found) throw noContent(`att${id}`)
  return found
}

/** UTF-16 units of converted files that are held in memory. */
const HELD = 32 * 1024 * 1024
/** Of one; the least that an entry counts for bounds their number. */
const LEAST = HELD / 256
interface Wanted {
  file: FoundFile
  kind: ConvertedKind
}
/** Requests for a file that is being converted wait with the others. */
const conversions = (app: App) =>
  new LRUCache<string, Converted, Wanted>({
    maxSize: HELD,
    sizeCalculation: result => Math.max(LEAST, lengthOfResult(result)),
    fetchMethod: (_key, _stale, { context: { file, kind } }) => convert(app, file, kind),
    // An entry that does not fit any more still goes to the requests that wait for it.
    ignoreFetchAbort: true,
  })

/**
 * A file as browsers can show it.
 * @throws HttpError 415 when it cannot be shown, 429 while too many files are being converted
 */
export async function convertedFile(ctx: Context, file: FoundFile): Promise<Converted> {
  const { app } = ctx
  const kind = previewKindOf(file.mediaType, file.row.title)
  if (!isConverted(kind)) throw unsupported('There is no preview of this kind of file')
  try {
    const key = `${file.sha256} ${kind} ${file.row.title}`
    return await app.own(conversions).forceFetch(key, { context: { file, kind } })
  } catch (error) {
    if (error instanceof ConverterBusy)
      throw new HttpError(CONVERSION.busy, 'Too many files are being converted; try again', {
        headers: { 'retry-after': '5' },
      })
    if (error instanceof ConvertError) throw unsupported(error.message)
    throw error
  }
}

function unsupported(why: string): HttpError {
  return new HttpError(CONVERSION.error, why)
}

function isConverted(kind: PreviewKind | undefined): kind is ConvertedKind {
  return kind !== undefined && !['picture', 'pdf', 'video', 'audio'].includes(kind)
}

async function convert(app: App, file: FoundFile, kind: ConvertedKind): Promise<Converted> {
  const isPlain = kind === 'text' || (kind === 'table' && file.mediaType.startsWith('text/'))
  const most = isPlain ? LIMITS.text : LIMITS.source
  if (file.size > most && !isPlain) throw new ConvertError('This file is too large to be shown')
  const result = await converterOf(app).convert({
    task: 'preview',
    kind,
    name: file.row.title,
    read: () => firstBytes(app.blobs, file.sha256, Math.min(file.size, most)),
    isCut: file.size > most,
  })
  if (result.kind === 'words') throw new Error('The converter has answered another question')
  return result
}
