import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import type { Blob } from '#platform/server/blobs.ts'
import { fileTooLarge } from '#platform/server/blobs/files.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import { maxAttachmentSize } from '../settings.ts'

/** A file of a form; its bytes are stored, no row names them yet. */
export interface UploadedPart {
  /** Name of the part. */
  readonly field: string
  /** As the client wrote it, unchecked; absent when the part has none. */
  readonly filename: string | undefined
  readonly declaredType: string
  readonly blob: Blob
}

/** Content of a multipart form, in whatever order it came. */
export interface Upload {
  readonly files: readonly UploadedPart[]
  /** Texts by name, in order. */
  readonly fields: ReadonlyMap<string, readonly string[]>
}

/** Longest text beside the files; comments are checked more strictly. */
const MAX_TEXT_BYTES = 64 * 1024
/** Room for the form around one file of the largest size. */
const FORM_BYTES = 1024 * 1024
/** Texts of the old product's forms and of its clients, some of which give these parts a file name too. */
const TEXTS = /^(?:comment(?:_\d+)?|minorEdit|hidden|type|fileName|contentType|atl_token|confirm|pageId|draftId)$/

/**
 * Reads a multipart form in constant memory: each file goes straight to the blob store. Rows are for the caller to
 * write, after all parts are known, since a file's comment may follow it. When this throws, or the client goes away, no
 * row exists; blobs that were complete by then are collected later.
 *
 * @param beforeFirstFile is given the texts so far; throws to refuse the upload before its bytes are taken
 * @throws HttpError 400 for a form that cannot be read, 413 for a file or text that is too large
 */
export async function readUpload(
  ctx: Context,
  request: FastifyRequest,
  beforeFirstFile: (fields: Upload['fields']) => Promise<void> = async () => {},
): Promise<Upload> {
  if (!request.isMultipart())
    throw badRequest('send the file as multipart/form-data', {
      field: 'body',
      forPrograms: true,
    })
  const maxSize = ctx.app.settings.get(maxAttachmentSize)
  const files: UploadedPart[] = []
  const fields = new Map<string, string[]>()
  const keep = (name: string, text: string) => {
    // The parsers of other bodies refuse it too: no database keeps it as it came.
    if (name.includes('\0') || text.includes('\0') || !text.isWellFormed()) {
      throw badRequest('the form holds a null character or half of a surrogate pair', {
        field: name.slice(0, 40).replaceAll('\0', ''),
        forPrograms: true,
      })
    }
    fields.set(name, [...(fields.get(name) ?? []), text])
  }
  const parts = request.parts({
    // The blob store holds the real limit; the parser's own would cut files off without an error.
    limits: { fileSize: maxSize + FORM_BYTES, fieldSize: MAX_TEXT_BYTES },
    isPartAFile: (name, _type, filename) => filename !== undefined || name === 'file',
  })
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw tooLong(part.fieldname)
        keep(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value))
      } else if (TEXTS.test(part.fieldname)) {
        keep(part.fieldname, await shortText(part.file, part.fieldname))
      } else {
        if (files.length === 0) await beforeFirstFile(fields)
        const blob = await ctx.app.blobs.put(part.file, { maxSize })
        // Undefined, despite its type, for a part without a file name.
        const filename = part.filename as string | undefined
        // Forms send quotes in names so, and nothing else (HTML, "multipart/form-data encoding algorithm").
        files.push({
          field: part.fieldname,
          filename: filename?.replaceAll('%22', '"'),
          declaredType: part.mimetype,
          blob,
        })
      }
    }
  } catch (error) {
    // The rest is read and dropped: unread, it would hold up the next request of the connection.
    request.raw.unpipe()
    request.raw.resume()
    throw readable(error)
  }
  return { files, fields }
}

async function shortText(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length
    if (size > MAX_TEXT_BYTES) {
      stream.resume()
      throw tooLong(name)
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

function tooLong(name: string): HttpError {
  return new HttpError(413, 'this text is longer than {{most}} bytes', {
    field: name.slice(0, 40),
    values: { most: MAX_TEXT_BYTES },
    forPrograms: true,
  })
}

/** The form parser's own complaints are the client's to mend; some come without a status. */
function readable(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error) || 'statusCode' in error) return error
  if (/multipart|boundary|Part terminated early/i.test(error.message)) {
    return badRequest('The multipart form cannot be read: {{reason}}', {
      values: { reason: error.message },
      forPrograms: true,
    })
  }
  return error
}

/** Refuses a file that is too large by its own account, before any of it is taken. @throws HttpError 413 */
export function refuseOversize(ctx: Context, request: FastifyRequest): void {
  const maxSize = ctx.app.settings.get(maxAttachmentSize)
  if (Number(request.headers['content-length']) > maxSize) throw fileTooLarge(maxSize)
}
