import type { Context } from '#platform/server/context.ts'
import type { Blob } from '#platform/server/blobs.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { checkFileName } from '../model/file-names.ts'
import { mediaTypeOf } from '../model/media-types.ts'
import { pictureSize, type Size } from '../model/pictures.ts'
import type { Upload, UploadedPart } from './parts.ts'

/** A file ready to become a row. */
export interface NewFile {
  readonly title: string
  readonly mediaType: string
  readonly blob: Blob
  readonly picture: Size | undefined
  readonly comment: string
  readonly minor: boolean
}

export const MAX_COMMENT_LENGTH = 2000

/**
 * The files of a form with their names and comments. A lone comment goes with every file; several go by order.
 * @throws HttpError 400 when there is no file, or a name or comment is bad
 */
export async function newFiles(ctx: Context, upload: Upload): Promise<NewFile[]> {
  // A file field that was left empty arrives as a file without name and bytes.
  const parts = upload.files.filter(part => part.filename !== '' || part.blob.size > 0)
  if (parts.length === 0) throw badRequest('the form holds no file', { field: 'file' })
  const files: NewFile[] = []
  for (const [index, part] of parts.entries()) {
    const title = checkFileName(part.filename ?? upload.fields.get('fileName')?.[index] ?? '')
    files.push(
      await newFile(ctx, part, { title, comment: commentFor(upload, part, index), minor: isMinor(upload, index) }),
    )
  }
  return files
}

/**
 * The one file of a form that brings a new version; its name counts for nothing but the media type.
 * @throws HttpError 400 when there is none, or more than one
 */
export async function newData(ctx: Context, upload: Upload, title: string): Promise<NewFile> {
  const [part, ...rest] = upload.files
  if (!part) throw badRequest('the form holds no file', { field: 'file' })
  if (rest.length > 0) throw badRequest('a new version is one file; this form holds more', { field: 'file' })
  return newFile(ctx, part, { title, comment: commentFor(upload, part, 0), minor: isMinor(upload, 0) })
}

/** One file that came by itself. */
export async function newFile(
  ctx: Context,
  { blob, declaredType }: Pick<UploadedPart, 'blob' | 'declaredType'>,
  { title, comment, minor }: { title: string; comment: string; minor: boolean },
): Promise<NewFile> {
  const mediaType = mediaTypeOf(declaredType, title)
  return {
    title,
    mediaType,
    blob,
    minor,
    comment: checkComment(comment),
    picture: await pictureSize(ctx.app.blobs, blob, mediaType),
  }
}

/** Columns for the bytes of a file. */
export function columnsOf({ mediaType, blob, comment, picture }: NewFile) {
  return {
    media_type: mediaType,
    size: blob.size,
    sha256: blob.sha256,
    comment,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
  }
}

/** @throws HttpError 400 when it is too long or holds what no database takes */
export function checkComment(comment: string): string {
  if (comment.length > MAX_COMMENT_LENGTH) {
    throw badRequest('at most {{most}} characters, this one has {{length}}', {
      field: 'comment',
      values: { most: MAX_COMMENT_LENGTH, length: comment.length },
    })
  }
  if (comment.includes('\0') || !comment.isWellFormed())
    throw badRequest('control characters are not allowed', {
      field: 'comment',
    })
  return comment
}

function commentFor({ fields }: Upload, part: UploadedPart, index: number): string {
  const numbered = /^file_(\d+)$/.exec(part.field)?.[1] ?? String(index)
  const own = fields.get(`comment_${numbered}`)?.[0]
  if (own !== undefined) return own
  const comments = fields.get('comment') ?? []
  return (comments.length === 1 ? comments[0] : comments[index]) ?? ''
}

function isMinor({ fields }: Upload, index: number): boolean {
  const given = fields.get('minorEdit') ?? []
  return ((given.length === 1 ? given[0] : given[index]) ?? '').trim().toLowerCase() === 'true'
}
